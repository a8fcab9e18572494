"""The rules one by one, over a toy library and a classifier that says what it is told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from agent.compat import get_smart_scenario_id
from agent.conversation import Evidence, Route
from agent.errors import SettingsError
from agent.knowledge import HashEmbedder
from agent.knowledge.entry import Entry
from agent.routing import ByEmbedder, Router, load_backgrounds, open_router, samples_of, train_router
from agent.routing.hearing import greeted_off
from agent.scenarios import Library, Scenario, Text


def guide(
    name: str, kind: str, conditions: Mapping[str, tuple[object, ...]] | None = None, **more: Any
) -> Scenario:
    text = Text.of({"lt": name, "en": name})
    return Scenario(id=name, title=text, problem_type=kind, steps=(), conditions=conditions or {}, **more)


LIBRARY = Library(
    [
        guide("net_dead", "internet", {"scope": ("all_devices",), "connection_pattern": ("none",)}),
        guide("net_one", "internet", {"scope": ("single_device",)}),
        guide("net_slow", "internet", {"connection_pattern": ("slow",)}),
        guide("tv_dead", "tv"),
        guide("tv_stutters", "tv"),
        guide("shared_part", "internet", {"scope": ("one_room",)}, routable=False),
    ],
    {"internet": "net_dead", "tv": "tv_dead"},
)


@dataclass(frozen=True)
class Told:
    """A classifier that says what it is told; scenario ids stand without their prefix."""

    scores: Mapping[str, float]
    meanings: None = None

    def judge(self, text: str, language: str, vector: object = None) -> dict[str, float]:
        return {f"scenario:{name}" if name in LIBRARY else name: score for name, score in self.scores.items()}

    def familiar(self, text: str) -> float:
        return 0.0 if text == "mash" else 1.0


ACT, FACT = Evidence("act", "heard", 0.9), Evidence("fact", "heard", 0.9)


@dataclass(frozen=True)
class Act:
    name: str
    confidence: float = 0.9
    evidence: Evidence = ACT
    span: str = ""
    alike: float | None = None


@dataclass(frozen=True)
class Stated:
    name: str
    value: Any
    evidence: Evidence = FACT


@dataclass(frozen=True)
class Ears:
    facts: Mapping[str, Any]

    def find_acts(self, text: str, language: str, question: None = None) -> tuple[Act, ...]:
        return ()

    def find_facts(self, text: str, language: str) -> tuple[Stated, ...]:
        return tuple(Stated(name, value) for name, value in self.facts.items())

    def statements(self, text: str, language: str) -> tuple[str, ...]:
        return (text,)


@dataclass(frozen=True)
class Hit:
    entry: Entry
    score: float


@dataclass(frozen=True)
class Shelf:
    """A searcher with one page of a given relevance."""

    score: float
    target: str = "fees"
    kind: str = "article"

    def search(self, query: str, *, threshold: float, **_: object) -> Any:
        entry = Entry("p", "fees", self.kind, self.target, "lt", title="Fees")
        hits = (Hit(entry, self.score),) if self.score >= threshold else ()
        return type("Found", (), {"hits": hits})()


def routed(
    scores: Mapping[str, float], *acts: str, facts: Mapping[str, Any] | None = None, **given: Any
) -> Route:
    searcher = given.pop("searcher", None)
    router = Router(LIBRARY, Told(scores), searcher=searcher, listener=Ears(facts or {}))  # type: ignore[arg-type]
    return router.route(given.pop("text", "words"), language="lt", acts=[Act(name) for name in acts], **given)


SURE = {"net_slow": 0.9}


@pytest.mark.parametrize(
    ("act", "kind"),
    [("danger", "danger"), ("person", "person"), ("injection", "abuse"), ("abuse", "scenario")],
)
def test_what_outranks_a_fault(act: str, kind: str) -> None:
    assert routed(SURE, act, "problem").kind == kind  # rude words about a fault are still about the fault


def test_danger_outranks_a_person() -> None:
    assert routed(SURE, "person", "danger").kind == "danger"


def test_danger_is_seen_without_its_words() -> None:
    assert routed({"danger": 0.7, "net_dead": 0.2}).kind == "danger"


@pytest.mark.parametrize("source", ["encoder", "learned"])
@pytest.mark.parametrize(
    ("scores", "kind"),
    [
        ({"tv_stutters": 0.95, "danger": 0.001}, "scenario"),  # “the tv keeps freezing” resembles danger
        ({"vague": 0.95, "danger": 0.001}, "clarify"),  # “the cable was loose, I pushed it in”
        ({"vague": 0.75, "danger": 0.001}, "danger"),
        ({"tv_stutters": 0.95, "danger": 0.03}, "danger"),  # the classifier sees a little danger, too
        ({"tv_stutters": 0.75, "danger": 0.001}, "danger"),  # no guide is sure
        ({"out_of_scope": 0.95, "danger": 0.001}, "danger"),  # what is no guide's may well be danger
        ({"tv_stutters": 0.95}, "danger"),  # the classifier knows nothing of danger at all
    ],
)
def test_a_likeness_of_danger_is_doubted_where_a_guide_is_sure(
    source: str, scores: Mapping[str, float], kind: str
) -> None:
    heard = Act("danger", 0.9, Evidence(source, "sounds like danger", 0.9))
    router = Router(LIBRARY, Told(scores))  # type: ignore[arg-type]
    assert router.route("words", language="lt", acts=[heard]).kind == kind
    assert (router.doubts(heard, "words", "lt") is None) == (kind == "danger")


def test_the_surer_the_reader_the_less_is_doubted() -> None:
    router = Router(LIBRARY, Told({"tv_stutters": 0.95, "danger": 0.004}))  # type: ignore[arg-type]
    likely = [
        Act("danger", 0.9, Evidence("encoder", "sounds like danger", chance)) for chance in (0.7, 0.995)
    ]
    assert [router.doubts(each, "words", "lt") is None for each in likely] == [False, True]


@pytest.mark.parametrize(
    ("alike", "scores", "kind"),
    [
        (
            0.05,
            {"tv_stutters": 0.95, "danger": 0.001},
            "scenario",
        ),  # “the picture explodes into little squares”
        (
            0.05,
            {"out_of_scope": 0.9, "danger": 0.001},
            "out_of_scope",
        ),  # “what's on about the firemen tonight?”
        (None, {"tv_stutters": 0.95, "danger": 0.001}, "danger"),  # nobody listened for a likeness
        (0.15, {"tv_stutters": 0.95, "danger": 0.001}, "danger"),  # it sounds a little like danger
        (0.05, {"tv_stutters": 0.95, "danger": 0.01}, "danger"),  # the classifier sees a little of it
        (0.05, {"tv_stutters": 0.75, "danger": 0.001}, "danger"),  # …or is sure of nothing
        (0.05, {"tv_stutters": 0.95}, "danger"),  # …or knows nothing of danger
    ],
)
def test_a_word_of_danger_is_doubted_by_three_witnesses_only(
    alike: float | None, scores: Mapping[str, float], kind: str
) -> None:
    heard = Act("danger", alike=alike)
    router = Router(LIBRARY, Told(scores))  # type: ignore[arg-type]
    assert router.route("words", language="lt", acts=[heard]).kind == kind
    assert (router.doubts(heard, "words", "lt") is None) == (kind == "danger")


@dataclass(frozen=True)
class Piecewise(Told):
    """A classifier that knows each statement by itself, and the whole as what it is told."""

    alone: Mapping[str, Mapping[str, float]] = field(default_factory=dict)

    def judge(self, text: str, language: str, vector: object = None) -> dict[str, float]:
        return Told(self.alone.get(text, self.scores)).judge(text, language)


@dataclass(frozen=True)
class Listening(Ears):
    """Ears that hear danger in what speaks of fire."""

    def find_acts(self, text: str, language: str, question: None = None) -> tuple[Act, ...]:
        return (Act("danger", alike=0.01),) if "fire" in text or "gaisras" in text else ()

    def statements(self, text: str, language: str) -> tuple[str, ...]:
        return tuple(text.split(", "))


@pytest.mark.parametrize(
    ("text", "alone", "kind"),
    [
        ("no internet, on fire", {"danger": 0.6}, "danger"),
        ("nėra interneto, kilo gaisras", {"danger": 0.6}, "danger"),
        # by itself surely no guide's: beside a fault it is no news of the day
        ("no internet, a fire broke out", {"out_of_scope": 0.95, "danger": 0.001}, "danger"),
        # by itself surely a guide's
        ("no internet, the picture fires squares", {"tv_stutters": 0.95, "danger": 0.001}, "scenario"),
        ("no internet on fire", {}, "scenario"),
    ],
)
def test_a_fault_beside_it_outvotes_no_danger(text: str, alone: Mapping[str, float], kind: str) -> None:
    *_, last = text.split(", ")
    pieces = {last: alone} if alone else {}
    model = Piecewise({"net_slow": 0.95, "danger": 0.001}, alone=pieces)
    router = Router(LIBRARY, model, listener=Listening({}))  # type: ignore[arg-type]
    assert router.route(text, language="lt").kind == kind
    assert (router.doubts(Act("danger", alike=0.01), text, "lt") is None) == (kind == "danger")


def test_danger_is_doubted_over_one_text_greeting_and_all() -> None:
    model = Piecewise({"net_slow": 0.95, "danger": 0.001}, alone={"fire sale": {"danger": 0.5}})
    router = Router(LIBRARY, model)  # type: ignore[arg-type]
    heard = [Act("danger", alike=0.01), Act("greeting", span="hello")]
    assert router.route("hello fire sale", language="en", acts=heard).kind != "danger"
    assert router.doubts(heard[0], "hello fire sale", "en") is not None


def test_without_a_classifier_every_danger_is_believed() -> None:
    for heard in (Act("danger", alike=0.0), Act("danger", 0.9, Evidence("encoder", "", 0.9))):
        assert Router(LIBRARY).doubts(heard, "words", "lt") is None


@pytest.mark.parametrize(
    ("scores", "confidence", "kind"),
    [
        ({"vague": 0.7, "courtesy": 0.1}, 0.4, "clarify"),  # “hi, the thing you gave me is not as before”
        ({"out_of_scope": 0.7}, 0.4, "out_of_scope"),  # “a laptop iki 600 eurų”
        ({"vague": 0.3, "courtesy": 0.6}, 0.4, "courtesy"),
        ({"vague": 0.7, "courtesy": 0.1}, 0.9, "courtesy"),  # nothing but a greeting
        ({}, 0.4, "courtesy"),  # without a classifier the word decides
    ],
)
def test_a_word_of_courtesy_in_a_longer_message_is_none(
    scores: Mapping[str, float], confidence: float, kind: str
) -> None:
    router = Router(LIBRARY, Told(scores) if scores else None)  # type: ignore[arg-type]
    greeting = Act("greeting", confidence, span="hi")
    assert router.route("words", language="lt", acts=[greeting]).kind == kind


@dataclass(frozen=True)
class Introduced(Told):
    """A classifier to which a whole message sounds like a courtesy, and like nothing without its greeting."""

    def judge(self, text: str, language: str, vector: object = None) -> dict[str, float]:
        return {"courtesy": 0.7} if text.startswith("hi") else {"out_of_scope": 0.7}


def test_who_only_says_who_they_are_is_greeted() -> None:
    router = Router(LIBRARY, Introduced({}))  # type: ignore[arg-type]
    greeting = Act("greeting", 0.4, span="hi")
    assert router.route("hi, this is Peter", language="en", acts=[greeting]).kind == "courtesy"


@pytest.mark.parametrize(
    ("scores", "acts", "kind"),
    [
        ({"vague": 0.2, "danger": 0.3, "net_slow": 0.2}, (), "clarify"),
        ({"article": 0.6}, (), "article"),
        ({"out_of_scope": 0.6}, (), "out_of_scope"),
        ({"vague": 0.2, "article": 0.3}, ("question",), "article"),
    ],
)
def test_who_names_a_service_and_no_fault_is_asked(
    scores: Mapping[str, float], acts: tuple[str, ...], kind: str
) -> None:
    found = routed(scores, *acts, facts={"problem_type": "tv"}, searcher=Shelf(0.5))
    assert found.kind == kind


@pytest.mark.parametrize(("acts", "kind"), [(("thanks",), "courtesy"), (("greeting", "problem"), "scenario")])
def test_thanks_alone_is_courtesy(acts: tuple[str, ...], kind: str) -> None:
    scores = {"courtesy": 0.3, "unclear": 0.2} if kind == "courtesy" else SURE
    assert routed(scores, *acts).kind == kind


def test_a_weak_plea_for_a_person_is_no_plea() -> None:
    router = Router(LIBRARY, Told(SURE))  # type: ignore[arg-type]
    assert router.route("words", language="lt", acts=[Act("person", 0.4)]).target == "net_slow"


def test_conditions_met_decide_between_near_guides() -> None:
    near = {"net_one": 0.45, "net_dead": 0.4}
    stated = {"problem_type": "internet", "scope": "single_device"}
    assert routed(near).kind == "clarify"
    found = routed(near, facts=stated)
    assert (found.target, found.evidence[0].source) == ("net_one", "conditions")


def test_conditions_need_the_same_problem_type() -> None:
    stated = {"problem_type": "tv", "connection_pattern": "slow"}
    assert routed({"tv_stutters": 0.8, "net_slow": 0.1}, facts=stated).target == "tv_stutters"


def test_conditions_do_not_overrule_words_that_are_sure() -> None:
    stated = {"problem_type": "internet", "connection_pattern": "slow"}
    assert routed({"tv_dead": 0.9, "net_slow": 0.05}, facts=stated).target == "tv_dead"


def test_what_facts_speak_against_is_no_rival() -> None:
    stated = {"problem_type": "internet", "connection_pattern": "slow"}
    assert routed({"net_dead": 0.5, "net_slow": 0.3}, facts=stated).target == "net_slow"


def test_a_guide_that_is_not_routable_is_never_found() -> None:
    assert (
        routed(
            {"shared_part": 0.95, "vague": 0.05}, facts={"problem_type": "internet", "scope": "one_room"}
        ).target
        is None
    )


def test_two_near_guides_are_named() -> None:
    found = routed({"tv_dead": 0.45, "tv_stutters": 0.4, "net_slow": 0.02})
    assert found.kind == "clarify"
    assert [each.target for each in found.alternatives] == ["tv_dead", "tv_stutters"]


def test_only_the_type_is_certain() -> None:
    found = routed({"tv_dead": 0.2, "vague": 0.5}, "problem", problem_type="tv")
    assert (found.target, found.evidence[0].source) == ("tv_dead", "default")


@pytest.mark.parametrize(
    ("scores", "facts"),
    [
        ({"net_dead": 0.2, "net_slow": 0.3}, {}),  # a sibling is likelier
        ({"net_dead": 0.2, "vague": 0.6}, {"scope": "single_device"}),  # a fact speaks against it
        ({"net_dead": 0.1, "article": 0.45}, {}),  # rather a question
    ],
)
def test_the_default_is_taken_only_when_nothing_contradicts(
    scores: dict[str, float], facts: dict[str, Any]
) -> None:
    assert routed(scores, facts={"problem_type": "internet", **facts}).target != "net_dead"


def test_without_a_type_a_vague_fault_is_asked_back_not_defaulted() -> None:
    found = routed({"vague": 0.9, "net_dead": 0.05}, "problem")
    assert found.kind == "clarify"
    assert {each.target for each in found.alternatives} == {"net_dead", "tv_dead"}


def test_a_question_goes_to_its_page() -> None:
    found = routed({"article": 0.8}, "question", searcher=Shelf(0.7))
    assert (found.kind, found.target) == ("article", "fees")


def test_a_question_without_a_page_is_still_a_question() -> None:
    found = routed({"article": 0.8}, "question", searcher=Shelf(0.1))
    assert (found.kind, found.target) == ("article", None)


@pytest.mark.parametrize(("relevance", "kind"), [(0.97, "article"), (0.9, "out_of_scope")])
def test_out_of_scope_unless_a_page_is_sure(relevance: float, kind: str) -> None:
    assert routed({"out_of_scope": 0.95}, searcher=Shelf(relevance)).kind == kind


@pytest.mark.parametrize(
    ("score", "facts"), [(0.75, {}), (0.95, {"problem_type": "tv"})], ids=["doubted", "of a service of ours"]
)
def test_less_is_asked_of_a_page_where_it_may_be_ours(score: float, facts: Mapping[str, Any]) -> None:
    assert routed({"out_of_scope": score}, searcher=Shelf(0.7), facts=facts).kind == "article"


def test_a_fault_told_in_words_is_asked_about_however_strange_the_rest() -> None:
    """ "The card reader is down, there is no internet" sounds like nobody's business here, and is not refused."""
    told = {"problem_type": "internet", "connection_pattern": "none"}
    found = routed({"out_of_scope": 0.95}, facts=told)
    assert (found.kind, [each.target for each in found.alternatives]) == ("clarify", ["net_dead"])
    assert routed({"out_of_scope": 0.95}, facts={"problem_type": "internet"}).kind == "out_of_scope"


