"""Understanding customers in Lithuanian and English without a model.

read_answer    which listed option a reply means, or which act it is instead
find_acts      what a message does: asks for a person, tells of danger, greets…
find_facts     what it states in passing
"""

from __future__ import annotations

from agent.understanding.acts import find_acts
from agent.understanding.answers import read_answer
from agent.understanding.facts import find_facts
from agent.understanding.values import SURE_ACT, Act, Option, Question, Reading, Stated

__all__ = [
    "SURE_ACT",
    "Act",
    "Option",
    "Question",
    "Reading",
    "Stated",
    "find_acts",
    "find_facts",
    "read_answer",
]
