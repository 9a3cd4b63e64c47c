"""Every kind of file, read for what it is."""

import pytest

from steer_app.sources.domain.blocks import Kind, Parsed
from steer_app.sources.domain.statuses import Refused, Status
from steer_app.sources.parsing.kinds import parse
from tests.sources import files


@pytest.fixture
def read(tmp_path):
    def reading(name: str, content: bytes | str) -> Parsed:
        path = tmp_path / "stored"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        parsed = parse(path, name)
        for block in parsed.blocks:
            assert parsed.text[block.start : block.end].strip() == parsed.text[block.start : block.end] != ""
        return parsed

    return reading


def kinds(parsed: Parsed) -> dict[str, Kind]:
    return {parsed.text[block.start : block.end]: block.kind for block in parsed.blocks}


def places(parsed: Parsed) -> dict[str, str]:
    return {parsed.text[block.start : block.end]: block.place for block in parsed.blocks}


def test_a_pdf_has_pages_headings_and_whole_words(read):
    body = [
        (10, "The survey of 2021 asked four hundred households about their heat-"),
        (10, "ing and its cost in winter."),
    ]
    parsed = read("a.pdf", files.pdf([[(20, "Winter costs"), *body], [(10, "A second page begins here.")]]))
    assert parsed.kind == "pdf"
    assert parsed.pages == 2
    assert kinds(parsed)["Winter costs"] is Kind.HEADING
    whole = "The survey of 2021 asked four hundred households about their heating and its cost in winter."
    assert places(parsed)[whole] == "page 1"
    assert places(parsed)["A second page begins here."] == "page 2"
    assert parsed.blocks[1].section == "Winter costs"


def test_running_heads_of_a_pdf_are_left_out(read):
    pages = [
        [(10, f"Annual report {n}"), (10, f"Sentence number {'abcde'[n]} is here."), (10, "It ends.")] for n in range(5)
    ]
    text = read("a.pdf", files.pdf(pages)).text
    assert "Annual report" not in text
    assert "Sentence number c" in text


def test_a_pdf_of_slips_that_are_all_alike_keeps_its_text(read):
    text = read("slips.pdf", files.pdf([[(10, f"Reading {n} of the meter.")] for n in range(9)])).text
    assert "Reading 8 of the meter." in text


def test_a_pdf_of_pictures_is_image_only(read):
    with pytest.raises(Refused) as refused:
        read("scan.pdf", files.pdf([[], []], picture=True))
    assert refused.value.status is Status.IMAGE_ONLY


@pytest.mark.parametrize(
    ("name", "content", "status"),
    [
        ("a.pdf", files.pdf([[]]), Status.EMPTY),
        ("a.pdf", files.pdf([[(10, "Secret")]], encrypt="x"), Status.ENCRYPTED),
        ("a.docx", files.encrypted_office(), Status.ENCRYPTED),
        ("a.pdf", b"%PDF-1.7\n" + b"\x93\x81" * 300, Status.CORRUPT),
        ("a.docx", files.word()[:3000], Status.CORRUPT),
        ("a.xlsx", files.workbook()[:2000], Status.CORRUPT),
        ("a.txt", b"", Status.EMPTY),
        ("a.txt", b" \n\t\n", Status.EMPTY),
        ("a.html", b"<html><body><script>1</script></body></html>", Status.EMPTY),
        ("a.pdf", b"\x89PNG\r\n\x1a\n" + b"\0" * 64, Status.MISLABELLED),
        ("a.docx", b"\x01\x02\x03\x04\0\0" * 50, Status.MISLABELLED),
        ("a.png", b"\x89PNG\r\n\x1a\n" + b"\0" * 64, Status.UNSUPPORTED),
        ("a.doc", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 512, Status.UNSUPPORTED),
        ("style.css", b"body { color: red }", Status.UNSUPPORTED),
        ("a.docx", files.zip_bomb(), Status.TOO_LARGE),
    ],
)
def test_what_cannot_be_read_says_why(read, name, content, status):
    with pytest.raises(Refused) as refused:
        read(name, content)
    assert refused.value.status is status
    assert refused.value.reason.endswith(".")


@pytest.mark.parametrize(
    ("name", "content", "kind"),
    [
        ("offer.pdf", files.word(), "docx"),
        ("notes.docx", "Plain words only.", "text"),
        ("page.txt", files.PAGE, "html"),
    ],
)
def test_a_mislabelled_file_is_read_as_what_it_is_with_a_note(read, name, content, kind):
    parsed = read(name, content)
    assert parsed.kind == kind
    assert "Named like" in parsed.notes[0]


def test_word_keeps_the_order_of_paragraphs_and_tables(read):
    parsed = read("a.docx", files.word())
    assert parsed.title == "Heat pumps at home"
    assert parsed.text.index("3,400 kWh") < parsed.text.index("January | 812") < parsed.text.index("from the meter")
    assert kinds(parsed)["January | 812"] is Kind.ROW
    assert kinds(parsed)["Bleed the radiators first."] is Kind.ITEM
    assert parsed.blocks[-1].section == "Running costs"


def test_slides_have_titles_tables_and_notes(read):
    parsed = read("a.pptx", files.slides())
    assert parsed.pages == 2
    assert places(parsed)["Neighbours complain above 45 decibels."] == "slide 1"
    assert places(parsed)["Say that the survey had 212 answers."] == "slide 1, notes"
    assert places(parsed)["Retrofit | 14,000 euros"] == "slide 2"
    assert parsed.blocks[-1].section == "Prices"


def test_a_sheet_is_rows_and_says_which_formulas_have_no_value(read):
    parsed = read("a.xlsx", files.workbook())
    assert "Pump | 9800.5" in parsed.text
    assert "=B2" not in parsed.text
    assert parsed.notes == ["Formulas that were never calculated and have no value: 1."]
    assert places(parsed)["Boiler | 4200"] == "sheet Costs"


