"""The encoder: reads a question, its listed answers and a reply together, and says which answer or act is meant, as
probabilities.

A small transformer (multilingual-e5-small: Wang et al. 2024, MIT licence), fitted further by `benchmarks/fit_encoder.py`
on what the tuning authors replied, and shipped in `encoder.npz`: its words at four bits a number (blocks of
32 with one scale, the form Q4_0 of llama.cpp), its layers at eight bits with a scale to each row. The order of the
answers changes nothing: each begins at place 0 and sees the others alike. Nothing is learned from customers.
"""

from __future__ import annotations

import hashlib
import json
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agent.errors import SettingsError
from agent.understanding.attention import (
    Floats,
    Kept,
    Layer,
    Linear,
    Norm,
    gelu,
    listed_rows,
    reply_rows,
    softmax,
)
from agent.understanding.learned import Chances, learned

FILE = Path(__file__).with_name("encoder.npz")
MOST_ASKED, MOST_LABEL, MOST_REPLY = 64, 32, 96  # tokens, both ends counted
_TORN = (zipfile.BadZipFile, zlib.error)
_QUESTION, _LABEL, _REPLY = 0, 1, 2
_BEGIN, _END = 0, 2  # the tokens before and after every text
BLOCK, MIDDLE = 32, 8  # numbers with one scale; the code of 0
_FIRST = 3  # below are control tokens: a customer who types "</s>" must not end the text
_REMEMBERED = 96  # questions with what a reply attends to: 1.3 MB each
_LAST = 16  # replies with what they mean: who hears danger in a message and who routes it ask for the same


@dataclass(frozen=True, slots=True)
class Words:
    """The rows of all tokens at four bits a number: `codes` [tokens, width / 2], `scales` [tokens, width / 32]."""

    codes: NDArray[np.uint8]
    scales: NDArray[np.float16]

    def of(self, tokens: NDArray[np.int64]) -> Floats:
        """Their rows [n, width]."""
        return unpacked(self.codes[tokens], self.scales[tokens])


@dataclass(frozen=True, slots=True)
class Listed:
    """A question and its answers, worked out: what replies attend to, the mean row of each answer and of the question."""

    kept: Kept
    answers: Floats
    question: Floats


@dataclass(frozen=True, slots=True)
class Judge:
    """From mean rows to utilities: how well an answer fits the reply, and each act and "unclear"."""

    fit: tuple[Linear, Linear]
    other: tuple[Linear, Linear]
    mean: Floats
    near: float

    def chances(self, reply: Floats, listed: Listed) -> NDArray[np.float64]:
        """The probability of every answer, then of every act and "unclear"."""
        answers = listed.answers
        said = np.broadcast_to(reply, answers.shape)
        one, two = self.fit
        fits = two(gelu(one(np.concatenate([said, answers, said * answers], axis=1))))[:, 0]
        fits = fits + self.near * _cosines(answers - self.mean, reply - self.mean)
        one, two = self.other
        others = two(gelu(one(np.concatenate([reply, listed.question])[None])))[0]
        return softmax(np.concatenate([fits, others]).astype(np.float64))  # type: ignore[return-value]


