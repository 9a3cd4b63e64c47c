"""The sample collection: kinds, sizes, fiction, conflicts, and built files that match their texts."""

import json
import mailbox
import re
from collections import Counter
from pathlib import Path

import lxml.html
import openpyxl
import pypdfium2
import pytest

from steer_app.steer import samples
from steer_app.steer.samples import build
from tests.steer.sample_text import words

DOCUMENTS = samples.documents()
CONFLICTS = json.loads((Path(__file__).parent / "sample_conflicts.json").read_text())
KINDS = {".pdf", ".docx", ".pptx", ".xlsx", ".html", ".md", ".txt", ".eml", ".mbox"}
QUESTIONS = samples.WORKED + samples.CALIBRATION


@pytest.fixture(scope="module")
def texts() -> dict[str, str]:
    return {path.name: words(path) for path in DOCUMENTS}


def test_there_are_enough_documents_of_every_kind():
    kinds = Counter(path.suffix for path in DOCUMENTS)
    assert len(DOCUMENTS) >= 16
    assert kinds.keys() == KINDS
    assert kinds[".pdf"] >= 3


def test_the_documents_have_a_length_worth_reading(texts):
    lengths = {name: len(text.split()) for name, text in texts.items()}
    assert sum(lengths.values()) >= 16_000
    assert {name: length for name, length in lengths.items() if not 500 <= length <= 1_800} == {}


def test_every_document_says_that_it_is_fiction(texts):
    unmarked = {name for name, text in texts.items() if not re.search(r"fictional|in reality", text, re.IGNORECASE)}
    assert unmarked == set()
    assert "fiction" in (samples.FOLDER / "README.md").read_text()


def test_all_addresses_belong_to_example_domains():
    foreign = [
        address
        for path in DOCUMENTS
        if path.suffix not in {".pdf", ".docx", ".pptx", ".xlsx"}
        for address in re.findall(r"@[\w.-]+", path.read_text())
        if not address.rstrip(".").endswith(".example.org")
    ]
    assert foreign == []


def test_addresses_in_built_documents_belong_to_example_domains(texts):
    addresses = [address for text in texts.values() for address in re.findall(r"@[\w.-]+\w", text)]
    assert addresses
    assert all(address.endswith(".example.org") for address in addresses)


@pytest.mark.parametrize("name", [name for name in build.BUILT if name.endswith(".pdf")])
def test_a_pdf_has_several_pages_each_with_its_number(name):
    with pypdfium2.PdfDocument(samples.FOLDER / name) as document:
        assert len(document) >= 3
        for no, page in enumerate(document, 1):
            assert f"{no} / {len(document)}" in page.get_textpage().get_text_range()


@pytest.mark.parametrize("name", [name for name in build.BUILT if name.endswith(".pdf")])
def test_a_pdf_holds_the_whole_text_of_its_source(name, texts):
    source = lxml.html.fromstring((build.TEXTS / build.BUILT[name]).read_bytes())
    for block in source.iter("h1", "h2", "h3", "p", "li", "td", "th", "caption"):
        assert re.sub(r"\s+", " ", block.text_content()).strip() in texts[name]


@pytest.mark.parametrize("name", [name for name in build.BUILT if not name.endswith(".pdf")])
def test_an_office_file_is_what_its_source_builds_today(name, texts, tmp_path):
    rebuilt = tmp_path / name
    rebuilt.write_bytes(build.build(name))
    assert words(rebuilt) == texts[name], "run python steer_app/steer/samples/build.py and commit the result"


def test_building_twice_gives_the_same_bytes():
    assert build.build("budget.xlsx") == build.build("budget.xlsx")
    assert build.build("traders-letter.docx") == build.build("traders-letter.docx")


def test_an_unknown_name_cannot_be_built():
    with pytest.raises(KeyError):
        build.build("no-such-file.pdf")


def test_the_list_holds_eight_to_twelve_messages_in_threads():
    messages = list(mailbox.mbox(samples.FOLDER / "civic-society-list.mbox", create=False))
    ids = {message["Message-ID"] for message in messages}
    assert None not in ids
    assert 8 <= len(messages) == len(ids) <= 12
    assert all(message["In-Reply-To"] in ids for message in messages[1:])


def test_the_totals_of_the_budget_add_up():
    workbook = openpyxl.load_workbook(samples.FOLDER / "budget.xlsx")
    capital = list(workbook["Capital"].iter_rows(min_row=2, values_only=True))
    assert all(quantity * price == amount for _, quantity, _, price, amount, _ in capital[:-1])
    assert sum(row[4] for row in capital[:-1]) == capital[-1][4] == 2_400_000
    asked_for = [row[1] for row in workbook["Not included"].iter_rows(min_row=2, values_only=True)]
    assert sum(asked_for[:-1]) == asked_for[-1]
    for year in workbook["Yearly"].iter_cols(min_col=2, max_col=4, min_row=2, values_only=True):
        assert sum(year[:-1]) == year[-1]


@pytest.mark.parametrize("conflict", CONFLICTS, ids=lambda conflict: f"{conflict['a']['file']}~{conflict['b']['file']}")
def test_both_sides_of_a_conflict_stand_in_their_files(conflict, texts):
    assert conflict.keys() == {"subject", "kind", "a", "b", "why"}
    for side in (conflict["a"], conflict["b"]):
        assert side["text"] in texts[side["file"]]


def test_most_documents_take_part_in_a_conflict():
    parties = {conflict[side]["file"] for conflict in CONFLICTS for side in ("a", "b")}
    assert len(CONFLICTS) >= 20
    assert len(parties) >= 12


def test_there_are_two_worked_questions_and_three_for_calibration():
    assert (len(samples.WORKED), len(samples.CALIBRATION)) == (2, 3)
    assert len({question.seed for question in QUESTIONS}) == len({question.about for question in QUESTIONS}) == 5
    assert all(question.query.endswith("?") and question.title for question in QUESTIONS)
