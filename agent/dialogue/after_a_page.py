"""Good news after a page, of what the page is about: "no no, leave it, the remote works now, I said". It is not read out again."""

from __future__ import annotations

from agent.conversation import ReplyKind
from agent.dialogue.ear import Ear
from agent.dialogue.page_shown import shown
from agent.dialogue.scene import Decision, Scene, say
from agent.understanding.clauses import clauses
from agent.understanding.ear import ear as packed

AGAINST = ("problem", "question", "person", "danger", "correction", "appointment", "abuse")
MOST_PARTS, MOST_CLAUSES = 5, 8
TURN = "turn"


def glad_after_page(scene: Scene, ear: Ear) -> Decision | None:
    """A glad word, where the message says that what the page just read is about works now; None where it says more."""
    language, listening = scene.conversation.language, ear.understanding
    if shown(scene.conversation) is None or "?" in scene.message.text or scene.hearing.has(*AGAINST):
        return None
    said = behind_change(scene.message.text, language) or scene.message.text
    parts = listening.clauses(said, language)
    if not 0 < len(parts) <= MOST_PARTS or listening.is_qualified(said, language):
        return None
    works = [each for each in parts if _is_news(each, scene, ear)]
    bad = listening.tells_of_trouble(said, language) or bool(listening.complaints(said, language))
    bad = bad or any(each.begins("contrast") for each in clauses(said, packed(language)))
    return say(scene, "offer_person_refused", kind=ReplyKind.COURTESY) if works and not bad else None


def _is_news(part: str, scene: Scene, ear: Ear) -> bool:
    """Whether a clause says that it works, in so many words, firsthand, and of a thing that the page names."""
    language, listening = scene.conversation.language, ear.understanding
    told = listening.without_protest(part, language) or part
    if listening.is_opposed(told, language) or not listening.says_it_works(told, language):
        return False
    if not listening.speaks_of_working(told, language) or listening.is_secondhand(told, language):
        return False
    read = scene.conversation.last_text
    spoken = [
        word
        for word in listening.telling_words(told, language)
        if not listening.speaks_of_working(word, language)
    ]
    return all(listening.shares_a_word(word, read, language) for word in spoken)


def behind_change(text: str, language: str) -> str:
    """What is said behind a change of mind in the middle of a message: "yes, do. oh no, stop, it works now"; "" where none is."""
    cut = clauses(text, packed(language))
    if len(cut) > MOST_CLAUSES:
        return ""
    turns = [place for place, clause in enumerate(cut) if place and clause.begins(TURN)]
    return ", ".join(clause.text for clause in cut[turns[-1] :]) if turns else ""
