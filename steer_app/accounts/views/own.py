"""A person's own account: a password, so that they can sign in without a link."""

from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from steer_app.accounts.forms import NewPasswordForm
from steer_app.accounts.models import User
from steer_app.accounts.services import people


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def account(request: HttpRequest) -> HttpResponse:
    assert isinstance(request.user, User)
    form = NewPasswordForm(request.POST or None)
    if form.is_valid():
        try:
            person = people.set_password(person=request.user, password=form.cleaned_data["password"])
        except ValidationError as error:
            form.add_error("password", error)
        else:
            update_session_auth_hash(request, person)  # this browser stays signed in, all others are signed out
            messages.success(request, "Your password is set. Other browsers of yours are signed out.")
            return redirect("accounts:account")
    return render(request, "accounts/account.html", {"form": form}, status=422 if form.is_bound else 200)
