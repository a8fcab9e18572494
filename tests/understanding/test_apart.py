"""One sentence of several that answers, where the whole is unclear; with a reader that knows a few sentences by heart."""

from __future__ import annotations

import pytest

from agent.understanding.apart import heard_apart
from agent.understanding.ear import ear
from agent.understanding.values import Reading

UNCLEAR = Reading("unclear")
KNOWN = {
    "LOS is red.": Reading("outcome", "los_red", None, 0.9),
    "The router is red.": Reading("outcome", "internet_red", None, 0.9),
    "It may be red.": Reading("outcome", "los_red", None, 0.4),
    "Thanks.": Reading("act", None, "thanks", 0.9),
    "Send somebody.": Reading("act", None, "person", 0.9),
    "Everything was green before.": Reading("outcome", "all_green", None, 0.9),
    "the other one is normal": Reading("outcome", "all_green", None, 0.9),
    "LOS raudona.": Reading("outcome", "los_red", None, 0.8),
    "the small box has a red light": Reading("outcome", "los_red", None, 0.9),
}


def read(said: str) -> Reading:
    return KNOWN.get(said, UNCLEAR)


@pytest.mark.parametrize(
    ("language", "reply", "outcome"),
    [
        ("en", "Looked at your site, nothing there. LOS is red.", "los_red"),
        ("lt", "Žiūrėjau savitarnoje. LOS raudona.", "los_red"),
        ("en", "LOS is red. Thanks.", "los_red"),
        ("en", "the small box has a red light, the other one is normal", "los_red"),
        ("en", "LOS is red. The router is red.", None),
        ("en", "It may be red. I can't tell.", None),
        ("en", "LOS is red. Send somebody.", None),
        ("en", "Everything was green before. I don't know now.", None),
        ("en", "LOS is red. I'm not sure.", None),
        ("en", "the red one is the TV. the other one is normal", None),
        ("en", "LOS is red.", None),
        ("en", "One. Two. Three. Four. LOS is red.", None),
    ],
)
def test_one_sentence_answers_where_the_others_give_no_answer(
    language: str, reply: str, outcome: str | None
) -> None:
    found = heard_apart(reply, read, ear(language))
    assert (found.outcome if found else None) == outcome
