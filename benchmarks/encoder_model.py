"""The encoder in torch, to be fitted: the same sums as `agent/understanding/attention.py` and `encoder.py`, many at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from agent.understanding.attention import Floats
from benchmarks.e5_file import E5File

WIDTH, HEADS, DEPTH = 384, 12, 12
HIDDEN = 256
PLACES = 128
APART, NEAR = -2.0, 30.0  # at the start: what texts see of each other; how much nearness counts
DROPPED = 0.1
_NEVER = -1e4


@dataclass(frozen=True)
class Batch:
    """Tokens of every question with its answers, then of every reply, flat; and where each belongs.

    `tokens`, `places`, `kinds` [n]; `listed_at`, `replied_at`: their slots in padded tables `listed_shape`,
    `reply_shape`; `texts` [questions, most]: which text a listed token is of, −1 = padding; `filled` [replies, most];
    `of` [replies]: its question; `answer_of`, `question_of`: the flat tokens of answers and questions, with whose they
    are; `listed` [replies, MOST_OPTIONS]: rows of answers, −1 = none; `meant`, `worth` [replies].
    """

    tokens: Tensor
    places: Tensor
    kinds: Tensor
    listed_at: Tensor
    replied_at: Tensor
    listed_shape: tuple[int, int]
    reply_shape: tuple[int, int]
    texts: Tensor
    filled: Tensor
    of: Tensor
    answer_of: tuple[Tensor, Tensor]
    question_of: tuple[Tensor, Tensor]
    answers: int
    listed: Tensor
    meant: Tensor
    worth: Tensor


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
        among = hidden.listed + hidden.apart * self.among.to(rows.dtype)[None, :, None, None]
        listed = _flat(_attended(mine, keys, values, among), batch.listed_at)
        mine, own_keys, own_values = _heads(wide[asked:], batch.replied_at, batch.reply_shape)
        keys = torch.cat([keys.index_select(0, batch.of), own_keys], 2)
        values = torch.cat([values.index_select(0, batch.of), own_values], 2)
        towards = hidden.replies + hidden.listed_first * self.towards.to(rows.dtype)[None, :, None, None]
        replied = _flat(_attended(mine, keys, values, towards), batch.replied_at)
        rows = self.out_norm(rows + self.out(torch.cat([listed, replied])))
        return torch.as_tensor(self.norm(rows + self.thin(self.narrow(nn.functional.gelu(self.widen(rows))))))


@dataclass(frozen=True)
class Masks:
    """What is added to attention: `listed` and `replies` hide padding; `apart` and `listed_first` say where a learned
    offset goes."""

    listed: Tensor
    replies: Tensor
    apart: Tensor
    listed_first: Tensor


class Model(nn.Module):
    """Begins as the bundled encoder, with the rows of the `kept` pieces only."""

    def __init__(self, begin: E5File, kept: Sequence[int], others: int) -> None:
        super().__init__()
        self.words = nn.Embedding.from_pretrained(
            torch.from_numpy(begin.matrix("emb.word", WIDTH, kept)), freeze=True
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
        beside = answers[batch.listed.clamp(min=0)]
        said = replies[:, None].expand_as(beside)
        fits = self._through(self.fit, torch.cat([said, beside, said * beside], -1))[..., 0]
        fits = fits + self.near * nn.functional.cosine_similarity(
            said - self.mean, beside - self.mean, dim=-1
        )
        others = self._through(self.other, torch.cat([replies, questions[batch.of]], -1))
        return torch.cat([fits.float().masked_fill(~there, _NEVER), others.float()], 1)

    def means(self, batch: Batch) -> tuple[Tensor, Tensor, Tensor]:
        """The mean rows of every answer, question and reply."""
        rows = self.words(batch.tokens) + self.places[batch.places] + self.kinds[batch.kinds]
        rows = self.thin(self.norm(rows))
        hidden = masks(batch)
        for layer in self.layers:
            rows = layer(rows, batch, hidden)
        rows = rows.float()
        asked = len(batch.listed_at)
        replied = torch.div(batch.replied_at, batch.reply_shape[1], rounding_mode="floor")
        return (
            _mean(rows[batch.answer_of[0]], batch.answer_of[1], batch.answers),
            _mean(rows[batch.question_of[0]], batch.question_of[1], batch.listed_shape[0]),
            _mean(rows[asked:], replied, batch.reply_shape[0]),
        )

    def _through(self, pair: nn.ModuleList, rows: Tensor) -> Tensor:
        return torch.as_tensor(pair[1](nn.functional.gelu(pair[0](self.thin(rows)))))

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
    kind = torch.bfloat16 if torch.is_autocast_enabled("cpu") else torch.float32
    padded = batch.texts < 0
    apart = batch.texts[:, :, None] != batch.texts[:, None, :]
    both = torch.cat([padded[batch.of], ~batch.filled], 1)
    first = torch.arange(both.shape[1]) < padded.shape[1]
    return Masks(
        (padded * _NEVER)[:, None, None].to(kind),
        (both * _NEVER)[:, None, None].to(kind),
        apart[:, None].to(kind),
        first[None, None, None].to(kind),
    )


def _heads(rows: Tensor, at: Tensor, shape: tuple[int, int]) -> tuple[Tensor, Tensor, Tensor]:
    """Queries, keys and values [texts, heads, most, width of a head] from flat rows."""
    table = rows.new_zeros(shape[0] * shape[1], rows.shape[1]).index_copy(0, at, rows)
    parts = table.view(*shape, 3, HEADS, WIDTH // HEADS).permute(2, 0, 3, 1, 4)
    return parts[0], parts[1], parts[2]


def _attended(asks: Tensor, keys: Tensor, values: Tensor, added: Tensor) -> Tensor:
    weights = torch.matmul(asks * (WIDTH // HEADS) ** -0.5, keys.transpose(-1, -2)) + added
    return torch.matmul(torch.softmax(weights, -1).to(values.dtype), values)


def _flat(table: Tensor, at: Tensor) -> Tensor:
    return table.transpose(1, 2).reshape(-1, WIDTH).index_select(0, at)


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
