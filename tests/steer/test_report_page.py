"""The report as a page: its numbers are those of the Markdown, and each opens the passage it stands for."""

import re

import pytest
from django.urls import reverse

from steer_app.sources.models import Document, Passage
from steer_app.steer import written
from steer_app.steer.models import Learning, Node
from steer_app.steer.report.markdown import render
from tests.steer import factories, reading

pytestmark = pytest.mark.django_db
PART = {"HX-Request": "true"}


@pytest.fixture
def signed_in(client, owner):
    client.force_login(owner)
    return client


def page(client, run, query: str = "") -> str:
    answer = client.get(reverse("steer:report-page", args=[run.pk]) + query)
    assert answer.status_code == 200
    return answer.content.decode()


def passage(client, run, number: int, version: int = 1) -> str:
    address = reverse("steer:cite", args=[run.pk, version, number])
    return client.get(address, headers=PART).content.decode()


def marked(html: str) -> str:
    return re.search(r"<mark>(.*?)</mark>", html, re.DOTALL)[1]


def test_the_numbers_on_the_page_are_those_of_the_markdown(signed_in, owner, library):
    run = factories.finished(owner, library)
    markdown = render(written.pieces_of(run, written.latest(run)))
    body, _, references = markdown.partition("## Sources")
    html = page(signed_in, run)
    text, _, listed = html.partition('<section id="references">')
    assert re.findall(r'data-number="(\d+)"', text) == re.findall(r"(?<!\\)\[(\d+)\]", body)
    assert re.findall(r'data-number="(\d+)"', listed) == re.findall(r"(?<!\\)\[(\d+)\]", references)


def test_every_number_opens_exactly_its_words(signed_in, owner, library):
    run = factories.finished(owner, library)
    html = page(signed_in, run)
    numbers = {int(found) for found in re.findall(r'data-number="(\d+)"', html)}
    assert numbers
    for number in sorted(numbers):
        part = passage(signed_in, run, number)
        at = re.search(
            r"/documents/(\d+)/\?start=(\d+)&amp;end=(\d+)&amp;from=(\d+)&amp;version=1&amp;cite=(\d+)#here", part
        )
        text = Document.objects.get(pk=at[1]).text
        assert text[int(at[2]) : int(at[3])] == marked(part)
        assert (int(at[4]), int(at[5])) == (run.pk, number)


def test_ids_on_the_page_are_unique_and_the_contents_lead_somewhere(signed_in, owner):
    html = page(signed_in, reading.written(owner))
    ids = re.findall(r' id="([^"]+)"', html)
    assert len(ids) == len(set(ids))
    contents = re.search(r'<nav class="toc".*?</ol>', html, re.DOTALL)[0]
    assert set(re.findall(r'href="#([^"]+)"', contents)) <= set(ids)


def test_a_passage_names_where_it_was_read_and_what_comes_next(signed_in, owner):
    run = reading.written(owner)
    first, last = passage(signed_in, run, 1), passage(signed_in, run, 6)
    assert "Source 1 of 6" in first
    assert "What of 0?" in first
    assert 'rel="prev"' not in first
    assert reverse("steer:cite", args=[run.pk, 1, 2]) in first
    assert 'rel="next"' not in last
    assert 'rel="prev"' in last


def test_a_passage_is_shown_whole_around_its_words(signed_in, owner):
    run = reading.written(owner)
    row = Learning.objects.get(run=run, no=2)
    text = Document.objects.get(pk=row.document).text
    found = Passage.objects.create(
        document_id=row.document, no=0, start=0, end=len(text), text=text, section="A › B", vector=b"", terms=b""
    )
    Learning.objects.filter(pk=row.pk).update(passage=found.pk)
    part = passage(signed_in, run, 2)
    assert marked(part) == row.text
    assert re.sub("<[^>]+>", "", re.search(r"<blockquote>(.*?)</blockquote>", part, re.DOTALL)[1]) == f"… {text} …"


def test_other_places_that_say_so_have_their_numbers(signed_in, owner):
    run = reading.written(owner)
    first, second = Learning.objects.filter(run=run).order_by("pk")[:2]
    names = ("document", "title", "file", "place", "passage", "start", "end", "text")
    first.further = [{name: getattr(second, name) for name in names}]
    first.save()
    part = passage(signed_in, run, 1)
    assert "Also said in" in part
    assert 'data-number="2"' in part


def test_the_words_outlive_their_document(signed_in, owner):
    run = reading.written(owner)
    row = Learning.objects.filter(run=run).order_by("pk")[0]
    Document.objects.filter(pk=row.document).delete()
    part = passage(signed_in, run, 1)
    assert marked(part) == row.text
    assert "has been removed since" in part
    assert "Open the document here" not in part
    assert page(signed_in, run)


def test_words_that_no_longer_stand_there_are_said_to_be_kept(signed_in, owner):
    run = reading.written(owner)
    row = Learning.objects.filter(run=run).order_by("pk")[0]
    Document.objects.filter(pk=row.document).update(text="Another text altogether, since it was added anew.")
    part = passage(signed_in, run, 1)
    assert marked(part) == row.text
    assert "has changed since" in part


