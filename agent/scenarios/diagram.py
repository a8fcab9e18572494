"""A scenario as a picture: Mermaid text, or SVG without a browser.

Steps stand in a column, in the order written; what an answer leads to is drawn as an arrow beside them. A step with
faults is framed in red, an answer no talk gives is dashed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from xml.sax.saxutils import escape

from agent.scenarios.model import Action, Outcome, Scenario, Step

_FORWARD = {Action.NEXT_STEP, Action.CALL_SCENARIO}
_ENDS = {
    Action.RESOLVE: ("resolved", "išspręsta", "solved"),
    Action.RETRY_CONNECTION: ("goal", "ar veikia?", "does it work?"),
    Action.ESCALATE: ("person", "kolegai", "to a person"),
    Action.RETURN: ("return", "grįžta", "returns"),
}
_COLOURS = {
    "resolved": "#1a7f37",
    "goal": "#0969da",
    "person": "#9a6700",
    "return": "#57606a",
    "elsewhere": "#8250df",
}
_WIDTH, _LEFT, _BOX, _ROW, _HEAD, _GAP, _LANE = 1060, 40, 560, 22, 34, 26, 14
_LONGEST = 64
# (drawing at x, y; what it means in Lithuanian; in English)
_SIGNS = (
    ('<circle cx="{cx}" cy="{cy}" r="4" fill="#1a7f37"/>', "atsakymą duoda pokalbis", "a talk gives this answer"),
    (
        '<circle cx="{cx}" cy="{cy}" r="4" fill="none" stroke="#57606a" stroke-dasharray="2 2"/>',
        "jokio pokalbio", "no talk does",
    ),
    (
        '<rect x="{x}" y="{top}" width="14" height="12" rx="3" fill="none" stroke="#cf222e" stroke-width="3"/>',
        "⚠ ką rado įrodymas (užveskite žymeklį)", "⚠ what the proof found (rest the pointer on it)",
    ),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Marks:
    """What the picture should show beside the scenario itself.

    `faults`: step ref ("" for the whole guide) → what was found. `given`: (step, answer) pairs that talks give; None
    when that is not known.
    """

    faults: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    given: Collection[tuple[str, str]] | None = None


def mermaid(scenario: Scenario, language: str, marks: Marks) -> str:
    """A flowchart in Mermaid's language."""
    lines = ["flowchart TD"]
    for step in scenario.steps:
        lines.append(f'  {_node(step.ref)}["{_plain(_title(step, language))}"]')
    shown: dict[str, str] = {}
    links: list[int] = []
    for number, (step, outcome) in enumerate(_edges(scenario)):
        target, label = _target(scenario, step, outcome, language)
        if target not in {each.ref for each in scenario.steps}:
            shown[target] = label
        lines.append(f'  {_node(step.ref)} -->|"{_plain(_label(outcome, language))}"| {_node(target)}')
        if marks.given is not None and (step.ref, outcome.id) not in marks.given:
            links.append(number)
    lines += [f'  {_node(name)}(["{_plain(label)}"])' for name, label in shown.items()]
    for ref, found in marks.faults.items():
        lines += [f"  %% {ref or scenario.id}: {_plain(says)}" for says in found]
        lines += [f"  style {_node(ref)} stroke:#cf222e,stroke-width:3px"] if ref else []
    if links:
        lines.append(f"  linkStyle {','.join(map(str, links))} stroke-dasharray:4 4")
    return "\n".join(lines) + "\n"


def svg(scenario: Scenario, language: str, marks: Marks) -> str:
    """A picture of its own, as tall as the scenario is long."""
    tops = _tops(scenario)
    height = (
        max(top + _height(step) for top, step in zip(tops, scenario.steps, strict=True)) if tops else 0
    ) + 60
    found = marks.faults.get("", ())
    title = scenario.title.get(language) + _warned(found)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{height}" viewBox="0 0 {_WIDTH} {height}" '
        'font-family="DejaVu Sans, Arial, sans-serif" font-size="13">',
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">'
        '<path d="M0 0L8 4L0 8z" fill="#57606a"/></marker></defs>',
        f'<rect width="{_WIDTH}" height="{height}" fill="#ffffff"/>',
        "<g>",
        _told(found),
        _text(_LEFT, 30, title, 'font-size="18" font-weight="bold"'),
        "</g>",
        *_legend(height, language),
    ]
    lanes = 0
    for top, step in zip(tops, scenario.steps, strict=True):
        parts.append(_box(step, top, language, marks))
        for row, outcome in enumerate(step.outcomes):
            line = top + _HEAD + row * _ROW + 14
            target, label = _target(scenario, step, outcome, language)
            place = scenario.place(target) if target != step.ref or outcome.action is Action.GOTO_STEP else -1
            if outcome.action is Action.NEXT_STEP and step is not scenario.steps[-1]:
                continue  # the next box says it
            if place >= 0 and outcome.action is Action.GOTO_STEP:
                lanes += 1
                parts.append(_arc(line, tops[place] + 16, lanes))
            else:
                kind = target if target in _COLOURS else "elsewhere"
                parts.append(_text(_LEFT + _BOX + 16, line, f"→ {label}", f'fill="{_COLOURS[kind]}"'))
    return "\n".join([*parts, "</svg>"]) + "\n"


