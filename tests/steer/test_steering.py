"""Pruning, reviving, adding, editing the persona and moving the settings, at any moment."""

import pytest

from steer_app.runs.models import Run
from steer_app.runs.selectors import open_question
from steer_app.runs.services import inline, questions, runs, steers, steps
from steer_app.steer import selectors
from steer_app.steer.domain.panel import fold
from steer_app.steer.models import Aspect, Decision, PersonaVersion, Proposal, Scout
from tests.steer import factories

pytestmark = pytest.mark.django_db


def steer(run: Run, kind: str, text: str = "", **payload):
    return steers.submit(run_id=run.pk, by="owner", kind=kind, against=run.last_seq, text=text, payload=payload)


def do(run: Run, *keys: str) -> None:
    for key in keys:
        assert steps.perform(run.steps.get(key=key).pk, with_heartbeat=False), key


@pytest.fixture
def scouted(owner, library) -> Run:
    """A session whose root has been decided: its directions are queued."""
    run = factories.session(owner, library, depth=2, c0=1.0, tol=1, answers="never")
    do(run, "start", "persona:start", "read:0", "scout:0", "decide:0")
    assert {node.status for node in selectors.nodes(run).values()} == {"read", "queued"}
    return run


def finish(run: Run) -> Run:
    run = inline.run_to_end(run.pk, threads=0)
    events = ((event.type, event.payload) for event in run.events.order_by("seq"))
    assert fold(events).as_dict() == selectors.panel(run).as_dict()
    return run


def test_a_pruned_node_is_not_read_and_stays_visible(scouted):
    steer(scouted, "prune", path="0.2")
    run = finish(scouted)
    assert selectors.nodes(run)["0.2"].status == "pruned"
    assert run.steps.get(key="read:0.2").status == "cancelled"
    assert not run.calls.filter(step_key="read:0.2").exists()
    assert all("0.2" not in decision.basis for decision in Decision.objects.filter(run=run))


def test_pruning_takes_the_whole_branch_and_reviving_brings_it_back(scouted):
    do(scouted, "read:0.1", "scout:0.1", "decide:0.1")
    steer(scouted, "prune", path="0.1")
    below = [node for path, node in selectors.nodes(scouted).items() if path.startswith("0.1")]
    assert len(below) > 1
    assert {node.status for node in below} == {"pruned"}
    steer(scouted, "revive", path="0.1")
    nodes = selectors.nodes(scouted)
    assert nodes["0.1"].status == "read"
    assert {node.status for path, node in nodes.items() if path.startswith("0.1.")} <= {"queued", "pruned"}
    assert finish(scouted).outcome == "complete"


def test_nothing_comes_back_below_what_is_not_followed(owner, library):
    """The branch was followed, got a direction below it and was left out; then the answer that followed it was undone,
    so that it waits."""
    run = factories.session(owner, library, c0=0.0, depth=2)
    do(run, "start", "persona:start", "read:0", "scout:0", "decide:0")
    question = open_question(run.pk)
    path = question.options[0]["path"]
    questions.answer(question_id=question.pk, revision=1, answer={"ticked": [path]}, by="owner")
    steer(run, "add", "Who pays for the pipes?", under=path)
    below = next(one for one in selectors.nodes(run) if one.startswith(f"{path}."))
    steer(run, "prune", path=path)
    refused = steer(run, "revive", path=below)
    assert (refused.state, refused.because) == ("refused", "left out above")
    added = steer(run, "add", "Who pays for the pipes?", under="0")
    assert (added.state, added.at) == ("applied", [f"0.{len(question.options) + 1}"])  # anew, where it can be followed
    question.refresh_from_db()
    steer(run, "prune", path=added.at[0])
    questions.take_back(question_id=question.pk, revision=question.revision, by="owner")
    assert selectors.nodes(run)[path].status == "waiting"
    refused = steer(run, "revive", path=below)
    assert (refused.state, refused.because) == ("refused", "part of the open question")


