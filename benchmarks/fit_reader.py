"""Fits the learned reader (`agent/understanding/learned.py`) and says how it does on authors it did not see.

    python -m benchmarks.fit_reader [--write] [--members 3] [--epochs 10] [--quick] [--left-out yvona,zigmas]

Fitted on what `benchmarks/cases.py` lists, options as labels alone. Reported on authors a member has not seen (three folds
of authors): nothing here opens validation or test files. For 130,000 replies it takes more than fifty minutes of one core.
Needs the extra `transformers` (torch).
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from agent.material import read_material
from agent.routing.background import load_backgrounds
from agent.settings import load_settings
from agent.understanding import Reading, find_acts, read_answer
from agent.understanding.acts import KNOWN
from agent.understanding.convinced import MOST_OPTIONS
from agent.understanding.ear import ear
from agent.understanding.learned import ARRAYS, FILE, TABLES, UNCLEAR
from agent.understanding.options import asked
from agent.understanding.scoring import scores
from agent.understanding.sight import (
    BUCKETS,
    OF_OPTION,
    OF_QUESTION,
    Heard,
    Lens,
    Sight,
    look,
    meanings_of,
)
from benchmarks.cases import OPENING, OTHERS, Case, examples, lines, openings, tuning

ROOT = Path(__file__).parent.parent
WIDTH = 64
DROPPED, LOST = 0.3, 0.2  # of numbers; of pieces of a reply
RATE, DECAY, BATCH = 3e-3, 0.06, 32
FOLDS = 3
WORTH = {"example": 0.3, "talk": 0.5}


@dataclass(frozen=True)
class Table:
    """All cases as arrays; the first dimension is the case."""

    options: torch.Tensor
    meanings: torch.Tensor
    message: torch.Tensor
    listed: torch.Tensor
    meant: torch.Tensor
    worth: torch.Tensor
    pieces: list[torch.Tensor]
    named: torch.Tensor
    labelled: list[torch.Tensor]
    asked: torch.Tensor
    sources: NDArray[np.str_]


def heard(case: Case) -> Heard:
    """What the rules make of a case."""
    understood = asked(case.question, ear(case.language).language)
    ranked = scores(understood, case.question, case.reply, case.language)
    acts = find_acts(case.reply, case.language, case.question)
    by_rules = read_answer(case.question, case.reply, case.language, without={"learned"})
    return Heard(case.reply, case.language, ranked, acts, by_rules)


def lens_of(cases: Sequence[Case]) -> Lens:
    """The meanings that labels have, and every act."""
    names: Counter[str] = Counter()
    for question, language in {id(c.question): (c.question, c.language) for c in cases}.values():
        for meant in asked(question, ear(language).language).options:
            names.update(meanings_of(meant))
    return Lens(
        tuple(sorted(name for name, count in names.items() if count > 1)), (*sorted(KNOWN), "question")
    )


def sights(cases: Sequence[Case], lens: Lens) -> list[Sight]:
    """Every case as the reader will see it."""
    return [
        look(lens, case.question, asked(case.question, ear(case.language).language), heard(case))
        for case in cases
    ]


def table_of(cases: Sequence[Case], seen: Sequence[Sight], lens: Lens) -> Table:
    """The cases as padded arrays."""
    count = len(cases)

    def padded(name: str, width: int) -> torch.Tensor:
        found = np.zeros((count, MOST_OPTIONS, width), dtype=np.float32)
        for place, one in enumerate(seen):
            rows = getattr(one, name)
            found[place, : len(rows)] = rows
        return torch.from_numpy(found)

    listed = torch.zeros(count, MOST_OPTIONS, dtype=torch.bool)
    meant = torch.zeros(count, dtype=torch.long)
    for place, case in enumerate(cases):
        ids = [option.id for option in case.question.options]
        listed[place, : len(ids)] = True
        meant[place] = MOST_OPTIONS + OTHERS.index(case.meant) if case.other else ids.index(case.meant)
    labels: dict[tuple[int, ...], int] = {(): 0}
    named = torch.zeros(count, MOST_OPTIONS, dtype=torch.long)
    for place, one in enumerate(seen):
        for row, pieces in enumerate(one.named):
            named[place, row] = labels.setdefault(tuple(pieces.tolist()), len(labels))
    put = torch.tensor([labels.setdefault(tuple(one.asked.tolist()), len(labels)) for one in seen])
    return Table(
        options=padded("options", len(OF_OPTION)),
        meanings=padded("meanings", len(lens.meanings)),
        message=torch.from_numpy(np.array([one.message for one in seen])),
        listed=listed,
        meant=meant,
        worth=torch.tensor([WORTH.get(case.source, 1.0) for case in cases]),
        pieces=[torch.from_numpy(one.pieces) for one in seen],
        named=named,
        labelled=[torch.tensor(pieces, dtype=torch.long) for pieces in labels],
        asked=put,
        sources=np.array([case.source for case in cases]),
    )


class Member(torch.nn.Module):
    """One model of the committee: the same sums as `learned._shares`, for a batch."""

    def __init__(self, lens: Lens, seed: int) -> None:
        super().__init__()
        torch.manual_seed(seed)
        known, message = len(lens.meanings), 2 * len(lens.acts) + len(OF_QUESTION)

        def drawn(*shape: int, spread: float) -> torch.nn.Parameter:
            return torch.nn.Parameter(torch.randn(*shape) * spread)

        self.option = torch.nn.Parameter(torch.zeros(len(OF_OPTION)))
        with torch.no_grad():
            self.option[0], self.option[1] = 0.5, 2.0
        self.bias = torch.nn.Parameter(torch.zeros(1))
        self.meaning_in = drawn(known, WIDTH, spread=0.1)
        self.piece, self.named = drawn(BUCKETS, WIDTH, spread=0.01), drawn(BUCKETS, WIDTH, spread=0.01)
        self.asked = drawn(WIDTH, WIDTH, spread=0.05)
        self.other = drawn(message + WIDTH, len(OTHERS), spread=0.05)
        self.other_bias = torch.nn.Parameter(torch.zeros(len(OTHERS)))
        self.thin = torch.nn.Dropout(DROPPED)

    def forward(self, table: Table, some: torch.Tensor) -> torch.Tensor:
        """Utilities [batch, MOST_OPTIONS + others]; absent options −1e4."""
        thin = self.thin
        said = thin(_sums(self.piece, [self._some(table.pieces[place]) for place in some.tolist()]))
        about = (self._named(table, table.asked[some]) @ self.asked * said).sum(1, keepdim=True)
        listed = table.meanings[some] @ self.meaning_in + self._named(table, table.named[some])
        utilities = table.options[some] @ self.option + self.bias + _dot(listed, said) + about
        others = torch.cat([table.message[some], said], 1) @ self.other + self.other_bias
        return torch.cat([utilities.masked_fill(~table.listed[some], -1e4), others], 1)

    def _named(self, table: Table, kinds: torch.Tensor) -> torch.Tensor:
        """The sums of the pieces of labels or questions, by their numbers."""
        each, places = torch.unique(kinds, return_inverse=True)
        return torch.as_tensor(
            self.thin(_sums(self.named, [table.labelled[one] for one in each.tolist()]))[places]
        )

    def _some(self, pieces: torch.Tensor) -> torch.Tensor:
        """While it learns, a part of a reply's pieces: what it learns must not hang on one word."""
        kept = pieces[torch.rand(len(pieces)) > LOST] if self.training else pieces
        return kept if len(kept) else pieces


