"""Fits the encoder (`agent/understanding/encoder.py`) and says how it does on authors it did not see.

    python -m benchmarks.fit_encoder --left-out gabija,rokas,tomas [--epochs 3]   # fit without them, and report on them
    python -m benchmarks.fit_encoder --write                                      # fit on all, write encoder.npz

Fitted on what `benchmarks/cases.py` lists, as the learned reader is. Nothing here opens validation or test files. An hour on one core with AMX, much longer without: threads by
--threads. Needs the extra `transformers` (torch) and the bundled embedder, whose weights it begins with.
"""

from __future__ import annotations

import argparse
import random
import re
import time
from collections.abc import Callable, Container, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

import numpy as np
import torch
from tokenizers import Tokenizer
from torch.nn.functional import cross_entropy

from agent.language import fold
from agent.material import read_material
from agent.routing.background import load_backgrounds
from agent.settings import load_settings
from agent.understanding import Option
from agent.understanding.encoder import MOST_ASKED, MOST_LABEL, MOST_REPLY, cut
from agent.understanding.settling import MOST_OPTIONS
from agent.understanding.sight import label_of
from benchmarks.cases import OPENING, OTHERS, Case, examples, lines, openings, routed, tuning
from benchmarks.e5_file import cutter, e5_file
from benchmarks.encoder_file import state_of, widened, write
from benchmarks.encoder_model import Batch, Model
from benchmarks.encoder_pieces import kept_pieces
from benchmarks.fit_reader import WORTH

ROOT = Path(__file__).parent.parent
BATCH, TOGETHER = 48, 8  # replies a step; of one question at most
RATE, FASTER, DECAY = 2e-4, 5, 0.05  # of what is new: `FASTER` times the rate
WARMING, LEAST = 0.06, 0.02  # of all steps; of the rate
FOLDED, LOWERED, BARED, SLIPPED, LOST = 0.3, 0.2, 0.1, 0.15, 0.08  # of replies; of tokens
DROPPED, ABROAD = 0.3, 0.15  # of questions: an answer left out; answers called in the other language
UNKNOWN = 3
_MARKS = ".!?… "
_WORD = re.compile(r"[^\W\d_]+")
STAYS, EVERY = 0.99, 10  # the running mean of all weights: how much of it stays, and after so many steps each
LOOKED, SHOWN = 800, 500  # held-out replies read with that mean, after so many steps each


@dataclass(frozen=True)
class Answer:
    """A listed answer: what it is called in the language of the reply, and in the other one where it has one."""

    id: str
    label: str
    abroad: str


@dataclass(frozen=True)
class Group:
    """One question in one language, its answers, and some replies to it."""

    question: str
    answers: tuple[Answer, ...]
    cases: tuple[Case, ...]


@dataclass(frozen=True)
class Cut:
    """Cuts texts into tokens; remembers what it has cut."""

    tokenizer: Tokenizer
    known: dict[tuple[str, int, bool], list[int]]

    def tokens(self, text: str, most: int, *, last: bool = False) -> list[int]:
        """The tokens of a text between both ends, `most` in all; `last` = of its end."""
        key = (text, most, last)
        if key not in self.known:
            self.known[key] = cut(self.tokenizer, text, most, last=last)
        return self.known[key]


def groups_of(cases: Sequence[Case]) -> list[Group]:
    """The cases by question and answers."""
    found: dict[tuple[str, tuple[Answer, ...]], list[Case]] = {}
    for case in cases:
        answers = tuple(_answer(each, case.language) for each in case.question.options)
        found.setdefault((case.question.text, answers), []).append(case)
    return [Group(question, answers, tuple(some)) for (question, answers), some in found.items()]


def _answer(option: Option, language: str) -> Answer:
    label = label_of(option, language)
    return Answer(option.id, label, next((o for name, o in option.labels.items() if name != language), label))


def steps_of(groups: Sequence[Group], draw: random.Random) -> list[list[Group]]:
    """The groups in steps of about `BATCH` replies, replies of like length together, in a new order every time."""
    parts = []
    for group in groups:
        some = list(group.cases)
        draw.shuffle(some)
        for start in range(0, len(some), TOGETHER):
            parts.append(Group(group.question, group.answers, tuple(some[start : start + TOGETHER])))
    parts.sort(key=lambda part: max(len(case.reply) for case in part.cases) * draw.uniform(0.75, 1.33))
    steps: list[list[Group]] = [[]]
    for part in parts:
        if sum(len(each.cases) for each in steps[-1]) >= BATCH:
            steps.append([])
        steps[-1].append(part)
    draw.shuffle(steps)
    return steps


