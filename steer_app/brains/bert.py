"""One text through a BERT encoder, as `SentenceTransformer` takes it, with nothing between the operators.

The same operators on the same numbers in the same order, so the same bits (a test compares them); but without the
layers of Python between them, a text alone takes a quarter less, and where other threads hold the interpreter's lock
less than half: each operator gives the lock away and has to wait for it again.
"""

from dataclasses import dataclass
from typing import Any

import torch
from torch.nn import functional as F


@dataclass(frozen=True)
class _Layer:
    joined: tuple[torch.Tensor, torch.Tensor]
    """Query, key and value in one matrix: each number of a product is the same as from a matrix of its own."""
    mixed: tuple[torch.Tensor, torch.Tensor]
    wide: tuple[torch.Tensor, torch.Tensor]
    narrow: tuple[torch.Tensor, torch.Tensor]
    norms: tuple[Any, Any]


class Bert:
    """The mean of an encoder's last states as a unit row. `model` is transformers' `BertModel` in float32."""

    def __init__(self, model: Any) -> None:
        self._words = model.embeddings.word_embeddings.weight
        self._kind = model.embeddings.token_type_embeddings.weight[0]
        self._places = model.embeddings.position_embeddings.weight
        self._norm = model.embeddings.LayerNorm
        self._heads = model.config.num_attention_heads
        with torch.inference_mode():
            self._layers = [_layer(one) for one in model.encoder.layer]

    def alone(self, ids: torch.Tensor) -> torch.Tensor:
        """(width,) of one text's word pieces, (n,), none of them padding."""
        with torch.inference_mode():
            state = _normed(F.embedding(ids, self._words) + self._kind + self._places[: len(ids)], self._norm)
            for layer in self._layers:
                state = self._through(layer, state)
            mean = state.sum(0, keepdim=True) / len(ids)
            return F.normalize(F.normalize(mean))[0]

    def _through(self, layer: _Layer, state: torch.Tensor) -> torch.Tensor:
        joined = F.linear(state, *layer.joined).view(1, len(state), 3, self._heads, -1)
        query, key, value = joined.permute(2, 0, 3, 1, 4).unbind(0)
        attended = F.scaled_dot_product_attention(query, key, value).transpose(1, 2).reshape(len(state), -1)
        state = _normed(F.linear(attended, *layer.mixed) + state, layer.norms[0])
        widened = F.gelu(F.linear(state, *layer.wide))
        return _normed(F.linear(widened, *layer.narrow) + state, layer.norms[1])


def _layer(one: Any) -> _Layer:
    attention = one.attention.self
    parts = (attention.query, attention.key, attention.value)
    return _Layer(
        joined=(torch.cat([part.weight for part in parts]), torch.cat([part.bias for part in parts])),
        mixed=_weights(one.attention.output.dense),
        wide=_weights(one.intermediate.dense),
        narrow=_weights(one.output.dense),
        norms=(one.attention.output.LayerNorm, one.output.LayerNorm),
    )


def _weights(linear: Any) -> tuple[torch.Tensor, torch.Tensor]:
    return linear.weight, linear.bias


def _normed(state: torch.Tensor, norm: Any) -> torch.Tensor:
    return F.layer_norm(state, norm.normalized_shape, norm.weight, norm.bias, norm.eps)
