"""What a candidate is worth and what it would cost: the paper's section 2.4 and its appendix D, term by term.

All results are plain floats in [0, 1] unless said otherwise. Every term is computed from numbers that are stored
with the decision, so that a reader can compute it again.
"""

from collections.abc import Sequence
from math import fsum, sqrt

COVERED_WELL = 2
"""The highest of the three coverage scores 0, 1, 2."""


def alignment(scores: Sequence[int]) -> float:
    """Align(r, A) = (1 / 2|A|) * sum of align(r, a); 0 without aspects."""
    return sum(scores) / (COVERED_WELL * len(scores)) if scores else 0.0


def never_lower(parent: Sequence[int], joined: Sequence[int]) -> tuple[int, ...]:
    """Each aspect's score on the joined text, never lower than on the parent's learnings alone."""
    return tuple(max(before, after) for before, after in zip(parent, joined, strict=True))


def align_gain_joined(parent: Sequence[int], joined: Sequence[int]) -> float:
    """dAlign = Align(r(n*) + r(k), A) - Align(r(n*), A), where `+` joins learnings.

    Decision: the paper prints Align(r(k)) - Align(r(n*)). With a child that has not been read yet this is negative
    nearly always (measured: 0 of 8 facets positive), and the persona would move nothing. What reading the child
    *adds* is what the term is for, so the child's expected learnings are joined to its parent's. The joined score of
    an aspect is never taken lower than the parent's, so that the gain lies in [0, 1].
    """
    return alignment(never_lower(parent, joined)) - alignment(parent)


def align_gain_paper(parent: Sequence[int], alone: Sequence[int]) -> float:
    """dAlign as the paper prints it, Align(r(k)) - Align(r(n*)), clipped to [0, 1] (setting `align_gain = paper`)."""
    return min(1.0, max(0.0, alignment(alone) - alignment(parent)))


def explore(counts: Sequence[int], epsilon: float) -> float:
    """Explore = (1 / |T_k|) * sum over the candidate's tags of epsilon / (1 + sqrt(count)); 0 without tags.

    Decision: the paper's sum runs over the global tag set, which gives the same number for every candidate and so
    could prefer none. Its text describes a bonus for the facets of the candidate; we take the candidate's own tags.
    Decision: the paper calls epsilon "a small constant". At 1.0 the utility swallows the execution cost and almost
    nothing is asked at C0 = 0.7 (measured: 0.2 to 0.3 questions in 13 decisions, against 1.6 at 0.5): default 0.5.
    """
    return fsum(epsilon / (1 + sqrt(count)) for count in counts) / len(counts) if counts else 0.0


def info_gain(cosine: float | None, *, expects_learnings: bool, learned_before: bool) -> float:
    """InfoGain = 1 - cos(mean of the candidate's learnings, mean of all learnings so far), clipped to [0, 1].

    0 if the candidate expects none, 1 if the session has none yet; `cosine` is read only when both have some.
    """
    if not expects_learnings:
        return 0.0
    if not learned_before or cosine is None:
        return 1.0
    return min(1.0, max(0.0, 1.0 - cosine))


def utility(align_gain: float, explored: float, informed: float, lambda_exp: float, lambda_info: float) -> float:
    """U = dAlign + lambda_exp * Explore + lambda_info * InfoGain. At least 0; at most 1 + the two weights."""
    return align_gain + lambda_exp * explored + lambda_info * informed


def remaining_nodes(depth_limit: int, depth: int, breadth: int) -> int:
    """N_rem: nodes of a full subtree under a candidate at `depth`, itself included."""
    levels = max(0, depth_limit - depth)
    if breadth == 1:
        return levels + 1
    return (breadth ** (levels + 1) - 1) // (breadth - 1)


def exec_cost(remaining: int) -> float:
    """Cexec = N_rem / (N_rem + 1). The paper's token average cancels out of its own formula."""
    return remaining / (remaining + 1)
