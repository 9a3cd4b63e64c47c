"""Reading ahead: while a question waits, the one candidate that is surest to be kept is asked about already.

Nothing is written of the run but what it cost. The reading itself is done when the direction is kept, as in any other
session; if it asks the brain for the same, the call is there already (kernel rule K6) and costs nothing again. So the
tree and the report are the same with reading ahead and without it (K16), an answer can be taken back as before, and a
candidate that is left out was read ahead in vain, which is told with its cost. What an answer teaches may change what
is to be looked for (steps.read); then it was in vain too.
"""

import logging

from django.db import DatabaseError

from steer_app.runs.domain.failures import Cancelled, HandedBack
from steer_app.runs.domain.outcome import Outcome
from steer_app.steer import spending
from steer_app.steer.domain.events import NodeForeread
from steer_app.steer.models import Node
from steer_app.steer.steps import read
from steer_app.steer.steps.work import Work

log = logging.getLogger(__name__)


def perform(work: Work, path: str) -> Outcome:
    """Nothing if the question is closed by now: then the reading is under way itself.

    Whatever fails here fails for itself alone: the reading asks again, if there is to be one, and says so then.
    """
    node = work.node(path)
    if node.status != Node.Status.WAITING:
        return Outcome()
    try:
        found, _ = read.fetch(work, node)
        if found:
            read.ask(work, node, found)
    except (Cancelled, HandedBack, DatabaseError):
        raise
    except Exception as failure:
        log.info("reading ahead of %s in run %s came to nothing: %s", path, work.run.pk, failure)
        return Outcome(result={"failed": str(failure)[:500]})
    spent = spending.ahead_of(work.run, path).spent
    return Outcome(
        events=(NodeForeread(path, spent.tokens, spent.microusd, spent.unpriced_tokens),),
        result={"tokens": spent.tokens},
    )
