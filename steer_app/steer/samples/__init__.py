"""The worked example: a collection of fictional documents, and questions that different people would ask of it."""

from dataclasses import dataclass
from pathlib import Path

COLLECTION_NAME = "Mill Street (sample)"
FOLDER = Path(__file__).parent / "mill_street"


@dataclass(frozen=True)
class SampleQuestion:
    """A run over the sample collection: what is asked, by whom, and the seed that makes it repeatable."""

    title: str
    query: str
    about: str
    seed: int


def documents() -> list[Path]:
    """Return the paths of the collection's documents in a fixed order, without the README that calls them fiction."""
    return sorted(path for path in FOLDER.iterdir() if path.is_file() and path.name != "README.md")


WORKED = (
    SampleQuestion(
        title="A baker on Mill Street",
        query="Should Mill Street become car-free, and what would it do to the takings and deliveries of a small shop?",
        about=(
            "I rent a small bakery on Mill Street with four staff; my flour comes by lorry at about ten in the "
            "morning, and I worry about my rent."
        ),
        seed=41,
    ),
    SampleQuestion(
        title="A daughter who drives her father to the pharmacy",
        query="What would a car-free Mill Street change for people who cannot walk far?",
        about=(
            "My father is 79, has a blue badge and cannot walk more than 60 metres; when I am at work he takes line 7, "
            "and he misses the shops on Mill Street."
        ),
        seed=79,
    ),
)

# Three more people, whose questions are used only to check how often runs over this collection ask something.
CALIBRATION = (
    SampleQuestion(
        title="A parent on Canal Road",
        query="Where would the traffic of Mill Street go, and what would it do to air and safety on other streets?",
        about="I live on Canal Road and my two children walk to St Hilda's school.",
        seed=212,
    ),
    SampleQuestion(
        title="A councillor who must vote",
        query="What would Options A and B for Mill Street really cost, and which risks are not in the budget?",
        about="I sit on the council's cabinet, I care about the library's budget, and I do not want to lose the grant.",
        seed=15,
    ),
    SampleQuestion(
        title="A reporter looking for lessons",
        query="What can Brackenford learn from Wendlecote and other towns that closed their main street to cars?",
        about="I write for a local paper and want to know which claims of either side the evidence supports.",
        seed=24,
    ),
)
