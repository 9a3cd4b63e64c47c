"""Reading people and invitations."""

from django.db.models import QuerySet
from django.utils import timezone

from steer_app.accounts.models import Invitation, User


def everybody() -> QuerySet[User]:
    return User.objects.order_by("-is_active", "username")


def open_invitations() -> QuerySet[Invitation]:
    """Those that can still be taken up, newest first."""
    return (
        Invitation.objects.filter(used_at=None, expires_at__gt=timezone.now())
        .select_related("invited_by")
        .order_by("-created_at")
    )
