"""The forms of a model's connection, into which its stored key never goes, and of a price."""

from collections.abc import Iterable
from typing import Any

from django import forms

from steer_app.brains.models import Connection, Price

WHO_AND_WHERE = ("name", "kind", "base_url", "model", "new_key", "forget_key", "is_default")
"""Fields that are asked for first; the others have defaults that work."""


class ConnectionForm(forms.ModelForm):
    new_key = forms.CharField(
        label="Key",
        required=False,
        strip=True,
        help_text="Kept encrypted and never shown.",
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
    )
    forget_key = forms.BooleanField(label="Forget the stored key", required=False)

    class Meta:
        model = Connection
        fields = (
            "name", "kind", "base_url", "model", "new_key", "forget_key", "is_default", "context_tokens",
            "answer_tokens", "per_minute", "structure", "temperature", "read_s", "total_s",
        )  # fmt: skip
        labels = {
            "name": "Name",
            "kind": "Who runs it",
            "base_url": "Address",
            "model": "Model",
            "is_default": "Used when a session names no other",
            "context_tokens": "Window, in tokens",
            "answer_tokens": "Longest answer, in tokens",
            "structure": "How answers are held to a shape",
            "temperature": "Temperature",
            "per_minute": "Most calls a minute",
            "read_s": "Longest silence, in seconds",
            "total_s": "Longest call, in seconds",
        }
        error_messages = {
            "name": {
                "required": "Give it a name that people choose it by.",
                "invalid": "Use letters, digits, hyphens and underscores only, such as office-server.",
                "unique": "There is a model of this name already.",
            },
            "base_url": {"invalid": "Give the whole address, from http:// or https:// on."},
            "model": {"required": "Say which model, as its server calls it."},
        }
        help_texts = {
            "name": "Letters, digits and hyphens; people choose the model by it.",
            "base_url": "Of a server that is not the maker's own, such as http://127.0.0.1:11434/v1.",
            "model": "As the server calls it, such as gpt-5-mini. Its price is looked up by this name.",
            "temperature": "Empty leaves it to the server. 0 gives the steadiest answers.",
            "per_minute": "0 is no limit of yours; the server's own limits are kept in any case.",
        }

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        if self.instance.key:
            self.fields["new_key"].help_text += " Leave it empty to keep the one that is stored."
        else:
            del self.fields["forget_key"]
        for field in self.fields.values():
            if isinstance(field, forms.IntegerField | forms.FloatField):
                field.error_messages["required"] = "Give a number."
            elif isinstance(field, forms.ChoiceField):
                field.error_messages["required"] = "Choose one of these."

    def who_and_where(self) -> list[forms.BoundField]:
        return [field for field in self if field.name in WHO_AND_WHERE]

    def more(self) -> list[forms.BoundField]:
        return [field for field in self if field.name not in WHO_AND_WHERE]

    def is_more_wrong(self) -> bool:
        return any(field.errors for field in self.more())

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        has_address = cleaned.get("base_url") or "base_url" in self.errors
        local = cleaned.get("kind") == Connection.Kind.OLLAMA or has_address
        stored = bool(self.instance.pk and self.instance.key) and not cleaned.get("forget_key")
        if not local and not stored and not cleaned.get("new_key"):
            self.add_error("new_key", "The maker's own server wants a key.")
        return cleaned

    def values(self) -> dict[str, Any]:
        """What goes into the row, less the key."""
        return {name: self.cleaned_data[name] for name in self.Meta.fields if name not in {"new_key", "forget_key"}}


class PriceForm(forms.ModelForm):
    class Meta:
        model = Price
        fields = ("model", "valid_from", "usd_in", "usd_cached", "usd_out", "currency")
        labels = {
            "model": "Model",
            "valid_from": "From",
            "usd_in": "Tokens in, a million",
            "usd_cached": "Tokens in from the cache, a million",
            "usd_out": "Tokens out, a million",
            "currency": "Currency",
        }
        help_texts = {
            "model": "Exactly as the server calls it, such as gpt-5-mini.",
            "valid_from": "The first day it holds. Earlier calls keep the cost they have.",
            "usd_in": "0 is free, and known.",
            "usd_cached": "Empty: as any other token in.",
        }
        widgets = {"valid_from": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")}
        error_messages = {
            "__all__": {
                "unique_together": "This model has a price from that day already: correct it, or take another day."
            }
        }

    def __init__(self, *args: Any, names: Iterable[str] = (), **more: Any) -> None:
        super().__init__(*args, **more)
        self.names = sorted(set(names))
        """Models that are set up, to choose from."""
        self.fields["model"].widget.attrs.update({"list": "model-names", "autocomplete": "off"})
        for name in ("usd_in", "usd_cached", "usd_out"):
            self.fields[name].widget.attrs.update({"min": "0", "step": "any", "inputmode": "decimal"})

    def clean_model(self) -> str:
        return self.cleaned_data["model"].strip()

    def values(self) -> dict[str, Any]:
        """What goes into the row."""
        return {name: self.cleaned_data[name] for name in self.Meta.fields}
