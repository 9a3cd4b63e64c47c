"""What a session knows: its tree, what was learned, what was decided and why, and who it is for.

Rows name each other by path, number and version inside their run, never by database id: the same session run twice
then has the same rows (kernel rule K15), whatever order they were written in. Learnings keep the quoted words and
the document's title themselves, so that a report outlives the collection it was written from.
"""

from django.db import models

from steer_app.runs.models import Run


class Session(models.Model):
    """The settings a person can move while it runs, and the persona's current version."""

    run = models.OneToOneField(Run, on_delete=models.CASCADE, primary_key=True, related_name="session")
    c0 = models.FloatField()
    tol = models.FloatField()
    persona_version = models.IntegerField(default=0)
    """0 until the persona was inferred."""
    at_once = models.BooleanField(default=False)
    """What the person writes counts without a confirmation."""
    follows = models.BigIntegerField(null=True)
    """The run whose finished tree it started from."""

    class Triage(models.TextChoices):
        NONE = ""
        WANTED = "wanted"
        """It is still to be found out whether one sentence answers the question."""
        DIRECT = "direct"
        IN_DEPTH = "in depth"

    triage = models.CharField(max_length=8, choices=Triage, default=Triage.NONE, blank=True)

    def __str__(self) -> str:
        return f"session of run {self.run_id}"


class Node(models.Model):
    class Status(models.TextChoices):
        WAITING = "waiting"
        QUEUED = "queued"
        READ = "read"
        PRUNED = "pruned"
        DEFERRED = "deferred"
        FAILED = "failed"

    class Origin(models.TextChoices):
        PLANNED = "planned"
        WILD_CARD = "wild card"
        USER = "user"

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="nodes")
    path = models.CharField(max_length=60)
    question = models.TextField()
    query = models.TextField()
    goal = models.TextField(blank=True)
    confidence = models.FloatField(default=1)
    utility = models.FloatField(null=True)
    suggested = models.BooleanField(default=False)
    """In S when its parent was decided."""
    origin = models.CharField(max_length=10, choices=Origin, default=Origin.PLANNED)
    status = models.CharField(max_length=10, choices=Status, default=Status.QUEUED)
    note = models.TextField(blank=True)
    pruned_by = models.CharField(max_length=80, blank=True)
    """What pruned it; reviving a branch brings back what went with it."""
    accepted_by = models.CharField(max_length=80, blank=True)
    """The remark it was accepted with: it waits for what that remark taught about the person."""
    persona_version = models.IntegerField(null=True)
    """The persona at its acceptance, once known; its reading and scouting use this one (kernel rule K8)."""
    hits = models.JSONField(default=list)
    """[{passage, score}] of its search, best first, once made."""
    has_result = models.BooleanField(default=False)
    """Read, even if pruned, waiting or deferred at the time."""
    scouted = models.BooleanField(default=False)
    decided = models.BooleanField(default=False)
    tags = models.JSONField(default=list)
    summary = models.TextField(blank=True)
    documents = models.IntegerField(default=0)
    coverage = models.JSONField(default=dict)
    """{aspect's number: 0, 1 or 2} by its own learnings."""
    unread = models.JSONField(default=list)
    """[{title, reason}] of pages that could not be read."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["run", "path"], name="node_path_is_unique_in_its_run")]

    def __str__(self) -> str:
        return f"{self.path} {self.question}"


class Learning(models.Model):
    """One claim and the exact words that carry it: characters `start` to `end` of the document's text."""

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="learnings")
    path = models.CharField(max_length=60)
    no = models.IntegerField()
    """Its place within its node, from 1."""
    claim = models.TextField()
    text = models.TextField()
    document = models.BigIntegerField()
    title = models.TextField()
    file = models.TextField(blank=True)
    """Where the document lies, as the person knows it."""
    place = models.TextField(blank=True)
    """Where in the document: its section."""
    passage = models.BigIntegerField()
    start = models.IntegerField()
    end = models.IntegerField()
    further = models.JSONField(default=list)
    """[{document, title, file, place, passage, start, end, text}] that support it too."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["run", "path", "no"], name="learning_number_is_unique_in_its_node")
        ]

    def __str__(self) -> str:
        return f"{self.path}/{self.no}"


class Scout(models.Model):
    """What scouting a node brought, before anything is decided."""

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="scouts")
    path = models.CharField(max_length=60)
    persona_version = models.IntegerField()
    aspects = models.JSONField(default=list)
    """Numbers of the aspects, in the order of the scores."""
    coverage_parent = models.JSONField(default=list)
    candidates = models.JSONField(default=list)
    """[{question, query, goal, confidence, wild_card, hits, expected, tags, coverage_with}] as diversified."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["run", "path"], name="a_node_is_scouted_once")]

    def __str__(self) -> str:
        return f"scout of {self.path}"


