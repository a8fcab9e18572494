"""After "I want a person": a call is promised, and nobody has taken over yet. The agent stays at hand.

The request stands and is said once; what the customer adds is noted with it; questions are answered; the guide rests
until the customer answers it or wishes to go on. Only once a person has really taken over is the agent silent.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from agent.conversation import Conversation, Owner, Part, ReplyKind, Route, Status
from agent.dialogue.asked_for_person import own_number
from agent.dialogue.asked_of_request import WHEN, all_asked, asked_when
from agent.dialogue.cases import set_aside
from agent.dialogue.ear import APPOINTMENT
from agent.dialogue.goal_test import WORKS
from agent.dialogue.listening import Understanding
from agent.dialogue.maybe_mended import how_to_withdraw
from agent.dialogue.no_person import refuses_person, without_call
from agent.dialogue.own_words import guide_of, in_own_words, surely_answers
from agent.dialogue.paid_for import MONEY
from agent.dialogue.plainly_asked import asked_plainly
from agent.dialogue.postponed import BACK
from agent.dialogue.reachable import gives_number
from agent.dialogue.reported_outage import reported_outage
from agent.dialogue.rounds import new_round
from agent.dialogue.scene import Decision, Routing, Scene, say, walking
from agent.dialogue.state import Begin, Plan, Restate
from agent.dialogue.suiting import promise
from agent.dialogue.topics import Topics
from agent.scenarios import Kind
from agent.understanding import Stated

Answering = Callable[[Scene], Decision | None]
Serving = Callable[[Scene, Route], Decision]
WITHDRAW, MEANWHILE, WORKING, TIMED = "withdraw", "meanwhile", "works", "timed"
REFUND, BY_TEXT = "refund", "by_text"  # "don't call, text me" withdraws nothing
AGAIN, TRIED = "again", "already_tried"
NOWHERE = ("clarify", "unclear", "out_of_scope")  # where a message belongs that leads to nothing
THINGS = ("device", "medium", "problem_type")
SURE = 0.6
MOST_AGREEING = 2  # "fine", "all right": a yes to the call
MOST_POLITE = 3  # "yes, do that": nothing for the ticket
MOST_WISHING = 6  # "gerai, bandykime dar kartą"


def person_in_charge(scene: Scene) -> Decision | None:
    """The customer hears once that the message reached the person; then the agent is silent."""
    conversation = scene.conversation
    if conversation.owner is not Owner.PERSON:
        return None
    if conversation.noted:
        return Decision(conversation, kind=ReplyKind.HANDED_OVER)
    noted = replace(scene, conversation=replace(conversation, noted=True))
    return say(noted, "with_person_note", kind=ReplyKind.HANDED_OVER)


def awaited(conversation: Conversation) -> bool:
    """Whether a call is promised and the guide rests."""
    return conversation.status is Status.WITH_PERSON and conversation.ticket is not None


def promised(conversation: Conversation) -> bool:
    """Whether a call is promised, the guide resting or taken up again meanwhile."""
    ended = conversation.status in (Status.RESOLVED, Status.ASSUMED_RESOLVED, Status.CLOSED)
    return conversation.ticket is not None and not ended


def noted_of(scene: Scene, before: Conversation, decision: Decision) -> str:
    """What is added to the ticket: as decided, the problem that a customer who awaits a call begins, or that it works
    though a call is promised. "" = nothing."""
    if before.owner is Owner.AGENT and promised(before) and decision.outcome == WORKS:
        return decision.note or scene.message.masked
    begins = isinstance(decision.plan.walk, Begin) and awaited(before) and before.owner is Owner.AGENT
    timed = before.ticket is not None and scene.conversation.suits != before.suits
    otherwise = scene.message.masked if timed else ""
    return decision.note or (decision.conversation.complaint if begins else otherwise)


def news(scene: Scene, works: bool) -> Decision:
    """It works after all, or the call is not needed: said to the person through the ticket, which stays theirs."""
    conversation = scene.conversation
    progress = conversation.progress
    over = progress._replace(phase=Kind.RESOLVED) if walking(conversation) and progress else progress
    ended = replace(conversation, progress=over, due_at=None, requests={}, asked_again=0)
    here = replace(scene, conversation=ended)
    note = Part("noted", _say(scene, "works_noted" if works else "withdrawn_noted"), fixed=True)
    if not works:
        return Decision(
            ended, Plan(), (note,), ReplyKind.INFORMED, Status.ESCALATED, note=scene.message.masked
        )
    glad = say(here, "resolved", kind=ReplyKind.RESOLVED, status=Status.RESOLVED)
    return replace(glad, parts=(*glad.parts, note), note=scene.message.masked)


def stand(scene: Scene) -> Decision:
    """That the request stands and when the call comes: in full once, then only that the words were added."""
    conversation, note = scene.conversation, scene.message.masked
    words: tuple[Part, ...]
    if conversation.noted or gives_number(scene):  # what is said of the number tells when the call comes
        words = (Part("added", _say(scene, "added_to_request")),)
    else:
        call = Part("call", scene.voice.say(promise(scene.conversation)))
        words = (
            Part("added", _say(scene, "added_to_request")),
            call,
            Part("stands", _say(scene, "call_stands")),
        )
    told = replace(conversation, noted=True)
    return Decision(told, Plan(), words, ReplyKind.HANDED_OVER, Status.WITH_PERSON, note=note)


def same_request(scene: Scene, guide: str) -> Decision | None:
    """A problem told again whose request is open: no guide from the beginning, and no second request."""
    conversation = scene.conversation
    number = conversation.requests.get(guide)
    if number is None:
        return None
    here = replace(scene, conversation=replace(conversation, ticket=number))
    words = Part("added", _say(here, "same_request"))
    status = conversation.status if awaited(conversation) else Status.ESCALATED
    return Decision(
        here.conversation, Plan(), (words,), ReplyKind.INFORMED, status, note=scene.message.masked
    )


def _once_more(scene: Scene, spoken: frozenset[str]) -> Decision | None:
    """ "Let's try again", as the agent offered: the guide from its beginning, and the request stays the one it was."""
    conversation, hearing = scene.conversation, scene.hearing
    guides = [name for name, number in conversation.requests.items() if number == conversation.ticket]
    said_more = TIMED in spoken or len(scene.message.text.split()) > MOST_WISHING
    if walking(conversation) or conversation.urgent or said_more or hearing.has("question", "problem"):
        return None
    guide = next((name for name in reversed(guides) if name in scene.library), None)
    if guide is None:
        return None
    begun = replace(new_round(scene), ticket=conversation.ticket, asked_again=0)
    words = (Part("meanwhile", _say(scene, "meanwhile")),)
    return Decision(begun, Plan(walk=Begin(guide, conversation.complaint)), words, status=Status.OPEN)


class Promised:
    """What a message does while a call is awaited."""

    def __init__(
        self,
        topics: Topics,
        understanding: Understanding,
        route: Routing,
        serve: Serving,
        answer: Answering,
    ) -> None:
        """`route` finds where a message belongs, `serve` goes there, `answer` gives it to the open guide."""
        self._topics, self._understanding = topics, understanding
        self._route, self._serve, self._answer = route, serve, answer

    def __call__(self, scene: Scene) -> Decision | None:
        """None: the message goes its ordinary way (a new problem, an answer to the guide that rests)."""
        conversation, hearing = scene.conversation, scene.hearing
        if conversation.ticket is None or conversation.ticket == conversation.urgent:
            return None
        if (ours := own_number(scene, self._topics)) is not None:
            return ours
        if conversation.pending is not None:
            return None
        spoken = self._topics.of(scene.message.text)
        good = self._good_news(scene, spoken)
        if good or self._withdrawn(scene, spoken):
            return news(scene, good)
        if awaited(conversation) and refuses_person(scene):
            return without_call(scene, self._understanding, self._route)
        if AGAIN in spoken and (again := _once_more(scene, spoken)) is not None:
            return again
        if not awaited(conversation) or hearing.foreign:
            return None
        polite = len(scene.message.text.split()) <= MOST_POLITE or hearing.sure("thanks")
        if WITHDRAW in spoken or any(letter.isdigit() for letter in scene.message.text):
            polite = False  # "neskambinkite iki 17": no goodbye
        if polite and hearing.has("thanks", "goodbye") and not hearing.has("problem", "question"):
            phrase = "thanks" if hearing.has("thanks") else "goodbye"
            return say(scene, phrase, kind=ReplyKind.COURTESY, status=Status.WITH_PERSON)
        return self._went_on(scene, spoken)

    def added_after(self, scene: Scene, route: Route) -> Decision | None:
        """Words after a fault was passed on that lead nowhere else: for the colleague, and added to the request."""
        conversation, hearing = scene.conversation, scene.hearing
        if conversation.status is not Status.ESCALATED or conversation.ticket is None:
            return None
        elsewhere = route.kind not in NOWHERE or (route.kind == "clarify" and hearing.facts)
        asks = hearing.has("question", "digression", "problem", "injection", "abuse")
        text = scene.message.text
        # "tomorrow after 4" is short, but it is for the colleague
        polite = len(text.split()) <= MOST_POLITE and not hearing.has(APPOINTMENT)
        if elsewhere or asks or hearing.foreign or "?" in text or polite:
            return None
        words = (
            Part("added", _say(scene, "added_to_request")),
            *how_to_withdraw(scene, self._understanding),
        )
        note = scene.message.masked
        return Decision(conversation, Plan(), words, ReplyKind.INFORMED, Status.ESCALATED, note=note)

    def _went_on(self, scene: Scene, spoken: frozenset[str]) -> Decision | None:
        conversation, hearing = scene.conversation, scene.hearing
        if hearing.has("restart", "abuse", "injection"):
            return None
        if (when := asked_when(scene, self._understanding, self._topics)) is not None:
            return when
        if (reported := reported_outage(scene, self._topics)) is not None:
            return reported
        if self._returns_with_answer(scene, spoken):
            return self._answered(scene)
        if MEANWHILE in spoken and REFUND not in spoken and not hearing.has("problem"):
            return self._meanwhile(scene)
        if (other := self._other_problem(scene)) is not None:
            return other
        if self._answers(scene):
            return self._answered(scene)
        if WHEN in spoken and MONEY not in spoken:
            return stand(replace(scene, conversation=replace(conversation, noted=False)))
        if hearing.has("question", "digression") or self._asks(scene):
            plan = Plan(look_up=all_asked(scene, self._understanding, self._topics))
            return Decision(conversation, plan, kind=ReplyKind.ANSWER, status=Status.WITH_PERSON)
        noted = stand(scene)
        return replace(noted, parts=(*noted.parts, *how_to_withdraw(scene, self._understanding)))

    def _asks(self, scene: Scene) -> bool:
        """Whether a question stands in the message, in form."""
        text, language = scene.message.text, scene.conversation.language
        return bool(asked_plainly(text, language, self._understanding, self._topics))

    def _other_problem(self, scene: Scene) -> Decision | None:
        """Another problem than the one whose guide rests is taken up; that guide waits."""
        progress, service = scene.conversation.progress, scene.hearing.facts.get("problem_type")
        route = self._route(scene, scene.message.text)
        here = progress.scenario if progress else ""
        if route.kind != "scenario" or route.target == here:
            return None
        resting = scene.library.get(here)
        other = service is not None and (resting is None or resting.problem_type != service)
        if not other and not (scene.hearing.has("problem") and not self._answers(scene)):
            return None
        aside = (
            replace(scene, conversation=set_aside(scene.conversation))
            if walking(scene.conversation)
            else scene
        )
        return self._serve(aside, route)

    def _withdrawn(self, scene: Scene, spoken: frozenset[str]) -> bool:
        """No call is needed, and nothing else is said: not "don't call before five", nor "why does nobody call?"."""
        cut = self._understanding.clauses(scene.message.text, scene.conversation.language)
        withdrawing = ", ".join(each for each in cut if WITHDRAW in self._topics.of(each))
        said_more = spoken & {TIMED, WHEN, BY_TEXT} or any(letter.isdigit() for letter in withdrawing)
        if said_more or scene.hearing.has("problem", "question", APPOINTMENT):
            return False
        return WITHDRAW in spoken and promised(scene.conversation) and self._means_it(scene)

    def _means_it(self, scene: Scene) -> bool:
        """Whether the call is withdrawn in words that are not denied themselves: not "I can't cancel it myself"."""
        text, language = scene.message.text, scene.conversation.language
        withdrawn = self._topics.cues(WITHDRAW, text)
        return any(not self._understanding.denies(cue, text, language) for cue in withdrawn)

    def _good_news(self, scene: Scene, spoken: frozenset[str]) -> bool:
        """Not "fine": that is a yes to the call. In doubt it is none, and what was said is added to the request."""
        if not promised(scene.conversation) or scene.hearing.has("problem", "question"):
            return False
        if not awaited(scene.conversation) and in_own_words(scene.hearing.reading):
            return False  # an answer to the guide that was taken up again
        text, language = scene.message.text, scene.conversation.language
        understood = self._understanding
        if understood.tells_of_trouble(text, language) or understood.singles_out(text, language):
            return False
        return self._of_the_matter(scene) and (
            scene.hearing.sure("solved") or (WORKING in spoken and self._only_that_it_works(scene))
        )

    def _of_the_matter(self, scene: Scene) -> bool:
        """Whether no other thing is named than what the guide wants to have working."""
        language = scene.conversation.language
        own = {each.value for each in self._understanding.find_facts(_goal(scene), language)}
        named = {each.value for each in self._stated_beside_deeds(scene) if each.name in THINGS}
        return named <= own or (guide_of(scene) is None and not scene.conversation.complaint)

    def _stated_beside_deeds(self, scene: Scene) -> tuple[Stated, ...]:
        """What is stated but for what was tried: "I restarted the router" names only the tool."""
        language, understanding = scene.conversation.language, self._understanding
        told = (
            understanding.find_facts(clause, language)
            for clause in understanding.clauses(scene.message.text, language)
        )
        return tuple(fact for facts in told if not any(f.name == TRIED for f in facts) for fact in facts)

    def _only_that_it_works(self, scene: Scene) -> bool:
        """Whether a message says little else: not "it works for a minute and then dies"."""
        language, goal, topics = scene.conversation.language, _goal(scene), self._topics
        cut = self._understanding.clauses(scene.message.text, language)
        rest = ", ".join(each for each in cut if WITHDRAW not in topics.of(each))
        telling = self._understanding.telling_words(rest, language)
        return self._understanding.says_it_works(rest, language) and all(
            WORKING in topics.of(word) or self._understanding.shares_a_word(word, goal, language)
            for word in telling
        )

    def _meanwhile(self, scene: Scene) -> Decision:
        if not walking(scene.conversation):
            words = (Part("meanwhile", _say(scene, "meanwhile_ask")),)
            return Decision(scene.conversation, Plan(), words, ReplyKind.ASK, Status.WITH_PERSON)
        words = (Part("meanwhile", _say(scene, "meanwhile")),)
        return Decision(scene.conversation, Plan(walk=Restate("repeat")), words, ReplyKind.ASK, Status.OPEN)

    def _answered(self, scene: Scene) -> Decision | None:
        """What was said is added to the request, and the guide goes on with it."""
        decision = self._answer(scene)
        words = Part("meanwhile", _say(scene, "meanwhile"))
        note = scene.message.masked
        return replace(decision, parts=(words, *decision.parts), note=note) if decision else None

    def _returns_with_answer(self, scene: Scene, spoken: frozenset[str]) -> bool:
        """Whether who is back or wants help meanwhile answers the guide that rests: "I'm home now, LOS is red"."""
        if not walking(scene.conversation) or not spoken & {BACK, MEANWHILE}:
            return False
        return self._answers(scene) or surely_answers(scene)

    def _answers(self, scene: Scene) -> bool:
        """Whether the guide that rests is answered in its author's own words; what is merely alike may be a word for
        the colleague ("the code of the door is 1234")."""
        reading = scene.hearing.reading
        if reading is None or not in_own_words(reading) or reading.confidence < SURE:
            return False
        text = scene.message.text
        agrees = self._understanding.says_it_works(text, scene.conversation.language)
        return not agrees or len(text.split()) > MOST_AGREEING


def _goal(scene: Scene) -> str:
    """What the guide asks at its end: "Does the internet work now?"."""
    guide = guide_of(scene)
    return scene.voice.text(guide.closing.question) if guide else ""


def _say(scene: Scene, phrase: str) -> str:
    return scene.voice.say(phrase, ticket=scene.conversation.ticket)