@dataclass(frozen=True, slots=True, eq=False)
class Encoder:
    """Everything of one `encoder.npz`. `tokenizer` cuts texts; `words`: the rows of tokens; `digest` tells two files apart."""

    others: tuple[str, ...]
    tokenizer: Any
    words: Words
    places: Floats
    kinds: Floats
    norm: Norm
    layers: tuple[Layer, ...]
    judge: Judge
    digest: str = ""

    def chances(self, question: str, labels: Sequence[str], reply: str) -> Chances:
        """How probable each listed answer (in order), each act and "unclear" is."""
        asked = tuple(labels)
        shares = self.judge.chances(_meant(self, question, asked, reply), _listed(self, question, asked))
        return Chances(
            tuple(map(float, shares[: len(labels)])),
            dict(zip(self.others, map(float, shares[len(labels) :]), strict=True)),
        )

    def meaning(self, question: str, labels: Sequence[str], reply: str) -> Floats:
        """What `reply` means as an answer to `question`, as a row [width]; the last ones asked for are remembered."""
        return _meant(self, question, tuple(labels), reply)

    def meanings(self, question: str, labels: Sequence[str], replies: Sequence[str]) -> Floats:
        """The same of many replies [n, width]: those of one length go through the layers side by side."""
        listed = _listed(self, question, tuple(labels))
        cuts = [self._tokens(reply, MOST_REPLY) for reply in replies]
        means = np.empty((len(cuts), len(listed.question)), dtype=np.float32)
        for length in {len(each) for each in cuts}:
            alike = [place for place, each in enumerate(cuts) if len(each) == length]
            rows = np.concatenate([self._rows(cuts[place], _REPLY) for place in alike])
            read = reply_rows(self.layers, rows, listed.kept, len(alike))
            means[alike] = read.reshape(len(alike), length, -1).mean(axis=1)
        return means

    def listed(self, question: str, labels: Sequence[str]) -> Listed:
        """What replies to `question` attend to. The end of a long question counts: what is asked stands there."""
        texts = [self._tokens(question, MOST_ASKED, last=True)]
        texts += [self._tokens(label, MOST_LABEL) for label in labels]
        whose = np.repeat(np.arange(len(texts)), [len(each) for each in texts])
        rows = np.concatenate(
            [self._rows(each, _LABEL if place else _QUESTION) for place, each in enumerate(texts)]
        )
        rows, kept = listed_rows(self.layers, rows, whose)
        means = np.stack([rows[whose == place].mean(axis=0) for place in range(len(texts))])
        return Listed(kept, means[1:], means[0])

    def _tokens(self, text: str, most: int, *, last: bool = False) -> NDArray[np.int64]:
        return np.array(cut(self.tokenizer, text, most, last=last))

    def _rows(self, tokens: NDArray[np.int64], kind: int) -> Floats:
        return self.norm(self.words.of(tokens) + self.places[: len(tokens)] + self.kinds[kind])


