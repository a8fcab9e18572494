"""The learned reader: which option a reply means, or which act it is, or that it is no answer, as probabilities.

A conditional logit (McFadden 1974) over the listed options, the acts and "unclear" at once. An option's utility is
linear in what the rules and the spelling say of it, and bilinear in its label and the reply (each as pieces of words; the
label as meanings too). Whether the reply is about what was asked at all is bilinear in question and reply. A small committee of such models is averaged. The numbers are fitted by `benchmarks/fit_reader.py` and shipped in
`reader.npz`; nothing is learned from customers.
"""

from __future__ import annotations

import json
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from agent.errors import SettingsError
from agent.language import fold
from agent.understanding.sight import OF_OPTION, OF_QUESTION, Floats, Lens, Sight, pieces_of

FILE = Path(__file__).with_name("reader.npz")
UNCLEAR = "unclear"
ARRAYS = ("option", "bias", "meaning_in", "asked", "other", "other_bias")
TABLES = ("piece", "named")  # a row for every bucket: kept as bytes, a scale to each row


@dataclass(frozen=True, slots=True)
class Chances:
    """How probable each listed option (in order), and each act or "unclear", is."""

    options: tuple[float, ...]
    others: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Learned:
    """A fitted committee: every array has the members as its first dimension."""

    lens: Lens
    others: tuple[str, ...]
    arrays: Mapping[str, Floats]

    def chances(self, seen: Sight) -> Chances:
        """The probabilities, averaged over the committee."""
        members = len(self.arrays["bias"])
        shares = np.mean([_shares(self._member(number), seen) for number in range(members)], axis=0)
        count = len(seen.options)
        return Chances(
            tuple(map(float, shares[:count])),
            dict(zip(self.others, map(float, shares[count:]), strict=True)),
        )

    def telling(self, seen: Sight, option: int, words: tuple[str, ...]) -> str:
        """The word of the reply whose pieces speak most for the option at place `option`; "" when none does."""
        members = [self._member(number) for number in range(len(self.arrays["bias"]))]
        wanted = [_listed(each, seen)[option] for each in members]
        worth = {
            word: sum(
                float(each["piece"][list(pieces_of(fold(word)))].sum(axis=0) @ one)
                for each, one in zip(members, wanted, strict=True)
            )
            for word in words
        }
        best = max(worth, key=lambda word: worth[word], default="")
        return best if best and worth[best] > 0 else ""

    def _member(self, number: int) -> dict[str, Floats]:
        return {name: array[number] for name, array in self.arrays.items()}


def _shares(member: Mapping[str, Floats], seen: Sight) -> NDArray[np.float64]:
    """One member's probabilities: of every option, then of every other class."""
    said = _sum_of(member["piece"], seen.pieces)
    listed = _listed(member, seen)
    about = (_sum_of(member["named"], seen.asked) @ member["asked"]) @ said
    utilities = seen.options @ member["option"] + member["bias"] + listed @ said + about
    others = np.concatenate([seen.message, said]) @ member["other"] + member["other_bias"]
    logits = np.concatenate([utilities, others]).astype(np.float64)
    raised = np.exp(logits - logits.max())
    return np.asarray(raised / raised.sum())


def _listed(member: Mapping[str, Floats], seen: Sight) -> Floats:
    """What every option means and is called, in the room of the reply's pieces."""
    named = [_sum_of(member["named"], pieces) for pieces in seen.named]
    return np.asarray(seen.meanings @ member["meaning_in"] + np.asarray(named), dtype=np.float32)


def _sum_of(table: Floats, pieces: NDArray[np.int64]) -> Floats:
    return np.asarray(table[pieces].sum(axis=0) / max(1.0, np.sqrt(len(pieces))), dtype=np.float32)


@cache
def learned(file: Path = FILE) -> Learned:
    """The shipped reader. Raises SettingsError (`reader_corrupt`) for a file that does not fit this code."""
    try:
        with np.load(file, allow_pickle=False) as held:
            card = json.loads(bytes(held["card"]).decode())
            arrays = {name: held[name].astype(np.float32) for name in ARRAYS}
            for name in TABLES:
                arrays[name] = held[name].astype(np.float32) * held[f"{name}_scale"].astype(np.float32)
            lens = Lens(tuple(card["meanings"]), tuple(card["acts"]))
    except (OSError, EOFError, ValueError, KeyError, TypeError, zipfile.BadZipFile, zlib.error) as fault:
        raise _unfit(file, str(fault)) from fault
    if {len(array) for array in arrays.values()} != {len(arrays["bias"])}:
        raise _unfit(file, "its arrays do not belong together")
    if tuple(card["of_option"]) != OF_OPTION or tuple(card["of_question"]) != OF_QUESTION:
        raise _unfit(file, "it was fitted on other features")
    return Learned(lens, tuple(card["others"]), arrays)


def _unfit(file: Path, fault: str) -> SettingsError:
    return SettingsError(
        f"The learned reader {file.name} cannot be used: {fault}.",
        code="reader_corrupt",
        mend="Install the package again, or fit it: python benchmarks/fit_reader.py --write",
    )
