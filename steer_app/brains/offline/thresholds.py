"""All numbers that the offline brain decides by, in one place.

Those under `coverage` are fitted by `manage.py calibrate` and read from thresholds.json beside this file; the others
are set by hand, each with its reason.
"""

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path

PATH = Path(__file__).with_name("thresholds.json")


@dataclass(frozen=True)
class Learn:
    passages: int = 40
    to_question: float = 0.4
    to_topic: float = 0.15
    """For the session's own question, so that a node's facet does not lead away from it."""
    least_topic_share: float = 0.55
    """A sentence bears on the topic or an aspect at least by this share of the best one's cosine."""
    words: float = 0.15
    settles: float = 0.2
    """For an amount of the kind that the question is answered in, beside a word of its matter."""
    to_aspect: float = 0.25
    concrete: float = 0.05
    """Share of the score for a number, a date or a named thing."""
    rank: float = 0.4
    """For the passage's rank in the search, which has read the neighbours of the sentence too."""
    least_cos: tuple[float, ...] = (0.45, 0.33, 0.15)
    """A sentence is on topic at this cosine to the question when it shares 0, 1, or 2 and more stems with it."""
    least_settled: float = 0.15
    """... and one that settles the question with a figure at this one."""
    least_score: float = 0.3
    least_share: float = 0.5
    """Nor less than this share of the best sentence's score."""
    diversity: float = 0.8
    most: int = 8
    most_per_document: int = 4
    same: float = 0.9
    """From here on two sentences say the same: the second only supports the first."""


@dataclass(frozen=True)
class Propose:
    passages: int = 40
    chunks: int = 60
    least_count_of_a_word: int = 3
    """A single word is a facet only if it is said this often."""
    most_share: float = 0.4
    """A term in more of the passages than this is no facet: it is what all of them are about."""
    most_documents: float = 0.5
    """... and so is one in more of the documents than this."""
    cut: float = 0.55
    """Cosine distance at which clusters of chunks stay apart."""
    most: int = 8
    least_theme: float = 0.2
    """A term whose sentences are further than this from the topic and the question together has strayed ..."""
    theme_share: float = 0.6
    """... and so has one that is further than this share of the best term's nearness."""
    least_name: float = 0.45
    """A proper name or a common word alone is a facet only if it is this near by itself, not by its sentences."""
    topic_words: int = 8
    """Words of the session's question that a child's search carries along."""
    aspect_hit: float = 0.33
    """An uncovered aspect becomes a question when its best hit is this near."""
    wild_aspect: float = 0.25
    """A facet this far from every aspect is outside the persona."""
    serves: float = 0.45
    """A facet serves an open aspect at this cosine."""
    same_question: float = 0.85
    """Two questions of one proposal that are nearer than this are one."""
    confidence_base: float = 0.44
    confidence_hits: float = 0.22
    confidence_aspect: float = 0.05
    confidence_least: float = 0.5
    confidence_most: float = 0.85
    """Surer than this a guess from words cannot be. At 0.95 the filter of a decision marked one direction of three."""


@dataclass(frozen=True)
class Probe:
    learnings: int = 5
    tags: int = 4
    same_tag: float = 0.8


@dataclass(frozen=True)
class Line:
    """A half-space of the features: the weighted sum is at or above the cut."""

    weights: tuple[float, ...]
    """Of the nearest cosine, the naming, and the second cosine (see coverage.py). None is negative."""
    cut: float


@dataclass(frozen=True)
class Coverage:
    part: Line
    """From here on an aspect is covered in part (1) ..."""
    full: Line
    """... and from here on, if also in part, well (2)."""


@dataclass(frozen=True)
class Thresholds:
    coverage: Coverage
    learn: Learn = field(default_factory=Learn)
    propose: Propose = field(default_factory=Propose)
    probe: Probe = field(default_factory=Probe)


def as_json(coverage: Coverage) -> dict:
    return asdict(coverage)


def load(path: Path = PATH) -> Thresholds:
    fitted = json.loads(path.read_text())["coverage"]
    part, full = (Line(tuple(fitted[name]["weights"]), fitted[name]["cut"]) for name in ("part", "full"))
    return Thresholds(coverage=Coverage(part, full))


THRESHOLDS = load()
