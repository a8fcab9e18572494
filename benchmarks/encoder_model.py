"""The encoder in torch, to be fitted: the same sums as `agent/understanding/attention.py` and `encoder.py`, many at once.

Replies lie in tables by question [questions, replies of one, tokens], so that what is listed is attended to without being
copied for each of them, and rows are moved and chosen in ways whose gradients need no atomic additions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from math import prod
from typing import Any

import torch
from torch import Tensor, nn

from agent.understanding.attention import Floats
from agent.understanding.encoder import BLOCK, MIDDLE
from benchmarks.e5_file import E5File

WIDTH, HEADS, DEPTH = 384, 12, 12
HIDDEN = 256
PLACES = 128
APART, NEAR = -2.0, 30.0  # at the start: what texts see of each other; how much nearness counts
DROPPED = 0.1
_NEVER = -1e4
_HEAD = WIDTH // HEADS


@dataclass(frozen=True)
class Batch:
    """Tokens of every question with its answers, then of every reply, flat; and where each belongs.

    `tokens`, `places`, `kinds` [n]; `listed_at`, `replied_at`: their slots in padded tables `listed_shape` [questions, most]
    and `reply_shape` [questions, replies, most]; `texts` [questions, most]: which text a listed token is of, −1 = padding;
    `lengths` [questions, replies]: tokens of a reply, 0 = none there; `whose`: the reply of a replied token; `of` [replies]:
    its question; `answer_of`, `question_of`: the flat tokens of answers and questions, with whose they are; `listed`
    [replies, MOST_OPTIONS]: rows of answers, −1 = none; `meant`, `worth` [replies].
    """

    tokens: Tensor
    places: Tensor
    kinds: Tensor
    listed_at: Tensor
    replied_at: Tensor
    listed_shape: tuple[int, int]
    reply_shape: tuple[int, int, int]
    texts: Tensor
    lengths: Tensor
    whose: Tensor
    of: Tensor
    answer_of: tuple[Tensor, Tensor]
    question_of: tuple[Tensor, Tensor]
    answers: int
    listed: Tensor
    meant: Tensor
    worth: Tensor

    def to(self, device: str) -> Batch:
        """The same there."""
        return replace(self, **{each.name: _moved(getattr(self, each.name), device) for each in fields(self)})


def _moved(given: Any, device: str) -> Any:
    if isinstance(given, Tensor):
        return given.to(device, non_blocking=True)
    if isinstance(given, tuple):
        return tuple(_moved(each, device) for each in given)
    return given


class Layer(nn.Module):
    """One layer; see `attention.Layer`."""

    def __init__(self) -> None:
        super().__init__()
        self.qkv, self.out = nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH)
        self.out_norm, self.norm = nn.LayerNorm(WIDTH, eps=1e-12), nn.LayerNorm(WIDTH, eps=1e-12)
        self.widen, self.narrow = nn.Linear(WIDTH, 4 * WIDTH), nn.Linear(4 * WIDTH, WIDTH)
        self.among = nn.Parameter(torch.full((HEADS,), APART))
        self.towards = nn.Parameter(torch.full((HEADS,), APART))
        self.thin = nn.Dropout(DROPPED)

    def forward(self, rows: Tensor, batch: Batch, hidden: Masks) -> Tensor:
        """The rows after this layer."""
        asked = len(batch.listed_at)
        wide = self.qkv(rows)
        mine, keys, values = _heads(wide[:asked], batch.listed_at, batch.listed_shape)
        among = hidden.listed + hidden.apart * self.among.to(wide.dtype)[None, :, None, None]
        weights = torch.softmax(mine @ keys.transpose(-1, -2) + among, -1).to(values.dtype)
        listed = Picked.apply((weights @ values).transpose(1, 2).reshape(-1, WIDTH), batch.listed_at)
        seen = self._seen(_heads(wide[asked:], batch.replied_at, batch.reply_shape), keys, values, hidden)
        replied = Picked.apply(seen.permute(0, 2, 3, 1, 4).reshape(-1, WIDTH), batch.replied_at)
        rows = self.out_norm(rows + self.thin(self.out(torch.cat([listed, replied]))))
        middle = nn.functional.gelu(self.widen(rows), approximate="tanh")
        return torch.as_tensor(self.norm(rows + self.thin(self.narrow(middle))))

    def _seen(
        self, said: tuple[Tensor, Tensor, Tensor], keys: Tensor, values: Tensor, hidden: Masks
    ) -> Tensor:
        """What replies see of what is listed and of themselves [questions, heads, replies, tokens, width of a head]."""
        mine, own_keys, own_values = said
        questions, heads, replies, longest, _ = mine.shape
        most = keys.shape[2]
        beside = mine.reshape(questions, heads, replies * longest, _HEAD)
        towards = hidden.listed + self.towards.to(keys.dtype)[None, :, None, None]
        listed = (beside @ keys.transpose(-1, -2) + towards).view(questions, heads, replies, longest, most)
        own = mine @ own_keys.transpose(-1, -2) + hidden.own
        weights = torch.softmax(torch.cat([listed, own], -1), -1).to(values.dtype)
        there = weights[..., :most].reshape(questions, heads, replies * longest, most) @ values
        return there.view_as(mine) + weights[..., most:] @ own_values


@dataclass(frozen=True)
class Masks:
    """What is added to attention: `listed` and `own` hide padding; `apart` says where a learned offset goes."""

    listed: Tensor
    own: Tensor
    apart: Tensor


class Model(nn.Module):
    """Begins as the bundled encoder, with the rows of the `kept` pieces only."""

    def __init__(self, begin: E5File, kept: Sequence[int], others: int) -> None:
        super().__init__()
        self.words = nn.Embedding.from_pretrained(
            torch.from_numpy(begin.matrix("emb.word", WIDTH, kept)), freeze=False
        )
        self.places = _given(begin.floats("emb.pos").reshape(-1, WIDTH)[:PLACES])
        self.kinds = _given(begin.floats("emb.type").reshape(-1, WIDTH)[:1].repeat(3, axis=0))
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)
        _load_norm(self.norm, begin, "emb.ln")
        self.layers = nn.ModuleList(_layer(begin, number) for number in range(DEPTH))
        self.fit = nn.ModuleList([nn.Linear(3 * WIDTH, HIDDEN), nn.Linear(HIDDEN, 1)])
        self.other = nn.ModuleList([nn.Linear(2 * WIDTH, HIDDEN), nn.Linear(HIDDEN, others)])
        self.near = nn.Parameter(torch.tensor(NEAR))
        self.mean = nn.Parameter(torch.zeros(WIDTH))
        self.thin = nn.Dropout(DROPPED)

    def forward(self, batch: Batch) -> Tensor:
        """Utilities [replies, MOST_OPTIONS + others]; absent answers −1e4."""
        answers, questions, replies = self.means(batch)
        there = batch.listed >= 0
        beside = chosen(batch.listed.clamp(min=0), answers)
        said = replies[:, None].expand_as(beside)
        fits = self._through(self.fit, torch.cat([said, beside, said * beside], -1))[..., 0]
        fits = fits + self.near * nn.functional.cosine_similarity(
            said - self.mean, beside - self.mean, dim=-1
        )
        others = self._through(self.other, torch.cat([replies, chosen(batch.of, questions)], -1))
        return torch.cat([fits.float().masked_fill(~there, _NEVER), others.float()], 1)

    def means(self, batch: Batch) -> tuple[Tensor, Tensor, Tensor]:
        """The mean rows of every answer, question and reply."""
        words = self.words.weight
        words = words + (in_four_bits(words.detach()) - words).detach()  # fitted as they are shipped
        rows = nn.functional.embedding(batch.tokens, words)
        rows = rows + chosen(batch.places, self.places) + chosen(batch.kinds, self.kinds)
        rows = self.thin(self.norm(rows))
        hidden = masks(batch)
        for layer in self.layers:
            rows = layer(rows, batch, hidden)
        rows = rows.float()
        asked = len(batch.listed_at)
        return (
            _mean(Picked.apply(rows, batch.answer_of[0]), batch.answer_of[1], batch.answers),
            _mean(Picked.apply(rows, batch.question_of[0]), batch.question_of[1], batch.listed_shape[0]),
            _mean(rows[asked:], batch.whose, len(batch.of)),
        )

    def _through(self, pair: nn.ModuleList, rows: Tensor) -> Tensor:
        return torch.as_tensor(pair[1](nn.functional.gelu(pair[0](self.thin(rows)), approximate="tanh")))

    def matrices(self) -> Iterator[tuple[str, nn.Linear]]:
        """Every matrix, by the name it is shipped under."""
        for number, layer in enumerate(self.layers):
            for name in ("qkv", "out", "widen", "narrow"):
                yield f"layer.{number}.{name}", getattr(layer, name)
        for name in ("fit", "other"):
            for number, linear in enumerate(getattr(self, name)):
                yield f"{name}.{number}", linear


def masks(batch: Batch) -> Masks:
    """The masks of a batch, at the precision attention runs at."""
    device = batch.texts.device
    kind = torch.bfloat16 if torch.is_autocast_enabled(device.type) else torch.float32
    padded = batch.texts < 0
    apart = batch.texts[:, :, None] != batch.texts[:, None, :]
    own = torch.arange(batch.reply_shape[2], device=device) >= batch.lengths[..., None]
    return Masks(
        (padded * _NEVER)[:, None, None].to(kind),
        (own * _NEVER)[:, None, :, None, :].to(kind),
        apart[:, None].to(kind),
    )


class Picked(torch.autograd.Function):
    """The rows at places of which none comes twice."""

    @staticmethod
    def forward(context: Any, rows: Tensor, at: Tensor) -> Tensor:
        context.save_for_backward(at)
        context.count = len(rows)
        return rows.index_select(0, at)

    @staticmethod
    def backward(context: Any, *slopes: Tensor) -> tuple[Tensor, None]:
        (at,) = context.saved_tensors
        return slopes[0].new_zeros(context.count, slopes[0].shape[1]).index_copy(0, at, slopes[0]), None


def chosen(at: Tensor, table: Tensor) -> Tensor:
    """The rows of a small table, as a product: a row chosen thousands of times adds up its slopes at once."""
    with torch.autocast(table.device.type, enabled=False):
        return nn.functional.one_hot(at, len(table)).to(table.dtype) @ table


def in_four_bits(rows: Tensor) -> Tensor:
    """The rows as `e5_file.packed` keeps them and `encoder.unpacked` reads them."""
    blocks = rows.view(-1, BLOCK)
    far = blocks.gather(1, blocks.abs().argmax(1, keepdim=True))
    scales = (far / -MIDDLE).half().float()
    by = torch.where(scales == 0, torch.ones_like(scales), scales)
    codes = ((blocks / by).round() + MIDDLE).clamp(0, 2 * MIDDLE - 1)
    return ((codes - MIDDLE) * scales).view_as(rows)


def _heads(rows: Tensor, at: Tensor, shape: tuple[int, ...]) -> tuple[Tensor, Tensor, Tensor]:
    """Queries (scaled), keys and values [questions, heads, …, most, width of a head] from flat rows."""
    table = rows.new_zeros(prod(shape), rows.shape[1]).index_copy(0, at, rows).view(*shape, 3, HEADS, _HEAD)
    asks, keys, values = table.movedim(-3, 0).movedim(-2, 2)
    return asks * _HEAD**-0.5, keys, values


def _mean(rows: Tensor, whose: Tensor, count: int) -> Tensor:
    added = rows.new_zeros(count, WIDTH).index_add(0, whose, rows)
    return added / torch.bincount(whose, minlength=count).clamp(min=1)[:, None]


def _given(rows: Floats) -> nn.Parameter:
    return nn.Parameter(torch.from_numpy(rows.copy()))


def _layer(begin: E5File, number: int) -> Layer:
    layer, name = Layer(), f"l{number}"
    with torch.no_grad():
        parts = [
            (begin.matrix(f"{name}.{each}.w", WIDTH), begin.floats(f"{name}.{each}.b")) for each in "qkv"
        ]
        layer.qkv.weight.copy_(torch.cat([torch.from_numpy(weight) for weight, _ in parts]))
        layer.qkv.bias.copy_(torch.cat([torch.from_numpy(bias) for _, bias in parts]))
        for linear, short in ((layer.out, "ao"), (layer.widen, "fi"), (layer.narrow, "fo")):
            linear.weight.copy_(torch.from_numpy(begin.matrix(f"{name}.{short}.w", linear.in_features)))
            linear.bias.copy_(torch.from_numpy(begin.floats(f"{name}.{short}.b")))
    _load_norm(layer.out_norm, begin, f"{name}.aln")
    _load_norm(layer.norm, begin, f"{name}.oln")
    return layer


def _load_norm(norm: nn.LayerNorm, begin: E5File, name: str) -> None:
    with torch.no_grad():
        norm.weight.copy_(torch.from_numpy(begin.floats(f"{name}.w")))
        norm.bias.copy_(torch.from_numpy(begin.floats(f"{name}.b")))