def _legend(height: int, language: str) -> Iterator[str]:
    """What the signs mean, on one line at the bottom."""
    own = 1 if language == "lt" else 2
    x, y = _LEFT, height - 18
    for sign, *said in _SIGNS:
        yield sign.format(x=x, y=y, cx=x + 6, cy=y - 4, top=y - 11)
        yield _text(x + 20, y, said[own - 1], 'fill="#57606a" font-size="11"')
        x += 34 + 7 * len(said[own - 1])


def _warned(found: Collection[str]) -> str:
    return f"  ⚠ {len(found)}" if found else ""


def _told(found: Collection[str]) -> str:
    """What was found, shown where the pointer rests."""
    return f"<title>{escape('; '.join(found))}</title>" if found else ""


def _tops(scenario: Scenario) -> list[int]:
    tops, top = [], 54
    for step in scenario.steps:
        tops.append(top)
        top += _height(step) + _GAP
    return tops


def _height(step: Step) -> int:
    return _HEAD + _ROW * len(step.outcomes) + 6


def _box(step: Step, top: int, language: str, marks: Marks) -> str:
    faults = marks.faults.get(step.ref, ())
    frame = 'stroke="#cf222e" stroke-width="3"' if faults else 'stroke="#57606a"'
    parts = [
        f"<g>{_told(faults)}",
        f'<rect x="{_LEFT}" y="{top}" width="{_BOX}" height="{_height(step)}" rx="8" fill="#f6f8fa" {frame}/>',
        _text(
            _LEFT + 12,
            top + 21,
            _title(step, language) + _warned(faults),
            'font-weight="bold"',
        ),
    ]
    for row, outcome in enumerate(step.outcomes):
        line = top + _HEAD + row * _ROW + 14
        given = marks.given is None or (step.ref, outcome.id) in marks.given
        dot = 'fill="#1a7f37"' if given else 'fill="none" stroke="#57606a" stroke-dasharray="2 2"'
        parts.append(f'<circle cx="{_LEFT + 18}" cy="{line - 4}" r="4" {dot}/>')
        parts.append(_text(_LEFT + 30, line, _label(outcome, language)))
    return "\n".join([*parts, "</g>"])


def _arc(line: int, to: int, lane: int) -> str:
    """An arrow that leaves the box to the right and comes back at the height of its target."""
    right = _LEFT + _BOX
    turn = right + 200 + (lane % 16) * _LANE
    return (
        f'<path d="M{right} {line - 4}H{turn}V{to}H{right + 4}" fill="none" stroke="#57606a" '
        'stroke-opacity="0.7" marker-end="url(#tip)"/>'
    )


def _text(x: int, y: int, words: str, more: str = "") -> str:
    shown = words if len(words) <= _LONGEST else f"{words[: _LONGEST - 1]}…"
    return f'<text x="{x}" y="{y}" {more}>{escape(shown)}</text>'


def _edges(scenario: Scenario) -> Iterator[tuple[Step, Outcome]]:
    for step in scenario.steps:
        for outcome in step.outcomes:
            yield step, outcome


def _target(scenario: Scenario, step: Step, outcome: Outcome, language: str) -> tuple[str, str]:
    """(what an answer leads to: a step's ref, an end or another guide; how it is called)."""
    if outcome.action is Action.GOTO_STEP:
        found = scenario.step(outcome.target)
        return (found.ref, _title(found, language)) if found else (outcome.target, outcome.target)
    if outcome.action is Action.GOTO_SCENARIO:
        return f"to_{outcome.target}", outcome.target
    place = scenario.place(step.ref) + 1
    if outcome.action in _FORWARD:
        called = f"{outcome.target} ↩" if outcome.action is Action.CALL_SCENARIO else ""
        if place < len(scenario.steps):
            following = scenario.steps[place]
            return following.ref, called or _title(following, language)
        return ("person", called or _ENDS[Action.ESCALATE][1 if language == "lt" else 2])
    name, lithuanian, english = _ENDS[outcome.action]
    return name, lithuanian if language == "lt" else english


def _title(step: Step, language: str) -> str:
    return f"{step.number}. {step.title.get(language)}"


def _label(outcome: Outcome, language: str) -> str:
    return outcome.label.get(language) or outcome.id


def _plain(words: str) -> str:
    return words.replace('"', "'").replace("\n", " ")


def _node(name: str) -> str:
    return "n_" + "".join(char if char.isalnum() else "_" for char in name)
