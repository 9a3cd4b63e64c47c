"""Why a document was used in a session, or not, in plain words, from what the session's rows say."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum


class Fate(StrEnum):
    """What became of a document, the most used first."""

    CITED = "cited"
    LEARNED = "learned"
    FOUND = "found"
    UNFOUND = "unfound"
    WAITING = "waiting"
    UNREAD = "unread"
    LEFT_OUT = "left-out"
    """The same as another file, or no document at all."""

    @property
    def words(self) -> str:
        return _WORDS[self]


_WORDS = {
    Fate.CITED: "cited in the report",
    Fate.LEARNED: "read, not quoted",
    Fate.FOUND: "found, nothing learned",
    Fate.UNFOUND: "never found",
    Fate.WAITING: "not read yet",
    Fate.UNREAD: "could not be read",
    Fate.LEFT_OUT: "left out",
}

NOT_READ = {
    "pruned": "was left out",
    "deferred": "was put off",
    "waiting": "waits for an answer",
    "queued": "has not been read yet",
    "failed": "could not be read",
}
"""What is said of a direction that is not read, by its status."""


@dataclass(frozen=True)
class Sighting:
    """A search that had a passage of the document among its hits."""

    path: str
    question: str
    status: str
    has_result: bool
    """Its hits were read, whatever became of the direction afterwards."""
    place: int
    """Of the document's best passage, from 1."""
    among: int
    learnings: int
    """That came of this document here."""


@dataclass(frozen=True)
class Learned:
    path: str
    status: str
    """Of its direction."""
    is_cited: bool


@dataclass(frozen=True)
class Facts:
    status: str
    """The file's: ready, waiting, or what was wrong with it."""
    reason: str
    cited: int
    """Passages of it that the report cites."""
    learned: Sequence[Learned]
    sightings: Sequence[Sighting]
    searches: int
    """Directions that have searched."""
    hits: int
    """Passages that a search keeps at most."""
    has_report: bool
    citations: int
    """Of the report, all documents together."""
    cited_documents: int
    limits: str
    """How the report chooses its quotations, as a sentence; may be empty."""
    came_later: bool
    """The file was added when the session had begun."""


@dataclass(frozen=True)
class Explanation:
    fate: Fate
    answer: str
    reasons: tuple[str, ...]


def fate(status: str, *, cited: int, learned: int, found: int) -> Fate:
    """What was used counts more than how the file stands now: it may have been replaced since."""
    if cited:
        return Fate.CITED
    if learned:
        return Fate.LEARNED
    if found:
        return Fate.FOUND
    return _BY_STATUS.get(status, Fate.UNREAD)


_BY_STATUS = {
    "ready": Fate.UNFOUND,
    "waiting": Fate.WAITING,
    "duplicate": Fate.LEFT_OUT,
    "unsupported": Fate.LEFT_OUT,
}


def explain(facts: Facts) -> Explanation:
    own = fate(facts.status, cited=facts.cited, learned=len(facts.learned), found=len(facts.sightings))
    answer, reasons = _EXPLAINED[own](facts)
    return Explanation(own, answer, tuple(reasons))


def _cited(facts: Facts) -> tuple[str, list[str]]:
    answer = f"It was used: the report cites {_count(facts.cited, 'passage')} of it."
    rest = sum(not one.is_cited for one in facts.learned)
    return answer, [f"{_count(rest, 'more learning')} of it stayed out of the report."] if rest else []


def _learned(facts: Facts) -> tuple[str, list[str]]:
    learnings = _count(len(facts.learned), "learning")
    if not facts.has_report:
        return f"{learnings} came from it. The report is not written yet.", []
    usable = [one for one in facts.learned if one.status == "read"]
    reasons = [_branch(path, status) for path, status in dict.fromkeys((one.path, one.status) for one in facts.learned)]
    reasons = [reason for reason in reasons if reason]
    if not usable:
        return f"{learnings} came from it, all in directions that the report leaves out.", reasons
    others = f"The report makes {_count(facts.citations, 'citation')} to {_count(facts.cited_documents, 'document')}."
    answer = f"{learnings} came from it, and the report quotes others that stand nearer to the question."
    return answer, [*reasons, others, *([facts.limits] if facts.limits else [])]


def _found(facts: Facts) -> tuple[str, list[str]]:
    read = [one for one in facts.sightings if one.has_result]
    if not read:
        answer = "Searches found it, but none of those directions was read."
        return answer, [_branch(one.path, one.status) for one in facts.sightings if one.status in NOT_READ]
    best = min(read, key=lambda one: one.place)
    answer = "Passages of it were found and read, and nothing was learned from them."
    reasons = [
        f"Its best place was {best.place} of {best.among}, for “{best.question}”.",
        "A learning needs a sentence that answers the question and says what no other sentence has said.",
    ]
    return answer, reasons


def _unfound(facts: Facts) -> tuple[str, list[str]]:
    later = ["The file was added after the session had begun, so earlier searches could not find it."]
    reasons = later if facts.came_later else []
    if not facts.searches:
        return "The session has not searched yet.", reasons
    every = "the one search" if facts.searches == 1 else f"any of the {facts.searches:,} searches"
    return f"No passage of it was among the first {facts.hits} hits of {every}.", reasons


def _waiting(facts: Facts) -> tuple[str, list[str]]:
    return "The file has not been read yet, so no search could find it.", []


def _left_out(facts: Facts) -> tuple[str, list[str]]:
    if facts.status == "duplicate":
        return f"{facts.reason} What was found in it stands under that name.", []
    return "The file is not a document that can be read.", [facts.reason] if facts.reason else []


def _unread(facts: Facts) -> tuple[str, list[str]]:
    return "The file could not be read, so no search could find it.", [facts.reason] if facts.reason else []


def _branch(path: str, status: str) -> str:
    return f"Direction {path} {NOT_READ[status]}." if status in NOT_READ else ""


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


_EXPLAINED = {
    Fate.CITED: _cited,
    Fate.LEARNED: _learned,
    Fate.FOUND: _found,
    Fate.UNFOUND: _unfound,
    Fate.WAITING: _waiting,
    Fate.UNREAD: _unread,
    Fate.LEFT_OUT: _left_out,
}
