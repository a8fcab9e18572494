"""A fault and something else in one message: neither is dropped.

"no signal on the tv, and my bill is higher this month"   the guide begins, and the page on bills is shown first
"I want to move house, and the tv freezes"                the same: what is planned is no part of the fault
"when is the bill due? and the internet is down"          the same, said the other way round
"what's the weather tomorrow? only joking, no internet"   what we do not do is passed over for the fault
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from agent.conversation import ReplyKind, Route, RouteKind
from agent.dialogue.ear import Ear
from agent.dialogue.faults import ASKING, TYPE, guides_of
from agent.dialogue.page_shown import found_surely
from agent.dialogue.scene import Decision, Routing, Scene
from agent.dialogue.state import Begin, LookUp, Plan
from agent.routing.values import STRANGE

# So surely a part of a message is answered by a page; … where it surely asks.
SURE_PAGE, LIKELY_PAGE = 0.6, 0.45
SURE_ASKING = 0.7
SURE_FAULT, LITTLE = 0.9, 5  # "the internet is down, what now?": so few words ask for no page of their own
LEAST, MOST, MOST_PARTS = 2, 3, 4  # words of a part; places where a message is cut; statements
PASSED_OVER = (ReplyKind.REFUSED, ReplyKind.COURTESY)
Serving = Callable[[Scene, Route], Decision]


@dataclass(frozen=True, slots=True)
class Beside:
    """What a first message does where it tells of a fault and of something else."""

    ear: Ear
    route: Routing
    serve: Serving

    def __call__(self, scene: Scene, decision: Decision) -> Decision:
        """`decision`, with what it leaves out."""
        plan = decision.plan
        if plan.hand_over is not None or scene.conversation.ticket:
            return decision
        strange = any(each.says == STRANGE for each in decision.why)
        if strange or (plan == Plan() and decision.kind in PASSED_OVER):
            return self._fault_beside(scene) or decision
        if plan.walk is None and (plan.look_up is not None or plan.clarify is not None):
            return self._guided(scene) or self._with_wish(scene, decision)
        if isinstance(plan.walk, Begin) and plan.look_up is None and self._may_be_two(scene):
            return self._with_page(scene, decision, plan.walk.scenario)
        return decision

    def _fault_beside(self, scene: Scene) -> Decision | None:
        """The guide for the fault that is told beside what we do not do."""
        understanding, language = self.ear.understanding, scene.conversation.language
        told = understanding.complaints(scene.message.text, language)
        told = tuple(each for each in told if each.sure and each.text != scene.message.text)[:MOST_PARTS]
        told = tuple(each for each in told if self.route(scene, each.text).kind == RouteKind.SCENARIO)
        found = guides_of(told, scene, understanding, self.route)
        return self.serve(scene, next(iter(found.values()))) if found else None

    def _may_be_two(self, scene: Scene) -> bool:
        """Whether it asks or plans something beside telling, or names two services: else it need not be read in parts."""
        understanding, text = self.ear.understanding, scene.message.text
        language = scene.conversation.language
        if scene.hearing.has(*ASKING) or "?" in text or understanding.plans(text, language):
            return True
        return len(understanding.matter(text, language).open) > 1

    def _with_page(self, scene: Scene, decision: Decision, guide: str) -> Decision:
        """The guide begins, and what is asked beside the fault is answered first."""
        kind = scene.library[guide].problem_type
        found = [(self._surely(scene, part, kind), part) for part, _ in self._parts(scene)]
        surely, asked = max(found, default=(0.0, ""))
        look_up = LookUp(asked, offer=False) if surely else None
        return replace(decision, plan=replace(decision.plan, look_up=look_up))

    def _guided(self, scene: Scene) -> Decision | None:
        """The guide for the fault that is told beside what is asked, with the page for that; None where nothing is."""
        if not self.ear.understanding.complaints(scene.message.text, scene.conversation.language):
            return None
        for asked, rest in self._parts(scene):
            there = self.route(scene, rest) if rest else None
            if there is None or there.kind != RouteKind.SCENARIO or there.target not in scene.library:
                continue
            if not self._tells_a_fault(scene, rest):
                continue  # "unwanted calls on the landline, can you bar a number" has its page and is no fault
            kind = scene.library[str(there.target)].problem_type
            if self._surely(scene, asked, kind):
                return self._both(scene, self.serve(scene, there), asked, rest)
            if there.confidence >= SURE_FAULT and self._asks_little(scene, asked):
                return self.serve(scene, there)
        return None

    def _tells_a_fault(self, scene: Scene, told: str) -> bool:
        """Whether what stands beside the question says in words that something is wrong."""
        understanding, language = self.ear.understanding, scene.conversation.language
        wrong = understanding.tells_of_failing(told, language) or understanding.tells_of_trouble(
            told, language
        )
        return wrong or understanding.lacks(told, language) or bool(understanding.complaints(told, language))

    def _with_wish(self, scene: Scene, decision: Decision) -> Decision:
        """The page, and with it the page of what else is wished for: "the remote is dead, and I need to change my bank details"."""
        look_up, understanding = decision.plan.look_up, self.ear.understanding
        if look_up is None or look_up.also or look_up.question != scene.message.text:
            return decision
        for wish, rest in self._parts(scene):
            if not rest or not understanding.plans(wish, scene.conversation.language):
                continue
            first, second = self.route(scene, rest), self.route(scene, wish)
            if self._are_two_pages(first, second):
                both = replace(look_up, question=rest, also=(wish,), clauses=())
                return replace(decision, plan=replace(decision.plan, look_up=both))
        return decision

    def _are_two_pages(self, first: Route, second: Route) -> bool:
        """Whether each surely has a page of its own."""
        pages = [each for each in (first, second) if each.kind == RouteKind.ARTICLE and each.target]
        sure = len(pages) > 1 and all(found_surely(each) >= SURE_PAGE for each in pages)
        return sure and first.target != second.target

    def _both(self, scene: Scene, begun: Decision, asked: str, told: str) -> Decision:
        """The page for what is asked, and then the guide, to which the fault alone is told."""
        walk, masked = begun.plan.walk, scene.message.masked
        if isinstance(walk, Begin) and told in masked:
            walk = replace(walk, told=told)
        return replace(begun, plan=replace(begun.plan, look_up=LookUp(asked, offer=False), walk=walk))

    def _surely(self, scene: Scene, asked: str, kind: str) -> float:
        """How surely a page answers a part of the message that is no more of the fault of this `kind`; 0 = none does."""
        if len(asked.split()) < LEAST:
            return 0.0
        page = self.route(scene, asked)
        surely = found_surely(page)
        enough = LIKELY_PAGE if page.confidence >= SURE_ASKING else SURE_PAGE
        if page.kind != RouteKind.ARTICLE or page.target is None or surely < enough:
            return 0.0
        return surely if self._is_own(scene, asked, kind) else 0.0

    def _is_own(self, scene: Scene, asked: str, kind: str) -> bool:
        """Whether a part asks or plans something, or is of another service."""
        understanding, language = self.ear.understanding, scene.conversation.language
        named = {str(fact.value) for fact in understanding.find_facts(asked, language) if fact.name == TYPE}
        asks = "?" in asked or bool(understanding.questions(asked, language))
        return bool(named - {kind}) or asks or understanding.plans(asked, language)

    def _asks_little(self, scene: Scene, asked: str) -> bool:
        """Whether a part only asks what to do about it, or why."""
        acts = self.ear.understanding.acts_by_rule(asked, scene.conversation.language)
        return len(asked.split()) <= LITTLE and ("?" in asked or any(act.name in ASKING for act in acts))

    def _parts(self, scene: Scene) -> Iterator[tuple[str, str]]:
        """Every part of the message from or up to a place where a clause or an "and" begins a statement, with the rest; and
        every statement by itself."""
        text, language = scene.message.text, scene.conversation.language
        said = self.ear.understanding.statements(text, language)[:MOST_PARTS]
        places = sorted({place for each in said if (place := text.find(each)) > 0})[:MOST]
        for place in places:
            one, other = text[:place].strip(), text[place:].strip()
            yield from ((other, one), (one, other))
        yield from ((each, "") for each in said if each != text)