def _sums(table: torch.Tensor, bags: Sequence[torch.Tensor]) -> torch.Tensor:
    """The rows of every bag of buckets, added up and scaled as `learned._sum_of` does."""
    starts = torch.tensor([0, *[len(each) for each in bags[:-1]]]).cumsum(0)
    added = torch.nn.functional.embedding_bag(torch.cat(list(bags)), table, starts, mode="sum")
    return added / torch.tensor([max(1.0, len(each) ** 0.5) for each in bags])[:, None]


def _dot(rows: torch.Tensor, one: torch.Tensor) -> torch.Tensor:
    return (rows @ one[:, :, None])[:, :, 0]


def fit(table: Table, kept: NDArray[np.int64], lens: Lens, *, seed: int, epochs: int) -> Member:
    """A member fitted on the cases at `kept` (Adam with decoupled decay: Loshchilov & Hutter 2019)."""
    member = Member(lens, seed)
    steps = torch.optim.AdamW(member.parameters(), lr=RATE, weight_decay=DECAY)
    draw = np.random.default_rng(seed)
    total, step = epochs * (len(kept) // BATCH + 1), 0
    for _ in range(epochs):
        order = torch.from_numpy(draw.permutation(kept))
        for start in range(0, len(order), BATCH):
            for group in steps.param_groups:
                group["lr"] = RATE * (1 - step / total)
            step += 1
            some = order[start : start + BATCH]
            loss = torch.nn.functional.cross_entropy(member(table, some), table.meant[some], reduction="none")
            steps.zero_grad()
            (loss * table.worth[some]).mean().backward()
            steps.step()
        print(f"seed {seed}: {step / total:.0%}", flush=True)
    return member.eval()


def shares(members: Sequence[Member], table: Table, some: NDArray[np.int64]) -> torch.Tensor:
    """The committee's probabilities of the cases at `some`."""
    places = torch.from_numpy(some)
    with torch.no_grad():
        return torch.stack([torch.softmax(each(table, places), 1) for each in members]).mean(0)


def unseen_chances(table: Table, lens: Lens, authors: Sequence[str], epochs: int) -> torch.Tensor:
    """The probabilities of every author's replies, by a member fitted without a third of the authors, theirs among them."""
    found = torch.zeros(len(table.sources), MOST_OPTIONS + len(OTHERS))
    for fold in range(FOLDS):
        away = np.isin(table.sources, authors[fold::FOLDS])
        member = fit(table, np.flatnonzero(~away), lens, seed=fold, epochs=epochs)
        found[torch.from_numpy(away)] = shares([member], table, np.flatnonzero(away))
        print(f"fold {fold + 1} of {FOLDS}: without {', '.join(authors[fold::FOLDS])}", flush=True)
    return found


def verdict(case: Case, by_rules: Reading, chances: torch.Tensor, enough: float) -> str:
    """How a reply would be read with `enough` as the least probability, where the rules are silent."""
    said = (
        by_rules.outcome
        if by_rules.kind == "outcome"
        else by_rules.act
        if by_rules.kind == "act"
        else UNCLEAR
    )
    if by_rules.kind == UNCLEAR and float(chances.max()) >= enough:
        place = int(chances.argmax())
        ids = [option.id for option in case.question.options]
        said = ids[place] if place < MOST_OPTIONS else OTHERS[place - MOST_OPTIONS]
        outcome = place < MOST_OPTIONS
    else:
        outcome = by_rules.kind == "outcome"
    if said == case.meant and outcome is not case.other:
        return "right"
    return UNCLEAR if said == UNCLEAR else "wrong option" if outcome else "wrong act"


def report(cases: Sequence[Case], table: Table, chances: torch.Tensor) -> None:
    """What each threshold would give, over the authors' replies."""
    own = [n for n, case in enumerate(cases) if case.source not in {*WORTH, OPENING}]
    ruled = {
        n: read_answer(cases[n].question, cases[n].reply, cases[n].language, without={"learned"}) for n in own
    }
    alone = float((chances.argmax(1) == table.meant)[own].float().mean())
    print(f"learned alone: {alone:.1%} of {len(own)} replies right")
    for enough in (1.1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3):
        counted = Counter(verdict(cases[n], ruled[n], chances[n], enough) for n in own)
        told = ", ".join(
            f"{name} {counted[name] / len(own):.1%}"
            for name in ("right", UNCLEAR, "wrong option", "wrong act")
        )
        print(f"rules, then learned from {enough:.1f}: {told}")


def write(committee: Sequence[Member], lens: Lens, told: dict[str, object]) -> None:
    """The committee as arrays, with a card that says what it is."""
    card = {
        "meanings": lens.meanings,
        "acts": lens.acts,
        "others": OTHERS,
        "of_option": OF_OPTION,
        "of_question": OF_QUESTION,
        "fitted": told,
    }
    held = {
        name: np.stack([dict(each.named_parameters())[name].detach().numpy() for each in committee])
        for name, _ in committee[0].named_parameters()
    }
    arrays: dict[str, NDArray[np.generic]] = {name: held[name].astype(np.float16) for name in ARRAYS}
    for name in TABLES:
        scale = np.abs(held[name]).max(axis=2, keepdims=True) / 127
        arrays[name] = np.round(held[name] / scale).astype(np.int8)
        arrays[f"{name}_scale"] = scale.astype(np.float16)
    text = np.frombuffer(json.dumps(card, ensure_ascii=False).encode(), dtype=np.uint8)
    with FILE.open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, card=text, **arrays)
    print(f"{FILE.name}: {FILE.stat().st_size / 1e6:.1f} MB")


