"""What a person says to start a session. Only the question has to be given; the rest has the session's defaults."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator

from steer_app.brains.offers import Offer
from steer_app.runs.services.runs import Caps
from steer_app.sources.models import Collection
from steer_app.steer.params import Params

REPORT_SHARE = 5
"""One part in so many of a cap is kept for the report."""
ANSWERS = (
    ("person", "Ask me"),
    ("suggested", "Decide by itself: follow what it would suggest"),
    ("never", "Never stop: follow every way"),
)
SAME: tuple[str, ...] = ("about", "c0", "tol", "depth", "breadth", "answers", "brain")
SAME += ("lambda_exp", "lambda_info", "epsilon", "align_gain", "seed", "speculate", "direct")
"""Fields that are called as the session's parameters are."""


def _share(label: str, **more: Any) -> forms.FloatField:
    """A number from 0 to 1."""
    widget = forms.NumberInput(attrs={"min": 0, "max": 1, "step": "any"})
    return forms.FloatField(label=label, min_value=0, max_value=1, widget=widget, **more)


def _wanted(field: forms.Field) -> str:
    """What a field that was left empty wants."""
    if isinstance(field, forms.ChoiceField):
        return "Choose one of these."
    least = next((rule.limit_value for rule in field.validators if isinstance(rule, MinValueValidator)), None)
    most = next((rule.limit_value for rule in field.validators if isinstance(rule, MaxValueValidator)), None)
    return f"Give a number from {least} {'on' if most is None else f'to {most}'}."


