"""Good news that is gone by, somebody else's, supposed, told by others or only wished for ends nothing; and what is one."""

from __future__ import annotations

import pytest

from agent.agent import Agent
from agent.conversation import Status
from agent.understanding import find_acts
from tests.dialogue.talking import COLLEAGUE, PLUGGED, VISIT, told

TICKET = (*VISIT, "yes")

GONE_BY = [
    ("lt", "praeitą kartą pats susitvarkė"),
    ("lt", "vakar pats susitvarkė, o šiandien vėl dingo"),
    ("lt", "praeitą savaitę savaime susitvarkė"),
    ("en", "last time it fixed itself"),
    ("en", "yesterday it fixed itself, today it's gone again"),
    ("en", "it fixed itself last week"),
    ("en", "back then it sorted itself out"),
]
SUPPOSED = [
    ("lt", "maniau, kad pats susitvarkė"),
    ("lt", "galvojau pats susitvarkė"),
    ("en", "I thought it fixed itself"),
    ("en", "it seemed it had fixed itself"),
]
HEARSAY = [
    ("lt", "kaimynas sakė, kad pats susitvarkė"),
    ("lt", "meistras sako, jau sutvarkyta"),
    ("en", "the neighbour says it fixed itself"),
    ("en", "your engineer told me it's fixed"),
]
THEIRS = [
    ("lt", "kaimynui jau veikia"),
    ("lt", "pas kaimyną viskas susitvarkė"),
    ("lt", "kaimynui pats susitvarkė"),
    ("lt", "darbe jau veikia"),
    ("en", "it's working again next door"),
    ("en", "next door it fixed itself"),
    ("en", "it's working again at my neighbour's"),
    ("en", "at work it's working again"),
]
WISHED = [
    ("lt", "kad būtų jau pataisyta"),
    ("lt", "taip, kol bus jau sutvarkyta"),
    ("lt", "noriu kad jau būtų pataisyta"),
    ("en", "I want it fixed"),
    ("en", "yes please, get it fixed"),
    ("en", "yes please, until it's working again"),
    ("en", "sure, as long as it's fixed by Friday"),
]
NONE = [*GONE_BY, *SUPPOSED, *HEARSAY, *THEIRS, *WISHED]

AGREED = "gerai, kad jau susitvarkė"  # as an answer to an offer it may be a yes

NEWS = [
    ("lt", "ne – pats susitvarkė"),
    ("lt", "ne! pats susitvarkė"),
    ("lt", "ne, pats susitvarkė"),
    ("lt", "praeitą kartą teko kviesti, o dabar pats susitvarkė"),
    ("lt", "kaimynui neveikia, o man jau susitvarkė"),
    ("lt", AGREED),
    ("lt", "kol kas jau veikia"),
    ("lt", "vakar perkroviau ir jau veikia"),
    ("en", "no - it fixed itself"),
    ("en", "no! it fixed itself"),
    ("en", "last time you had to come, now it fixed itself"),
    ("en", "the neighbour's is still down, mine is working again"),
    ("en", "I pressed it like you said, back online now"),
    ("en", "the neighbour says it's down, but I looked and it's working again"),
    ("en", "I managed to get it working again"),
    ("en", "it was unplugged so it's working again"),
    ("en", "oh I'm back online"),
    ("en", "yay I'm back online, thanks"),
]


@pytest.mark.parametrize(("language", "text"), NONE)
def test_no_news_is_heard(language: str, text: str) -> None:
    assert not {"solved", "healed"} & {act.name for act in find_acts(text, language)}


@pytest.mark.parametrize(("language", "text"), NEWS)
def test_news_is_heard(language: str, text: str) -> None:
    assert "solved" in {act.name for act in find_acts(text, language)}


@pytest.mark.parametrize(
    ("language", "text", "status"),
    [
        ("lt", "žmona sako, kad veikia", Status.RESOLVED),
        ("lt", "vaikai sako, jau veikia", Status.RESOLVED),
        ("lt", "žmona sako, kad neveikia", Status.OPEN),
        ("lt", "žmona sakė, kad kaimynui veikia", Status.OPEN),
        ("en", "my wife says it's working", Status.RESOLVED),
        ("en", "my son told me it works now", Status.RESOLVED),
        ("en", "my wife says it isn't working", Status.OPEN),
        ("en", "my son says it works at the neighbour's", Status.OPEN),
    ],
)
def test_who_lives_in_the_house_tells_at_first_hand(
    shipped_agent: Agent, language: str, text: str, status: Status
) -> None:
    assert told(shipped_agent, language, text, *PLUGGED).status is status


@pytest.mark.parametrize("choices", [VISIT, COLLEAGUE, PLUGGED, TICKET])
@pytest.mark.parametrize(("language", "text"), [*GONE_BY, *SUPPOSED, *HEARSAY, *THEIRS])
def test_it_closes_nothing(shipped_agent: Agent, language: str, text: str, choices: tuple[str, ...]) -> None:
    assert told(shipped_agent, language, text, *choices).status is not Status.RESOLVED


@pytest.mark.parametrize(("language", "text"), [*GONE_BY, *SUPPOSED, *HEARSAY, *THEIRS])
def test_at_a_step_it_is_not_taken_for_the_end(shipped_agent: Agent, language: str, text: str) -> None:
    assert told(shipped_agent, language, text).step != "closing"


@pytest.mark.parametrize("choices", [VISIT, COLLEAGUE])
@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", AGREED),
        ("lt", "taip, jau veikia"),
        ("en", "ok, good that it's working again"),
        ("en", "yes, it works now"),
    ],
)
def test_news_behind_a_yes_to_the_offer_is_asked_about(
    shipped_agent: Agent, language: str, text: str, choices: tuple[str, ...]
) -> None:
    reply = told(shipped_agent, language, text, *choices)
    assert (reply.status, reply.ticket) == (Status.OPEN, None)
    assert [choice.id for choice in reply.choices] == ["yes", "no"]


@pytest.mark.parametrize("choices", [VISIT, COLLEAGUE])
@pytest.mark.parametrize(("language", "text"), [each for each in NEWS if each[1] != AGREED])
def test_at_an_offer_news_closes(
    shipped_agent: Agent, language: str, text: str, choices: tuple[str, ...]
) -> None:
    reply = told(shipped_agent, language, text, *choices)
    assert (reply.status, reply.ticket) == (Status.RESOLVED, None)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("lt", "ne – pats susitvarkė"),
        ("lt", "ne! pats susitvarkė"),
        ("en", "no - it fixed itself"),
        ("en", "no! it fixed itself"),
        ("en", "I'm back online"),
        ("en", "oh I'm back online"),
    ],
)
def test_at_a_step_news_is_the_end(shipped_agent: Agent, language: str, text: str) -> None:
    assert told(shipped_agent, language, text).step == "closing"


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "I'm back on the phone"), ("en", "I'm back on my sofa"), ("lt", "ne pats susitvarkė")],
)
def test_what_only_sounds_like_news_is_none(language: str, text: str) -> None:
    assert not {"solved", "healed"} & {act.name for act in find_acts(text, language)}