def test_a_result_that_arrives_late_is_kept_and_the_node_stays_pruned(scouted):
    class Late:
        """Prunes the node while its reading is under way."""

        def __init__(self, step):
            self.run, self.step, self.late = step.run, step, False

        def cancelled(self):
            return False

        def check(self):
            return None

    from steer_app.runs.methods import method
    from steer_app.runs.services import claims

    step = claims.claim(scouted.steps.get(key="read:0.2").pk)
    outcome = method("steer").perform(step, Late(step))
    steer(scouted, "prune", path="0.2")
    steps.finish(step, outcome)
    node = selectors.nodes(scouted)["0.2"]
    assert (node.status, node.has_result) == ("pruned", True)
    steer(scouted, "revive", path="0.2")
    assert selectors.nodes(scouted)["0.2"].status == "read"
    assert finish(scouted).steps.filter(key="read:0.2").count() == 1


def test_the_root_cannot_be_pruned(scouted):
    refused = steer(scouted, "prune", path="0")
    assert refused.state == "refused"
    assert "stop the session" in refused.reason


def test_an_added_direction_is_read_at_once_and_its_children_follow_the_rules(scouted):
    steer(scouted, "add", under="0", text="Who repairs it in the cold?")
    added = next(node for node in selectors.nodes(scouted).values() if node.origin == "user")
    assert scouted.steps.filter(key=f"read:{added.path}", status="ready").exists()
    run = finish(scouted)
    assert selectors.nodes(run)[added.path].status == "read"
    assert Decision.objects.filter(run=run, path=added.path).exists()


def test_a_direction_may_be_added_one_level_below_the_depth_limit_and_no_deeper(scouted):
    do(scouted, "read:0.1", "scout:0.1", "decide:0.1")
    leaf = next(path for path in selectors.nodes(scouted) if path.startswith("0.1."))
    do(scouted, f"read:{leaf}")
    steer(scouted, "add", under=leaf, text="And what of the moon?")
    below = f"{leaf}.1"
    do(scouted, f"read:{below}")
    assert selectors.nodes(scouted)[below].status == "read"
    refused = steer(scouted, "add", under=below, text="Deeper still?")
    assert refused.state == "refused"
    assert not Scout.objects.filter(path=below).exists()
    finish(scouted)


def test_a_direction_that_is_in_the_tree_is_refused_with_its_place(scouted):
    known = selectors.nodes(scouted)["0.1"].question
    refused = steer(scouted, "add", under="0", text=f"  {known.upper()} ")
    assert "in the tree already at 0.1" in refused.reason


def test_the_next_decision_uses_an_edited_persona(scouted):
    do(scouted, "read:0.1", "scout:0.1")
    scout = Scout.objects.get(run=scouted, path="0.1")
    removed = Aspect.objects.filter(run=scouted).first()
    steer(scouted, "aspect", do="remove", no=removed.no)
    steer(scouted, "aspect", do="add", text="the law of it")
    do(scouted, "decide:0.1")
    decision = Decision.objects.get(run=scouted, path="0.1")
    assert decision.persona_version == 3
    assert removed.no not in decision.aspects
    assert decision.aspects != scout.aspects
    assert len(decision.coverage_parent) == len(decision.aspects)
    assert scouted.calls.filter(step_key="decide:0.1").values_list("skill", flat=True).get() == "coverage"
    finish(scouted)


def test_a_persona_that_moves_during_a_decision_sends_it_round_again(scouted):
    from steer_app.runs.methods import method
    from steer_app.runs.services import claims
    from steer_app.runs.services.steps import StepContext

    do(scouted, "read:0.1", "scout:0.1")
    step = claims.claim(scouted.steps.get(key="decide:0.1").pk)
    outcome = method("steer").perform(step, StepContext(step.run, step))
    steer(scouted, "aspect", do="add", text="the law of it")
    assert steps.finish(step, outcome)
    assert not Decision.objects.filter(run=scouted, path="0.1").exists()
    do(scouted, "decide:0.1")
    assert Decision.objects.get(run=scouted, path="0.1").persona_version == 2
    finish(scouted)


