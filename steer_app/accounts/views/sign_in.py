"""Signing in and out."""

from math import ceil

from django.contrib import auth
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from steer_app.accounts.forms import SignInForm
from steer_app.accounts.services import links, sign_in, tokens

BACKEND = "django.contrib.auth.backends.ModelBackend"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def form(request: HttpRequest) -> HttpResponse:
    onward = _onward(request)
    if request.user.is_authenticated:
        return redirect(onward)
    typed = SignInForm(request.POST or None)
    if typed.is_valid():
        try:
            person = sign_in.with_password(**typed.cleaned_data, address=request.META.get("REMOTE_ADDR", ""))
        except sign_in.WrongCredentials:
            typed.add_error(None, "This name and password do not belong together. Try again.")
        except sign_in.TooManyAttempts as error:
            minutes = ceil(error.wait.total_seconds() / 60)
            typed.add_error(None, f"Too many wrong passwords. Wait {minutes} min, or ask an admin for a link.")
        else:
            auth.login(request, person)
            return redirect(onward)
    status = 422 if typed.is_bound else 200
    return render(request, "accounts/sign_in.html", {"form": typed, "next": onward}, status=status)


@never_cache
@require_safe
def link(request: HttpRequest) -> HttpResponse:
    """Signs in whoever holds the token. A HEAD request, as previews make, does not use it up."""
    if request.method == "HEAD":
        return HttpResponse()
    try:
        person = links.redeem(request.GET.get("token", ""))
    except tokens.TokenRefused:
        if request.user.is_authenticated:  # the way back in the browser's history leads here too
            return redirect("home")
        return render(request, "accounts/link_refused.html", status=403)
    auth.login(request, person, backend=BACKEND)
    return redirect("home")


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    auth.logout(request)
    return redirect("accounts:sign-in")


def _onward(request: HttpRequest) -> str:
    """Where to go after signing in: only ever to a page of ours."""
    wanted = request.POST.get("next") or request.GET.get("next") or "/"
    ours = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wanted if ours else "/"
