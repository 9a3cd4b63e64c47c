"""A double: five to eight questions over angles drawn by chance, with confidences far enough apart to matter."""

import random

from steer_app.brains.offline.words import stems, words
from steer_app.steer.skills.propose import Answer, CandidateDraft, Request

ANGLES = (
    "What are the costs of {x}?",
    "Which risks come with {x}?",
    "Which evidence is there on {x}?",
    "Which rules apply to {x}?",
    "What are the alternatives to {x}?",
    "What is done in practice about {x}?",
    "Who is affected by {x}?",
    "What has changed with {x} over the years?",
    "Which mistakes are common with {x}?",
    "What do critics say about {x}?",
)
WILD = "What does {x} have to do with other fields?"


def answer(request: Request, rng: random.Random) -> Answer:
    subjects = _subjects(request)
    avoid = set(request.avoid)
    drafts = []
    for angle in rng.sample(ANGLES, rng.randint(5, 8)):
        subject = rng.choice(subjects)
        question = angle.format(x=subject)
        if question not in avoid:
            confidence = round(rng.uniform(0.35, 0.95), 2)
            drafts.append(_draft(question, subject, confidence, wild_card=False))
    if request.wild_card_allowed:
        subject = rng.choice(subjects)
        drafts.append(_draft(WILD.format(x=subject), subject, round(rng.uniform(0.3, 0.6), 2), wild_card=True))
    return Answer(candidates=[draft for draft in drafts if draft.question not in avoid])


def _draft(question: str, subject: str, confidence: float, *, wild_card: bool) -> CandidateDraft:
    return CandidateDraft(
        question=question, query=question, goal=f"Look into {subject}.", confidence=confidence, wild_card=wild_card
    )


def _subjects(request: Request) -> list[str]:
    """The topic's content words and the longer words of the hits: enough to tell the questions of two nodes apart."""
    of_topic = [word for word in words(request.topic) if stems(word)]
    of_hits = sorted({word for source in request.passages for word in words(source.text) if len(word) > 7})
    return list(dict.fromkeys([*of_topic[:4], *of_hits[:40]])) or ["the subject"]
