"""People and what they may do."""

from django.contrib.auth.models import AbstractUser
from django.db import models


class Role(models.TextChoices):
    RESEARCHER = "researcher", "Researcher"
    ANNOTATOR = "annotator", "Annotator"
    ADMIN = "admin", "Admin"


class User(AbstractUser):
    """A person. `role` decides which screens they are offered; what they own decides what they may open."""

    role = models.CharField(max_length=16, choices=Role, default=Role.RESEARCHER)
