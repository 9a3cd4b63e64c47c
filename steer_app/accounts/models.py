"""People, what they may do, and the ways in."""

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.db import models


class Role(models.TextChoices):
    RESEARCHER = "researcher", "Researcher"
    ANNOTATOR = "annotator", "Annotator"
    ADMIN = "admin", "Admin"


class User(AbstractUser):
    """A person. `role` decides which screens they are offered; what they own decides what they may open."""

    role = models.CharField(max_length=16, choices=Role, default=Role.RESEARCHER)

    @property
    def is_admin(self) -> bool:
        return self.role == Role.ADMIN


class OneTimeToken(models.Model):
    """What lets somebody in once. Only its hash is stored: who reads the database cannot sign in with it."""

    token_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    class Meta:
        abstract = True


class SignInLink(OneTimeToken):
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="sign_in_links")


class Invitation(OneTimeToken):
    role = models.CharField(max_length=16, choices=Role)
    invited_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="invitations")


class SignInAttempt(models.Model):
    """One try at a password, kept until it succeeds or grows old."""

    username = models.CharField(max_length=150)
    address = models.CharField(max_length=64)
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["username", "address", "at"])]
