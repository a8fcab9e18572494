"""What an author begins with: the template, older runbooks, the picture, the schema."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml
from jsonschema import Draft202012Validator

from agent.errors import ContentError, SettingsError, Severity
from agent.rehearsal import talks_schema
from agent.scenarios import Library, declared_facts, inspect, prove, read_text
from agent.scenarios.authoring import import_runbook, new_scenario
from agent.scenarios.diagram import Marks, mermaid, svg
from agent.scenarios.older_conditions import in_cel
from agent.scenarios.schema import scenario_schema
from agent.scenarios.tree import parse

HERE = Path(__file__).parent
BROKEN = HERE.parent / "broken"
LIBRARY, _ = inspect(HERE / "library")


def test_the_template_has_no_fault_and_is_proven(tmp_path: Path) -> None:
    (tmp_path / "tv_remote.yaml").write_text(new_scenario("tv_remote"), encoding="utf-8")
    library, problems = inspect(tmp_path, ())
    assert problems == ()
    assert prove(library, "tv_remote", declared_facts(library.values())).holds


def test_a_name_must_be_plain() -> None:
    with pytest.raises(SettingsError, match="plain name"):
        new_scenario("TV remote")


OLD = b"""id:old_one
title: "Senas"
problem_type: internet
steps:
  - step_id: 1
\t  title: Lemputes
    instruction: |
      action: goto, tai ne raktas
      laikas 12:30
    skip_if:
      - "scope" in problem_context
    outcomes:
      - {pattern: "dega|on", action: next}
      - {pattern: "nedega|off", action: ticket, reason: Nedega}
      - pattern: raudona
        action: "goto: lemputes"
"""


def test_an_older_runbook_is_brought_into_form() -> None:
    found = import_runbook(OLD.replace(b"\t  ", b"    ").replace(b'"goto: lemputes"', b"retry"), "old.yaml")
    scenario, problems = read_text(found.text, "old.yaml")
    assert scenario is not None
    assert not [problem for problem in problems if problem.severity is Severity.ERROR], problems
    step = scenario.steps[0]
    assert [str(outcome.action) for outcome in step.outcomes] == ["next_step", "escalate", "retry_connection"]
    assert step.instruction.get("lt") == "action: goto, tai ne raktas\nlaikas 12:30"
    assert [condition.source for condition in step.skip_if] == ['"scope" in problem_context']
    assert len(found.changes) >= 5


NAMED = """scenario:
  id: old_two
  title: "Senas"
  problem_type: TV
  status: Draft
  steps:
    - step_id: "1"
      title: "Lemputės, priority: HIGH"
      instruction: "Ar dega, when: cold and wet?"
      skip_if:
        - 'not failed_steps and "this and that" in problem_context'
        - attempts > 2 or failed_steps == 1
        - not failed_steps
        - "lights" in problem_context and failed_steps > 1
        - '"lights" not in problem_context'
      expected_outcomes:
        - {pattern: "dega|on", action: solved, when: "failed_steps > 0 and attempts > 0"}
        - {pattern: "nedega|off", action: create_ticket, reason: "Nedega, and so on"}
  escalation:
    conditions:
      - when: failed_steps >= 3 and attempts >= 3
        reason: "Trys and keturi"
