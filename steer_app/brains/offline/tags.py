"""A few short labels for a set of sentences, those already in use first."""

from collections.abc import Sequence

from steer_app.brains.offline.phrases import phrases
from steer_app.brains.offline.vectors import likeness, of_text, of_texts
from steer_app.brains.offline.words import stems

MOST_LETTERS = 40


def tags(texts: Sequence[str], question: str, used: Sequence[str], most: int, same: float) -> list[str]:
    """2 to `most` tags if the texts yield them: terms of the texts, nearest to the question and commonest first.

    A term that means the same as a used tag (the same stems, or cosine >= same) is written as that tag.
    """
    ranked = [phrase for phrase in phrases(texts) if len(phrase.text) <= MOST_LETTERS][:24]
    if not ranked:
        return []
    vectors = of_texts([phrase.text for phrase in ranked])
    near = likeness(vectors, of_text(question)[None, :])[:, 0]
    best = max(phrase.score for phrase in ranked)
    order = sorted(
        range(len(ranked)), key=lambda i: (-round(float(near[i]) + 0.5 * ranked[i].score / best, 4), ranked[i].key)
    )
    old = of_texts(list(used))
    found: list[str] = []
    keys: list[set[str]] = []
    for place in order:
        label = _as_used(ranked[place].text, vectors[place], used, old, same)
        key = set(stems(label))
        if label not in found and not any(key <= other or other <= key for other in keys):
            found.append(label)
            keys.append(key)
        if len(found) == most:
            break
    return found


def _as_used(text: str, vector, used: Sequence[str], old, same: float) -> str:
    for tag in used:
        if stems(tag) == stems(text):
            return tag
    if len(old):
        near = likeness(vector[None, :], old)[0]
        best = max(range(len(used)), key=lambda i: (float(near[i]), used[i]))
        if near[best] >= same:
            return used[best]
    return text if any(letter.isupper() for letter in text) else text.lower()
