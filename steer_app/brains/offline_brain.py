"""The brain without a model: each skill's own offline answer, with the language tools."""

import hashlib
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from steer_app.brains import embeddings, skill
from steer_app.brains.callee_log import note_finished
from steer_app.brains.offers import Offer
from steer_app.brains.offline.tools import Tools
from steer_app.brains.registry import PlainBrain, Talk
from steer_app.runs.services.calls import Made

_TOOLS = Path(__file__).parent / "offline"


class OfflineBrain(PlainBrain):
    name = "offline"
    model = ""
    weighs_sentences = True
    offer = Offer("The offline brain", "No model: quotes the sources' own sentences; nothing leaves this machine.")
    notice = "No language model took part: this brain picks and orders the sources' own sentences and writes none."

    def __init__(self) -> None:
        self._tools = Tools()

    def fingerprint(self, asked: ModuleType) -> str:
        """Of the tools' and the skill's code, the thresholds and the embedder."""
        return f"{_code_hash(Path(str(asked.__file__)).parent)}-{embeddings.embedder().fingerprint}"

    def make(self, asked: ModuleType, request: Any, talk: Talk) -> Made:
        """The same request gives the same answer, whatever was asked before; no chance, so the seed is not used."""
        answer = skill.offline(asked)(request, self._tools)
        note_finished(asked, request)
        return Made(answer.model_dump_json())


@cache
def _code_hash(folder: Path) -> str:
    """16 hex digits over what decides the answers; read once, as the code is."""
    files = [path for place in (_TOOLS, folder) for path in sorted(place.iterdir()) if path.suffix in {".py", ".json"}]
    found = hashlib.sha256()
    for path in files:
        found.update(path.name.encode() + b"\0" + path.read_bytes())
    return found.hexdigest()[:16]
