"""Fits the encoder (`agent/understanding/encoder.py`) and says how it does on authors it did not see.

    python -m benchmarks.fit_encoder --left-out gabija,rokas,tomas [--epochs 3]   # fit without them, and report on them
    python -m benchmarks.fit_encoder --device cuda --minutes 4 --save var/one.npz --left-out …
    python -m benchmarks.fit_encoder --device cuda --minutes 4 --begin var/one.npz --teachers var/one.npz,var/two.npz --write

Fitted on what `benchmarks/cases.py` lists, as the learned reader is. Nothing here opens validation or test files. With
`--teachers` (encoders fitted before, apart from each other) it also learns what they hold likely together. With `--begin`
texts are cut into the pieces that the file knows. An epoch took about a minute on an H200; on one core with AMX it takes an
hour, much longer without: threads by --threads. Needs the extra `transformers` (torch) and the bundled embedder, whose
weights it begins with.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Callable, Container, Sequence
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from tokenizers import Tokenizer
from torch.nn.functional import cross_entropy, log_softmax

from agent.material import read_material
from agent.routing.background import load_backgrounds
from agent.settings import load_settings
from agent.understanding.convinced import MOST_OPTIONS
from agent.understanding.encoder import FILE, encoder
from benchmarks.cases import OPENING, OTHERS, Case, examples, lines, openings, routed, tuning
from benchmarks.e5_file import E5File, cutter, e5_file
from benchmarks.encoder_batches import TOGETHER, Cut, Steps, batch_of, groups_of, place_of, steps_of
from benchmarks.encoder_file import cooled, state_of, widened, write
from benchmarks.encoder_model import Batch, Model
from benchmarks.encoder_pieces import kept_pieces

ROOT = Path(__file__).parent.parent
BATCH = 384  # replies a step
RATE, FASTER, SLOWER, DECAY = 4e-4, 2, 0.5, 0.05  # of what is new, and of words: so many times the rate
WARMING, LEAST = 150, 0.01  # steps; of the rate
SOFT = 0.7  # of what is learned: what the teachers hold likely
STAYS, EVERY = 0.998, 5  # the running mean of all weights: how much of it stays, and after so many steps each
LOOKED, SHOWN = 800, 500  # held-out replies read with that mean, after so many steps each


def rated(model: Model, rate: float) -> list[dict[str, Any]]:
    """What is fitted, by how fast and with how much decay."""
    new = [*model.fit.parameters(), *model.other.parameters(), model.near, model.mean]
    new += [each for layer in model.layers for each in (layer.among, layer.towards) if each.requires_grad]
    known = {id(each) for each in (*new, model.words.weight)}
    rest = [each for each in model.parameters() if each.requires_grad and id(each) not in known]
    return [
        {"params": [each for each in rest if each.ndim > 1], "lr": rate, "weight_decay": DECAY},
        {"params": [each for each in rest if each.ndim < 2], "lr": rate, "weight_decay": 0.0},
        {"params": new, "lr": rate * FASTER, "weight_decay": DECAY},
        {"params": [model.words.weight], "lr": rate * SLOWER, "weight_decay": 0.0},
    ]


@dataclass(frozen=True)
class Course:
    """How a fit goes: until `epochs` or `minutes` are over, whichever comes first."""

    epochs: int
    minutes: float
    rate: float
    device: str = "cpu"

    def done(self, step: int, epoch_of: int, seconds: float) -> float:
        """The share of the way behind it."""
        return max(step / (self.epochs * epoch_of), seconds / (self.minutes * 60))


def fit(
    model: Model,
    steps: Steps,
    course: Course,
    *,
    workers: int = 0,
    teachers: Sequence[Model] = (),
    shown: Callable[[Model], None] = lambda _: None,
) -> Model:
    """Fits the model in place (AdamW: Loshchilov & Hutter 2019), from its teachers too (Hinton et al. 2015); answers the
    running mean of its weights (Polyak & Juditsky 1992), which `shown` is given on the way."""
    ways = rated(model, course.rate)
    rates = [way["lr"] for way in ways]
    taken = torch.optim.AdamW(ways, betas=(0.9, 0.98))
    mean = deepcopy(model).eval()
    batches = torch.utils.data.DataLoader(steps, batch_size=None, num_workers=workers)
    model.train()
    began, lost = time.monotonic(), 0.0
    for step, batch in enumerate(batches):
        done = course.done(step, steps.epoch_of, time.monotonic() - began)
        if done >= 1:
            break
        share = min(1.0, (step + 1) / WARMING) * max(LEAST, 1 - done)
        for way, rate in zip(taken.param_groups, rates, strict=True):
            way["lr"] = rate * share
        lost = 0.98 * lost + 0.02 * _step(model, taken, batch.to(course.device), teachers)
        if (step + 1) % EVERY == 0:
            _drawn_along(mean, model, step + 1)
        if (step + 1) % SHOWN == 0:
            shown(mean)
        if (step + 1) % 50 == 0:
            print(f"step {step + 1}, {done:.0%}, loss {lost / (1 - 0.98 ** (step + 1)):.3f}", flush=True)
    return mean


def _drawn_along(mean: Model, model: Model, step: int) -> None:
    """A mean of few steps forgets faster."""
    stays = min(STAYS, 1 - EVERY / (step / EVERY + 10))
    with torch.no_grad():
        for old, new in zip(mean.parameters(), model.parameters(), strict=True):
            old.lerp_(new, 1 - stays)


def _step(model: Model, taken: torch.optim.Optimizer, batch: Batch, teachers: Sequence[Model]) -> float:
    with torch.autocast(batch.tokens.device.type, dtype=torch.bfloat16):
        utilities = model(batch)
    loss = cross_entropy(utilities, batch.meant, reduction="none")
    if teachers:
        told = _told(teachers, batch)
        loss = (1 - SOFT) * loss - SOFT * (told * log_softmax(utilities, -1)).sum(-1)
    taken.zero_grad()
    (loss * batch.worth).mean().backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    taken.step()
    return float((loss * batch.worth).mean().detach())


def _told(teachers: Sequence[Model], batch: Batch) -> torch.Tensor:
    """What the teachers hold likely together [replies, MOST_OPTIONS + others]."""
    with torch.no_grad(), torch.autocast(batch.tokens.device.type, dtype=torch.bfloat16):
        return torch.stack([torch.softmax(teacher(batch), -1) for teacher in teachers]).mean(0)


def utilities_of(model: Model, cases: Sequence[Case], cuts: Cut) -> torch.Tensor:
    """The utilities of every case [n, MOST_OPTIONS + others], in their order."""
    places = {id(case): place for place, case in enumerate(cases)}
    found = torch.zeros(len(cases), MOST_OPTIONS + len(OTHERS))
    device = model.near.device.type
    with torch.no_grad():
        for some in steps_of(groups_of(cases), BATCH, random.Random(0)):
            order = [places[id(case)] for group in some for case in group.cases]
            found[torch.tensor(order)] = model(batch_of(some, cuts).to(device)).cpu()
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
    little left to teach. What stands together to one question is drawn together, as its question is worked out for all."""
    draw, names = random.Random(seed), fresh.split(",")
    drawn: dict[tuple[str, str, str, int], bool] = {}
    counted: Counter[tuple[str, str, str]] = Counter()
    kept = []
    for case in cases:
        key = (case.source, case.language, case.question.text)
        chunk = (*key, counted[key] // TOGETHER)
        counted[key] += 1
        if chunk not in drawn:
            drawn[chunk] = draw.random() < share
        new = case.source in names or (case.source == OPENING and case.reply in texts)
        if new or drawn[chunk]:
            kept.append(case)
    return kept


def temperature(utilities: torch.Tensor, meant: torch.Tensor) -> float:
    """What utilities are best divided by, so that what is held likely comes true as often (Guo et al. 2017)."""
    tried = torch.arange(0.7, 2.5, 0.05)
    return float(min(tried, key=lambda by: float(cross_entropy(utilities / by, meant))))


def all_cases() -> list[Case]:
    """Everything the encoder is fitted on."""
    library = read_material(load_settings({})).library
    backgrounds = load_backgrounds()
    cases = [*tuning(), *examples(library), *lines(library)]
    return [*cases, *openings(library, backgrounds), *routed(library, backgrounds)]


def fresh(begin: E5File, cases: Sequence[Case]) -> tuple[Model, Tokenizer]:
    """The bundled embedder's layers over the pieces that the cases and the content are cut into."""
    said = [case.reply for case in cases] + [case.question.text for case in cases]
    said += [label for case in cases for each in case.question.options for label in each.labels.values()]
    kept = kept_pieces(begin, said)
    return Model(begin, kept, len(OTHERS)), cutter(begin, kept)


def begun(begin: E5File, file: Path) -> tuple[Model, Tokenizer]:
    """A written encoder, to go on from or to learn from: its numbers, and the pieces that it knows."""
    state = widened(state_of(file), len(OTHERS))
    model = Model(begin, range(len(state["words.weight"])), len(OTHERS))
    model.load_state_dict(state)
    return model, encoder(file).tokenizer


def parsed() -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--write", action="store_true", help="write agent/understanding/encoder.npz")
    parser.add_argument("--save", type=Path, help="write it here (.npz) instead, to go on from or to teach")
    parser.add_argument("--left-out", default="", help="authors to leave out and report on, by commas")
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--minutes", type=float, default=600.0, help="stop after these")
    parser.add_argument("--rate", type=float, default=RATE)
    parser.add_argument("--batch", type=int, default=BATCH)
    parser.add_argument("--begin", type=Path, help="go on from this encoder.npz")
    parser.add_argument("--teachers", default="", help="encoders to learn from, by commas")
    parser.add_argument(
        "--known", type=float, default=1.0, help="share of the replies of all but --fresh authors"
    )
    parser.add_argument(
        "--fresh", default="", help="authors it has not read yet, by commas: all their replies"
    )
    parser.add_argument("--fresh-texts", type=Path, help="first messages it has not read yet, one a line")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--workers", type=int, default=0, help="processes that make batches")
    parser.add_argument("--threads", type=int, default=1)
    return parser.parse_args()


def main() -> None:
    """Fit, report, and write on request."""
    options = parsed()
    torch.set_num_threads(options.threads)
    torch.manual_seed(options.seed)
    cases, begin = all_cases(), e5_file()
    model, tokenizer = begun(begin, options.begin) if options.begin else fresh(begin, cases)
    model, cuts = model.to(options.device), Cut(tokenizer, {})
    away = {name for name in options.left_out.split(",") if name}
    texts = frozenset(options.fresh_texts.read_text("utf-8").splitlines() if options.fresh_texts else ())
    fitted = thinned_out(
        [case for case in cases if case.source not in away], options.fresh, texts, options.known, options.seed
    )
    rest = [case for case in cases if case.source in away and len(case.question.options) <= MOST_OPTIONS]
    print(f"{len(fitted)} cases to fit on, {len(rest)} left out", flush=True)

    def shown(mean: Model) -> None:
        if some := random.Random(0).sample(rest, min(LOOKED, len(rest))):
            report(some, utilities_of(mean, some, cuts))

    teachers = [
        begun(begin, Path(file))[0].to(options.device).eval() for file in options.teachers.split(",") if file
    ]
    steps = Steps(groups_of(fitted), tokenizer.to_str(), options.batch, options.seed)
    if not model.mean.any():
        _centred(model, steps[0].to(options.device))
    course = Course(options.epochs, options.minutes, options.rate, options.device)
    model = fit(model, steps, course, workers=options.workers, teachers=teachers, shown=shown).cpu()
    if rest:
        utilities = utilities_of(model, rest, cuts)
        report(rest, utilities)
        by = temperature(utilities, torch.tensor([place_of(case, case.question.options) for case in rest]))
        print(f"divided by {by:.2f}")
        cooled(model, by)
        kept_at = ROOT / "var/fit_encoder"
        kept_at.mkdir(parents=True, exist_ok=True)
        np.save(kept_at / "left_out.npy", utilities.numpy())
    if options.write or options.save:
        told = {"cases": len(fitted), **{name: str(given) for name, given in vars(options).items()}}
        write(model, tokenizer, told, options.save or FILE)


def _centred(model: Model, batch: Batch) -> None:
    """Begins with the mean of some replies as the middle that nearness is measured from."""
    with torch.no_grad():
        model.mean.copy_(model.eval().means(batch)[2].mean(0))


if __name__ == "__main__":
    main()