def unpacked(codes: NDArray[np.uint8], scales: NDArray[np.float16]) -> Floats:
    """Rows of numbers from their four-bit codes: two to a byte, the lower half of a block of 32 in the lower bits."""
    blocks = codes.reshape(*scales.shape, BLOCK // 2)
    numbers = np.concatenate([blocks & 15, blocks >> 4], axis=-1).astype(np.float32) - MIDDLE
    return np.asarray((numbers * scales.astype(np.float32)[..., None]).reshape(len(codes), -1))


def cut(tokenizer: Any, text: str, most: int, *, last: bool = False) -> list[int]:
    """The tokens of `text` between both ends, `most` in all. Of longer texts both ends are kept, as the last word may turn
    all; `last` = the end alone."""
    whole = text.encode("utf-8", "replace").decode()  # half of a surrogate pair is not text
    found = [token for token in tokenizer.encode(whole).ids if token >= _FIRST]
    room = most - 2
    if len(found) > room:
        head = 0 if last else room // 3
        found = found[:head] + found[head - room :]
    return [_BEGIN, *found, _END]


@lru_cache(maxsize=_REMEMBERED)
def _listed(encoder: Encoder, question: str, labels: tuple[str, ...]) -> Listed:
    return encoder.listed(question, labels)


@lru_cache(maxsize=_LAST)
def _meant(encoder: Encoder, question: str, labels: tuple[str, ...], reply: str) -> Floats:
    return np.asarray(encoder.meanings(question, labels, (reply,))[0])


def _cosines(rows: Floats, one: Floats) -> Floats:
    lengths = np.linalg.norm(rows, axis=1) * np.linalg.norm(one) + np.float32(1e-8)
    return np.asarray(rows @ one / lengths, dtype=np.float32)


@cache
def encoder(file: Path = FILE) -> Encoder:
    """The shipped encoder. Raises SettingsError (`reader_corrupt`) for a file that does not fit this code."""
    try:
        with np.load(file, allow_pickle=False) as held:
            card = json.loads(bytes(held["card"]).decode())
            made = _made(card, _tokenizer(bytes(held["tokenizer"]).decode()), held)
            made = replace(made, digest=_digest(held.zip.infolist()))
        _check(made)
    except (OSError, EOFError, ValueError, KeyError, TypeError, IndexError, *_TORN) as fault:
        raise SettingsError(
            f"The encoder {file.name} cannot be used: {fault}.",
            code="reader_corrupt",
            mend="Install the package again, or fit it: python -m benchmarks.fit_encoder --write",
        ) from fault
    return made


def _digest(parts: Sequence[zipfile.ZipInfo]) -> str:
    """Of the archive's own checksums: its 26 MB are not read again."""
    sums = sorted((part.filename, part.file_size, part.CRC) for part in parts)
    return hashlib.sha256(repr(sums).encode()).hexdigest()[:16]


def _tokenizer(told: str) -> Any:
    """What cuts texts into tokens. Raises ValueError for what does not describe one."""
    from tokenizers import Tokenizer  # noqa: PLC0415 - a quarter of a second, and not needed without an encoder

    try:
        return Tokenizer.from_str(told)
    except Exception as fault:  # it raises nothing narrower
        raise ValueError(f"its tokenizer: {fault}") from fault


def _check(made: Encoder) -> None:
    """Raises ValueError for arrays that do not belong together, and for a reader of other classes."""
    if set(made.others) != set(learned().others):
        raise ValueError("it knows other acts than the learned reader")
    if len(made.places) < MOST_REPLY:
        raise ValueError("places are missing")
    if len(made.words.codes) != made.tokenizer.get_vocab_size():
        raise ValueError("its words are not those of its tokenizer")
    tried = made.chances("?", ("a", "b"), "a")
    if not all(0 <= chance <= 1 for chance in (*tried.options, *tried.others.values())):
        raise ValueError("its numbers make no probabilities")


def _made(card: Mapping[str, Any], tokenizer: Any, held: Mapping[str, NDArray[Any]]) -> Encoder:
    depth = sum(name.endswith(".among") for name in held)
    if depth != card["layers"]:
        raise ValueError(f"{depth} layers of {card['layers']}")
    linears = {name: _linear(held, name) for name in ("fit.0", "fit.1", "other.0", "other.1")}
    judge = Judge(
        (linears["fit.0"], linears["fit.1"]),
        (linears["other.0"], linears["other.1"]),
        held["mean"].astype(np.float32),
        float(held["near"]),
    )
    return Encoder(
        others=tuple(card["others"]),
        tokenizer=tokenizer,
        words=Words(held["word.codes"], held["word.scales"]),
        places=held["places"].astype(np.float32),
        kinds=held["kinds"].astype(np.float32),
        norm=_norm(held, "norm"),
        layers=tuple(_layer(held, f"layer.{number}") for number in range(depth)),
        judge=judge,
    )


def _layer(held: Mapping[str, NDArray[Any]], name: str) -> Layer:
    return Layer(
        queries_keys_values=_linear(held, f"{name}.qkv"),
        out=_linear(held, f"{name}.out"),
        out_norm=_norm(held, f"{name}.out_norm"),
        widen=_linear(held, f"{name}.widen"),
        narrow=_linear(held, f"{name}.narrow"),
        norm=_norm(held, f"{name}.norm"),
        among=held[f"{name}.among"].astype(np.float32),
        towards=held[f"{name}.towards"].astype(np.float32),
    )


def _linear(held: Mapping[str, NDArray[Any]], name: str) -> Linear:
    """Kept by rows of what comes out; turned, so that rows of what goes in are multiplied from the left."""
    weight = held[f"{name}.codes"].astype(np.float32) * held[f"{name}.scales"].astype(np.float32)[:, None]
    return Linear.of(weight.T, held[f"{name}.bias"].astype(np.float32))


def _norm(held: Mapping[str, NDArray[Any]], name: str) -> Norm:
    return Norm(held[f"{name}.scale"].astype(np.float32), held[f"{name}.shift"].astype(np.float32))
