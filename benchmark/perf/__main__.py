"""`python -m benchmark.perf [name ...]`: run the benches, or the named ones, and print one table."""

import os
import shutil
import sys
import tempfile
from importlib import import_module
from pathlib import Path

HAS_CHROMIUM = any(shutil.which(name) for name in ("chromium", "chromium-browser"))
BENCHES = ("planning", "session", "panel", "latency", "steers", "startup", "passages", "search")
BENCHES += ("browser",) if HAS_CHROMIUM else ()
"""What runs unnamed; `manual` takes many minutes and is named. The bands are a script of their own: bands.py."""


def main(names: list[str]) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "steer_app.settings")
    with tempfile.TemporaryDirectory(prefix="slbench") as folder:
        os.environ["STEERLAB_DATA"] = folder  # never the data of a product that is in use
        import django

        django.setup()
        from benchmark.perf.rows import load, table

        rows = []
        for name in names:
            print(f"{name} … ({load()})", file=sys.stderr)
            rows += import_module(f"benchmark.perf.{name}").run(Path(folder))
        print(f"\n`python -m benchmark.perf {' '.join(names)}`, {load()}\n")
        print(table(rows))


if __name__ == "__main__":
    main(sys.argv[1:] or list(BENCHES))
