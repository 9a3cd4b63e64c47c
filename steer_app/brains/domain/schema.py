"""A JSON schema as strict servers want it."""

from typing import Any

_DROPPED = ("title", "default", "minItems", "maxItems", "minLength", "maxLength", "minimum", "maximum")
"""What says nothing to a model, or is refused by servers that hold answers to a schema."""


def strict(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema with every property required and no other allowed; titles, defaults and bounds are left out.

    What was optional is asked for all the same: an empty list is as good as none.
    """
    return _strict(schema)


def _strict(node: Any) -> Any:
    if isinstance(node, list):
        return [_strict(one) for one in node]
    if not isinstance(node, dict):
        return node
    kept = {name: _strict(value) for name, value in node.items() if name not in _DROPPED or isinstance(value, dict)}
    if "properties" in kept:
        kept["properties"] = {name: _strict(value) for name, value in node["properties"].items()}
        kept["required"] = list(kept["properties"])
        kept["additionalProperties"] = False
    return kept