def main() -> None:
    """Fit, report, and write on request."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--write", action="store_true", help="write agent/understanding/reader.npz")
    parser.add_argument("--members", type=int, default=3)
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--quick", action="store_true", help="no report by left-out author")
    parser.add_argument("--left-out", default="", help="authors not fitted on, by commas")
    options = parser.parse_args()
    torch.set_num_threads(1)
    library = read_material(load_settings({})).library
    cases = [*tuning(), *examples(library), *lines(library), *openings(library, load_backgrounds())]
    away = frozenset(options.left_out.split(","))
    cases = [each for each in cases if len(each.question.options) <= MOST_OPTIONS and each.source not in away]
    lens = lens_of(cases)
    table = table_of(cases, sights(cases, lens), lens)
    counted = Counter(table.sources.tolist())
    print(dict(counted))
    if not options.quick:
        authors = sorted(set(counted) - {*WORTH, OPENING})
        chances = unseen_chances(table, lens, authors, options.epochs)
        report(cases, table, chances)
        kept = ROOT / "var/fit_reader/unseen.npy"
        kept.parent.mkdir(parents=True, exist_ok=True)
        np.save(kept, chances.numpy())
    if options.write:
        everything = np.arange(len(cases))
        committee = [
            fit(table, everything, lens, seed=seed, epochs=options.epochs) for seed in range(options.members)
        ]
        write(committee, lens, {"cases": dict(counted)})


if __name__ == "__main__":
    main()