class NewSessionForm(forms.Form):
    question = forms.CharField(
        label="Your question",
        min_length=3,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
        error_messages={"required": "Say what you want to know."},
    )
    about = forms.CharField(
        label="You, in one sentence",
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text="Who you are and what matters to you here. It decides which ways are worth following.",
    )
    collections = forms.TypedMultipleChoiceField(
        label="Where to look",
        coerce=int,
        required=False,
        error_messages={"invalid_choice": "One of these collections is not there any more. Choose again."},
    )
    c0 = _share("How often may it ask?")
    tol = forms.FloatField(
        label="Questions you would answer, about",
        validators=[MinValueValidator(1), MaxValueValidator(20)],
        widget=forms.NumberInput(attrs={"min": 1, "max": 20, "step": "any"}),
        help_text="The more it has asked on one line of thought, the more another question has to bring.",
    )
    answers = forms.ChoiceField(label="When it would ask", choices=ANSWERS, widget=forms.RadioSelect)
    answer_minutes = forms.FloatField(
        label="Minutes that a question waits",
        required=False,
        min_value=0.1,
        max_value=60 * 24 * 30,
        widget=forms.NumberInput(attrs={"min": 0.1, "step": "any"}),
        help_text="Then it goes on with what it would have suggested. Empty: it waits for you for ever.",
    )
    depth = forms.IntegerField(
        label="Depth", min_value=1, max_value=6, help_text="Levels of narrower questions below yours."
    )
    breadth = forms.IntegerField(
        label="Breadth", min_value=1, max_value=6, help_text="Questions that follow from each one."
    )
    direct = forms.BooleanField(
        label="If one sentence of the documents settles it, answer at once and stop",
        required=False,
        help_text="Only for questions of one fact, such as a date, a figure or a name. Any doubt is researched.",
    )
    brain = forms.ChoiceField(label="Brain", widget=forms.RadioSelect)
    cap_tokens = forms.IntegerField(label="Tokens", required=False, min_value=1)
    cap_dollars = forms.DecimalField(
        label="Dollars",
        required=False,
        min_value=0,
        max_digits=10,
        decimal_places=2,
        widget=forms.NumberInput(attrs={"min": "0.01", "step": "0.01"}),
    )
    cap_minutes = forms.FloatField(
        label="Minutes of work",
        required=False,
        min_value=0.1,
        widget=forms.NumberInput(attrs={"min": 0.1, "step": "any"}),
    )
    lambda_exp = _share("Weight of what is new", help_text="λ exploration, 0 to 1.")
    lambda_info = _share("Weight of what adds information", help_text="λ information gain, 0 to 1.")
    epsilon = _share("Bonus for tags seen seldom", help_text="ε, 0 to 1. The more, the less often it asks.")
    align_gain = forms.ChoiceField(
        label="What counts as a gain for your interests",
        choices=[("joined", "What it adds to what is known"), ("paper", "As the paper prints it")],
    )
    seed = forms.IntegerField(label="Seed", min_value=0, help_text="The same seed and settings give the same session.")
    speculate = forms.BooleanField(
        label="While a question waits, read ahead where you are most likely to go",
        required=False,
        help_text="The tree and the report come out the same, sooner. What is read in vain costs, and is shown.",
    )

    def __init__(self, *args: Any, collections: Sequence[Collection], brains: Mapping[str, Offer], **more: Any) -> None:
        super().__init__(*args, **more)
        for field in self.fields.values():
            if isinstance(field, forms.IntegerField | forms.FloatField | forms.ChoiceField):
                field.error_messages["required"] = _wanted(field)
            for rule in field.validators:
                if isinstance(rule, MinValueValidator | MaxValueValidator):
                    rule.message = (
                        "At least %(limit_value)s." if rule.code == "min_value" else "At most %(limit_value)s."
                    )
        self.sources = collections
        self.brains = brains
        self.fields["collections"].choices = [(one.pk, one.name) for one in collections]  # type: ignore[attr-defined]
        self.fields["brain"].choices = [(name, one.label) for name, one in self.brains.items()]  # type: ignore[attr-defined]

    def clean_collections(self) -> list[int]:
        chosen = self.cleaned_data["collections"]
        if not chosen:
            raise forms.ValidationError(
                "Tick at least one collection." if self.sources else "Add the documents that it shall look in."
            )
        return chosen

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        brain = self.brains.get(cleaned.get("brain", ""))
        if cleaned.get("cap_dollars") and brain and not brain.is_priced:
            self.add_error(
                "cap_dollars",
                "Nobody has entered what this model costs, so a limit in dollars cannot be kept. Limit its tokens "
                "instead, or have an admin add its price.",
            )
        return cleaned

    def ticked(self) -> set[str]:
        """The chosen collections as the page ticks them."""
        return {str(one) for one in self["collections"].value() or ()}

    def params(self) -> dict[str, Any]:
        """The session's parameters."""
        given = self.cleaned_data
        minutes = given["answer_minutes"]
        return {name: given[name] for name in SAME} | {
            "query": given["question"],
            "collections": given["collections"],
            "answer_timeout_s": minutes * 60 if minutes else None,
        }

    def caps(self) -> Caps:
        """What it may spend; a fifth of each is kept for the report."""
        given = self.cleaned_data
        tokens, minutes = given["cap_tokens"], given["cap_minutes"]
        microusd = int(given["cap_dollars"] * 1_000_000) if given["cap_dollars"] else None
        return Caps(
            tokens=tokens,
            microusd=microusd,
            seconds=minutes * 60 if minutes else None,
            report_seconds=minutes * 60 / REPORT_SHARE if minutes else 0,
            report_tokens=(tokens or 0) // REPORT_SHARE,
            report_microusd=(microusd or 0) // REPORT_SHARE,
        )


def initial(params: Mapping[str, Any], caps: Caps = Caps()) -> dict[str, Any]:  # noqa: B008 - frozen
    """The form filled in from parameters (those not given have their default) and caps."""
    defaults = {name: Params.model_fields[name].default for name in SAME}
    given = defaults | {name: params[name] for name in SAME if name in params}
    timeout_s = params.get("answer_timeout_s")
    return given | {
        "question": params.get("query", ""),
        "collections": params.get("collections", []),
        "brain": params.get("brain", ""),
        "answer_minutes": timeout_s / 60 if timeout_s else None,
        "cap_tokens": caps.tokens,
        "cap_dollars": caps.microusd / 1_000_000 if caps.microusd else None,
        "cap_minutes": caps.seconds / 60 if caps.seconds else None,
    }
