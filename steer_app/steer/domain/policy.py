"""Whether asking would pay: the paper's section 2.4 with the filter of its appendix D."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum


@dataclass(frozen=True)
class Scored:
    utility: float
    exec_cost: float
    confidence: float


@dataclass(frozen=True)
class Verdict:
    """One decision's numbers; `radii` and `in_s` follow the candidates' order."""

    radii: tuple[float, ...]
    in_s: tuple[bool, ...]
    gain: float
    cost: float

    @property
    def asks(self) -> bool:
        return self.gain > self.cost


def radii(candidates: Sequence[Scored]) -> tuple[float, ...]:
    """r_k = (1 - conf_k) * (max U - min U): how far a utility may be off."""
    if not candidates:
        return ()
    utilities = [candidate.utility for candidate in candidates]
    spread = max(utilities) - min(utilities)
    return tuple((1 - candidate.confidence) * spread for candidate in candidates)


def could_be_best(candidates: Sequence[Scored]) -> tuple[bool, ...]:
    """S = {k : U_k + r_k >= max over i of (U_i - r_i)}. The leader is always in it."""
    if not candidates:
        return ()
    widths = radii(candidates)
    floor = max(candidate.utility - r for candidate, r in zip(candidates, widths, strict=True))
    return tuple(candidate.utility + r >= floor for candidate, r in zip(candidates, widths, strict=True))


def gain(candidates: Sequence[Scored], in_s: Sequence[bool]) -> float:
    """Sum over the candidates outside S of (Cexec - U): what not reading them would save. May be negative.

    Summed exactly, so that the order of the candidates cannot be seen in it.
    """
    left_out = [c for c, kept in zip(candidates, in_s, strict=True) if not kept]
    return fsum(term for c in left_out for term in (c.exec_cost, -c.utility))


def cost(c0: float, pauses: int, tol: float, active_directions: int) -> float:
    """C0 * (1 + pauses_j / Tol_j) with Tol_j = Tol / K'.

    Decision: the paper fixes K' at the root's decision. Directions are pruned, fail and are added later, and each
    change moves how much tolerance a direction can claim; so K' is the number of the root's children that are
    neither pruned nor failed at the time of the decision, and 1 at the root itself.
    """
    return c0 * (1 + pauses * max(1, active_directions) / tol)


def decide(candidates: Sequence[Scored], *, c0: float, pauses: int, tol: float, active_directions: int) -> Verdict:
    """Ask if gain > cost, else proceed. No candidate or one: gain 0, so never asked."""
    kept = could_be_best(candidates)
    return Verdict(radii(candidates), kept, gain(candidates, kept), cost(c0, pauses, tol, active_directions))
