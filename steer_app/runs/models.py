"""A run is rows: what was asked for, the steps, the journal, the questions, the steers, the calls and the budget."""

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q


class Run(models.Model):
    class Executor(models.TextChoices):
        WORKERS = "workers"
        INLINE = "inline"

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="runs")
    method = models.CharField(max_length=40)
    title = models.CharField(max_length=300)
    params = models.JSONField(default=dict)
    status = models.CharField(max_length=12, default="draft")
    outcome = models.CharField(max_length=20, blank=True)
    reason = models.TextField(blank=True)
    gaps = models.JSONField(default=list)
    closed = models.CharField(max_length=12, blank=True)
    """Why the research phase was closed early: budget, stopped or wrote now; empty while it is open."""
    closed_at = models.DateTimeField(null=True)
    last_seq = models.BigIntegerField(default=0)
    executor = models.CharField(max_length=8, choices=Executor, default=Executor.WORKERS)
    boot = models.CharField(max_length=120, blank=True)
    """The process that drives an inline run (K17)."""
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    held_because = models.TextField(blank=True)
    """Why it was paused by itself: whoever answers is away."""
    held_until = models.DateTimeField(null=True)
    """When it looks again."""
    holds = models.IntegerField(default=0)
    """Looks in vain, in a row."""
    archived_at = models.DateTimeField(null=True)
    """Put away by its owner: kept, and not on their home."""
    active_since = models.DateTimeField(null=True)
    """Since when it has been working; null while it waits, is paused or has ended."""
    active_s = models.FloatField(default=0)

    now: datetime
    """The database's clock, on a run that journal.lock gave: leases and time-outs are measured by no other."""

    class Meta:
        indexes = [models.Index(fields=["owner", "-created_at"]), models.Index(fields=["status"])]

    def __str__(self) -> str:
        return f"{self.method} {self.pk}: {self.title}"


class Budget(models.Model):
    """What a run may spend (K7). Money in millionths of a dollar; a null cap is no cap."""

    run = models.OneToOneField(Run, on_delete=models.CASCADE, primary_key=True)
    cap_tokens = models.BigIntegerField(null=True)
    spent_tokens = models.BigIntegerField(default=0)
    reserved_tokens = models.BigIntegerField(default=0)
    report_tokens = models.BigIntegerField(default=0)
    """Set aside for the report."""
    cap_microusd = models.BigIntegerField(null=True)
    spent_microusd = models.BigIntegerField(default=0)
    reserved_microusd = models.BigIntegerField(default=0)
    report_microusd = models.BigIntegerField(default=0)
    cap_s = models.FloatField(null=True)
    report_s = models.FloatField(default=0)
    unpriced_tokens = models.BigIntegerField(default=0)
    """Spent at a price that nobody knew: what they cost is in no sum."""
    refusal = models.TextField(blank=True)
    """Why the first call was refused, in a sentence; empty while none was."""


class Step(models.Model):
    class Status(models.TextChoices):
        READY = "ready"
        CLAIMED = "claimed"
        PARKED = "parked"
        """Came out as a question while another was open; taken afresh when that one closes (K12)."""
        DONE = "done"
        FAILED = "failed"
        CANCELLED = "cancelled"

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="steps")
    kind = models.CharField(max_length=40)
    key = models.CharField(max_length=200)
    payload = models.JSONField(default=dict)
    status = models.CharField(max_length=10, choices=Status, default=Status.READY)
    epoch = models.IntegerField(default=0)
    lease_until = models.DateTimeField(null=True)
    boot = models.CharField(max_length=120, blank=True)
    cancel = models.BooleanField(default=False)
    lost = models.IntegerField(default=0)
    """Leases lost; the third fails the step (K5)."""
    deaths = models.IntegerField(default=0)
    """Times its worker died under it; a step that kills workers fails at the tenth."""
    tries = models.IntegerField(default=0)
    """Retryable failures so far."""
    moved = models.IntegerField(default=0)
    """Times that what it rested on had moved when it was to be written (K10)."""
    enqueued_at = models.DateTimeField(null=True)
    not_before = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)
    claimed_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    reason = models.TextField(blank=True)
    result = models.JSONField(default=dict)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["run", "key"], name="step_key_is_unique_in_its_run")]
        indexes = [models.Index(fields=["status", "lease_until"])]

    def __str__(self) -> str:
        return self.key


