"""Error pages: the product's look, and a way on."""

import pytest
from django.template.loader import render_to_string
from django.test import Client

from steer_app.shell import errors


def test_what_is_not_there_has_a_page_with_a_way_home(client, db):
    response = client.get("/nowhere/")
    assert response.status_code == 404
    assert "There is nothing here" in response.content.decode()
    assert 'href="/"' in response.content.decode()


def test_a_form_of_an_old_page_is_refused_in_words(db):
    response = Client(enforce_csrf_checks=True).post("/sign-in/", {"username": "owner"})
    assert response.status_code == 403
    assert "The page was too old" in response.content.decode()


def test_a_fault_needs_neither_database_nor_session(rf):
    response = errors.server_error(rf.get("/"))
    assert response.status_code == 500
    assert "your runs are safe" in response.content.decode()


@pytest.mark.parametrize("code", [400, 403, 409])
def test_every_error_page_says_what_to_do(code):
    page = render_to_string(f"errors/{code}.html")
    assert f">{code}<" in page
    assert "Go home" in page


def test_a_conflict_can_say_what_happened():
    assert "Ada answered first." in render_to_string("errors/409.html", {"reason": "Ada answered first."})