def test_editing_keeps_the_old_wording_in_sight(scouted):
    old = Aspect.objects.filter(run=scouted).first()
    steer(scouted, "aspect", do="edit", no=old.no, text="what it weighs")
    old.refresh_from_db()
    new = Aspect.objects.get(run=scouted, text="what it weighs")
    assert (old.state, old.superseded_by, new.origin) == ("superseded", new.no, "edited")
    steer(scouted, "aspect", do="pin", no=new.no)
    assert Aspect.objects.get(pk=new.pk).pinned
    finish(scouted)


def test_settings_count_from_the_next_decision(scouted):
    steer(scouted, "settings", c0=0.0, tol=7)
    finish(scouted)
    later = Decision.objects.filter(run=scouted).exclude(path="0")
    assert {(decision.c0, decision.tol) for decision in later} == {(0.0, 7.0)}
    first = Decision.objects.get(run=scouted, path="0")
    assert (first.c0, first.tol) == (1.0, 1.0)


def test_settings_out_of_range_are_refused(scouted):
    assert "from 0 to 1" in steer(scouted, "settings", c0=2).reason


def test_branches_a_remark_names_are_shown_before_they_count(scouted):
    said = steer(scouted, "say", text="skip 0.2")
    assert said.state == "received"
    do(scouted, f"persona:s{said.pk}")
    said.refresh_from_db()
    assert said.state == "received"
    assert selectors.nodes(scouted)["0.2"].status == "queued"
    proposal = Proposal.objects.get(run=scouted)
    assert proposal.prune == ["0.2"]
    steer(scouted, "accept", key=proposal.key)
    said.refresh_from_db()
    assert (said.state, said.at) == ("applied", ["0.2"])
    assert selectors.nodes(scouted)["0.2"].status == "pruned"
    assert steer(scouted, "accept", key=proposal.key).state == "refused"
    finish(scouted)


def test_a_decision_waits_for_what_a_remark_teaches(scouted):
    do(scouted, "read:0.1", "read:0.2", "scout:0.1")
    run = factories.session(scouted.owner, selectors_library(scouted), depth=2, c0=1.0, answers="suggested")
    do(run, "start", "persona:start", "read:0")
    said = steer(run, "say", text="hello")
    do(run, "scout:0")
    assert not run.steps.filter(key="decide:0").exists()
    do(run, f"persona:s{said.pk}")
    assert run.steps.filter(key="decide:0", status="ready").exists()


def selectors_library(run: Run):
    from steer_app.sources.models import Collection

    return Collection.objects.get(pk=run.params["collections"][0])


def test_pruning_a_branch_withdraws_the_question_asked_in_it(owner, library):
    run = factories.session(owner, library, depth=2, c0=0.0)
    inline.run_to_end(run.pk, threads=0)
    question = open_question(run.pk)
    every = [option["path"] for option in question.options]
    questions.answer(question_id=question.pk, revision=1, answer={"ticked": every}, by="owner")
    inline.run_to_end(run.pk, threads=0)
    question = open_question(run.pk)
    steer(run, "prune", path=question.payload["path"])
    question.refresh_from_db()
    assert question.state == "withdrawn"
    assert Decision.objects.get(run=run, no=question.payload["decision"]).outcome == "withdrawn"
    statuses = {n.status for p, n in selectors.nodes(run).items() if p.startswith(question.payload["path"])}
    assert statuses == {"pruned"}


def test_an_ended_session_refuses_steers(scouted):
    run = finish(scouted)
    from steer_app.runs.domain.failures import Conflict

    with pytest.raises(Conflict, match="follow-up"):
        steer(run, "prune", path="0.1")


def test_versions_of_the_persona_are_all_kept(scouted):
    steer(scouted, "aspect", do="add", text="the law of it")
    steer(scouted, "aspect", do="remove", no=1)
    assert list(PersonaVersion.objects.filter(run=scouted).values_list("no", flat=True)) == [1, 2, 3]
    runs.stop(run_id=scouted.pk, by="owner")
    assert finish(scouted).outcome == "stopped"