@pytest.mark.parametrize(("text", "kind"), [("", "unclear"), ("  \u0000 ", "unclear"), ("mash", "unclear")])
def test_nothing_said_is_unclear(text: str, kind: str) -> None:
    assert routed(SURE if text == "mash" else {}, text=text).kind == kind


def test_a_given_problem_type_outweighs_other_types() -> None:
    assert routed({"tv_dead": 0.6, "net_slow": 0.3}, problem_type="internet").target != "tv_dead"


def test_diagnostics_count_as_facts() -> None:
    found = routed(
        {"net_one": 0.45, "net_dead": 0.45},
        facts={"problem_type": "internet"},
        diagnostics={"scope": "single_device"},
    )
    assert found.target == "net_one"
    assert found.facts["scope"] == "single_device"


def test_without_any_model_the_facts_still_route() -> None:
    router = Router(LIBRARY, listener=Ears({"problem_type": "internet", "connection_pattern": "slow"}))
    assert router.route("words", language="en").target == "net_slow"


def test_every_route_says_why_and_is_repeatable() -> None:
    for scores in (SURE, {"vague": 0.9}, {"article": 0.9}, {"out_of_scope": 0.9}, {"unclear": 0.9}, {}):
        first = routed(scores)
        assert first.evidence
        assert first == routed(scores)