"""


@pytest.mark.parametrize(
    ("older", "cel"),
    [
        ('"lights" not in told and a.b  not  in c.d', '!("lights" in told) && !(a.b in c.d)'),
        ("'x not in y' in told", "'x not in y' in told"),
        ("not x and (y not in z)", "!x && (!(y in z))"),
        ("noted not in", "noted !in"),
    ],
)
def test_a_condition_of_older_runbooks_in_cel(older: str, cel: str) -> None:
    assert in_cel(older) == cel


def test_no_word_of_a_condition_is_slow() -> None:
    begun = time.process_time()
    for word in ("a" * 20_000, "a." * 10_000, "'" + "a" * 20_000):
        assert in_cel(word) == word
    assert time.process_time() - begun < 0.5  # tried from each letter it takes ten seconds


def test_words_of_other_languages_become_those_the_engine_reads() -> None:
    found = import_runbook(NAMED.encode(), "old_two.yaml")
    scenario, problems = read_text(found.text, "old_two.yaml")
    assert scenario is not None
    assert not [problem for problem in problems if problem.severity is Severity.ERROR], (problems, found.text)
    (step,) = scenario.steps
    assert (scenario.problem_type, str(scenario.status), step.number) == ("tv", "draft", 1)
    assert [each.source for each in step.skip_if] == [
        '!failed_steps && "this and that" in problem_context',
        "attempts > 2 || failed_steps == 1",
        "!failed_steps",
        '"lights" in problem_context && failed_steps > 1',
        '!("lights" in problem_context)',
    ]
    assert [str(each.action) for each in step.outcomes] == ["resolve", "escalate"]
    assert step.outcomes[0].when is not None
    assert step.outcomes[0].when.source == "failed_steps > 0 && attempts > 0"
    assert (step.title.get("lt"), step.instruction.get("lt")) == (
        "Lemputės, priority: HIGH",
        "Ar dega, when: cold and wet?",
    )
    assert step.outcomes[1].reason.get("lt") == "Nedega, and so on"
    (rule,) = scenario.escalation.rules
    assert rule.when is not None
    assert (rule.when.source, rule.reason.get("lt")) == (
        "failed_steps >= 3 && attempts >= 3",
        "Trys and keturi",
    )
    assert any(
        "action: create_ticket" in change and "action: escalate" in change for _, change in found.changes
    )
    assert import_runbook(found.text.encode(), "old_two.yaml").text == found.text


def test_what_is_in_form_stays_as_it_is() -> None:
    for file in (HERE / "library").glob("*.yaml"):
        content = file.read_bytes()
        assert import_runbook(content, str(file)).text == content.decode()


def test_a_baltic_file_becomes_utf8() -> None:
    found = import_runbook("scenario:\n  title: Ryšys\n".encode("cp1257"), "old.yaml")
    assert found.text == "scenario:\n  title: Ryšys\n"
    assert found.changes == ((0, "the file was written in cp1257; it is UTF-8 now"),)


def test_bytes_that_are_no_text_are_refused() -> None:
    with pytest.raises(ContentError):
        import_runbook(b"\x81\x8d\xff\xfe\x98", "noise.yaml")


def test_the_picture_shows_every_step_and_answer() -> None:
    guide = LIBRARY["guide"]
    drawn = svg(
        guide, "lt", Marks({"cables": ("a < b", "no end"), "": ("too large",)}, {("lights", "green")})
    )
    root = ElementTree.fromstring(drawn)
    words = [text.text or "" for text in root.iter("{http://www.w3.org/2000/svg}text")]
    for step in guide.steps:
        assert any(step.title.get("lt") in each for each in words)
    assert sum("⚠ 2" in each for each in words) == 1
    assert drawn.count("#cf222e") == 1 + 1, "its frame, and the legend"
    titles = [title.text for title in root.iter("{http://www.w3.org/2000/svg}title")]
    assert titles == ["too large", "a < b; no end"]


def test_a_last_step_that_leads_on_is_drawn_to_a_person() -> None:
    text = new_scenario("odd")
    last = text.rindex("action: escalate")
    for guide in (text, text[:last] + text[last:].replace("action: escalate", "action: next_step", 1)):
        scenario, _ = read_text(guide, "odd.yaml")
        assert scenario is not None
        assert svg(scenario, "en", Marks()).count("→ to a person") == 1


def test_mermaid_names_every_way() -> None:
    guide = LIBRARY["guide"]
    drawn = mermaid(guide, "en", Marks())
    assert drawn.startswith("flowchart TD\n")
    assert drawn.count("-->") == sum(len(step.outcomes) for step in guide.steps)


def test_the_words_of_a_picture_cannot_break_it() -> None:
    text = new_scenario("odd").replace("Gido pavadinimas", "<b>&amp; ne</b>")
    scenario, _ = read_text(text, "odd.yaml")
    assert scenario is not None
    ElementTree.fromstring(svg(scenario, "lt", Marks()))
    assert '"]' in mermaid(scenario, "lt", Marks())


def keys_of(schema: dict[str, Any]) -> set[str]:
    return set(schema["properties"])


def known_keys(text: str) -> dict[str, set[str]]:
    """What the reader says it knows of each part, read from its complaint about a key "zzz"."""
    _, problems = read_text(text, "x.yaml")
    said = [problem for problem in problems if problem.code == "unknown_key"]
    return {
        problem.message.split(" has ")[0].split(" ")[0]: set(
            re.sub("^known keys: ", "", problem.mend).split(", ")
        )
        for problem in said
    }


def test_the_schema_has_the_keys_the_reader_asks_for() -> None:
    text = """
