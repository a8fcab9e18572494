"""Thanks, good news and things done when no guide is walked: they change nothing but the mood."""

from __future__ import annotations

from agent.conversation import ReplyKind, Status
from agent.dialogue.after_a_page import glad_after_page
from agent.dialogue.ear import ALREADY_DONE, SOLVED, Ear
from agent.dialogue.promised import promised
from agent.dialogue.scene import Decision, Scene, say
from agent.dialogue.taking_leave import parting
from agent.language import tokens
from agent.understanding.settling import BESIDE_NEWS

_COMPLAINING = ("problem", "question")
_PATTERN = "connection_pattern"
_DONE = (SOLVED, ALREADY_DONE, "thanks")


def after_the_end(scene: Scene, ear: Ear) -> Decision | None:
    """A kind word where a guide has ended, or where an answer was given and followed: "done, works now"."""
    conversation, hearing = scene.conversation, scene.hearing
    if conversation.pending is not None:
        return None
    told = conversation.status is not Status.OPEN or conversation.complaint
    troubled = hearing.has("problem") or _PATTERN in hearing.facts  # "back again, now it lags on everything"
    if told and hearing.has(SOLVED) and not troubled:
        return say(scene, "resolved", kind=ReplyKind.RESOLVED, status=Status.RESOLVED)
    if conversation.turns and (left := parting(scene, ear)) is not None:
        return left
    if conversation.status is Status.OPEN:
        return _followed(scene) or glad_after_page(scene, ear)
    text, language = scene.message.text, conversation.language
    behind = ear.understanding.after_no(text, language) or text  # "no no, it's working fine"
    good_news = ear.understanding.says_it_works(behind, language)
    if conversation.status is Status.RESOLVED and good_news and not hearing.has(*_COMPLAINING):
        return say(scene, "thanks", kind=ReplyKind.COURTESY, status=conversation.status)
    told_more = promised(conversation) and not (hearing.sure("thanks") or hearing.sure("goodbye"))
    if told_more:
        return None  # "thanks, but ring my wife instead" is for the colleague
    if hearing.has("thanks", "goodbye") and not hearing.has(*_COMPLAINING):
        phrase = "thanks" if hearing.has("thanks") else "goodbye"
        return say(scene, phrase, kind=ReplyKind.COURTESY, status=conversation.status)
    return None


def _followed(scene: Scene) -> Decision | None:
    """Where no guide was begun, "works now" and a mere "done" leave nothing to be asked about: an answer was followed. What is
    said beside a deed ("done, no change", "I restarted the modem") may well be of a fault."""
    conversation, hearing = scene.conversation, scene.hearing
    if not conversation.turns or conversation.complaint or conversation.progress is not None:
        return None
    if hearing.has(*_COMPLAINING, "person", "danger", "cannot_do"):
        return None
    told = {token.folded for act in hearing.acts if act.name in _DONE for token in tokens(act.span)}
    said = [token.folded for token in tokens(scene.message.text)]
    beside = sum(each not in told for each in said)
    solved = hearing.has(SOLVED) and beside <= BESIDE_NEWS
    if not solved and not (hearing.has(ALREADY_DONE) and len(said) == 1):
        return None
    return say(scene, "offer_person_refused", kind=ReplyKind.COURTESY)
