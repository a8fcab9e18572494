"""Files to a Library: the older sample unchanged, every broken file with its golden message, limits."""

from pathlib import Path

import pytest

from agent.errors import ContentError, Severity
from agent.scenarios import CODES, Action, Library, Text, inspect, load, placeholders, read_text, render
from agent.scenarios.tree import MAX_BYTES, parse

BROKEN = Path(__file__).parent.parent / "broken"
GOLDEN = (BROKEN / "expected.txt").read_text(encoding="utf-8").splitlines()
CONSTANTS = {"support_phone", "technician_fee"}


def problems_of(file: Path, folder: Path) -> list[str]:
    (folder / file.name).write_bytes(file.read_bytes())
    _, problems = inspect(folder, CONSTANTS)
    return [str(problem).replace(f"{folder}/", "") for problem in problems]


@pytest.mark.parametrize("file", sorted(BROKEN.glob("*.yaml")), ids=lambda file: file.stem)
def test_a_broken_file_says_so(file: Path, tmp_path: Path) -> None:
    expected = [line for line in GOLDEN if line.startswith(f"{file.name}:")]
    assert expected
    assert problems_of(file, tmp_path) == expected


def test_every_code_is_explained() -> None:
    used = {line.split("[", 1)[1].split("]", 1)[0] for line in GOLDEN}
    assert used <= set(CODES)
    source = "".join(
        path.read_text("utf-8")
        for folder in ("agent/scenarios", "agent/cli")
        for path in (Path(__file__).parents[2] / folder).glob("*.py")
    )
    unused = [code for code in CODES if not code.startswith("unknown_") and source.count(f'"{code}"') < 2]
    assert not [code for code in unused if code not in ("duplicate_id", "duplicate_step_id")]


def test_a_huge_file_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "huge.yaml").write_text("#" * (MAX_BYTES + 1), encoding="utf-8")
    assert [p.code for p in inspect(tmp_path)[1]] == ["file_size"]


def test_a_file_in_another_encoding(tmp_path: Path) -> None:
    (tmp_path / "old.yaml").write_bytes("scenario:\n  title: Ryšys".encode("cp1257"))
    (problem,) = inspect(tmp_path)[1]
    assert (problem.code, problem.line) == ("encoding", 2)


def test_two_files_with_one_id(tmp_path: Path) -> None:
    text = (Path(__file__).parent / "sample_no_link.yaml").read_text("utf-8")
    for name in ("one.yaml", "two.yaml"):
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert "duplicate_id" in {problem.code for problem in inspect(tmp_path)[1]}


def test_load_raises_with_all_problems(tmp_path: Path) -> None:
    (tmp_path / "unknown_key.yaml").write_bytes((BROKEN / "unknown_key.yaml").read_bytes())
    (tmp_path / "wrong_action.yaml").write_bytes((BROKEN / "wrong_action.yaml").read_bytes())
    with pytest.raises(ContentError) as caught:
        load(tmp_path)
    assert {Path(problem.file).name for problem in caught.value.problems} == {
        "unknown_key.yaml",
        "wrong_action.yaml",
    }


def test_talks_and_defaults_are_no_scenarios(tmp_path: Path) -> None:
    (tmp_path / "a.talks.yaml").write_text("talks: []", encoding="utf-8")
    (tmp_path / "defaults.yaml").write_text("defaults: {internet: nowhere}", encoding="utf-8")
    library, problems = inspect(tmp_path)
    assert not library
    assert [problem.code for problem in problems] == ["missing_target"]


def test_defaults(library: Library) -> None:
    assert library.defaults == {"internet": "guide"}


def test_the_older_sample_loads_unchanged(sample: Library) -> None:
    scenario = sample["sample_no_link"]
    assert [step.ref for step in scenario.steps] == ["step_1", "check_power", "step_3"]
    assert [outcome.id for outcome in scenario.steps[0].outcomes] == ["o1", "o2", "o3"]
    assert [outcome.action for outcome in scenario.steps[2].outcomes] == [
        Action.NEXT_STEP,
        Action.RETRY_CONNECTION,
    ]
    assert scenario.steps[1].wait_time == 120
    assert scenario.steps[0].outcomes[0].label.get("en") == "all green"
    assert scenario.step("1") is scenario.step("step_1")


def test_the_older_sample_is_warned_about() -> None:
    _, problems = inspect(Path(__file__).parent)
    assert {problem.severity for problem in problems} == {Severity.WARNING}
    assert {problem.code for problem in problems} == {
        "missing_language",
        "condition_note",
        "condition_fact",
        "next_after_last",
    }


