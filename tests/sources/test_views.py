"""The pages, and who may see them."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from steer_app.runs.models import Run
from steer_app.sources.models import Collection, Document
from tests.sources import factories, files


@pytest.fixture
def collection(owner):
    return factories.collection(owner, {"noise.md": "# Noise\n\nThe pump hums at 38 decibels. Bees do not."})


@pytest.fixture
def signed_in(client, owner):
    client.force_login(owner)
    return client


def upload(client, collection, *uploads):
    return client.post(reverse("sources:upload", args=[collection.pk]), {"files": list(uploads)})


def test_a_collection_is_made_and_listed(signed_in):
    response = signed_in.post(reverse("sources:collections"), {"name": "Manuals"})
    made = Collection.objects.get()
    assert response.url == reverse("sources:collection", args=[made.pk])
    assert "Manuals" in signed_in.get(reverse("sources:collections")).content.decode()


def test_a_collection_without_a_name_is_asked_for_one(signed_in):
    assert signed_in.post(reverse("sources:collections"), {"name": " "}).status_code == 422
    assert not Collection.objects.exists()


def test_uploads_start_one_reading(signed_in, collection):
    response = upload(signed_in, collection, SimpleUploadedFile("a.txt", b"One."), SimpleUploadedFile("b.txt", b"Two."))
    assert response.status_code == 302
    upload(signed_in, collection, SimpleUploadedFile("c.txt", b"Three."))
    assert set(Document.objects.values_list("path", flat=True)) == {"noise.md", "a.txt", "b.txt", "c.txt"}
    (run,) = Run.objects.all()
    page = signed_in.get(reverse("sources:collection", args=[collection.pk])).content.decode()
    assert "being read" in page
    assert reverse("runs:run", args=[run.pk]) in page


def test_an_upload_over_the_limit_says_so(signed_in, collection, settings):
    settings.UPLOAD_MB = 1
    response = upload(signed_in, collection, SimpleUploadedFile("big.txt", b"x" * (2**20 + 1)))
    assert response.status_code == 422
    assert "big.txt has 1 MB; a file may have 1 MB at most." in response.content.decode()
    assert Document.objects.count() == 1


def test_an_upload_of_nothing_says_so(signed_in, collection):
    response = signed_in.post(reverse("sources:upload", args=[collection.pk]))
    assert response.status_code == 422
    assert "Choose at least one file." in response.content.decode()


def test_a_file_that_was_not_read_is_named_with_the_reason(signed_in, owner):
    made = factories.collection(owner, {"x.txt": "Words."})
    factories.add(made, "scan.pdf", files.pdf([[], []], picture=True))
    page = signed_in.get(reverse("sources:collection", args=[made.pk])).content.decode()
    assert "only pictures" in page
    assert "Run text recognition on it first." in page
    assert "(OCR)" not in page
    assert "2 scanned pages without text." in page


def test_the_list_alone_is_sent_when_htmx_asks(signed_in, collection):
    response = signed_in.get(reverse("sources:collection", args=[collection.pk]), headers={"hx-request": "true"})
    assert response.content.decode().lstrip().startswith('<section id="files"')


def test_a_citation_opens_exactly_there(signed_in, collection):
    document = Document.objects.get()
    start = document.text.index("38 decibels")
    address = reverse("sources:document", args=[document.pk])
    page = signed_in.get(f"{address}?start={start}&end={start + 11}").content.decode()
    assert '<mark id="here" tabindex="-1">38 decibels</mark>' in page


def test_the_text_of_a_file_is_text_and_never_markup(signed_in, owner):
    made = factories.collection(owner, {"x.txt": "Beware of <script>alert(1)</script> here."})
    page = signed_in.get(reverse("sources:document", args=[made.documents.get().pk])).content.decode()
    assert "&lt;script&gt;alert(1)" in page


@pytest.mark.parametrize("query", ["start=x&end=-3", "start=99999999999999999999", "at=5000", "start=9&end=2"])
def test_a_broken_span_opens_the_document(signed_in, collection, query):
    response = signed_in.get(f"{reverse('sources:document', args=[Document.objects.get().pk])}?{query}")
    assert response.status_code == 200
    assert "<mark" not in response.content.decode()


def test_a_long_document_is_shown_in_windows(signed_in, owner):
    text = "\n\n".join(f"Paragraph number {n}." for n in range(450))
    document = factories.collection(owner, {"long.txt": text}).documents.get()
    address = reverse("sources:document", args=[document.pk])
    start = document.text.index("Paragraph number 250.")
    page = signed_in.get(f"{address}?start={start}&end={start + 9}").content.decode()
    assert "number 200." in page
    assert "number 199." not in page
    assert "Earlier in this document" in page
    assert "Further on in this document" in page


def test_a_citation_says_where_it_opens_with_what_leads_to_it(signed_in, owner):
    text = "# Noise\n\n" + "\n\n".join(f"Paragraph number {n}." for n in range(450))
    document = factories.collection(owner, {"long.md": text}).documents.get()
    start = document.text.index("Paragraph number 200.")
    page = signed_in.get(f"{reverse('sources:document', args=[document.pk])}?start={start}&end={start + 9}")
    assert "Opened at Noise" in page.content.decode()
    assert "number 195." in page.content.decode()


@pytest.mark.parametrize(("whose", "shown"), [("owner", True), ("stranger", False)])
def test_the_way_back_to_a_report_is_offered_only_to_ones_own(signed_in, request, collection, whose, shown):
    run = Run.objects.create(owner=request.getfixturevalue(whose), method="steer")
    address = reverse("sources:document", args=[Document.objects.get().pk])
    page = signed_in.get(f"{address}?from={run.pk}&version=2&cite=7").content.decode()
    back = f'href="{reverse("steer:report-page", args=[run.pk])}?version=2#cite-7"'
    assert (back in page) is shown
    assert signed_in.get(f"{address}?from=x&version=-1&cite=<b>").status_code == 200


def test_renaming_and_deleting(signed_in, collection):
    signed_in.post(reverse("sources:rename", args=[collection.pk]), {"name": "Quiet"})
    collection.refresh_from_db()
    assert collection.name == "Quiet"
    signed_in.post(reverse("sources:delete-document", args=[Document.objects.get().pk]))
    assert not Document.objects.exists()
    signed_in.post(reverse("sources:delete", args=[collection.pk]))
    assert not Collection.objects.exists()


ADDRESSES = [
    ("get", "sources:collection", "collection"),
    ("get", "sources:reading", "collection"),
    ("get", "sources:search", "collection"),
    ("get", "sources:delete", "collection"),
    ("post", "sources:read", "collection"),
    ("post", "sources:upload", "collection"),
    ("post", "sources:rename", "collection"),
    ("post", "sources:delete", "collection"),
    ("get", "sources:document", "document"),
    ("get", "sources:delete-document", "document"),
    ("post", "sources:read-again", "document"),
    ("post", "sources:delete-document", "document"),
]


@pytest.mark.parametrize(("verb", "name", "thing"), ADDRESSES)
@pytest.mark.parametrize("who", ["stranger", "teammate", "annotator", "admin"])
def test_what_is_not_yours_is_not_found(client, request, collection, verb, name, thing, who):
    client.force_login(request.getfixturevalue(who))
    pk = collection.pk if thing == "collection" else Document.objects.get().pk
    assert getattr(client, verb)(reverse(name, args=[pk])).status_code == 404
    assert Document.objects.filter(collection=collection).count() == 1


@pytest.mark.parametrize(
    ("verb", "name", "thing"), [*ADDRESSES, ("get", "sources:collections", ""), ("post", "sources:create-json", "")]
)
def test_nobody_is_sent_to_sign_in(client, collection, verb, name, thing):
    response = getattr(client, verb)(reverse(name, args=[1] if thing else []))
    assert response.status_code == 302
    assert "next=" in response.url


def test_the_list_shows_only_ones_own(client, stranger, collection):
    client.force_login(stranger)
    assert collection.name not in client.get(reverse("sources:collections")).content.decode()
