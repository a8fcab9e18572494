"""What is a question in form: a mark, a word or particle that asks at the beginning of a clause, an order to tell.

"so is it free"                        asks
"pasakykit, kiek kainuoja planas"      asks
"only two channels, the rest is fine"  tells: beside an answer it draws no page, whatever a page has to say of channels
"""

from __future__ import annotations

from dataclasses import replace

from agent.dialogue.asked_beside import SURE_PAGE, WONDERS
from agent.dialogue.listening import Understanding
from agent.dialogue.paid_for import cost_of_visit, price_of_thing
from agent.dialogue.scene import Decision, Scene
from agent.dialogue.topics import Topics

OPENS = "opens_question"
NEAR = 2  # words that may stand before what opens a question: "nu tai kiek", "and so is it"
MOST_CLAUSES = 10


def asked_plainly(text: str, language: str, understanding: Understanding, topics: Topics) -> tuple[str, ...]:
    """The clauses of `text` that are questions in form."""
    clauses = understanding.clauses(text, language)[:MOST_CLAUSES]
    asked = understanding.questions(text, language)
    return tuple(each for each in clauses if each in asked or _opens(each, topics))


def only_if_asked(decision: Decision, scene: Scene, understanding: Understanding, topics: Topics) -> Decision:
    """An answer that counts, with a page only for what is asked beside it; what is merely told draws none."""
    look_up, text = decision.plan.look_up, scene.message.text
    if look_up is None or not decision.outcome or not _is_said(look_up.question, text):
        return decision
    asked = asked_plainly(text, scene.conversation.language, understanding, topics)
    if any(each in look_up.question for each in asked):
        paid = price_of_thing(look_up.question, text, scene.voice, topics)
        paid = paid or cost_of_visit(look_up.question, scene, understanding, topics)
        look_up = replace(look_up, question=paid) if paid else look_up
        return replace(decision, plan=replace(decision.plan, look_up=look_up))
    instead = replace(look_up, question=", ".join(asked), offer=False, least=SURE_PAGE) if asked else None
    return replace(decision, plan=replace(decision.plan, look_up=instead))


def _opens(clause: str, topics: Topics) -> bool:
    if WONDERS in topics.of(clause):
        return True
    return any(cue.start <= NEAR for cue in topics.cues(OPENS, clause))


def _is_said(question: str, text: str) -> bool:
    """Whether these are the customer's words, and not a question of our own."""
    return all(part.strip() in text for part in question.split(", "))
