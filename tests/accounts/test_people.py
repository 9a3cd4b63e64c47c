"""The owner's account, and what an admin may do with the others'."""

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from steer_app.accounts.models import Role, User
from steer_app.accounts.services import people


def test_the_first_start_makes_one_owner(db):
    first, second = people.ensure_owner(), people.ensure_owner()
    assert first == second
    assert first.is_admin
    assert not first.has_usable_password()


def test_an_admin_who_is_there_is_the_owner(admin):
    assert people.ensure_owner() == admin


def test_an_owner_who_was_locked_out_gets_back_in(db):
    User.objects.filter(pk=people.ensure_owner().pk).update(role=Role.ANNOTATOR, is_active=False)
    owner = people.ensure_owner()
    assert owner.is_admin
    assert owner.is_active
    assert User.objects.count() == 1


@pytest.mark.parametrize("path", ["/people/", "/people/1/role/", "/people/1/deactivate/", "/people/invitations/"])
@pytest.mark.parametrize("role", ["researcher", "annotator"])
def test_to_others_the_people_pages_are_not_there(client, django_user_model, db, path, role):
    client.force_login(django_user_model.objects.create_user("somebody", role=role))
    assert client.get(path).status_code == 404
    assert client.post(path).status_code == 404
    assert "People" not in client.get("/").content.decode()


def test_without_signing_in_one_is_asked_to(client, db):
    assert client.get("/people/").url == "/sign-in/?next=/people/"


def test_an_admin_sees_everybody(client, admin, teammate):
    client.force_login(admin)
    page = client.get("/people/").content.decode()
    assert "teammate" in page
    assert "You · admin" in page


def test_a_role_can_be_changed(client, admin, teammate):
    client.force_login(admin)
    assert client.post(f"/people/{teammate.pk}/role/", {"role": "annotator"}).status_code == 302
    teammate.refresh_from_db()
    assert teammate.role == "annotator"


def test_there_is_no_other_role(client, admin, teammate):
    client.force_login(admin)
    assert client.post(f"/people/{teammate.pk}/role/", {"role": "emperor"}).status_code == 422


def test_a_deactivated_person_is_signed_out_and_can_come_back(client, admin, teammate):
    theirs = type(client)()
    theirs.force_login(teammate)
    assert theirs.get("/").status_code == 200
    client.force_login(admin)
    client.post(f"/people/{teammate.pk}/deactivate/")
    assert theirs.get("/").status_code == 302
    client.post(f"/people/{teammate.pk}/reactivate/")
    teammate.refresh_from_db()
    assert teammate.is_active


@pytest.mark.parametrize("what", ["deactivate", "role"])
def test_nobody_locks_themselves_out(client, admin, what):
    client.force_login(admin)
    response = client.post(f"/people/{admin.pk}/{what}/", {"role": "annotator"})
    assert response.status_code == 409
    assert "ask another admin" in response.content.decode()
    admin.refresh_from_db()
    assert admin.is_admin
    assert admin.is_active


def test_a_person_who_is_not_there_is_not_found(client, admin):
    client.force_login(admin)
    assert client.post("/people/999/deactivate/").status_code == 404


def test_one_sets_a_password_and_stays_signed_in_here_only(client, owner):
    other = type(client)()
    for browser in (client, other):
        browser.force_login(owner)
    typed = {"password": "a long enough phrase", "again": "a long enough phrase"}
    assert client.post("/account/", typed).status_code == 302
    assert client.get("/account/").status_code == 200
    assert other.get("/account/").status_code == 302
    owner.refresh_from_db()
    assert owner.check_password("a long enough phrase")


def test_a_password_that_is_easy_to_guess_is_refused(client, owner):
    client.force_login(owner)
    response = client.post("/account/", {"password": "password", "again": "password"})
    assert response.status_code == 422
    assert "too common" in response.content.decode()


def test_the_link_command_signs_in_whom_it_names(client, owner, capsys):
    call_command("link", "Owner")
    address = capsys.readouterr().out.strip()
    assert client.get(address.removeprefix("http://127.0.0.1:8000")).status_code == 302
    assert client.session["_auth_user_id"] == str(owner.pk)


def test_the_link_command_says_when_nobody_has_that_name(db):
    with pytest.raises(CommandError, match="Nobody here is named 'nobody'"):
        call_command("link", "nobody")