class Event(models.Model):
    """The journal. `seq` is given under the run's lock, so a reader never misses one that commits later (K1)."""

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="events")
    seq = models.BigIntegerField()
    type = models.CharField(max_length=60)
    payload = models.JSONField(default=dict)
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["run", "seq"], name="event_seq_is_unique_in_its_run")]

    def __str__(self) -> str:
        return f"{self.seq} {self.type}"


class Question(models.Model):
    class State(models.TextChoices):
        OPEN = "open"
        ANSWERED = "answered"
        EXPIRED = "expired"
        WITHDRAWN = "withdrawn"

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="questions")
    key = models.CharField(max_length=200)
    text = models.TextField()
    options = models.JSONField(default=list)
    payload = models.JSONField(default=dict)
    revision = models.IntegerField(default=1)
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    answer = models.JSONField(null=True)
    answered_by = models.CharField(max_length=150, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(null=True)
    remaining_s = models.FloatField(null=True)
    """What was left of its time when the run was paused."""
    closed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["run"], condition=Q(state="open"), name="one_open_question_a_run"),
        ]


class Steer(models.Model):
    class State(models.TextChoices):
        RECEIVED = "received"
        APPLIED = "applied"
        REFUSED = "refused"

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="steers")
    by = models.CharField(max_length=150)
    kind = models.CharField(max_length=40)
    text = models.TextField(blank=True)
    payload = models.JSONField(default=dict)
    against = models.BigIntegerField()
    """The journal's seq that the person had in sight."""
    state = models.CharField(max_length=10, choices=State, default=State.RECEIVED)
    because = models.CharField(max_length=40, blank=True)
    """A refusal's name in the method's closed list of reasons; `reason` says it in words."""
    reason = models.TextField(blank=True)
    at = models.JSONField(default=list)
    """The places where it was applied, as the method names them."""
    since = models.TextField(blank=True)
    """What had changed since the state it was written against, where that matters to it."""
    created_at = models.DateTimeField(auto_now_add=True)
    settled_at = models.DateTimeField(null=True)


class ModelCall(models.Model):
    """One call, made once (K6): the raw answer is here before anything is read out of it."""

    class State(models.TextChoices):
        IN_FLIGHT = "in flight"
        DONE = "done"
        FAILED = "failed"

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="calls")
    hash = models.CharField(max_length=64)
    step_key = models.CharField(max_length=200, blank=True)
    skill = models.CharField(max_length=60)
    fingerprint = models.CharField(max_length=64, blank=True)
    brain = models.CharField(max_length=20)
    model = models.CharField(max_length=100, blank=True)
    request = models.JSONField(default=dict)
    notice = models.TextField(blank=True)
    """What was shortened to make it fit the model's window."""
    answer = models.TextField(blank=True)
    state = models.CharField(max_length=10, choices=State, default=State.IN_FLIGHT)
    epoch = models.IntegerField(default=1)
    lease_until = models.DateTimeField(null=True)
    boot = models.CharField(max_length=120, blank=True)
    reserved_tokens = models.BigIntegerField(default=0)
    reserved_microusd = models.BigIntegerField(null=True, default=0)
    """What is set aside for the attempt in flight (K7); null: nobody knows the price."""
    tokens_in = models.IntegerField(default=0)
    """With those that came out of the server's cache."""
    tokens_cached = models.IntegerField(default=0)
    tokens_out = models.IntegerField(default=0)
    microusd = models.BigIntegerField(null=True, default=0)
    """What it cost, fixed when it was made; null: nobody knew the price."""
    price = models.BigIntegerField(null=True, db_index=True)
    """The row of the price list that it was made at (brains.Price)."""
    in_doubt_tokens = models.BigIntegerField(default=0)
    """Charged for attempts that were lost in flight (K7)."""
    in_doubt_microusd = models.BigIntegerField(null=True, default=0)
    """The same in money; null: nobody knew the price of one of them."""
    messages = models.JSONField(default=list)
    """[[role, text]] as they were sent; empty for a brain that is handed the request itself."""
    attempts = models.IntegerField(default=0)
    """Times that whoever answers was asked."""
    error = models.TextField(blank=True)
    """What went wrong with the last attempt that failed, secrets masked; kept when a later one was answered."""
    created_at = models.DateTimeField(auto_now_add=True)
    began_at = models.DateTimeField(null=True)
    """When its latest attempt was begun."""
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["run", "hash"], name="a_call_is_made_once_in_its_run")]
