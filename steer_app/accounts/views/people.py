"""The people page of admins."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from steer_app.accounts import selectors
from steer_app.accounts.access import admins_only
from steer_app.accounts.forms import RoleForm
from steer_app.accounts.models import Role, User
from steer_app.accounts.services import people


def page(request: HttpRequest, *, form: RoleForm | None = None, address: str = "", status: int = 200) -> HttpResponse:
    context = {
        "people": selectors.everybody(),
        "invitations": selectors.open_invitations(),
        "roles": Role,
        "form": form or RoleForm(),
        "address": address,
    }
    return render(request, "accounts/people.html", context, status=status)


@admins_only
@never_cache
@require_safe
def listing(request: HttpRequest) -> HttpResponse:
    return page(request)


@admins_only
@require_POST
def change_role(request: HttpRequest, person_id: int) -> HttpResponse:
    form = RoleForm(request.POST)
    if not form.is_valid():
        return page(request, form=form, status=422)
    role = Role(form.cleaned_data["role"])
    return _changed(request, people.change_role, person_id, f"now has the role {role.label.lower()}", role=role)


@admins_only
@require_POST
def deactivate(request: HttpRequest, person_id: int) -> HttpResponse:
    return _changed(request, people.deactivate, person_id, "can no longer sign in")


@admins_only
@require_POST
def reactivate(request: HttpRequest, person_id: int) -> HttpResponse:
    return _changed(request, people.reactivate, person_id, "can sign in again")


def _changed(request: HttpRequest, change, person_id: int, what: str, **values) -> HttpResponse:
    try:
        person = change(person_id=person_id, by=request.user, **values)
    except User.DoesNotExist:
        raise Http404 from None
    except people.ChangeRefused as refusal:
        messages.error(request, str(refusal))
        return page(request, status=409)
    messages.success(request, f"{person.username} {what}.")
    return redirect("accounts:people")
