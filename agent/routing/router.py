"""Where a message belongs. Rules are asked in order; the first with an answer decides, and says why.

    acts            person, danger, injection, abuse, courtesy: what was done comes before what it is about
    own page        a thing that has a page and no guide ("the remote is dead")
    stated          a page whose author wrote down this very complaint ("a picture but no sound")
    instant         a scenario whose own conditions the customer's words meet
    classifier      learnt from the authors' examples: sure → go
    default         only the problem type is certain, and nothing contradicts it
    two or three    near each other → one question naming them
    knowledge       a question that a page answers
    nothing         out of scope, or not understood

No scenario id and no phrase of content stands here: they come from the library.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from agent.conversation import Alternative, Evidence, Route, RouteKind
from agent.knowledge.entry import ARTICLES, OTHERWISE
from agent.language import clean
from agent.learning import Model
from agent.routing.by_facts import told_in_facts, weighed
from agent.routing.hearing import believable, by_likeness, greeted_off, odds, unlike
from agent.routing.meaning import Meaning
from agent.routing.samples import SCENARIO, routable
from agent.routing.titles import DEVICE, alike, thing_in
from agent.routing.values import (
    DANGER,
    OTHERS,
    OWN_PAGE,
    STRANGE,
    Case,
    Found,
    Heard,
    Listener,
    Searcher,
    Thresholds,
)
from agent.scenarios import Library

Rule = Callable[[Case], Route | None]

_NOTHING: Mapping[str, Any] = MappingProxyType({})
_REPORT = "vague"  # of a fault or of what was done, with nothing bad about it: "the cable was loose"
_COURTESIES = ("greeting", "thanks", "goodbye", "small_talk")
_MOST_OPTIONS = 4


class Router:
    """Routes messages over one library. Without `model` or `searcher` it does what the other can; safe to share."""

    def __init__(
        self,
        library: Library,
        model: Model | None = None,
        *,
        searcher: Searcher | None = None,
        listener: Listener | None = None,
        meaning: Meaning | None = None,
        thresholds: Thresholds | None = None,
        without: Collection[str] = (),
    ) -> None:
        """`meaning`: whose vectors the model learnt from; another's are not used. `without`: names of `rules` not to ask, for
        measuring what each is worth."""
        self.library = library
        self.model = model
        self.searcher = searcher
        self.listener = listener
        self.meaning = meaning
        learnt = model.meanings if model is not None else None
        self._hears = meaning if learnt and meaning and meaning.fingerprint == learnt.fingerprint else None
        self.thresholds = self._at = thresholds or Thresholds()
        self._open = {name: scenario for name, scenario in library.items() if routable(scenario)}
        rules: Mapping[str, Rule] = {
            "nothing_said": self._nothing_said,
            "outranking": self._outranking,
            "courtesy": self._courtesy,
            "mashed": self._mashed,
            "own_page": self._own_page,
            "stated": self._stated,
            "instant": self._instant,
            "other_kind": self._other_kind,
            "sure": self._sure,
            "default": self._default,
            "near": self._near,
            "vague": self._vague,
            "page": self._page,
        }
        self._rules = {name: rule for name, rule in rules.items() if name not in without}
        titles = (title for scenario in self._open.values() for title in scenario.title.items())
        self._guided = {thing_in(text, language, listener) for language, text in titles}

    def route(
        self,
        text: str,
        *,
        language: str,
        facts: Mapping[str, Any] = _NOTHING,
        problem_type: str | None = None,
        diagnostics: Mapping[str, Any] | None = None,
        acts: Sequence[Heard] | None = None,
    ) -> Route:
        """Where `text` belongs. `facts` are known beforehand, `diagnostics` were measured (both by fact name);
        a given `problem_type` is certain. Acts (unless given) and facts of the text itself are heard here."""
        case = self._case(clean(text), language, {**facts, **(diagnostics or {})}, problem_type, acts)
        for rule in self._rules.values():
            if (found := rule(case)) is not None:
                return found
        return self._to(case, RouteKind.OUT_OF_SCOPE, case.score("out_of_scope"))

    def doubts(self, danger: Heard, text: str, language: str) -> Evidence | None:
        """Why a danger heard in `text` is not believed, as evidence; None = it is, or there is no classifier to ask.

        A fault told beside it makes the whole sound like a guide's: what any statement of it tells by itself is believed.
        """
        said = clean(text)
        doubt = self._doubt(danger, said, language)
        if doubt is None or self._told_alone(said, language, doubt):
            return None
        likeliest = doubt.target.removeprefix(SCENARIO)
        says = f"sounds like danger, but is surely {likeliest}"
        return Evidence("classifier", says, doubt.confidence)

    def half_believes(self, danger: Heard, text: str, language: str) -> bool:
        """Whether a danger that only resembles one is none that the classifier is sure of, either: it is asked about."""
        if self.model is None or not by_likeness(danger):
            return False
        return self._judged(clean(text), language).get(DANGER, 1.0) < self._at.endangered

    def _doubt(self, danger: Heard, text: str, language: str) -> Alternative | None:
        """What `text` surely is where danger was heard in it, with the probability that it is danger; None = believed."""
        if self.model is None or not (by_likeness(danger) or unlike(danger, self._at)):
            return None
        scores = self._judged(text, language)
        if not self._unlikely(danger, scores):
            return None
        return Alternative(max(scores, key=lambda label: scores[label]), scores[DANGER])

    def _told_alone(self, text: str, language: str, doubt: Alternative) -> bool:
        """Whether one of several statements tells of a danger that is not doubted."""
        said = self.listener.statements(text, language) if self.listener else ()
        return len(said) > 1 and any(self._endangers(each, language, doubt) for each in said)

    def _endangers(self, statement: str, language: str, doubt: Alternative) -> bool:
        """Whether a statement tells of danger and is surely neither a guide's nor what the whole is: beside "no internet",
        "a fire broke out" is no news of the day."""
        danger = next((act for act in self._heard(statement, language) if act.name == DANGER), None)
        if danger is None:
            return False
        own = self._doubt(danger, statement, language)
        return own is None or not (own.target.startswith(SCENARIO) or own.target == doubt.target)

    def _unlikely(self, danger: Heard, scores: Mapping[str, float]) -> bool:
        """Whether the classifier sees no danger where one was heard: only a likeness beside a guide it is sure of, or only a
        word that sounds like none to the encoder."""
        chance = scores.get(DANGER)
        if chance is None:
            return False
        if by_likeness(danger):
            known = (p for label, p in scores.items() if label.startswith(SCENARIO) or label == _REPORT)
            both = odds(danger.evidence.weight or danger.confidence) * odds(chance)
            return both < self._at.undreamt and max(known, default=0.0) >= self._at.guide_known
        return (
            unlike(danger, self._at)
            and chance < self._at.unheard
            and max(scores.values()) >= self._at.settled
        )

    @property
    def rules(self) -> tuple[str, ...]:
        """The names of the rules asked, in order."""
        return tuple(self._rules)

    # --- what is known of the message ------------------------------------------------------------------------

    def _case(
        self,
        text: str,
        language: str,
        facts: Mapping[str, Any],
        problem_type: str | None,
        acts: Sequence[Heard] | None,
    ) -> Case:
        acts = self._heard(text, language) if acts is None else acts
        said = self.listener.find_facts(text, language) if self.listener and text else ()
        stated = {fact.name: fact.value for fact in said}
        known = {**facts, **stated, **({"problem_type": problem_type} if problem_type else {})}
        judged = self._judged(greeted_off(text, acts), language)
        heard, scores = believable(text, language, acts, judged, self._at)
        scenarios, doubts = weighed(self._open, scores, known, problem_type, self._at)
        return Case(
            text=text,
            language=language,
            stated=stated,
            known=known,
            problem_type=problem_type,
            acts={act.name: act for act in heard},
            scores=scores,
            familiar=self.model.familiar(text) if self.model else 1.0,
            evidence=(*(fact.evidence for fact in said), *doubts),
            scenarios=scenarios,
        )

    def _heard(self, text: str, language: str) -> Sequence[Heard]:
        return self.listener.find_acts(text, language, None) if self.listener and text else ()

    def _judged(self, text: str, language: str) -> dict[str, float]:
        if self.model is None or not text:
            return {}
        vector = self._hears.of([text], [language])[0] if self._hears is not None else None
        return self.model.judge(text, language, vector)

    # --- rules -----------------------------------------------------------------------------------------------

    def _nothing_said(self, case: Case) -> Route | None:
        return None if case.text else self._to(case, RouteKind.UNCLEAR, 1.0)

    def _outranking(self, case: Case) -> Route | None:
        """Danger before all, then the wish for a person, then instructions to the machine, then plain abuse."""
        for act, kind in (
            (DANGER, RouteKind.DANGER),
            ("person", RouteKind.PERSON),
            ("injection", RouteKind.ABUSE),
        ):
            if not case.has(act) or (act == DANGER and self._doubted(case)):
                continue
            if max(case.acts[act].confidence, case.score(act)) >= self._at.act:
                return self._by_act(case, act, kind)
        if case.score(DANGER) >= self._at.danger:
            return self._by_words(case, RouteKind.DANGER, DANGER)
        about_something = self._at.in_scope if case.stated else self._at.insulted
        told = max(case.in_scope, case.score("article")) if case.stated else case.in_scope
        if case.has("abuse") and not case.has("problem") and told < about_something:
            return self._by_act(case, "abuse", RouteKind.ABUSE)
        return None

    def _doubted(self, case: Case) -> bool:
        return self.doubts(case.acts[DANGER], case.text, case.language) is not None

    def _courtesy(self, case: Case) -> Route | None:
        """A greeting or thanks and nothing else; "thanks for the help" is no cry for help."""
        found = next((act for act in _COURTESIES if case.has(act)), None)
        if found is None or case.has("problem", "question") or case.troubled:
            return None
        if self._in_passing(case, found):
            return None
        other = max(case.in_scope, case.score("article"))
        if other >= self._at.in_scope or (
            found == "small_talk" and case.score("out_of_scope") > case.score("courtesy")
        ):
            return None
        return self._by_act(case, found, RouteKind.COURTESY)

    def _in_passing(self, case: Case, courtesy: str) -> bool:
        """Whether a courtesy is only a word of a message that does not sound like one: "hi, it blinks", "iki rytdienos"."""
        sounds_so = case.score("courtesy") >= self._at.in_scope
        if case.acts[courtesy].confidence >= self._at.act or not case.scores or sounds_so:
            return False
        whole = self._judged(case.text, case.language)  # a greeting that opens it is cut off in the scores
        return whole.get("courtesy", 0.0) < self._at.in_scope

    def _mashed(self, case: Case) -> Route | None:
        if case.familiar >= self._at.familiar:
            return None
        evidence = Evidence("classifier", "letters that form no words", 1 - case.familiar)
        return self._to(case, RouteKind.UNCLEAR, 1 - case.familiar, evidence=(evidence,))

    def _stated(self, case: Case) -> Route | None:
        """The page that states this complaint in other words than its heading; a question needs no such help. Word for
        word it outranks any guide."""
        hit = next(iter(self._pages(case)), None)
        if hit is None or OTHERWISE not in hit.entry.id or hit.entry.heading.endswith("?"):
            return None
        best = case.ranked[0][1] if case.ranked else 0.0
        surely = hit.score >= self._at.stated and best < self._at.guided
        return self._article(case, hit.score) if surely or alike(case.text, hit.entry.heading) else None

    def _own_page(self, case: Case) -> Route | None:
        """The page of a thing that no guide is for: that it belongs to a service is no fault of that service."""
        thing, hit = case.stated.get(DEVICE), next(iter(self._pages(case)), None)
        best = case.ranked[0][1] if case.ranked else 0.0
        if hit is None or thing is None or thing in self._guided or best >= self._at.guided:
            return None
        if hit.score < self._at.found or thing_in(hit.entry.title, case.language, self.listener) != thing:
            return None
        says = f"“{thing}” has a page of its own, “{hit.entry.title}”, and no guide"
        evidence = (Evidence(OWN_PAGE, says, hit.score), Evidence("search", says, hit.score))
        return self._to(case, RouteKind.ARTICLE, hit.score, target=hit.entry.target, evidence=evidence)

    def _instant(self, case: Case) -> Route | None:
        """The scenario all of whose conditions are met by known facts, if the words do not say otherwise."""
        kind = case.known.get("problem_type")
        met = [
            name
            for name, scenario in self._open.items()
            if scenario.problem_type == kind
            and scenario.fulfilled_by(case.known)
            and self._agreed(case, name)
        ]
        if not met or not case.stated:
            return None
        most = max(len(self._open[name].conditions) for name in met)
        best = [name for name in met if len(self._open[name].conditions) == most]
        if len(best) != 1:
            return None
        conditions = ", ".join(self._open[best[0]].conditions)
        confidence = max(case.scenarios[best[0]], self._at.go)
        evidence = Evidence("conditions", f"what was said meets its conditions: {conditions}", confidence)
        return self._to_scenario(case, best[0], confidence, evidence)

    def _agreed(self, case: Case, name: str) -> bool:
        """Whether the words allow what the facts say. A rival that the facts speak against is no rival."""
        if not case.scores:
            return True
        own = case.scenarios[name]
        rivals = [
            p
            for other, p in case.ranked
            if other != name and not self._open[other].contradicted_by(case.known)
        ]
        kinds = max(
            (score for label, score in case.scores.items() if not label.startswith(SCENARIO)), default=0.0
        )
        likely = own >= self._at.near and own / (own + sum(rivals)) >= self._at.agreeing
        return likely and own > max(rivals, default=0.0) - self._at.margin and kinds < self._at.overruling

    def _other_kind(self, case: Case) -> Route | None:
        """What the classifier is sure is no fault at all."""
        best = case.ranked[0][1] if case.ranked else 0.0
        for kind, label, route in (
            (("person",), "person", RouteKind.PERSON),
            (("abuse", "injection"), "abuse", RouteKind.ABUSE),
            (("courtesy",), "courtesy", RouteKind.COURTESY),
            (("unclear",), "unclear", RouteKind.UNCLEAR),
        ):
            if kind == ("courtesy",) and case.troubled:
                continue
            if (score := case.score(*kind)) >= self._at.kind and score > best and not case.has("problem"):
                return self._by_words(case, route, label, score)
        if case.score("article") >= self._at.kind and case.score("article") > best:
            return self._article(case, case.score("article"))
        if case.score("out_of_scope") >= self._at.kind and case.score("out_of_scope") > best:
            return self._article(case, None) or self._strange(case)
        return None

    def _strange(self, case: Case) -> Route:
        """Nobody's business here; where a guide's fault is told in words, that is asked about first."""
        if told := told_in_facts(case, self._open)[:_MOST_OPTIONS]:
            return self._ask(case, [(name, case.scenarios[name]) for name in told], STRANGE)
        return self._by_words(case, RouteKind.OUT_OF_SCOPE, "out_of_scope")

    def _sure(self, case: Case) -> Route | None:
        if not case.ranked:
            return None
        (name, best), second = case.ranked[0], case.ranked[1][1] if len(case.ranked) > 1 else 0.0
        if best < self._at.go or best - second < self._at.margin:
            return None
        return self._to_scenario(
            case, name, best, Evidence("classifier", "most like the examples of this guide", best)
        )

    def _default(self, case: Case) -> Route | None:
        """Only the kind of problem is certain: its default, when no word and no fact speaks against it."""
        kind = case.problem_type or case.stated.get("problem_type")
        name = self.library.defaults.get(str(kind), "")
        scenario = self._open.get(name)
        if scenario is None or scenario.contradicted_by(case.known) or self._questioned(case):
            return None
        rivals = [(p, self._open[other]) for other, p in case.scenarios.items() if other != name]
        others = max((p for p, rival in rivals if rival.problem_type != kind), default=0.0)
        siblings = max((p for p, rival in rivals if rival.problem_type == kind), default=0.0)
        if others >= self._at.other_type or siblings > max(
            self._at.near, case.scenarios[name] - self._at.margin
        ):
            return None
        says = f"only the kind of problem is certain: {kind}"
        return self._to_scenario(case, name, self._at.go, Evidence("default", says, self._at.go))

    def _questioned(self, case: Case) -> bool:
        """Whether the message is rather a question, or about something else, than a fault."""
        strange = case.score("article", "out_of_scope")
        return strange >= self._at.in_scope or (case.has("question") and not case.has("problem"))

    def _near(self, case: Case) -> Route | None:
        """Two or three candidates: one question that names them."""
        near = [pair for pair in case.ranked[:_MOST_OPTIONS] if pair[1] >= self._at.near]
        if not near or case.in_scope < self._at.in_scope:
            return None
        return self._ask(case, near, "several guides are near each other")

    def _vague(self, case: Case) -> Route | None:
        """A fault, but which? The kinds of problem are named, within the type if that is known."""
        asking = max(case.score("article", "out_of_scope"), case.score("unclear"))
        reported = case.has("problem") or self._names_a_service(case)
        if not reported and case.score("vague") < max(asking, self._at.in_scope):
            return None
        kind = case.known.get("problem_type")
        ranked = [pair for pair in case.ranked if kind and self._open[pair[0]].problem_type == kind]
        named = ranked or [(name, case.scenarios[name]) for name in self._defaults()]
        return self._ask(case, named[:_MOST_OPTIONS], "a fault is reported, but not which")

    def _names_a_service(self, case: Case) -> bool:
        """Whether the message names a service of ours, asks nothing, and sounds like nothing else for certain."""
        other = max(case.score(*kinds) for kinds in OTHERS)
        return "problem_type" in case.stated and not case.has("question") and other < self._at.kind

    def _defaults(self) -> list[str]:
        return [name for name in dict.fromkeys(self.library.defaults.values()) if name in self._open]

    def _page(self, case: Case) -> Route | None:
        """No guide is near: a knowledge page, or a question of one's own, or nothing."""
        article, strange = case.score("article"), case.score("out_of_scope")
        if article >= strange or case.has("question"):
            found = self._article(case, article if article >= strange else None)
            if found is not None:
                return found
        if strange >= max(case.in_scope, case.score("unclear", "vague")):
            return self._strange(case)
        return self._to(case, RouteKind.UNCLEAR, max(case.score("unclear"), 0.0))

    # --- answers ---------------------------------------------------------------------------------------------

    def _article(self, case: Case, confidence: float | None) -> Route | None:
        """The page that answers. Without `confidence` the words speak against a question: the page must be sure."""
        hits = self._pages(case)
        if confidence is None:
            if not hits or hits[0].score < self._sure_enough(case):
                return None
            confidence = hits[0].score
        target, evidence = None, [Evidence("classifier", "asks rather than reports a fault", confidence)]
        if hits and hits[0].score >= self._at.page:
            target = hits[0].entry.target
            evidence.append(
                Evidence("search", f"the page “{hits[0].entry.title}” is about this", hits[0].score)
            )
        return self._to(case, RouteKind.ARTICLE, confidence, target=target, evidence=tuple(evidence))

    def _sure_enough(self, case: Case) -> float:
        """How relevant a page must be to answer what reads like nobody's business here."""
        if case.score("article") >= self._at.asked:
            return self._at.found_asked
        strange = "problem_type" not in case.stated and case.score("out_of_scope") >= self._at.strange
        return self._at.found_strange if strange else self._at.found

    def _pages(self, case: Case) -> tuple[Found, ...]:
        if self.searcher is None:
            return ()
        found = self.searcher.search(
            case.text, top_k=1, threshold=0.0, filters=ARTICLES, language=case.language
        )
        return tuple(found.hits)

    def _ask(self, case: Case, options: Sequence[tuple[str, float]], because: str) -> Route:
        alternatives = tuple(Alternative(name, round(probability, 4)) for name, probability in options)
        evidence = Evidence("margin", because, round(case.in_scope, 4))
        confidence = max((probability for _, probability in options), default=0.0)
        return self._to(case, RouteKind.CLARIFY, confidence, alternatives=alternatives, evidence=(evidence,))

    def _by_act(self, case: Case, act: str, kind: RouteKind) -> Route:
        heard = case.acts[act]
        return self._to(case, kind, heard.confidence, evidence=(heard.evidence,))

    def _by_words(self, case: Case, kind: RouteKind, label: str, score: float | None = None) -> Route:
        confidence = case.score(label) if score is None else score
        return self._to(
            case, kind, confidence, evidence=(Evidence("classifier", f"reads like {label}", confidence),)
        )

    def _to_scenario(self, case: Case, name: str, confidence: float, evidence: Evidence) -> Route:
        others = tuple(
            Alternative(other, round(probability, 4))
            for other, probability in case.ranked[:_MOST_OPTIONS]
            if other != name and probability >= self._at.near / 2
        )
        return self._to(case, RouteKind.SCENARIO, confidence, name, others, (evidence,))

    def _to(
        self,
        case: Case,
        kind: RouteKind,
        confidence: float,
        target: str | None = None,
        alternatives: tuple[Alternative, ...] = (),
        evidence: tuple[Evidence, ...] = (),
    ) -> Route:
        return Route(
            kind=kind,
            target=target,
            confidence=round(min(1.0, confidence), 4),
            alternatives=alternatives,
            language=case.language,
            facts=dict(case.known),
            evidence=(*evidence, *case.evidence) or (Evidence("router", "nothing was said", 1.0),),
        )