def varied(reply: str, draw: random.Random) -> str:
    """The reply as it might have been typed."""
    reply = fold(reply) if draw.random() < FOLDED else reply
    reply = reply.lower() if draw.random() < LOWERED else reply
    reply = slipped(reply, draw) if draw.random() < SLIPPED else reply
    return reply.rstrip(_MARKS) if draw.random() < BARED else reply


def slipped(reply: str, draw: random.Random) -> str:
    """The reply with one slip of a finger: two letters changed about, one lost or one doubled. Of words of four letters and
    more only, as "no" and "on" are other words."""
    long = [found for found in _WORD.finditer(reply) if len(found[0]) > 3]
    if not long:
        return reply
    word = draw.choice(long)
    place = draw.randrange(word.start() + 1, word.end() - 1)
    two = reply[place : place + 2]
    return reply[:place] + draw.choice((two[::-1], two[1], two[0] * 2 + two[1])) + reply[place + 2 :]


def changed(group: Group, draw: random.Random) -> Group:
    """The group as it might have been asked: without an answer that nobody in it means, answers called in the other
    language."""
    answers = list(group.answers)
    meant = {case.meant for case in group.cases if not case.other}
    spare = [each for each in answers if each.id not in meant]
    if spare and len(answers) > 2 and draw.random() < DROPPED:
        answers.remove(draw.choice(spare))
    if draw.random() < ABROAD:
        answers = [replace(each, label=each.abroad) for each in answers]
    return replace(group, answers=tuple(answers))


def thinned(tokens: list[int], draw: random.Random) -> list[int]:
    """Some tokens of a longer reply made unknown: what is learned must not hang on one."""
    if len(tokens) <= 5:
        return tokens
    inner = [UNKNOWN if draw.random() < LOST else token for token in tokens[1:-1]]
    return [tokens[0], *inner, tokens[-1]]


def batch_of(groups: Sequence[Group], cuts: Cut, draw: random.Random | None = None) -> Batch:
    """The groups as one batch; with `draw` the replies are varied and thinned."""
    listed, texts, answer_at, question_at, rows, wide = [], [], [], [], [], []
    replies, of, meant, worth = [], [], [], []
    answers = 0
    for number, given in enumerate(groups):
        group = changed(given, draw) if draw else given
        begun = len(listed)
        parts = [cuts.tokens(group.question, MOST_ASKED, last=True)]
        parts += [cuts.tokens(each.label, MOST_LABEL) for each in group.answers]
        for place, part in enumerate(parts):
            target = answer_at if place else question_at
            target += [
                (len(listed) + one, answers + place - 1 if place else number) for one in range(len(part))
            ]
            listed += [(token, one, 1 if place else 0) for one, token in enumerate(part)]
        texts.append([place for place, part in enumerate(parts) for _ in part])
        wide.append(len(listed) - begun)
        row = [answers + place for place in range(len(group.answers))]
        for case in group.cases:
            said = cuts.tokens(varied(case.reply, draw) if draw else case.reply, MOST_REPLY)
            replies.append(thinned(said, draw) if draw else said)
            rows.append(row + [-1] * (MOST_OPTIONS - len(row)))
            of.append(number)
            meant.append(place_of(case, group.answers))
            worth.append(WORTH.get(case.source, 1.0))
        answers += len(group.answers)
    flat = listed + [(token, one, 2) for reply in replies for one, token in enumerate(reply)]
    most, longest = max(wide), max(map(len, replies))
    tokens, places, kinds = (torch.tensor(column) for column in zip(*flat, strict=True))
    return Batch(
        tokens=tokens,
        places=places,
        kinds=kinds,
        listed_at=_slots(wide, most),
        replied_at=_slots([len(reply) for reply in replies], longest),
        listed_shape=(len(groups), most),
        reply_shape=(len(replies), longest),
        texts=torch.tensor([row + [-1] * (most - len(row)) for row in texts]),
        filled=torch.tensor([[one < len(reply) for one in range(longest)] for reply in replies]),
        of=torch.tensor(of),
        answer_of=_pair(answer_at),
        question_of=_pair(question_at),
        answers=answers,
        listed=torch.tensor(rows),
        meant=torch.tensor(meant),
        worth=torch.tensor(worth),
    )