def test_words_that_yaml_takes_for_booleans_stay_words() -> None:
    node, problems = parse(
        "yes: no\non: off\nNo: Y\ntrue_one: true\ntime: 20:30\nday: 2024-01-02\noct: 010", "x"
    )
    assert not problems
    assert node is not None
    assert node.plain() == {
        "yes": "no",
        "on": "off",
        "No": "Y",
        "true_one": True,
        "time": "20:30",
        "day": "2024-01-02",
        "oct": "010",
    }


def test_the_digest_follows_the_content_not_the_layout() -> None:
    text = (Path(__file__).parent / "sample_no_link.yaml").read_text("utf-8")
    plain, _ = read_text(text, "a.yaml")
    moved, _ = read_text(f"# a comment\n{text}\n\n", "b.yaml")
    changed, _ = read_text(text.replace("wait_time: 120", "wait_time: 60"), "a.yaml")
    assert plain and moved and changed
    assert plain.digest == moved.digest != changed.digest
    assert len(plain.digest) == 16


def test_conditions_veto_only_when_contradicted(library: Library) -> None:
    guide = library["guide"]
    assert guide.contradicted_by({}) == ()
    assert guide.contradicted_by({"scope": "single_device"}) == ("scope",)
    assert guide.fulfilled_by({"scope": "all_devices", "connection_pattern": "intermittent"})
    assert not guide.fulfilled_by({"scope": "all_devices"})


def test_texts_fall_back_and_are_filled() -> None:
    text = Text.of({"lt": "Kaina {fee}", "en": ""})
    assert text.get("en") == "Kaina {fee}"
    assert text.get("en", fallback=False) == ""
    assert dict(text) == {"lt": "Kaina {fee}"}
    assert placeholders("{a} {b_c} {a} {Bad} { d }") == ("a", "b_c")
    assert render("{fee} {other}", {"fee": 3}) == "3 {other}"


CALLING = """
scenario:
  id: {name}
  title: T
  problem_type: internet
  description: D
  steps:
    - {{step_id: 1, title: T, instruction: Kas?, expected_outcomes: [{answers}]}}
"""


def test_guides_that_call_each_other_in_a_circle_are_told(tmp_path: Path) -> None:
    """Twelve guides, each calling all others: more ways round than anybody could follow one by one."""
    names = [f"g{number:02}" for number in range(12)]
    for name in names:
        answers = ", ".join(
            f"{{id: to_{each}, label: {each}, action: call_scenario, target: {each}}}"
            for each in names
            if each != name
        )
        (tmp_path / f"{name}.yaml").write_text(CALLING.format(name=name, answers=answers), encoding="utf-8")
    told = [problem for problem in inspect(tmp_path)[1] if problem.code == "call_depth"]
    assert [Path(problem.file).stem for problem in told] == names
    assert "g00 → g11 → g10 → g11 → g10 → g11" in told[0].message


def test_a_guide_that_calls_itself_is_told(tmp_path: Path) -> None:
    answers = "{id: again, label: A, action: call_scenario, target: round}"
    (tmp_path / "round.yaml").write_text(CALLING.format(name="round", answers=answers), encoding="utf-8")
    (told,) = (problem for problem in inspect(tmp_path)[1] if problem.code == "call_depth")
    assert told.message.endswith(" → ".join(["round"] * 6))


SYSTEM = """
scenario:
  id: system_asked
  title: T
  status: stable
  problem_type: internet
  description: D
  steps:
    - step_id: 1
      title: T
      instruction: Ar lemputė mirksi?
      probe: port_state
      expected_outcomes:
        - {{id: up, label: Mirksi, pattern: mirksi, action: retry_connection}}
        - {{id: noisy, when: '"port_state" in probes && probes.port_state == "noisy"', action: next_step}}
    - step_id: 2
      title: T
      instruction: Perkrausime įrangą.
      act: ont_reboot
      consent: Ar galima?
      expected_outcomes:
        - {{id: done, action: retry_connection}}{more}
"""


def test_an_answer_that_only_a_system_gives_needs_no_label(tmp_path: Path) -> None:
    """With a label it would be shown to the customer as a button."""
    owed = {"missing_label", "outcome_unreadable"}
    (tmp_path / "system_asked.yaml").write_text(SYSTEM.format(more=""), encoding="utf-8")
    assert not [each for each in inspect(tmp_path)[1] if each.code in owed]
    asked = "\n    - {step_id: 3, title: T, instruction: Kas?, expected_outcomes: [{id: a, action: resolve}]}"
    (tmp_path / "system_asked.yaml").write_text(SYSTEM.format(more=asked), encoding="utf-8")
    assert {each.code for each in inspect(tmp_path)[1] if each.code in owed} == owed