scenario:
  zzz: 1
  id: x
  title: x
  problem_type: tv
  related: [{id: a, zzz: 1}]
  steps: [{step_id: 1, title: x, instruction: x, zzz: 1, expected_outcomes: [{action: resolve, zzz: 1}]}]
  escalation: {zzz: 1, conditions: [{when: "true", zzz: 1}]}
  closing: {zzz: 1}
"""
    found = known_keys(text)
    scenario = scenario_schema()["properties"]["scenario"]
    of = scenario["properties"]
    step = of["steps"]["items"]
    wanted = {
        "the": keys_of(scenario), "step": keys_of(step), "outcome": keys_of(scenario_schema()["$defs"]["outcome"]),
        "escalation": keys_of(of["escalation"]), "closing": keys_of(of["closing"]), "a": keys_of(of["related"]["items"]["anyOf"][1]),
        "an": keys_of(of["escalation"]["properties"]["conditions"]["items"]["anyOf"][1]),
    }  # fmt: skip
    assert found == wanted


def test_the_schema_takes_what_the_reader_takes() -> None:
    files = [file for file in (HERE.parents[1] / "scenarios").glob("*.yaml") if "talks" not in file.name]
    guides = [file for file in files if file.name != "defaults.yaml"]
    assert guides
    for file in guides:
        node, _ = parse(file.read_text(encoding="utf-8"), file.name)
        assert node is not None
        assert [
            fault.message for fault in Draft202012Validator(scenario_schema()).iter_errors(node.plain())
        ] == []


def test_a_library_draws_even_what_leads_nowhere() -> None:
    library, _ = inspect(BROKEN)
    assert isinstance(library, Library)
    for scenario in library.values():
        assert svg(scenario, "en", Marks()).endswith("</svg>\n")


def properties_of(schema: object) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every property anywhere in a schema, by name."""
    if isinstance(schema, dict):
        named = schema.get("properties", {})
        yield from ((name, each) for name, each in named.items() if set(named) != {"action"})
        for each in schema.values():
            yield from properties_of(each)
    elif isinstance(schema, list):
        for each in schema:
            yield from properties_of(each)


@pytest.mark.parametrize("schema", [scenario_schema(), talks_schema()], ids=["scenario", "talks"])
def test_an_editor_has_something_to_say_of_every_key(schema: dict[str, Any]) -> None:
    found = list(properties_of(schema))
    assert len(found) > 15
    root = {"scenario"}
    assert [name for name, each in found if not each.get("description") and name not in root] == []


def test_the_schema_of_talks_takes_the_shipped_ones_and_refuses_a_slip() -> None:
    judge = Draft202012Validator(talks_schema())
    for file in (HERE.parents[1] / "scenarios").glob("*.talks.yaml"):
        assert [
            fault.message for fault in judge.iter_errors(yaml.safe_load(file.read_text(encoding="utf-8")))
        ] == []
    talk = {"name": "n", "language": "en", "turns": [{"customer": "hi"}], "probes": {"line": "up"}}
    assert judge.is_valid({"talks": [talk]})
    assert not judge.is_valid({"talks": [{**talk, "prob": {}}]})
    assert not judge.is_valid({"talks": [{**talk, "file": "x"}]})


def test_the_template_names_the_schema_its_editor_reads() -> None:
    assert new_scenario("odd").startswith("# yaml-language-server: $schema=scenario.schema.json\n")