# --- the helper of older runbooks: always an id


@pytest.mark.parametrize(
    ("kind", "context", "diagnostics", "expected"),
    [
        ("internet", {"scope": "single_device"}, {}, "net_one"),
        ("internet", {"scope": "single_device", "connection_pattern": "slow"}, {}, "net_one"),
        ("internet", {}, {"connection_pattern": "slow"}, "net_slow"),
        ("tv", {"connection_pattern": "slow"}, {}, "tv_dead"),
        ("tv", {}, {}, "tv_dead"),
        ("fax", {}, {}, "net_dead"),
        (None, None, None, "net_dead"),
    ],
)
def test_smart_scenario_always_answers(kind: Any, context: Any, diagnostics: Any, expected: str) -> None:
    assert get_smart_scenario_id(kind, context, "", diagnostics, router=Router(LIBRARY)) == expected


@pytest.mark.parametrize(("relevance", "expected"), [(0.6, "tv_stutters"), (0.59, "tv_dead")])
def test_smart_scenario_searches_at_its_line(relevance: float, expected: str) -> None:
    router = Router(LIBRARY, searcher=Shelf(relevance, "tv_stutters", "example"))
    assert get_smart_scenario_id("tv", {}, "the picture jumps", {}, router=router) == expected


def test_smart_scenario_believes_a_sure_classifier() -> None:
    router = Router(LIBRARY, Told({"tv_stutters": 0.8}))  # type: ignore[arg-type]
    assert get_smart_scenario_id("tv", {}, "the picture jumps", {}, router=router) == "tv_stutters"


