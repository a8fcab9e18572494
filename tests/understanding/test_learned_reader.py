"""The learned reader: its sums by hand, what it sees, and what its probabilities are good for."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from agent.errors import SettingsError
from agent.understanding import Option, Question, read_answer
from agent.understanding.learned import ARRAYS, Chances, Learned, learned
from agent.understanding.likeliest import Best, best_of
from agent.understanding.options import asked
from agent.understanding.settling import required
from agent.understanding.sight import OF_OPTION, OF_QUESTION, Lens, Sight, pieces

LIGHT = Question(
    "Kokia spalva šviečia lemputė?",
    (Option("red", {"lt": "Raudona", "en": "Red"}), Option("green", {"lt": "Žalia", "en": "Green"})),
)
GOAL = Question("Ar dabar veikia?", (Option("works", {"lt": "Veikia"}), Option("no", {"lt": "Neveikia"})))

GIVES_UP = replace(GOAL, options=(GOAL.options[0], replace(GOAL.options[1], action="escalate")))


def tiny() -> tuple[Learned, Sight]:
    """One member, two meanings, one act and unclear; every weight can be followed."""
    message = 2 + len(OF_QUESTION)
    arrays = {name: np.zeros((1, 1, 1), dtype=np.float32) for name in ARRAYS}
    arrays["option"] = np.zeros((1, len(OF_OPTION)), dtype=np.float32)
    arrays["option"][0, 0] = 2.0  # rules
    arrays["bias"] = np.zeros((1, 1), dtype=np.float32)
    arrays["meaning_in"] = np.array([[[1.0], [-1.0]]], dtype=np.float32)
    arrays["asked"] = np.array([[[0.5]]], dtype=np.float32)
    arrays["piece"] = np.full((1, 4, 1), 0.5, dtype=np.float32)
    arrays["named"] = np.array([[[0.0], [0.0], [1.0], [2.0]]], dtype=np.float32)
    arrays["other"] = np.zeros((1, message + 1, 2), dtype=np.float32)
    arrays["other_bias"] = np.array([[0.0, -1.0]], dtype=np.float32)
    options = np.zeros((2, len(OF_OPTION)), dtype=np.float32)
    options[:, 0] = (1.0, 0.0)
    seen = Sight(
        options=options,
        meanings=np.array([[1.0, 0.0], [0.0, 1.0]], dtype=np.float32),
        message=np.zeros(message, dtype=np.float32),
        pieces=np.array([0, 1, 2, 3]),
        named=(np.array([0, 1]), np.array([2])),
        asked=np.array([3]),
    )
    return Learned(Lens(("a", "b"), ("wait",)), ("wait", "unclear"), arrays), seen


def test_the_probabilities_are_those_computed_by_hand() -> None:
    reader, seen = tiny()
    # first option: rules 2·1, pieces 4·0.5/√4 · (meaning 1 + label 0) = 1 → 3; second: pieces
    # 1 · (meaning −1 + label 1/√1) = 0 → 0; both: the question's pieces 2 · 0.5 · 1 = 1; wait 0; unclear −1
    raised = np.exp([4.0, 1.0, 0.0, -1.0])
    found = reader.chances(seen)
    assert [*found.options, *found.others.values()] == pytest.approx(raised / raised.sum())


@pytest.mark.parametrize(
    ("one", "other"),
    [("Šviečia RAUDONAI", "sviecia raudonai"), ("Red  light", "red light")],
)
def test_pieces_do_not_see_spelling_manners(one: str, other: str) -> None:
    assert pieces(one).tolist() == pieces(other).tolist()


def test_pieces_tell_a_denial_from_what_it_denies() -> None:
    assert pieces("neveikia").tolist() != pieces("veikia").tolist()


def test_danger_comes_first_even_when_it_is_not_the_likeliest() -> None:
    found = best_of(Chances((0.6, 0.1), {"danger": 0.3, "unclear": 0.0}))
    assert found == Best(0.3, act="danger")


@pytest.mark.parametrize(
    ("question", "place", "least"),
    [
        (GOAL, 0, 0.6),
        (replace(GOAL, kind="closing"), 0, 0.8),
        (GOAL, 1, 0.5),
        (replace(LIGHT, kind="confirm"), 0, 0.8),
    ],
)
def test_what_a_mistake_costs_decides_what_is_enough(question: Question, place: int, least: float) -> None:
    assert required(Best(0.5, place=place), False, question, asked(question, "lt"), "encoder") == least


def test_the_shipped_reader_gives_probabilities_and_says_why() -> None:
    reading = read_answer(LIGHT, "tokia kaip pomidoras", "lt")
    assert reading.kind in ("outcome", "unclear")
    assert reading.evidence
    assert "danger" in learned().others


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 cut off", b"not an archive"])
def test_a_damaged_file_is_refused(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "reader.npz"
    file.write_bytes(content)
    with pytest.raises(SettingsError) as told:
        learned(file)
    assert told.value.code == "reader_corrupt"


def test_a_file_of_another_make_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "reader.npz"
    np.savez(file, card=np.frombuffer(b"{}", dtype=np.uint8))
    with pytest.raises(SettingsError) as told:
        learned(file)
    assert told.value.code == "reader_corrupt"