def test_a_doubtful_sentence_says_so_in_words(signed_in, owner):
    run = reading.written(owner)
    doubt = [{"text": "It is seven.", "cite": 2, "reason": "the passage does not name seven"}]
    sentence = {"text": "It is seven.", "cites": [2], "kind": "claim"}
    section = {"heading": "Seven", "path": "0", "paragraphs": [{"label": "", "sentences": [sentence]}]}
    reading.report_of(run, [], version=2, unsupported=doubt, content={"sections": [section]})
    html = page(signed_in, run)
    assert '<span class="unsupported">It is seven.</span>' in html
    assert "The cited passage does not say this: the passage does not name seven." in html
    assert "<b>1</b> sentence in doubt" in html


def test_what_comes_from_documents_is_text_and_never_markup(signed_in, owner):
    run = reading.written(owner, 2)
    Learning.objects.filter(run=run).update(text=reading.HOSTILE, title=reading.HOSTILE, place=reading.HOSTILE)
    Document.objects.update(title=reading.HOSTILE)
    reading.report_of(run, [(reading.HOSTILE, [1, 2])], version=2, content={"title": reading.HOSTILE})
    addresses = [
        reverse("steer:report-page", args=[run.pk]),
        reverse("steer:cite", args=[run.pk, 2, 1]),
        reverse("steer:node", args=[run.pk, "0"]),
    ]
    for address in addresses:
        html = signed_in.get(address).content.decode()
        assert "&lt;script&gt;alert(1)" in html
        assert "<script>alert" not in html
        assert 'href="http://evil' not in html


def test_an_earlier_version_keeps_its_numbers(signed_in, owner):
    run = reading.written(owner)
    texts = list(Learning.objects.filter(run=run).order_by("pk").values_list("text", flat=True))
    reading.report_of(run, [(texts[4], [5])], version=2, content={"title": "Said anew"})
    assert "Said anew" in page(signed_in, run)
    earlier = page(signed_in, run, "?version=1")
    assert "Said anew" not in earlier
    assert 'href="?version=2"' in earlier
    assert marked(passage(signed_in, run, 5, version=1)) == texts[4]
    assert marked(passage(signed_in, run, 1, version=2)) == texts[4]
    markdown = signed_in.get(reverse("steer:report", args=[run.pk]) + "?version=1").content.decode()
    assert markdown.startswith("# What is found")


@pytest.mark.parametrize(
    ("closed", "said"),
    [
        ("budget", "The budget was used up before everything was read."),
        ("stopped", "The session was stopped before everything was read."),
        ("wrote now", "You asked for the report before everything was read."),
    ],
)
def test_a_partial_report_says_so_first_with_what_was_left_out(signed_in, owner, closed, said):
    run = reading.written(owner, closed=closed)
    Node.objects.create(run=run, path="0.7", question="What was never read?", query="x", status="queued")
    html = page(signed_in, run)
    assert html.index("This report is partial") < html.index("The short answer</h2>")
    assert said in html
    assert "What was never read?" in html


def test_gaps_and_failures_make_a_report_partial(signed_in, owner):
    gap = {"step": "persona:q1", "reason": "The remark could not be taken in."}
    run = reading.written(owner, outcome="complete_with_gaps", gaps=[gap])
    Node.objects.create(run=run, path="0.7", question="What failed?", query="x", status="failed", note="It broke.")
    html = page(signed_in, run)
    assert "This report is partial" in html
    assert "1 direction could not be read." in html
    assert "It broke." in html
    assert "The remark could not be taken in." in html


def test_a_whole_report_does_not_call_itself_partial(signed_in, owner):
    html = page(signed_in, reading.written(owner))
    assert "partial" not in html.lower().partition("<footer")[0].partition('class="note')[2]
    assert "the price" in html[html.index('id="open"') :]


def test_before_the_first_report_the_page_says_where_the_session_stands(signed_in, owner, library):
    run = factories.session(owner, library)
    html = page(signed_in, run)
    assert "No report yet" in html
    assert reverse("runs:run", args=[run.pk]) in html


@pytest.mark.parametrize("query", ["?version=9", "?version=x", "?version=-1", "?version=1234567"])
def test_a_version_that_there_is_not_is_not_found(signed_in, owner, query):
    run = reading.written(owner)
    assert signed_in.get(reverse("steer:report-page", args=[run.pk]) + query).status_code == 404


@pytest.mark.parametrize(("version", "number"), [(1, 0), (1, 7), (2, 1)])
def test_a_number_that_there_is_not_is_not_found(signed_in, owner, version, number):
    run = reading.written(owner)
    assert signed_in.get(reverse("steer:cite", args=[run.pk, version, number])).status_code == 404


def test_a_number_without_a_script_is_a_page_that_leads_back(signed_in, owner):
    run = reading.written(owner)
    html = signed_in.get(reverse("steer:cite", args=[run.pk, 1, 3])).content.decode()
    assert f"{reverse('steer:report-page', args=[run.pk])}?version=1#cite-3" in html
    assert "<h1" in html
    assert "hx-get" not in html[html.index("<main") :]


def test_the_page_and_the_passage_ask_few_questions_of_the_database(signed_in, owner, django_assert_max_num_queries):
    run = reading.written(owner, 200)
    with django_assert_max_num_queries(14):
        html = page(signed_in, run)
    assert html.count('class="cite"') > 400
    with django_assert_max_num_queries(10):
        assert "Source 150 of 200" in passage(signed_in, run, 150)