def test_html_keeps_what_is_read_and_drops_what_leads_elsewhere(read):
    parsed = read("a.html", files.PAGE)
    assert parsed.title == "Chapter 3. Valves"
    assert "Never force a valve that is frozen." in parsed.text  # a box of the class `sidebar`
    assert kinds(parsed)["turn --slow\n  --left"] is Kind.CODE
    assert kinds(parsed)["DN15 | 15 mm"] is Kind.ROW
    assert kinds(parsed)["Oil the stem"] is Kind.ITEM
    assert kinds(parsed)["stem: The rod that lifts the disc."] is Kind.ITEM
    assert parsed.blocks[-1].section == "Valves > Sizes"
    assert not {"Prev", "Next", "Home", "alert"} & set(parsed.text.split())


def test_a_term_with_a_long_explanation_is_a_section(read):
    long = " ".join(["The option decides how much of the log is kept."] * 6)
    parsed = read(
        "a.html", f"<html><body><h1>Settings</h1><dl><dt>keep_log</dt><dd><p>{long}</p></dd></dl></body></html>"
    )
    assert parsed.blocks[-1].section == "Settings > keep_log"


def test_the_title_of_a_box_opens_no_section(read):
    box = '<div class="note"><h3>Note</h3><p>Mind the seal.</p></div>'
    parsed = read("a.html", f"<html><body><h1>Valves</h1><h2>Care</h2>{box}<p>Oil it once a year.</p></body></html>")
    assert kinds(parsed)["Note"] is Kind.HEADING
    assert {block.section for block in parsed.blocks[1:]} == {"Valves > Care"}


def test_breaks_part_words(read):
    parsed = read(
        "a.html", "<html><body><h1>Two<br>lines</h1><table><tr><td><p>a</p><p>b</p></td></tr></table></body></html>"
    )
    assert list(kinds(parsed)) == ["Two lines", "a b"]


def test_markdown_is_read_as_it_is_shown(read):
    source = (
        "# Soil\n\nClay *holds*\nwater, says [the guide](https://example.org/x).\n\n- lime\n- `sand`\n\n## Tests\n\n"
    )
    source += "```\nph = 7\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"
    parsed = read("a.md", source)
    assert kinds(parsed) == {
        "Soil": Kind.HEADING,
        "Clay holds water, says the guide.": Kind.PARAGRAPH,
        "lime": Kind.ITEM,
        "sand": Kind.ITEM,
        "Tests": Kind.HEADING,
        "ph = 7": Kind.CODE,
        "a | b": Kind.ROW,
        "1 | 2": Kind.ROW,
    }
    assert parsed.title == "Soil"
    assert parsed.blocks[-1].section == "Soil > Tests"


def test_a_list_of_links_in_markdown_is_text(read):
    parsed = read("a.md", "".join(f"- [Report {number}](https://example.org/{number})\n" for number in range(1, 9)))
    assert list(kinds(parsed)) == [f"Report {number}" for number in range(1, 9)]


def test_what_is_no_tag_stays_text_in_markdown(read):
    parsed = read("a.md", "Call <your name> <b>now</b> <!-- not shown -->.\n\n<div>\nin a box\n</div>\n")
    assert list(kinds(parsed)) == ["Call <your name> now .", "in a box"]


def test_settings_before_markdown_are_no_text(read):
    assert (
        read("a.md", "---\ntitle: Soil\ntags:\n  - a\n---\n\n# Clay\n\nHolds water.\n").text == "Clay\n\nHolds water."
    )
    assert "a rule" in read("a.md", "---\n\na rule above\n\n---\n\nand below\n").text


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_text_is_read_in_its_encoding(read, encoding):
    assert read("a.txt", "Größe: 5 µm – für Rohre".encode(encoding)).text == "Größe: 5 µm – für Rohre"


def test_text_is_composed_and_free_of_what_a_database_refuses(read):
    assert read("a.txt", "Cafe\u0301 \x07bar").text == "Café bar"


def test_a_message_shows_its_head_and_gives_its_attachments(read):
    parsed = read("a.eml", files.mail(attachment=("offer.docx", files.word())))
    assert parsed.title == "Re: the offer"
    assert "From: Ana Lima <ana@example.org>" in parsed.text
    assert "He asks for a deposit of 20 percent." in parsed.text
    assert [name for name, _ in parsed.attached] == ["offer.docx"]
    assert parsed.attached[0][1].startswith(b"PK")


def test_a_message_in_a_message_is_attached_whole(read):
    from email.message import EmailMessage

    outer = EmailMessage()
    outer["From"], outer["Subject"] = "a@b.c", "Fwd"
    outer.set_content("See below.")
    inner = EmailMessage()
    inner["Subject"] = "Inside"
    inner.set_content("Inner words.")
    outer.add_attachment(inner)
    ((name, content),) = read("a.eml", outer.as_bytes()).attached
    assert name == "attachment 1.eml"
    assert b"Subject: Inside" in content


def test_a_message_in_html_alone_is_read(read):
    head = b"From: a@b.c\nTo: d@e.f\nSubject: x\nMIME-Version: 1.0\nContent-Type: text/html\n\n"
    html = head + b"<p>Only <b>this</b> way.</p>"
    assert "Only this way." in read("a.eml", html).text


def test_a_mailbox_gives_each_message(read):
    parsed = read("box.mbox", files.mailbox([files.mail(), files.mail(subject="Second")]))
    assert parsed.kind == "mbox"
    assert [name for name, _ in parsed.attached] == ["00001.eml", "00002.eml"]
    assert b"Second" in parsed.attached[1][1]