def test_smart_scenario_of_nothing_is_an_error() -> None:
    with pytest.raises(LookupError):
        get_smart_scenario_id("internet", {}, "", {}, router=Router(Library([])))


# --- what is learnt from


def test_backgrounds_are_rich_and_never_contradict_themselves() -> None:
    for background in load_backgrounds():
        assert len(background.sentences["out_of_scope"]) >= 150
        said = [line.casefold() for lines in background.sentences.values() for line in lines]
        assert len(said) == len(set(said)), [line for line in said if said.count(line) > 1]


@pytest.mark.parametrize("text", ["== nonsense\nhello\n", "hello\n"])
def test_a_faulty_background_names_its_line(tmp_path: Path, text: str) -> None:
    (tmp_path / "background.xx.txt").write_text(text, encoding="utf-8")
    with pytest.raises(SettingsError, match=r"background\.xx\.txt:1") as fault:
        load_backgrounds(tmp_path)
    assert fault.value.code == "background_invalid"


def test_samples_leave_out_what_is_not_routable_or_internal() -> None:
    library = Library(
        [guide("open", "tv", examples={"lt": ("nerodo",)}), guide("shut", "tv", routable=False)]
    )
    pages = [
        Entry("a", "t", "article", "a", "lt", heading="Kaina"),
        Entry("b", "t", "article", "b", "lt", heading="Slapta", visibility="internal"),
    ]
    found = samples_of(library, pages, load_backgrounds())
    assert {sample.label for sample in found if sample.label.startswith("scenario:")} == {"scenario:open"}
    assert "Slapta" not in {sample.text for sample in found}
    assert any(
        sample.text.endswith(" nerodo") and sample.variant for sample in found
    )  # "internet works, but nerodo"


