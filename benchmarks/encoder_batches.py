"""Questions, answers and replies as batches for the encoder's fit, each reply as it might have been typed."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import torch
from tokenizers import Tokenizer

from agent.language import fold
from agent.understanding import Option
from agent.understanding.convinced import MOST_OPTIONS
from agent.understanding.encoder import MOST_ASKED, MOST_LABEL, MOST_REPLY, cut
from agent.understanding.sight import label_of
from benchmarks.cases import OTHERS, Case
from benchmarks.encoder_model import Batch
from benchmarks.fit_reader import WORTH

TOGETHER = 8  # replies to one question, side by side
FOLDED, LOWERED, BARED, SLIPPED, LOST = 0.3, 0.2, 0.1, 0.15, 0.08  # of replies; of tokens
LED_IN, LED_OUT = 0.05, 0.04  # of replies: with a word before or after that says nothing
DROPPED, ABROAD = 0.3, 0.15  # of questions: an answer left out; answers called in the other language
UNKNOWN = 3
BEFORE = {
    "lt": ("na ", "nu ", "tai ", "labas, ", "sveiki, ", "klausykit, ", "hmm ", "žodžiu, ", "atsiprašau, "),
    "en": ("well ", "so ", "um ", "hi, ", "hello, ", "ok so ", "right, ", "hmm ", "sorry, ", "look, "),
}
AFTER = {
    "lt": (" ačiū", ", jei ką", " va", " :)", " ...", " tai va"),
    "en": (" thanks", " ty", " mate", " please", " :)", " ...", " tho"),
}
_MARKS = ".!?… "
_WORD = re.compile(r"[^\W\d_]+")
_MOST_CUTS = 300_000  # texts remembered


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
        if len(self.known) > _MOST_CUTS:
            self.known.clear()
        if key not in self.known:
            self.known[key] = cut(self.tokenizer, text, most, last=last)
        return self.known[key]


def groups_of(cases: Sequence[Case]) -> list[Group]:
    """The cases by question and answers; those with more answers than the encoder is asked about are left out."""
    found: dict[tuple[str, tuple[Answer, ...]], list[Case]] = {}
    for case in cases:
        answers = tuple(_answer(each, case.language) for each in case.question.options)
        found.setdefault((case.question.text, answers), []).append(case)
    return [
        Group(question, answers, tuple(some))
        for (question, answers), some in found.items()
        if len(answers) <= MOST_OPTIONS
    ]


def _answer(option: Option, language: str) -> Answer:
    label = label_of(option, language)
    return Answer(option.id, label, next((o for name, o in option.labels.items() if name != language), label))


def steps_of(groups: Sequence[Group], batch: int, draw: random.Random) -> list[list[Group]]:
    """The groups in steps of about `batch` replies, replies of like length together, in a new order every time."""
    parts = []
    for group in groups:
        some = list(group.cases)
        draw.shuffle(some)
        for start in range(0, len(some), TOGETHER):
            parts.append(Group(group.question, group.answers, tuple(some[start : start + TOGETHER])))
    parts.sort(key=lambda part: max(len(case.reply) for case in part.cases) * draw.uniform(0.75, 1.33))
    steps: list[list[Group]] = [[]]
    for part in parts:
        if sum(len(each.cases) for each in steps[-1]) >= batch:
            steps.append([])
        steps[-1].append(part)
    draw.shuffle(steps)
    return steps


def varied(reply: str, language: str, draw: random.Random) -> str:
    """The reply as it might have been typed."""
    reply = draw.choice(BEFORE[language]) + reply if draw.random() < LED_IN else reply
    reply = reply.rstrip(_MARKS) + draw.choice(AFTER[language]) if draw.random() < LED_OUT else reply
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
    asked = _Asked([], [], [], [], 0)
    replies, rows, of, meant, worth = [], [], [], [], []
    for number, given in enumerate(groups):
        group = changed(given, draw) if draw else given
        first = asked.answers
        asked.add(group, number, cuts)
        row = list(range(first, asked.answers))
        for case in group.cases:
            said = varied(case.reply, case.language, draw) if draw else case.reply
            replies.append(
                thinned(cuts.tokens(said, MOST_REPLY), draw) if draw else cuts.tokens(said, MOST_REPLY)
            )
            rows.append(row + [-1] * (MOST_OPTIONS - len(row)))
            of.append(number)
            meant.append(place_of(case, group.answers))
            worth.append(WORTH.get(case.source, 1.0))
    flat = asked.tokens + [(token, one, 2) for reply in replies for one, token in enumerate(reply)]
    tokens, places, kinds = (torch.tensor(column) for column in zip(*flat, strict=True))
    return Batch(
        tokens=tokens,
        places=places,
        kinds=kinds,
        **asked.tables(),
        **_replied(replies, of, len(groups)),
        of=torch.tensor(of),
        listed=torch.tensor(rows),
        meant=torch.tensor(meant),
        worth=torch.tensor(worth),
    )


@dataclass
class _Asked:
    """Questions and answers while a batch is made: `tokens` (token, place, kind), the `texts` of each question's tokens,
    whose the tokens of answers and questions are, and how many answers there are."""

    tokens: list[tuple[int, int, int]]
    texts: list[list[int]]
    answer_at: list[tuple[int, int]]
    question_at: list[tuple[int, int]]
    answers: int

    def add(self, group: Group, number: int, cuts: Cut) -> None:
        """One question more."""
        parts = [cuts.tokens(group.question, MOST_ASKED, last=True)]
        parts += [cuts.tokens(each.label, MOST_LABEL) for each in group.answers]
        for place, part in enumerate(parts):
            target, whose = (
                (self.answer_at, self.answers + place - 1) if place else (self.question_at, number)
            )
            target += [(len(self.tokens) + one, whose) for one in range(len(part))]
            self.tokens += [(token, one, 1 if place else 0) for one, token in enumerate(part)]
        self.texts.append([place for place, part in enumerate(parts) for _ in part])
        self.answers += len(group.answers)

    def tables(self) -> dict[str, Any]:
        """What a batch holds of them."""
        most = max(map(len, self.texts))
        slots = [row * most + one for row, text in enumerate(self.texts) for one in range(len(text))]
        return {
            "listed_at": torch.tensor(slots),
            "listed_shape": (len(self.texts), most),
            "texts": torch.tensor([row + [-1] * (most - len(row)) for row in self.texts]),
            "answer_of": _pair(self.answer_at),
            "question_of": _pair(self.question_at),
            "answers": self.answers,
        }


def _replied(replies: Sequence[Sequence[int]], of: Sequence[int], questions: int) -> dict[str, Any]:
    """Where replies lie: by question, then by their order there."""
    counted: Counter[int] = Counter()
    beside = []
    for question in of:
        beside.append(counted[question])
        counted[question] += 1
    most, longest = max(counted.values()), max(map(len, replies))
    lengths = torch.zeros(questions, most, dtype=torch.long)
    slots, whose = [], []
    for number, (reply, question, place) in enumerate(zip(replies, of, beside, strict=True)):
        lengths[question, place] = len(reply)
        slots += [(question * most + place) * longest + one for one in range(len(reply))]
        whose += [number] * len(reply)
    return {
        "replied_at": torch.tensor(slots),
        "reply_shape": (questions, most, longest),
        "lengths": lengths,
        "whose": torch.tensor(whose),
    }


def place_of(case: Case, answers: Sequence[Answer | Option]) -> int:
    """Where what the case means stands in a row of utilities."""
    if case.other:
        return MOST_OPTIONS + OTHERS.index(case.meant)
    return [each.id for each in answers].index(case.meant)


def _pair(places: Sequence[tuple[int, int]]) -> tuple[torch.Tensor, torch.Tensor]:
    columns = torch.tensor(places).T
    return columns[0].contiguous(), columns[1].contiguous()


class Steps(torch.utils.data.Dataset[Batch]):
    """Batches without end: every epoch the groups in a new order, which each worker works out for itself."""

    def __init__(self, groups: Sequence[Group], tokenizer: str, batch: int, seed: int) -> None:
        self.groups, self.tokenizer, self.batch, self.seed = groups, tokenizer, batch, seed
        self.epoch_of = len(steps_of(groups, batch, random.Random(seed)))
        self._cuts: Cut | None = None
        self._epoch, self._plan = -1, list[list[Group]]()

    def __len__(self) -> int:
        return self.epoch_of * 1000

    def __getitem__(self, step: int) -> Batch:
        if self._cuts is None:
            self._cuts = Cut(Tokenizer.from_str(self.tokenizer), {})
        epoch, place = divmod(step, self.epoch_of)
        if epoch != self._epoch:
            self._epoch = epoch
            self._plan = steps_of(self.groups, self.batch, random.Random(self.seed * 1000 + epoch))
        draw = random.Random(self.seed * 1_000_003 + step)
        return batch_of(self._plan[place % len(self._plan)], self._cuts, draw)
