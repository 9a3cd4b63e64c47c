"""Who may open a page."""

from collections.abc import Callable
from functools import wraps

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse

View = Callable[..., HttpResponse]


def admins_only(view: View) -> View:
    """To anybody else the page is not there: 404, as for another's things."""

    @login_required
    @wraps(view)
    def guarded(request: HttpRequest, *args, **kwargs) -> HttpResponse:
        if not getattr(request.user, "is_admin", False):
            raise Http404
        return view(request, *args, **kwargs)

    return guarded
