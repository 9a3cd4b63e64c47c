"""How long web and worker take to be of use, and what they hold when idle."""

import subprocess
import time
from pathlib import Path

from benchmark.perf.rows import Row, median
from tests.runs.killing import Rows
from tests.runs.product import Product, until

ROUNDS, IDLE_S = 3, 3
SMALL_RUN = """
from django.contrib.auth import get_user_model
from steer_app.runs.services import runs
owner, _ = get_user_model().objects.get_or_create(username="owner")
run = runs.create(method_name="counting", owner=owner, title="", params={"depth": 0})
runs.start(run_id=run.pk)
print(run.pk)
"""


def run(folder: Path) -> list[Row]:
    with Product(folder / "startup") as product:
        product.start("bus")
        web = [_started(product, "web") for _ in range(ROUNDS)]
        worker = [_started(product, "worker") for _ in range(ROUNDS)]
    return [
        Row("web: start to the first answer", f"{median([seconds for seconds, _ in web]):.1f} s"),
        Row("web: memory when idle", f"{median([megabytes for _, megabytes in web]):.0f} MB"),
        Row(
            "worker: start to the end of a waiting run of two steps",
            f"{median([seconds for seconds, _ in worker]):.1f} s",
        ),
        Row("worker: memory when idle", f"{median([megabytes for _, megabytes in worker]):.0f} MB"),
    ]


def _started(product: Product, name: str) -> tuple[float, float]:
    """Seconds until it is of use, and resident megabytes after a few idle seconds."""
    if name == "worker":
        rows, run_id = Rows(product), int(product.python(SMALL_RUN).split()[-1])
    began = time.perf_counter()
    product.start(name)
    if name == "worker":
        until(lambda: rows.run(run_id)["status"] == "ended", 60, "a run of two steps")
    seconds = time.perf_counter() - began
    time.sleep(IDLE_S)
    megabytes = _status(product.running[name], "VmRSS") / 1024
    product.kill(name)
    return seconds, megabytes


def _status(process: subprocess.Popen[bytes], name: str) -> float:
    lines = Path(f"/proc/{process.pid}/status").read_text().splitlines()
    return float(next(line.split()[1] for line in lines if line.startswith(f"{name}:")))
