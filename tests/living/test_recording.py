"""A talk written by chatting goes as written when it is rehearsed."""

from __future__ import annotations

import pytest
import yaml

from agent.agent import Agent
from agent.errors import ContentError, ConversationError
from agent.recording import _plain, record
from agent.rehearsal import load_talks, play
from tests.living.desk import Author


def test_a_recorded_talk_goes_as_written(serving: Agent, author: Author) -> None:
    before = len(load_talks(author.folder))
    reply = serving.start(text="my internet does not work", language="en")
    serving.reply(reply.conversation_id, text="where is it?")
    serving.reply(reply.conversation_id, choice="green")
    serving.reply(reply.conversation_id, text='it says "restarted"')
    serving.reply(reply.conversation_id, text="yes, it works again")
    written = record(serving.turns(reply.conversation_id), 'A name: with "quotes"', author.folder)
    talks = load_talks(author.folder)
    assert len(talks) == before + 1
    (talk,) = [each for each in talks if each.name == 'A name: with "quotes"']
    assert (talk.line, talk.scenario, talk.language, talk.ends) == (
        written.line,
        "lamp_link",
        "en",
        "resolved",
    )
    assert play(serving, talk).fault == ""


def test_a_guide_begun_at_once_is_recorded_as_direct_into_a_new_file(serving: Agent, author: Author) -> None:
    reply = serving.start(scenario="lamp_link", language="lt")
    serving.reply(reply.conversation_id, text="raudona")
    author.file("lamp_link").with_suffix(".talks.yaml").unlink()
    record(serving.turns(reply.conversation_id), "raudona", author.folder)
    (talk,) = load_talks(author.folder)
    assert (talk.direct, talk.turns[0].expect.outcome) == (True, "red")
    assert play(serving, talk).fault == ""


def test_without_a_guide_there_is_nothing_to_record(serving: Agent, author: Author) -> None:
    reply = serving.start(text="thank you", language="en")
    with pytest.raises(ConversationError, match="No guide was reached"):
        record(serving.turns(reply.conversation_id), "thanks", author.folder)


def recorded(serving: Agent, author: Author, name: str) -> None:
    reply = serving.start(scenario="lamp_link", language="lt")
    serving.reply(reply.conversation_id, text="raudona")
    record(serving.turns(reply.conversation_id), name, author.folder)


@pytest.mark.parametrize(
    "before",
    [
        "talks: []\n",
        "talks:\n- name: kita\n  language: lt\n  direct: true\n  turns:\n  - customer: raudona\n    expect: {outcome: red}\n",
        "talks:\n    - name: kita\n      language: lt\n      direct: true\n      turns:\n        - customer: raudona",
    ],
)
def test_a_talk_joins_those_an_author_wrote_whatever_their_margin(
    serving: Agent, author: Author, before: str
) -> None:
    author.file("lamp_link").with_suffix(".talks.yaml").write_text(before, encoding="utf-8")
    recorded(serving, author, "nauja")
    names = [talk.name for talk in load_talks(author.folder)]
    assert names == (["kita", "nauja"] if "kita" in before else ["nauja"])


def test_a_name_is_given_once_and_a_faulty_file_is_left_as_it_is(serving: Agent, author: Author) -> None:
    recorded(serving, author, "raudona")
    with pytest.raises(ConversationError, match="already") as told:
        recorded(serving, author, "raudona")
    assert told.value.code == "talk_exists"
    file = author.file("lamp_link").with_suffix(".talks.yaml")
    file.write_text("talks: {", encoding="utf-8")
    with pytest.raises(ContentError):
        recorded(serving, author, "kita")
    assert file.read_text(encoding="utf-8") == "talks: {"
    assert [each.name for each in author.folder.glob(".*")] == []


@pytest.mark.parametrize("value", ["no", "on", "1", "null", "router_lights"])
def test_answers_keep_their_names(value: str) -> None:
    assert yaml.safe_load(f"{{outcome: {_plain(value)}}}") == {"outcome": value}
