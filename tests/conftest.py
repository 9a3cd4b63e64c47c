"""What all tests share: the cast of people, and a brain and an embedder that need nothing."""

import os

import pytest

from tests.live import chromium, live_product
from tests.postgres import postgres_url  # noqa: F401 - a fixture for all

__all__ = ["chromium", "live_product"]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """In CI everything a test can need is installed: a skipped browser or service test hides a fault there."""
    report = yield
    marked = any(item.get_closest_marker(name) for name in ("browser", "service"))
    if report.skipped and marked and os.environ.get("CI") == "true" and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome, report.longrepr = "failed", f"In CI this must run, and it was skipped. {reason}"
    return report


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
