"""Files come in, are replaced, point to their like, and go."""

import os
from io import BytesIO

import pytest

from steer_app.sources.domain.statuses import Status
from steer_app.sources.models import Collection, Document, Passage
from steer_app.sources.services import collections, documents, folders, storage
from steer_app.sources.services.documents import Added
from tests.sources import factories, files

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def collection(owner):
    return collections.create(owner=owner, name="Heating")


@pytest.fixture
def folder(tmp_path):
    root = tmp_path / "folder"
    (root / "sub").mkdir(parents=True)
    (root / "b.txt").write_text("Second file.")
    (root / "a.txt").write_text("First file.")
    (root / "sub" / "c.md").write_text("# Third\n\nfile.")
    return root


def states(collection) -> dict[str, str]:
    return dict(Document.objects.filter(collection=collection).values_list("path", "status"))


def test_a_folder_is_taken_in_by_its_paths(collection, folder):
    assert collections.add_folder(collection_id=collection.pk, path=folder) == Added(added=3)
    assert states(collection) == {"a.txt": "waiting", "b.txt": "waiting", "sub/c.md": "waiting"}


def test_the_same_folder_again_changes_nothing(collection, folder):
    collections.add_folder(collection_id=collection.pk, path=folder)
    before = list(Document.objects.order_by("pk").values())
    assert collections.add_folder(collection_id=collection.pk, path=folder) == Added(unchanged=3)
    assert list(Document.objects.order_by("pk").values()) == before


def test_a_changed_file_replaces_the_old(collection):
    document = factories.add(collection, "a.txt", "Old words.")
    (old,) = Passage.objects.filter(document=document).values_list("pk", flat=True)
    revision = Collection.objects.get(pk=collection.pk).revision
    documents.add_upload(collection_id=collection.pk, name="a.txt", stream=BytesIO(b"New words."))
    document.refresh_from_db()
    assert (document.status, document.text) == (Status.WAITING, "")
    assert not Passage.objects.filter(pk=old).exists()
    assert Collection.objects.get(pk=collection.pk).revision > revision


def test_hidden_linked_and_endless_files_stay_out(folder, tmp_path):
    outside = tmp_path / "outside.txt"
    outside.write_text("Not yours.")
    (folder / ".secret").write_text("x")
    (folder / ".git").mkdir()
    (folder / ".git" / "config").write_text("x")
    (folder / "link.txt").symlink_to(outside)
    (folder / "loop").symlink_to(folder)
    os.mkfifo(folder / "pipe")
    assert [name for name, _ in folders.files(folder)] == ["a.txt", "b.txt", "sub/c.md"]


def test_a_folder_that_is_none_is_named(collection, tmp_path):
    with pytest.raises(NotADirectoryError, match="nowhere is not a folder"):
        collections.add_folder(collection_id=collection.pk, path=tmp_path / "nowhere")


def test_a_file_over_the_limit_is_listed_and_not_copied(collection, folder, settings):
    settings.UPLOAD_MB = 1
    (folder / "big.txt").write_bytes(b"x" * (2**20 + 1))
    collections.add_folder(collection_id=collection.pk, path=folder)
    assert states(collection)["big.txt"] == "too large"
    with pytest.raises(storage.TooLarge):
        documents.add_upload(collection_id=collection.pk, name="big.txt", stream=BytesIO(b"x" * (2**20 + 1)))
    assert not list(settings.MEDIA_ROOT.glob("incoming-*"))


def test_the_same_bytes_are_kept_once_and_read_once(collection):
    factories.add(collection, "a.txt", "Same words.")
    second = documents.add_upload(collection_id=collection.pk, name="b.txt", stream=BytesIO(b"Same words."))
    assert (second.status, second.reason) == (Status.DUPLICATE, "The same content as a.txt.")


@pytest.mark.django_db(transaction=True)
def test_when_the_first_goes_its_duplicate_is_read(owner):
    collection = collections.create(owner=owner, name="Heating")
    first = factories.add(collection, "a.txt", "Same words.")
    documents.add_upload(collection_id=collection.pk, name="b.txt", stream=BytesIO(b"Same words."))
    documents.delete(document_id=first.pk)
    assert states(collection) == {"b.txt": "waiting"}
    assert storage.path_of(first.sha256).exists()
    documents.delete(document_id=Document.objects.get().pk)
    assert not storage.path_of(first.sha256).exists()


@pytest.mark.django_db(transaction=True)
def test_a_deleted_collection_leaves_no_file(owner, settings):
    collection = factories.collection(owner, {"m.eml": files.mail(attachment=("x.txt", b"Attached words."))})
    assert len(list(settings.MEDIA_ROOT.rglob("*/*/*"))) == 2
    collections.delete(collection_id=collection.pk)
    assert [path for path in settings.MEDIA_ROOT.rglob("*") if path.is_file()] == []


def test_attachments_are_documents_of_their_own(collection):
    inner = files.mail(attachment=("offer.docx", files.word()))
    mailbox = factories.add(collection, "box.mbox", files.mailbox([inner, files.mail(subject="Second")]))
    assert states(collection) == {
        "box.mbox": "ready",
        "box.mbox/00001.eml": "ready",
        "box.mbox/00001.eml/offer.docx": "ready",
        "box.mbox/00002.eml": "ready",
    }
    assert mailbox.reason == "2 messages, each a document of its own."
    assert Document.objects.get(path__endswith="offer.docx").parent.path == "box.mbox/00001.eml"


def test_a_bad_attachment_is_marked_alone(collection):
    factories.add(collection, "m.eml", files.mail(attachment=("scan.pdf", files.pdf([[]], picture=True))))
    assert states(collection) == {"m.eml": "ready", "m.eml/scan.pdf": "image only"}


def test_what_was_read_of_bytes_that_are_gone_is_dropped(collection):
    from steer_app.sources.services import reading

    document = documents.add_upload(collection_id=collection.pk, name="a.txt", stream=BytesIO(b"Old words."))
    late = reading.Record(
        document.pk, reading.read(document.path, document.sha256, document.size_bytes, check=lambda: None)
    )
    documents.add_upload(collection_id=collection.pk, name="a.txt", stream=BytesIO(b"New words."))
    late.apply(None)
    assert states(collection) == {"a.txt": "waiting"}
    assert not Passage.objects.exists()


def test_names_are_bare_and_printable(collection):
    document = documents.add_upload(collection_id=collection.pk, name="..\\..\\etc/pass\x00wd", stream=BytesIO(b"x"))
    assert document.path == "passwd"
