"""The scenario language: files of authors to values, and the walk through them. Works alone.

load / inspect / check      files → Library, all problems at once
begin / advance / rewind    answers → Move, pure
Pattern                     an author's words, negation understood
"""

from agent.scenarios.answers import (
    AlreadyDone,
    Answer,
    CannotDo,
    Chosen,
    Consent,
    Elapsed,
    NotWorking,
    Partly,
    Result,
    Unclear,
    Works,
    answer_from_json,
    answer_name,
    answer_to_json,
)
from agent.scenarios.asked import asked_outcomes
from agent.scenarios.certificate import Certificate, lost, promises_of, read_certificate, write_certificate
from agent.scenarios.check import check, declared_facts
from agent.scenarios.codes import CODES
from agent.scenarios.conditions import Condition, ConditionError, Situation
from agent.scenarios.facts import PROBLEM_TYPES, STATED
from agent.scenarios.loader import inspect, load, read_file, read_text, scenario_files
from agent.scenarios.model import (
    LANGUAGES,
    Action,
    Closing,
    Escalation,
    EscalationRule,
    Library,
    Link,
    Outcome,
    Scenario,
    Status,
    Step,
)
from agent.scenarios.patterns import Match, Pattern, PatternError
from agent.scenarios.progress import OVER, Frame, Kind, Move, Progress, Visit
from agent.scenarios.proof import Finding, Proof, prove
from agent.scenarios.proofs import most_jobs, prove_all
from agent.scenarios.reasons import Reason
from agent.scenarios.rewind import replay, rewind
from agent.scenarios.seal import Seal
from agent.scenarios.spoken import spoken
from agent.scenarios.text import NO_TEXT, Text, placeholders, render
from agent.scenarios.walk import VISIT_LIMIT, advance, begin

__all__ = [
    "CODES",
    "LANGUAGES",
    "NO_TEXT",
    "OVER",
    "PROBLEM_TYPES",
    "STATED",
    "VISIT_LIMIT",
    "Action",
    "AlreadyDone",
    "Answer",
    "CannotDo",
    "Certificate",
    "Chosen",
    "Closing",
    "Condition",
    "ConditionError",
    "Consent",
    "Elapsed",
    "Escalation",
    "EscalationRule",
    "Finding",
    "Frame",
    "Kind",
    "Library",
    "Link",
    "Match",
    "Move",
    "NotWorking",
    "Outcome",
    "Partly",
    "Pattern",
    "PatternError",
    "Progress",
    "Proof",
    "Reason",
    "Result",
    "Scenario",
    "Seal",
    "Situation",
    "Status",
    "Step",
    "Text",
    "Unclear",
    "Visit",
    "Works",
    "advance",
    "answer_from_json",
    "answer_name",
    "answer_to_json",
    "asked_outcomes",
    "begin",
    "check",
    "declared_facts",
    "inspect",
    "load",
    "lost",
    "most_jobs",
    "placeholders",
    "promises_of",
    "prove",
    "prove_all",
    "read_certificate",
    "read_file",
    "read_text",
    "render",
    "replay",
    "rewind",
    "scenario_files",
    "spoken",
    "write_certificate",
]