def test_a_heading_teaches_and_its_other_words_do_not() -> None:
    pages = [
        Entry("a", "t", "article", "a", "lt", heading="Nėra garso – ką daryti?"),
        Entry("a?1", "t", "article", "a", "lt", heading="Rodo be garso"),
        Entry("b", "t", "article", "b", "lt", heading="Neveikia internetas"),  # what a guide is for
        Entry("c", "t", "article", "c", "lt", heading="Neveikia siurblys"),  # no guide is
        Entry("a?2", "t", "article", "a", "lt", heading="Kur dingo garsas?"),
    ]
    library = Library([guide("net_dead", "internet")])
    samples = samples_of(library, pages)
    found = {sample.text for sample in samples if sample.label == "article" and not sample.variant}
    assert found == {"Nėra garso – ką daryti?", "Neveikia siurblys"}


def test_train_and_open(tmp_path: Path) -> None:
    examples = {"lt": ("dumblas kieme", "purvas kieme", "dumblo balos")}
    library = Library([guide("mud", "tv", examples=examples)])
    first = train_router(library, (), ByEmbedder(HashEmbedder(32)), tmp_path, folds=0)
    assert open_router(tmp_path, library).route("kieme dumblas", language="lt").target == "mud"
    assert train_router(library, (), ByEmbedder(HashEmbedder(32)), tmp_path, folds=0).digest == first.digest


@pytest.mark.parametrize(
    ("text", "span", "left"),
    [
        ("Hello, no sound here", "Hello", "no sound here"),
        ("Hiss on the line, hi there", "hi", "Hiss on the line, hi there"),
        ("Hi, thanks", "Hi", "Hi, thanks"),
        ("no sound, hello?", "hello", "no sound, hello?"),
    ],
)
def test_a_greeting_that_opens_a_message_is_not_what_it_is_about(text: str, span: str, left: str) -> None:
    assert greeted_off(text, [Act("greeting", 0.4, span=span)]) == left
