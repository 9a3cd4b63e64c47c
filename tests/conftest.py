"""What all tests share: the cast of people, and a brain and an embedder that need nothing."""

import pytest

from steer_app.sources import index
from tests.ci import longest_files_first, pytest_runtest_makereport
from tests.live import chromium, live_product, owners_cookies
from tests.postgres import postgres_url  # noqa: F401 - a fixture for all

__all__ = ["chromium", "live_product", "owners_cookies", "pytest_runtest_makereport"]


def pytest_collection_modifyitems(items):
    longest_files_first(items)


@pytest.fixture(autouse=True)
def fresh_indexes():
    """Rows that a test leaves no trace of come again under the same numbers; what is remembered of them must not."""
    index._kept.clear()


@pytest.fixture(autouse=True)
def quick_embedder(settings, request):
    """Hashed vectors, unless a test is marked slow: then the real model."""
    if not request.node.get_closest_marker("slow"):
        settings.EMBEDDER = "hashed"


@pytest.fixture(autouse=True)
def quick_passwords(settings):
    """Hashing a password costs a tenth of a second by design; a cast of people would pay it at every test."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


def _person(django_user_model, name: str, role: str = "researcher"):
    return django_user_model.objects.create_user(username=name, password=f"{name}-password", role=role)


@pytest.fixture
def owner(db, django_user_model):
    return _person(django_user_model, "owner")


@pytest.fixture
def teammate(db, django_user_model):
    return _person(django_user_model, "teammate")


@pytest.fixture
def stranger(db, django_user_model):
    return _person(django_user_model, "stranger")


@pytest.fixture
def annotator(db, django_user_model):
    return _person(django_user_model, "annotator", "annotator")


@pytest.fixture
def admin(db, django_user_model):
    return _person(django_user_model, "admin", "admin")
