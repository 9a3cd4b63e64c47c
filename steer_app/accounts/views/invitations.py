"""Inviting and joining."""

from urllib.parse import urlencode

from django.contrib import auth, messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from steer_app.accounts.access import admins_only
from steer_app.accounts.forms import JoinForm, RoleForm
from steer_app.accounts.models import Invitation, User
from steer_app.accounts.services import invitations, tokens
from steer_app.accounts.views.people import page
from steer_app.accounts.views.sign_in import BACKEND


@admins_only
@never_cache
@require_POST
def invite(request: HttpRequest) -> HttpResponse:
    """Shows the link once, in the answer itself: only its hash is kept."""
    form = RoleForm(request.POST)
    if not form.is_valid():
        return page(request, form=form, status=422)
    assert isinstance(request.user, User)
    token = invitations.create(by=request.user, role=form.cleaned_data["role"])
    address = request.build_absolute_uri(f"{reverse('accounts:join')}?{urlencode({'token': token})}")
    return page(request, address=address)


@admins_only
@require_POST
def withdraw(request: HttpRequest, invitation_id: int) -> HttpResponse:
    invitations.withdraw(invitation_id=invitation_id)
    messages.success(request, "The invitation is withdrawn.")
    return redirect("accounts:people")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest) -> HttpResponse:
    token = request.POST.get("token") or request.GET.get("token", "")
    form = JoinForm(request.POST or None)
    try:
        invitation = tokens.peek(Invitation, token)
        if form.is_valid():
            person = invitations.accept(
                token=token, username=form.cleaned_data["username"], password=form.cleaned_data["password"]
            )
            auth.login(request, person, backend=BACKEND)
            return redirect("home")
    except tokens.TokenRefused:
        return render(request, "accounts/invitation_refused.html", status=403)
    except ValidationError as error:
        for field, problems in error.message_dict.items():
            form.add_error(field, problems)
    status = 422 if form.is_bound else 200
    context = {"form": form, "token": token, "invitation": invitation}
    return render(request, "accounts/join.html", context, status=status)