def place_of(case: Case, answers: Sequence[Answer | Option]) -> int:
    """Where what the case means stands in a row of utilities."""
    if case.other:
        return MOST_OPTIONS + OTHERS.index(case.meant)
    return [each.id for each in answers].index(case.meant)


def _slots(lengths: Sequence[int], most: int) -> torch.Tensor:
    return torch.tensor([row * most + one for row, length in enumerate(lengths) for one in range(length)])


def _pair(places: Sequence[tuple[int, int]]) -> tuple[torch.Tensor, torch.Tensor]:
    columns = torch.tensor(places).T
    return columns[0].contiguous(), columns[1].contiguous()


def rated(model: Model, rate: float) -> list[dict[str, Any]]:
    """What is fitted, by how fast and with how much decay."""
    new = [*model.fit.parameters(), *model.other.parameters(), model.near, model.mean]
    new += [each for layer in model.layers for each in (layer.among, layer.towards) if each.requires_grad]
    known = {id(each) for each in new}
    rest = [each for each in model.parameters() if each.requires_grad and id(each) not in known]
    return [
        {"params": [each for each in rest if each.ndim > 1], "lr": rate, "weight_decay": DECAY},
        {"params": [each for each in rest if each.ndim < 2], "lr": rate, "weight_decay": 0.0},
        {"params": new, "lr": rate * FASTER, "weight_decay": DECAY},
    ]


def fit(
    model: Model,
    groups: Sequence[Group],
    cuts: Cut,
    *,
    epochs: int,
    seed: int,
    rate: float = RATE,
    shown: Callable[[Model], None] = lambda _: None,
) -> Model:
    """Fits the model in place (AdamW: Loshchilov & Hutter 2019); answers the running mean of its weights (Polyak & Juditsky
    1992), which `shown` is given on the way."""
    draw = random.Random(seed)
    torch.manual_seed(seed)
    total = epochs * len(steps_of(groups, random.Random(seed)))
    with torch.no_grad():
        model.eval()
        if not model.mean.any():
            model.mean.copy_(model.means(batch_of(steps_of(groups, random.Random(seed))[0], cuts))[2].mean(0))
    ways = rated(model, rate)
    rates = [way["lr"] for way in ways]
    steps = torch.optim.AdamW(ways, betas=(0.9, 0.98))
    mean = deepcopy(model)
    model.train()
    began, step, lost = time.monotonic(), 0, 0.0
    while step < total:
        for some in steps_of(groups, draw):
            share = (
                min(1.0, step / (total * WARMING + 1))
                if step < total * WARMING
                else max(LEAST, 1 - step / total)
            )
            for way, rate in zip(steps.param_groups, rates, strict=True):
                way["lr"] = rate * share
            lost = 0.98 * lost + 0.02 * _step(model, steps, batch_of(some, cuts, draw))
            step += 1
            if step % EVERY == 0:
                _drawn_along(mean, model)
            if step % SHOWN == 0:
                shown(mean)
            if step % 50 == 0:
                spent = time.monotonic() - began
                left = spent / step * (total - step) / 60
                print(
                    f"step {step} of {total}, loss {lost / (1 - 0.98**step):.3f}, {left:.0f} min left",
                    flush=True,
                )
            if step == total:
                break
    return mean


def _drawn_along(mean: Model, model: Model) -> None:
    with torch.no_grad():
        for old, new in zip(mean.parameters(), model.parameters(), strict=True):
            old.lerp_(new, 1 - STAYS)


def _step(model: Model, steps: torch.optim.Optimizer, batch: Batch) -> float:
    with torch.autocast("cpu", dtype=torch.bfloat16):
        utilities = model(batch)
    loss = (cross_entropy(utilities, batch.meant, reduction="none") * batch.worth).mean()
    steps.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    steps.step()
    return float(loss.detach())


def utilities_of(model: Model, cases: Sequence[Case], cuts: Cut) -> torch.Tensor:
    """The utilities of every case [n, MOST_OPTIONS + others], in their order."""
    places = {id(case): place for place, case in enumerate(cases)}
    found = torch.zeros(len(cases), MOST_OPTIONS + len(OTHERS))
    with torch.no_grad():
        for some in steps_of(groups_of(cases), random.Random(0)):
            order = [places[id(case)] for group in some for case in group.cases]
            found[torch.tensor(order)] = model(batch_of(some, cuts))
    return found


