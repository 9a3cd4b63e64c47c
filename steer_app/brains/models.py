"""The models that an admin has set up, and what their tokens cost."""

from typing import Any

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

from steer_app.brains.secret import SecretField


class Connection(models.Model):
    """A chat model that people can choose by its name."""

    class Kind(models.TextChoices):
        OPENAI = "openai", "OpenAI, or a server that speaks its protocol"
        ANTHROPIC = "anthropic", "Anthropic"
        OLLAMA = "ollama", "Ollama"

    class Structure(models.TextChoices):
        AUTO = "auto", "Find out"
        SCHEMA = "schema", "By JSON schema"
        JSON = "json", "As JSON"
        WORDS = "words", "In words only"

    name = models.SlugField(max_length=40, unique=True)
    kind = models.CharField(max_length=12, choices=Kind, default=Kind.OPENAI)
    base_url = models.URLField(max_length=300, blank=True)
    model = models.CharField(max_length=100)
    key = SecretField(blank=True)
    """Encrypted; see brains.secret."""
    is_default = models.BooleanField(default=False)
    context_tokens = models.IntegerField(default=32_000, validators=[MinValueValidator(2000)])
    answer_tokens = models.IntegerField(default=4_000, validators=[MinValueValidator(200)])
    structure = models.CharField(max_length=8, choices=Structure, default=Structure.AUTO)
    temperature = models.FloatField(
        null=True, blank=True, default=0.0, validators=[MinValueValidator(0), MaxValueValidator(2)]
    )
    per_minute = models.IntegerField(default=0, validators=[MinValueValidator(0)])
    read_s = models.FloatField(default=90, validators=[MinValueValidator(1), MaxValueValidator(3600)])
    total_s = models.FloatField(default=240, validators=[MinValueValidator(2), MaxValueValidator(3600)])
    changed_at = models.DateTimeField(auto_now=True)
    trial_asked_at = models.DateTimeField(null=True)
    tested_at = models.DateTimeField(null=True)
    test_worked = models.BooleanField(default=False)
    test_result = models.TextField(blank=True)
    """What the last test did and what came of it, in words."""

    class Meta:
        ordering = ["-is_default", "name"]

    def __str__(self) -> str:
        return self.name

    @property
    def is_being_tried(self) -> bool:
        """A worker was asked to test it, and has not said anything yet."""
        return self.trial_asked_at is not None and self.tested_at is None


def _rate(**more: Any) -> models.DecimalField:
    """Dollars a million tokens."""
    return models.DecimalField(max_digits=12, decimal_places=6, validators=[MinValueValidator(0)], **more)


class Price(models.Model):
    """What a model's tokens cost from a day on, until the next row of the same model. 0 is free, and known.

    Rows that calls were made at stay as they are (services.prices): what was paid can be worked out again for ever.
    """

    class Currency(models.TextChoices):
        USD = "USD", "US dollars"

    model = models.CharField(max_length=100)
    """As the server calls it."""
    valid_from = models.DateField()
    usd_in = _rate()
    usd_cached = _rate(null=True, blank=True)
    """Tokens in that came out of the server's cache; null: as any other."""
    usd_out = _rate()
    currency = models.CharField(max_length=3, choices=Currency, default=Currency.USD)

    class Meta:
        ordering = ["model", "-valid_from"]
        constraints = [models.UniqueConstraint(fields=["model", "valid_from"], name="one_price_a_model_and_day")]

    def __str__(self) -> str:
        return f"{self.model} from {self.valid_from}"
