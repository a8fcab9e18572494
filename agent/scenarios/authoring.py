"""What helps an author begin: a new guide from a template, and an older runbook brought into today's form.

new_scenario(id)     text of a guide that `agent check` has nothing against
import_runbook(text) today's form of an older file, and what was changed, line by line
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from agent.errors import ContentError, Problem, SettingsError, Severity
from agent.scenarios.builder import PRIORITIES, TICKET_TYPES
from agent.scenarios.facts import PROBLEM_TYPES
from agent.scenarios.model import Action, Status
from agent.scenarios.older_conditions import mended_item, mended_when
from agent.scenarios.reader import is_slug
from agent.scenarios.tree import quote_conditions

_TEMPLATE = Path(__file__).with_name("template.yaml")
# Bytes of an older editor: tried in this order, the last one reads anything a Baltic Windows wrote.
_ENCODINGS = ("utf-8-sig", "cp1257")
_ROOT_KEY = re.compile(r"^(?!\s|#|-)(\w+):", re.MULTILINE)
_BARE = re.compile(r"^(?P<key>\s*(?:- )?[\w-]+:)(?=\S)(?!//)")
_COLON = re.compile(
    r"^(?P<key>\s*(?:- )?(?:\w+)(?:_[a-z]{2})?: )(?P<said>[^\s\"'|>\[{&*!#][^\"'#]*: [^\"'#]*)$"
)
_BLOCK = re.compile(r":\s+[|>][+-]?\d?\s*$")
_GOTO = re.compile(r"\baction:\s*goto:\s*(?P<target>\w+)")
_RENAMED = {
    "goto": "goto_step", "next": "next_step", "continue": "next_step", "resolved": "resolve", "ticket": "escalate",
    "escalation": "escalate", "create_ticket": "escalate", "retry": "retry_connection", "solved": "resolve",
}  # fmt: skip
_QUOTED_NUMBER = re.compile(r"""(?P<key>\bstep_id:\s*)(?P<quote>["'])(?P<number>\d+)(?P=quote)""")
_SHOUTED = re.compile(
    r"""(?P<key>(?:^\s*(?:- )?|[{,]\s*)(?:problem_type|status|priority|ticket_type):\s*["']?)(?P<name>\w+)"""
)
_NAMES = frozenset((*PROBLEM_TYPES, *PRIORITIES, *TICKET_TYPES, *map(str, Status)))
_LIST_KEY = re.compile(r"^(?P<indent>\s*(?:- )?)skip_if:\s*$")
_ACTION = re.compile(r"(?P<before>\baction:\s*[\"']?)(?P<name>\w+)(?=[\"']?\s*(?:,|\}|$|#))")
_KEYS = {
    "outcomes": "expected_outcomes",
    "answers": "expected_outcomes",
    "help": "help_text",
}
_KEY = re.compile(r"^(?P<indent>\s*(?:- )?)(?P<key>" + "|".join(_KEYS) + r")(?P<language>_[a-z]{2})?:")


@dataclass(frozen=True, slots=True)
class Imported:
    """A file in today's form, and what was changed: (line, what)."""

    text: str
    changes: tuple[tuple[int, str], ...]


def new_scenario(scenario_id: str) -> str:
    """The template under a name. Raises SettingsError for a name that is none."""
    if not is_slug(scenario_id):
        raise SettingsError(
            f'"{scenario_id}" is no plain name.',
            mend="Use small Latin letters, digits and _, such as tv_remote.",
            code="bad_name",
        )
    text = _TEMPLATE.read_text(encoding="utf-8")
    return text.replace("--prove ID", f"--prove {scenario_id}").replace("id: ID\n", f"id: {scenario_id}\n")


def import_runbook(content: bytes, file: str) -> Imported:
    """The runbook in today's form. Raises ContentError when its bytes are no text."""
    text, changes = _decoded(content, file)
    lines, block, listed = list[str](), -1, -1
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), 1):
        depth = len(line) - len(line.lstrip())
        if block >= 0 and (depth > block or not line.strip()):
            lines.append(line.expandtabs(2).rstrip())  # words of a text, whatever they look like
            continue
        listed = _still_listed(line, listed)
        mended = _mended(line, listed >= 0)
        block = depth if _BLOCK.search(mended) else -1
        if mended != line:
            changes.append((number, f"{line.strip()} → {mended.strip()}"))
        lines.append(mended)
    quoted, problems = quote_conditions("\n".join(lines), file)
    changes += [(problem.line, f"the condition is quoted: {problem.mend}") for problem in problems]
    rooted = _under_root(quoted)
    if rooted != quoted:
        changes.append((1, "everything stands under scenario: now"))
    return Imported(rooted, tuple(sorted(changes)))


def _decoded(content: bytes, file: str) -> tuple[str, list[tuple[int, str]]]:
    for encoding in _ENCODINGS:
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        return text, [] if encoding == _ENCODINGS[0] else [
            (0, f"the file was written in {encoding}; it is UTF-8 now")
        ]
    raise ContentError(
        (Problem(file, 0, Severity.ERROR, "encoding", "the file is not UTF-8", "save it as UTF-8"),)
    )


def _still_listed(line: str, listed: int) -> int:
    """How far the list of conditions is set in that this line belongs to; -1 where it belongs to none."""
    if opens := _LIST_KEY.match(line):
        return len(opens["indent"])
    depth = len(line) - len(line.lstrip())
    inside = listed >= 0 and (not line.strip() or (depth >= listed and line.lstrip().startswith(("- ", "#"))))
    return listed if inside else -1


def _mended(line: str, condition: bool = False) -> str:
    """One line in today's form: spaces for tabs, today's names of keys and actions, quotes where YAML wants them.

    `condition`: it is one of a list of conditions.
    """
    indent = line[: len(line) - len(line.lstrip())]
    line = indent.replace("\t", "  ") + line[len(indent) :].rstrip()
    line = _KEY.sub(lambda found: f"{found['indent']}{_KEYS[found['key']]}{found['language'] or ''}:", line)
    line = (
        _GOTO.sub(lambda found: f"action: goto_step, target: {found['target']}", line)
        if "{" in line
        else line
    )
    line = _ACTION.sub(lambda found: found["before"] + _renamed(found["name"]), line)
    line = _QUOTED_NUMBER.sub(r"\g<key>\g<number>", line)
    line = _SHOUTED.sub(_lowered, line)
    line = mended_item(line) if condition else mended_when(line)
    if not line.lstrip().startswith("#"):
        line = _BARE.sub(r"\g<key> ", line) if "://" not in line.split(":", 1)[-1][:3] else line
        line = _COLON.sub(lambda found: f'{found["key"]}"{found["said"].strip()}"', line)
    return line


def _renamed(action: str) -> str:
    """Today's name of an action; what is none stays for the check to tell."""
    name = action.lower()
    return _RENAMED.get(name, name if name in set(map(str, Action)) else action)


def _lowered(found: re.Match[str]) -> str:
    """A name of ours written in capitals, in small letters; inside of quotes it is somebody's words."""
    is_said = found.string[: found.start()].count('"') % 2
    name = found["name"].lower()
    return found[0] if is_said or name not in _NAMES else found["key"] + name


def _under_root(text: str) -> str:
    roots = _ROOT_KEY.findall(text)
    if "steps" not in roots or "scenario" in roots:
        return text
    return "scenario:\n" + "\n".join(f"  {line}" if line.strip() else line for line in text.split("\n"))