def report(cases: Sequence[Case], utilities: torch.Tensor) -> None:
    """How the encoder alone reads replies of authors it has not seen."""
    meant = torch.tensor([place_of(case, case.question.options) for case in cases])
    taken = utilities.argmax(1)
    for name in ("lt", "en", "all"):
        mine = torch.tensor([name in ("all", case.language) for case in cases])
        right = float((taken == meant)[mine].float().mean())
        wrong = float(((taken != meant) & (taken < MOST_OPTIONS))[mine].float().mean())
        print(f"{name}: {int(mine.sum())} replies, {right:.1%} right, {wrong:.1%} a wrong option")
    told = torch.nn.functional.cross_entropy(utilities, meant)
    print(f"mean negative logarithm of the right answer's probability: {told:.3f}")


def thinned_out(
    cases: Sequence[Case], fresh: str, texts: Container[str], share: float, seed: int
) -> list[Case]:
    """All cases of the `fresh` authors and of the fresh first messages, and a share of the rest: what was read often has
    little left to teach."""
    draw, names = random.Random(seed), fresh.split(",")
    return [
        case
        for case in cases
        if case.source in names or (case.source == OPENING and case.reply in texts) or draw.random() < share
    ]


def begun(file: Path) -> Mapping[str, torch.Tensor]:
    """What to go on from, at full precision or as it is shipped."""
    if file.suffix == ".npz":
        return widened(state_of(file), len(OTHERS))
    return widened(cast("Mapping[str, torch.Tensor]", torch.load(file, weights_only=True)), len(OTHERS))


def main() -> None:
    """Fit, report, and write on request."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--write", action="store_true", help="write agent/understanding/encoder.npz")
    parser.add_argument("--left-out", default="", help="authors to leave out and report on, by commas")
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--rate", type=float, default=RATE)
    parser.add_argument("--begin", type=Path, help="go on from what --save kept, or from an encoder.npz")
    parser.add_argument(
        "--known", type=float, default=1.0, help="share of the replies of all but --fresh authors"
    )
    parser.add_argument(
        "--fresh", default="", help="authors it has not read yet, by commas: all their replies"
    )
    parser.add_argument("--fresh-texts", type=Path, help="first messages it has not read yet, one a line")
    parser.add_argument("--save", type=Path, help="keep the model here")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    library = read_material(load_settings({})).library
    backgrounds = load_backgrounds()
    cases = [*tuning(), *examples(library), *lines(library)]
    cases += [*openings(library, backgrounds), *routed(library, backgrounds)]
    begin = e5_file()
    said = [case.reply for case in cases] + [case.question.text for case in cases]
    said += [label for case in cases for each in case.question.options for label in each.labels.values()]
    kept = kept_pieces(begin, said)
    cuts = Cut(cutter(begin, kept), {})
    away = {name for name in options.left_out.split(",") if name}
    texts = frozenset(options.fresh_texts.read_text("utf-8").splitlines() if options.fresh_texts else ())
    fitted = thinned_out(
        [case for case in cases if case.source not in away], options.fresh, texts, options.known, options.seed
    )
    model = Model(begin, kept, len(OTHERS))
    if options.begin:
        missing, _ = model.load_state_dict(begun(options.begin), strict=False)
        print(f"going on from {options.begin.name}; as they were: {', '.join(missing)}")
    print(
        f"{len(kept)} pieces, {len(fitted)} cases to fit on, {len(cases) - len(fitted)} left out", flush=True
    )
    rest = [case for case in cases if case.source in away]

    def shown(mean: Model) -> None:
        if some := random.Random(0).sample(rest, min(LOOKED, len(rest))):
            report(some, utilities_of(mean, some, cuts))
        if options.save:
            torch.save(mean.state_dict(), options.save)

    model = fit(
        model,
        groups_of(fitted),
        cuts,
        epochs=options.epochs,
        seed=options.seed,
        rate=options.rate,
        shown=shown,
    )
    shown(model)
    if rest:
        utilities = utilities_of(model, rest, cuts)
        report(rest, utilities)
        kept_at = ROOT / "var/fit_encoder"
        kept_at.mkdir(parents=True, exist_ok=True)
        np.save(kept_at / "left_out.npy", utilities.numpy())
    if options.write:
        write(
            model,
            cuts.tokenizer,
            {"cases": len(fitted), **{name: str(given) for name, given in vars(options).items()}},
        )


if __name__ == "__main__":
    main()
