"""A talk in short: a guide begun, some buttons pressed, and what the customer then says."""

from __future__ import annotations

from agent.agent import Agent
from agent.conversation import Reply

INTERNET, LANDLINE, PASSWORD = "internet_no_connection", "phone_no_dial_tone", "wifi_password"
LAMP = "lamp_link"  # of the small content that most tests of the dialogue run on
VISIT = ("los_red", "fibre_damaged")  # to the offer of a technician
COLLEAGUE = (*VISIT, "no")  # to the offer of a colleague
SMOKE = {"lt": "iš maršrutizatoriaus eina dūmai", "en": "there is smoke coming out of my router"}
OFFLINE = {"lt": "kompiuteris nesijungia prie interneto", "en": "my computer can't connect"}
RESTART = ("los_red", "fibre_fine")  # to "may we begin?"
PLUGGED = ("los_red", "end_was_out")  # to "does it work now?"


def pressed(agent: Agent, language: str, *choices: str, guide: str = INTERNET) -> str:
    """The conversation in which this guide was begun and these answers were given."""
    begun = agent.start(language=language, scenario=guide).conversation_id
    for choice in choices:
        agent.reply(begun, choice=choice)
    return begun


def told(agent: Agent, language: str, text: str, *choices: str, guide: str = INTERNET) -> Reply:
    """The reply to `text` there."""
    return agent.reply(pressed(agent, language, *choices, guide=guide), text=text)


def said(agent: Agent, language: str, *messages: str, guide: str = LAMP) -> list[Reply]:
    """The replies to these messages in a talk that began with this guide."""
    begun = pressed(agent, language, guide=guide)
    return [agent.reply(begun, text=message) for message in messages]


def after(agent: Agent, language: str, *messages: str) -> Reply:
    """The last reply of a talk that begins with the first message."""
    reply = agent.start(text=messages[0], language=language)
    for message in messages[1:]:
        reply = agent.reply(reply.conversation_id, text=message)
    return reply


def talk(agent: Agent, language: str, guide: str, complaint: str, *messages: str) -> Reply:
    """The last reply of a talk that began with this complaint."""
    reply = agent.start(text=complaint, language=language, scenario=guide)
    for message in messages:
        reply = agent.reply(reply.conversation_id, text=message)
    return reply


def smoking(agent: Agent, language: str, *messages: str) -> list[Reply]:
    """The replies in a talk that begins with smoke."""
    first = agent.start(language=language, text=SMOKE[language])
    return [first, *(agent.reply(first.conversation_id, text=message) for message in messages)]


def computer(agent: Agent, language: str, guide: str, choices: tuple[str, ...], text: str) -> Reply:
    """The reply to `text` in a guide for a computer that is not online, after these answers."""
    begun = agent.start(text=OFFLINE[language], language=language, scenario=guide).conversation_id
    for choice in choices:
        agent.reply(begun, choice=choice)
    return agent.reply(begun, text=text)
