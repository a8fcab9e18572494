"""The walk, told as roads: what is answered, and where that leads."""

import pytest

from agent.errors import ConversationError
from agent.scenarios import (
    AlreadyDone,
    Answer,
    CannotDo,
    Chosen,
    Consent,
    Elapsed,
    Kind,
    Library,
    Move,
    NotWorking,
    Outcome,
    Partly,
    Result,
    Text,
    Unclear,
    Works,
    advance,
    asked_outcomes,
    begin,
)

Script = list[str | Answer]


def walked(
    library: Library, script: Script, facts: dict[str, object] | None = None, start: str = "guide"
) -> Move:
    move = begin(library, start, facts or {})
    for answer in script:
        given = Chosen(answer) if isinstance(answer, str) else answer
        move = advance(library, move.progress, given, {**(facts or {}), **move.progress.learned})
    return move


TO_CONSENT: Script = ["dark", "still", "pulled", Unclear(), "up"]
# name, answers, kind, where
ROADS: list[tuple[str, Script, str, str]] = [
    ("begins with the first step", [], "ask", "guide/lights"),
    ("next_step", ["green"], "ask", "guide/cables"),
    ("escalate", ["red"], "escalate", "guide/lights"),
    ("goto_step", ["dark"], "ask", "guide/power"),
    ("goto_scenario", ["slow_only"], "ask", "other/speed"),
    ("there and back, the answered step is asked again", ["slow_only", "gone"], "ask", "guide/lights"),
    ("a mended thing is tested", ["green", "loose"], "closing", "guide/cables"),
    ("works", ["green", "loose", Works()], "resolved", "guide/cables"),
    ("works, by its button", ["green", "loose", "works"], "resolved", "guide/cables"),
    ("still not", ["green", "loose", NotWorking()], "ask", "guide/power"),
    ("in part has its own road", ["green", "loose", Partly()], "ask", "guide/last"),
    ("an unclear goal test is asked again", ["green", "loose", Unclear()], "closing", "guide/cables"),
    ("a goal test never assumes success", ["green", "loose", Unclear(), Unclear(), Unclear()], "ask", "guide/power"),
    ("resolve confirms once", ["dark", "fixed"], "confirming", "guide/power"),
    ("confirmed", ["dark", "fixed", Works()], "resolved", "guide/power"),
    ("not confirmed", ["dark", "fixed", NotWorking()], "probe", "guide/port"),
    ("confirmed in part", ["dark", "fixed", Partly()], "ask", "guide/last"),
    ("a call", ["dark", "still"], "ask", "fix/pull"),
    ("return goes on behind the call", ["dark", "still", "pulled"], "probe", "guide/port"),
    ("a goal test inside a call", ["dark", "still", "stuck", "pushed"], "closing", "fix/push"),
    ("the end of a call is a return", ["dark", "still", "stuck", "pushed", NotWorking()], "probe", "guide/port"),
    ("resolve inside a call ends the case", ["dark", "still", "stuck", "pushed", Works()], "resolved", "fix/push"),
    ("a probe's word chooses", ["dark", "still", "pulled", Result("port_state", "down")], "escalate", "guide/port"),
    ("a probe's condition chooses", ["dark", "still", "pulled", Result("port_state", "noisy")], "consent", "guide/reboot"),
    ("an unknown probe asks the customer", ["dark", "still", "pulled", Result("port_state")], "ask", "guide/port"),
    ("any other answer to a probe is unknown", ["dark", "still", "pulled", Unclear()], "ask", "guide/port"),
    ("consent, then the act", ["dark", "still", "pulled", Unclear(), "up", Consent(True)], "act", "guide/reboot"),
    ("an act is tested", ["dark", "still", "pulled", Unclear(), "up", "yes", Result("ont_reboot", "done")], "closing", "guide/reboot"),
    ("refused has its own road", ["dark", "still", "pulled", Unclear(), "up", Consent(False)], "ask", "guide/last"),
    ("unclear asks again", ["green", Unclear()], "ask", "guide/cables"),
    ("attempts run out", ["green", Unclear(), Unclear()], "ask", "guide/power"),
    ("a required step needs a person", ["dark", Unclear(), Unclear(), Unclear()], "escalate", "guide/power"),
    ("cannot, with an alternative", ["green", CannotDo("nepasiekiu")], "probe", "guide/port"),
    ("cannot, without one", [CannotDo("ne namie")], "ask", "guide/cables"),
    ("cannot do a required step", ["dark", CannotDo("ne namie")], "escalate", "guide/power"),
    ("already done goes on", ["green", AlreadyDone()], "ask", "guide/power"),
    ("the wait is over", ["dark", Elapsed()], "ask", "guide/power"),
    ("it works, out of the blue", [Works()], "confirming", "guide/lights"),
    ("out of the blue and true", [Works(), Works()], "resolved", "guide/lights"),
    ("out of the blue and taken back", [Works(), NotWorking()], "ask", "guide/lights"),
    ("taken back before a consent, it is asked for again", [*TO_CONSENT, Works(), NotWorking()], "consent", "guide/reboot"),
    ("in other scenarios too", ["slow_only", "fine", Works()], "resolved", "other/speed"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("script", "kind", "where"), [road[1:] for road in ROADS], ids=[road[0] for road in ROADS]
)
def test_roads(library: Library, script: Script, kind: str, where: str) -> None:
    move = walked(library, script)
    assert (move.kind.value, f"{move.scenario_id}/{move.step.ref if move.step else None}") == (kind, where)
    assert move.reasons or not script or isinstance(script[-1], Unclear | Consent) or script[-1] == "yes"


def test_a_consent_is_asked_for_as_often_as_its_attempts_allow(library: Library) -> None:
    """Taking "it works" back counts as an attempt, and an act never comes without a yes."""
    taken_back: Script = [Works(), NotWorking()]
    third = walked(library, [*TO_CONSENT, *taken_back, *taken_back])
    assert (third.kind, third.attempt) == (Kind.CONSENT, 3)
    assert advance(library, third.progress, Consent(True), {}).kind is Kind.ACT
    after = walked(library, [*TO_CONSENT, *taken_back, *taken_back, *taken_back])
    assert (after.kind, after.step and after.step.ref) == (Kind.ASK, "last")


def test_known_facts_are_not_asked_again(library: Library) -> None:
    move = begin(library, "guide", {"lights": "dark"})
    assert move.step and move.step.ref == "power"
    assert [visit.step_id for visit in move.skipped] == ["lights"]
    assert move.learned == {"fault": "power"}
    assert move.say == (Text.of({"lt": "Supratau.", "en": "I see."}),)
    assert "already known: lights is dark" in move.reasons[0].says


def test_an_unlisted_value_is_asked(library: Library) -> None:
    assert begin(library, "guide", {"lights": "orange"}).step == library["guide"].steps[0]


def test_skip_if_says_why(library: Library) -> None:
    move = begin(library, "guide", {"scope": "single_device"})
    assert move.step and move.step.ref == "cables"
    assert move.reasons[0].source == "condition"


def test_learned_facts_count_at_once(library: Library) -> None:
    move = walked(library, ["dark"])
    assert move.learned == {"lights": "dark", "fault": "power"}
    assert move.progress.learned == move.learned


def test_wait_seconds_are_told_once(library: Library) -> None:
    assert walked(library, ["dark"]).wait_seconds == 120
    assert walked(library, ["dark", Elapsed()]).wait_seconds == 0


def test_probe_arguments_come_from_facts(library: Library) -> None:
    move = walked(library, ["dark", "still", "pulled"], {"line_number": 42})
    assert move.arguments == {"line": 42}
    assert walked(library, ["dark", "still", "pulled"]).arguments == {"line": "unknown"}


def test_the_goal_test_of_a_call_is_the_callers(library: Library) -> None:
    move = walked(library, ["dark", "still", "stuck", "pushed"])
    assert move.question.get("en") == "Does it work now?"
    assert walked(library, ["green", "loose", Works()]).success.get("lt") == "Puiku!"


def test_three_failed_tests_escalate_with_their_priority(library: Library) -> None:
    script: Script = [
        "green", "loose", NotWorking(), "fixed", NotWorking(), Unclear(), "up", "yes", Result("ont_reboot", "done"), NotWorking(),
    ]  # fmt: skip
    move = walked(library, script)
    assert move.kind is Kind.ESCALATE
    assert (move.priority, move.ticket_type) == ("urgent", "line_fault")
    assert move.reason.get("en") == "Three failures"
    assert move.message.get("lt") == "Perduodu technikui."
    assert {reason.source for reason in move.reasons} >= {"condition", "scenario"}


def test_no_step_is_asked_more_than_three_times(library: Library) -> None:
    script: Script = []
    while not (move := walked(library, script)).progress.over:
        script.append(
            {"lights": "green", "cables": "tight", "power": Unclear(), "last": "again"}.get(
                move.step.ref, Unclear()
            )
        )  # type: ignore[union-attr]
        assert len(script) < 60
    assert max(move.progress.visits.values()) <= 3


def test_sub_procedures_end_with_returned(library: Library) -> None:
    assert walked(library, ["pulled"], start="fix").kind is Kind.RETURNED


def test_falling_off_the_end_escalates(sample: Library) -> None:
    move = walked(sample, ["o1", "o2", "o1"], start="sample_no_link")
    assert move.kind is Kind.ESCALATE
    assert move.reason.get("en") == "all steps were tried"
    assert move.reason.get("lt") == "visi žingsniai išbandyti"


REFUSED = [
    ("an answer that is not offered", "lights", Chosen("purple"), "answer_unknown", 422),
    ("a goal answer to a step", "lights", Chosen("works"), "answer_unknown", 422),
]


@pytest.mark.parametrize(
    ("step", "answer", "code", "status"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED]
)
def test_refused(library: Library, step: str, answer: Answer, code: str, status: int) -> None:
    with pytest.raises(ConversationError) as caught:
        advance(library, begin(library, "guide", {}).progress, answer, {})
    assert (caught.value.code, caught.value.status) == (code, status)


def test_a_finished_walk_takes_no_answer(library: Library) -> None:
    with pytest.raises(ConversationError, match="ended"):
        walked(library, ["red", "green"])


def test_a_step_that_is_gone_is_told(library: Library, sample: Library) -> None:
    with pytest.raises(ConversationError) as caught:
        advance(sample, begin(library, "guide", {}).progress, Unclear(), {})
    assert caught.value.code == "scenario_changed"


def test_an_old_version_can_be_pinned(library: Library) -> None:
    empty = Library(())
    pinned = empty.pinned([library["guide"]])
    assert advance(pinned, begin(library, "guide", {}).progress, Chosen("green"), {}).kind is Kind.ASK


def test_what_can_be_answered(library: Library) -> None:
    assert [o.id for o in asked_outcomes(begin(library, "guide", {}), library)] == [
        "green",
        "red",
        "dark",
        "slow_only",
    ]
    closing = walked(library, ["green", "loose"])
    words = Outcome("works", label=Text.of({"lt": "Veikia"}))
    assert [o.id for o in asked_outcomes(closing.progress, library)] == ["works", "not_working", "partly"]
    assert asked_outcomes(closing, library, {"works": words})[0] is words
