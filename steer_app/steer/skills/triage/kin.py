"""Words that are one when what a question names is looked for in a sentence: irregular forms, and the plainest kin."""

from functools import lru_cache

from steer_app.brains.offline.lexicon import STOP
from steer_app.brains.offline.words import stem, words

_GROUPS = (
    "start starts started begin begins began begun launch launched open opens opened opening commence commenced found "
    "founded establish established introduce introduced inaugurated",
    "end ends ended close closes closed closing stop stopped finish finished expire expires expired "
    "lapse lapses lapsed",
    "build built constructed construct erected erect",
    "cost costs price prices priced",
    "write wrote written author authored authors prepare prepared compiled drafted",
    "publish published issue issued issues release released appear appeared",
    "die died death",
    "take took taken takes last lasts lasted",
    "lend lends lent",
    "hold holds held",
    "win wins won",
    "buy bought",
    "sell sold",
    "pay paid pays",
    "lead led leads head headed heads",
    "choose chose chosen elect elected",
    "give gave given gives",
    "see saw seen sees",
    "lose lost loses loss losses",
    "spend spent spends",
    "come came comes",
    "make made makes",
    "find found finds",
    "say said says",
    "tell told tells",
    "bring brought brings",
    "break broke broken breaks",
    "rise rose risen rises",
    "fall fell fallen falls",
    "grow grew grown grows growth",
    "stand stood stands",
    "send sent sends",
    "run ran runs",
    "speak spoke spoken speaks",
    "draw drew drawn draws",
    "wear wore worn",
    "teach taught",
    "think thought",
    "leave left leaves",
    "become became",
    "know knew known",
    "fly flew flown",
    "ride rode ridden",
    "hang hung",
    "lay laid",
    "shut shuts",
    "vacant vacancy vacancies empty",
    "keep kept keeps",
    "drive drove driven",
    "get gets got receive receives received",
    "go goes went gone attend attends attended attending",
    "meet meets met meeting",
    "live lives lived inhabitants population residents resident",
    "people persons person residents resident inhabitants",
    "show shows showed shown",
    "reply replies replied answer answers answered respond responded response responses respondents",
    "car cars vehicle vehicles motor",
    "shop shops store stores",
    "pupil pupils child children schoolchildren",
    "firm company companies business businesses",
    "house houses home homes dwelling dwellings",
    "yearly annual annually year years",
    "long length",
    "wide width",
    "high height tall",
    "deep depth",
    "heavy weight weigh weighs weighed",
    "sink sank sunk lower lowers lowered",
    "journey journeys trip trips",
    "questionnaire survey",
)
_BY_WORD: dict[str, frozenset[str]] = {}
for _number, _group in enumerate(_GROUPS):
    for _word in _group.split():
        _BY_WORD[_word] = _BY_WORD.get(_word, frozenset()) | {f"={_number}"}


@lru_cache(maxsize=8192)
def kin(word: str) -> frozenset[str]:
    """What the word counts as: the marks of its groups, or its own stem. Two words are kin if these meet."""
    plain = word.removesuffix("'s")
    return _BY_WORD.get(plain) or frozenset({stem(plain)})


def concepts(text: str, without: frozenset[str] = frozenset()) -> dict[str, frozenset[str]]:
    """The content words of a text, each with what it counts as, in order; `without` are words left out."""
    return {word: kin(word) for word in words(text) if word not in STOP and word not in without}


@lru_cache(maxsize=8192)
def marks(text: str) -> frozenset[str]:
    """All that the content words of a text count as, for finding a concept in it."""
    return frozenset(mark for found in concepts(text).values() for mark in found)
