"""A stand-in that answers at once: the person's clauses, then lines of a checklist, drawn by chance."""

import random

from steer_app.steer.skills.aspects import Answer, AspectDraft, Request
from steer_app.steer.skills.aspects.checklists import checklist
from steer_app.steer.skills.aspects.clauses import clauses
from steer_app.steer.skills.aspects.topic import matter

MOST_OWN = 4


def answer(request: Request, rng: random.Random) -> Answer:
    own = list(dict.fromkeys(clauses(request.about)))[:MOST_OWN]
    usual = [line for line in checklist(request.query, matter(request.query)) if line not in own]
    wanted = rng.randint(5, 7) - len(own)
    chosen = sorted(rng.sample(range(len(usual)), min(max(wanted, 1), len(usual))))
    drafts = [AspectDraft(text=text, origin="inferred", words=text) for text in own]
    drafts += [AspectDraft(text=usual[place], origin="inferred", words="this kind of question") for place in chosen]
    return Answer(text=request.about or f"Someone who asks: “{request.query}”", aspects=drafts)