class Decision(models.Model):
    """Ask or proceed, with every number it rests on, in full."""

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="decisions")
    no = models.IntegerField()
    path = models.CharField(max_length=60)
    policy = models.CharField(max_length=10)
    outcome = models.CharField(max_length=12)
    """none, open, answered, suggested, suppressed, expired or withdrawn."""
    gain = models.FloatField()
    cost = models.FloatField()
    c0 = models.FloatField()
    tol = models.FloatField()
    active_directions = models.IntegerField()
    pauses_in_direction = models.IntegerField()
    depth_limit = models.IntegerField()
    breadth = models.IntegerField()
    persona_version = models.IntegerField()
    aspects = models.JSONField(default=list)
    """Numbers of the aspects, in the order of the coverage scores."""
    basis = models.JSONField(default=list)
    """Paths of the nodes it rests on, in the run's order."""
    basis_learnings = models.IntegerField(default=0)
    coverage_parent = models.JSONField(default=list)
    candidates = models.JSONField(default=list)
    pre_marked = models.JSONField(default=list)
    expanded = models.JSONField(default=list)
    beside = models.CharField(max_length=200, blank=True)
    """The question that was open meanwhile (kernel rule K12)."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["run", "no"], name="decision_number_is_unique_in_its_run"),
            models.UniqueConstraint(fields=["run", "path"], name="a_node_is_decided_once"),
        ]

    def __str__(self) -> str:
        return f"decision {self.no} at {self.path}: {self.policy}"


class PersonaVersion(models.Model):
    """Who the session is for, as understood from one moment on."""

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="persona_versions")
    no = models.IntegerField()
    text = models.TextField()
    cause = models.CharField(max_length=80)
    """start, edit, the remark's key, or undo and the key of the remark that was taken back."""
    aspects = models.JSONField(default=list)
    """Numbers of the aspects active in it, the most pressing first."""
    before = models.JSONField(default=list)
    """[{no, state, pinned, focus, superseded_by, because, rank}] of the aspects it changed, as they were."""
    by = models.CharField(max_length=150, blank=True)
    """Who brought it about; empty for what the session inferred by itself."""
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["run", "no"], name="persona_version_is_unique_in_its_run")]

    def __str__(self) -> str:
        return f"persona {self.no}"


class Aspect(models.Model):
    class State(models.TextChoices):
        ACTIVE = "active"
        SUPERSEDED = "superseded"
        REMOVED = "removed"

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="aspects")
    no = models.IntegerField()
    text = models.TextField()
    origin = models.CharField(max_length=20)
    """inferred, you said, your choice or edited."""
    words = models.TextField(blank=True)
    """The words it came from."""
    state = models.CharField(max_length=10, choices=State, default=State.ACTIVE)
    pinned = models.BooleanField(default=False)
    focus = models.BooleanField(default=False)
    """The person asked to go deeper on it."""
    rank = models.IntegerField(default=0)
    """Where the person wants it: the smaller, the more pressing. Its number, until it is moved."""
    covers = models.JSONField(default=dict)
    """{path: 1 or 2} of the nodes that were read before it came and cover it; shown, and in no decision."""
    measured = models.BooleanField(default=True)
    """Whether `covers` is known; of what was there before anything was read there is nothing to know."""
    superseded_by = models.IntegerField(null=True)
    because = models.TextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["run", "no"], name="aspect_number_is_unique_in_its_run")]

    def __str__(self) -> str:
        return self.text


class Remark(models.Model):
    """What a person said, in an answer or unasked, until the persona has taken it in."""

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="remarks")
    key = models.CharField(max_length=80)
    """q<question's id>, from its second revision on with .<revision>, or s<steer's id>."""
    path = models.CharField(max_length=60, blank=True)
    ticked = models.JSONField(default=list)
    unticked = models.JSONField(default=list)
    added = models.JSONField(default=list)
    text = models.TextField(blank=True)
    done = models.BooleanField(default=False)
    withdrawn = models.BooleanField(default=False)
    """Taken back with its answer."""
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["run", "key"], name="remark_key_is_unique_in_its_run")]

    def __str__(self) -> str:
        return self.key


class Proposal(models.Model):
    """What a remark would change, shown before it counts."""

    class State(models.TextChoices):
        OPEN = "open"
        ACCEPTED = "accepted"
        DECLINED = "declined"
        LAPSED = "lapsed"
        """Nobody had confirmed it when the report was written."""

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="proposals")
    key = models.CharField(max_length=80)
    prune = models.JSONField(default=list)
    """Paths of branches that go."""
    revive = models.JSONField(default=list)
    """Paths of branches that come back."""
    directions = models.JSONField(default=list)
    """[{question, under}] that come; in older rows the question alone."""
    persona = models.JSONField(default=dict)
    """{text, before, add: [{text, origin, words}], supersede: [{id, because}], focus: [numbers]}; empty: unchanged."""
    settings = models.JSONField(default=dict)
    """{c0} that moves."""
    control = models.CharField(max_length=12, blank=True)
    """stop or write_now: how the session shall end."""
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["run", "key"], name="one_proposal_a_remark")]

    def __str__(self) -> str:
        return f"proposal of {self.key}"


class Report(models.Model):
    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="reports")
    version = models.IntegerField()
    content = models.JSONField()
    """The report skill's answer."""
    learnings = models.JSONField(default=list)
    """[{id, path, no}]: which learning each number of a citation means."""
    unsupported = models.JSONField(default=list)
    """[{text, cite, reason}] of sentences whose cited passage does not carry them."""
    coverage = models.JSONField(default=dict)
    """{aspect's number: 0, 1 or 2} by all learnings."""
    persona_version = models.IntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["run", "version"], name="report_version_is_unique_in_its_run")]

    def __str__(self) -> str:
        return f"report {self.version} of run {self.run_id}"


class TextVector(models.Model):
    """The vector of a text, computed alone and kept by the text's hash (kernel rule K16). Not of any one run."""

    embedder = models.CharField(max_length=80)
    """The fingerprint of what computed it."""
    fingerprint = models.CharField(max_length=64)
    vector = models.BinaryField()
    """384 little-endian 32-bit floats."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["embedder", "fingerprint"], name="one_vector_a_text")]

    def __str__(self) -> str:
        return self.fingerprint
