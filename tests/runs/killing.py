"""Kill -9 the worker again and again, and compare what becomes of the run with one that was left in peace (K15).

Any method can be put through it: give the Python that starts its run, and what is to be the same afterwards.
"""

import json
import sqlite3
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from steer_app.runs.domain.canonical import digest
from tests.runs.product import Product, until

Picture = Callable[["Rows", int], Any]
"""What must be the same after any number of kills, read from a run's rows."""


class Rows:
    """The database of a product that runs in other processes, read from outside."""

    def __init__(self, product: Product) -> None:
        self._connection = sqlite3.connect(f"file:{product.data / 'steerlab.sqlite3'}?mode=ro", uri=True, timeout=20)
        self._connection.row_factory = sqlite3.Row

    def all(self, query: str, *values: Any) -> list[dict[str, Any]]:
        return [dict(row) for row in self._connection.execute(query, values)]

    def one(self, query: str, *values: Any) -> Any:
        """The only value of the only row."""
        return self._connection.execute(query, values).fetchone()[0]

    def run(self, run_id: int) -> dict[str, Any]:
        return self.all("SELECT * FROM runs_run WHERE id = ?", run_id)[0]

    def claimed(self, run_id: int) -> list[str]:
        query = "SELECT key FROM runs_step WHERE run_id = ? AND status = 'claimed'"
        return [row["key"] for row in self.all(query, run_id)]

    def finished_calls(self, run_id: int) -> set[str]:
        """The calls whose answers are kept, named as the callee names them."""
        query = "SELECT skill, request FROM runs_modelcall WHERE run_id = ? AND state = 'done'"
        return {digest(row["skill"], json.loads(row["request"])) for row in self.all(query, run_id)}


@dataclass(frozen=True)
class Kill:
    """One kill: the event it came after, the steps that were claimed, the calls that were finished, the log's end."""

    seq: int
    claimed: tuple[str, ...]
    finished: frozenset[str]
    logged: int


@dataclass
class Ordeal:
    """A run and what was done to it."""

    run_id: int
    picture: Any
    outcome: str
    last_seq: int
    kills: list[Kill] = field(default_factory=list)
    log: list[str] = field(default_factory=list)
    """The calls that the callee finished, in order."""

    def made_again(self) -> list[str]:
        """Calls that were finished at a kill, and yet made once more after it."""
        return [call for kill in self.kills for call in self.log[kill.logged :] if call in kill.finished]


def in_peace(data: Path, start: str, picture: Picture, timeout_s: float = 120, **environment: str) -> Ordeal:
    """The run as nobody disturbs it. `start`: Python that makes and starts a run and prints its id."""
    return killed(data, start, picture, after=(), timeout_s=timeout_s, **environment)


def killed(
    data: Path, start: str, picture: Picture, *, after: Iterable[int], timeout_s: float = 300, **environment: str
) -> Ordeal:
    """The run, with the worker killed right after each of the events `after`, as soon as a step is claimed.

    On a slow machine a kill may come later than its event; the next one then waits for an event that is new.
    """
    callee = data / "calls.log"
    with Product(data, STEERLAB_CALL_LOG=str(callee), **environment) as product:
        product.start("bus")
        run_id = int(product.python(start).split()[-1])
        rows = Rows(product)
        product.start("worker")  # last, so that no event goes by unwatched
        kills: list[Kill] = []
        for seq in after:
            at_least = max(seq, kills[-1].seq + 1) if kills else seq
            kills.append(_kill(product, rows, callee, run_id, at_least, timeout_s))
        until(lambda: rows.run(run_id)["status"] == "ended", timeout_s, f"the end of run {run_id}")
        run = rows.run(run_id)
        return Ordeal(run_id, picture(rows, run_id), run["outcome"], run["last_seq"], kills, _finished(callee))


def _kill(product: Product, rows: Rows, callee: Path, run_id: int, seq: int, timeout_s: float) -> Kill:
    def is_the_moment() -> bool:
        run = rows.run(run_id)
        assert run["status"] != "ended", f"the run ended before event {seq}"
        return run["last_seq"] >= seq and bool(rows.claimed(run_id))

    until(is_the_moment, timeout_s, f"event {seq} with a step claimed")
    product.kill("worker")
    kill = Kill(
        rows.run(run_id)["last_seq"],
        tuple(rows.claimed(run_id)),
        frozenset(rows.finished_calls(run_id)),
        len(_finished(callee)),
    )
    product.start("worker")
    return kill


def _finished(callee: Path) -> list[str]:
    """The digests of the calls that the brain has finished, one a line."""
    return [line.split()[-1] for line in callee.read_text().splitlines()] if callee.exists() else []


def spread(last_seq: int, kills: int, margin: int = 3) -> list[int]:
    """Events spread evenly over a run that has `last_seq` of them when left in peace."""
    return [margin + number * (last_seq - 4 * margin) // kills for number in range(kills)]
