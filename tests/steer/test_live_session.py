"""The session's page over the socket: a copy that grew with the run shows what a page opened now shows."""

import random

import pytest

from steer_app.runs import pages
from steer_app.runs.domain.failures import BadAnswer, Conflict
from steer_app.runs.models import Question, Run, Step
from steer_app.runs.selectors import open_question
from steer_app.runs.services import questions, runs, steers, steps
from steer_app.runs.sheets import Sheet
from steer_app.steer import selectors
from steer_app.steer.domain.story import Story
from steer_app.steer.page import SessionPage
from tests.runs.dom import Dom
from tests.steer import factories

pytestmark = pytest.mark.django_db


def told(run: Run) -> Story:
    story = Story()
    for event in run.events.order_by("seq"):
        story.take(event.seq, event.at, event.type, event.payload)
    return story


def somebody_does_something(run: Run, chance: random.Random) -> None:
    """One move of a person, sensible or not."""
    nodes = list(selectors.nodes(run))
    path = chance.choice(nodes) if nodes else "0"
    kind, text, payload = chance.choice(
        [
            ("prune", "", {"path": path}),
            ("revive", "", {"path": path}),
            ("add", f"What about {chance.random():.3f}?", {"under": path}),
            ("say", "deeper on noise", {}),
            ("settings", "", {"c0": chance.random(), "tol": 3}),
            ("aspect", "a quiet street", {"do": "add"}),
            ("aspect", "", {"do": "remove", "no": chance.randint(1, 6)}),
            ("aspect", "", {"do": chance.choice(["up", "down", "pin", "restore"]), "no": chance.randint(1, 6)}),
            ("aspect", "how loud it is", {"do": "edit", "no": chance.randint(1, 6)}),
            ("aspect", "", {"do": "reinstate", "no": chance.randint(1, 6)}),
            ("pause", "", {}),
        ]
    )
    if kind == "pause":
        (runs.resume if run.status == "paused" else runs.pause)(run_id=run.pk, by="owner")
    else:
        steers.submit(run_id=run.pk, by="owner", kind=kind, against=run.last_seq, text=text, payload=payload)


def one_thing_happens(run: Run, chance: random.Random) -> None:
    """A step is taken up or finished, or a person moves, answers or is silent; what is not possible is refused."""
    run.refresh_from_db()
    ready = list(run.steps.filter(status=Step.Status.READY))
    question = open_question(run.pk)
    try:
        if ready and run.status != "paused" and chance.random() < 0.7:
            steps.perform(chance.choice(ready).pk, with_heartbeat=False)
        elif question and chance.random() < 0.5:
            ticked = [option["path"] for option in question.options if chance.random() < 0.5]
            answer = {"ticked": ticked, "added": ["Who pays?"] if chance.random() < 0.3 else [], "end_branch": True}
            questions.answer(question_id=question.pk, revision=question.revision, answer=answer, by="owner")
        elif chance.random() < 0.1:
            run.steps.filter(pk__in=[step.pk for step in ready[:1]]).update(status=Step.Status.CLAIMED)
        else:
            somebody_does_something(run, chance)
    except (Conflict, BadAnswer):
        pass


@pytest.mark.parametrize("seed", range(6))
def test_copies_of_a_page_end_as_a_page_opened_now(owner, library, seed):
    chance = random.Random(seed)
    run = factories.session(owner, library, depth=2, c0=chance.choice([0.0, 0.7]))
    page, sheet = SessionPage(run.pk), Sheet()
    sheet.apply(page.paint().changes)
    copies = [[Dom(sheet), sheet.revision]]
    for _ in range(40):
        one_thing_happens(run, chance)
        if chance.random() < 0.6:
            sheet.apply(page.paint().changes)
        for copy in copies:
            how = chance.choice(["waits", "hears", "connects again"])
            if how != "waits":
                copy[0].take(sheet.since(copy[1]) if how == "hears" else sheet.against(copy[0].have()))
                copy[1] = sheet.revision
        if chance.random() < 0.1:
            copies.append([Dom(sheet), sheet.revision])
    sheet.apply(page.paint().changes)
    fresh, _ = pages.opened(run.pk)
    for dom, revision in copies:
        dom.take(sheet.since(revision))
        assert dom.text() == Dom(fresh).text()
    assert told(run).panel.as_dict() == selectors.panel(run).as_dict()
    _sums_hold(told(run), run)


def _sums_hold(story: Story, run: Run) -> None:
    """What is kept up to date event by event equals what a look at everything gives."""
    panel = selectors.panel(run)
    for no in panel.aspects:
        score, nodes = panel.coverage(no)
        assert (score, set(nodes)) == (story.score(no), set(story.covers.get(no, {})))
    assert story.unread == {p for p, node in panel.nodes.items() if node.status in {"queued", "waiting", "deferred"}}
    assert story.below.get("0", 0) == sum(path.count(".") == 1 for path in panel.nodes)


def test_what_an_event_does_not_change_is_not_rendered_anew(owner, library, django_assert_max_num_queries):
    run = factories.finished(owner, library, depth=2)
    page = SessionPage(run.pk)
    everything = page.paint().changes
    Run.objects.filter(pk=run.pk).update(title="Another title")
    with django_assert_max_num_queries(10):
        again = page.paint().changes
    assert len(again) < 15 < len(everything)
    sheet = Sheet()
    sheet.apply(everything)
    before = sheet.revision
    sheet.apply(again)
    assert ["Another title" in swap for swap in sheet.since(before)] == [True]


def test_an_open_question_stays_as_it_is_while_the_session_is_paused(owner, library):
    """Somebody may be typing in it; only its clock moves."""
    run = factories.session(owner, library, c0=0.0, depth=2, answer_timeout_s=600)
    while ready := run.steps.filter(status=Step.Status.READY).first():
        steps.perform(ready.pk, with_heartbeat=False)
    question = open_question(run.pk)
    page, sheet = SessionPage(run.pk), Sheet()
    sheet.apply(page.paint().changes)
    before = sheet.revision
    runs.pause(run_id=run.pk, by="owner")
    sheet.apply(page.paint().changes)
    swaps = "".join(sheet.since(before))
    assert f'id="clock-{question.pk}"' in swaps
    assert "stands still" in swaps
    assert f'id="question-{question.pk}"' not in swaps


def test_a_question_that_the_journal_has_not_told_yet_is_not_told_without_its_words(owner, library):
    """It may be asked between the reading of the journal and that of the rows."""
    run = factories.session(owner, library)
    page = SessionPage(run.pk)
    Question.objects.create(run=run, key="decide:0", text="Which of these?")
    head = next(part for part in page.paint().changes if part.id == "run-head")
    assert 'data-waiting="0"' in head.html


def test_the_page_costs_few_queries(client, owner, library, django_assert_max_num_queries):
    run = factories.finished(owner, library, depth=2)
    client.force_login(owner)
    client.get(f"/runs/{run.pk}/")
    with django_assert_max_num_queries(20):
        client.get(f"/runs/{run.pk}/")


def test_a_stranger_finds_nothing(client, owner, stranger, library):
    run = factories.session(owner, library)
    client.force_login(stranger)
    assert client.get(f"/runs/{run.pk}/").status_code == 404
    assert client.post(f"/runs/{run.pk}/pause/").status_code == 404
