"""Rules, learned reader and encoder together: which of them is followed, and when none is sure enough.

Thresholds follow the costs of a mistake (a needless question 1, a wrong branch about 5, a wrong "it works" about 20, danger
unheard worst of all) and were chosen on replies of the tuning authors, each read by a reader that had not seen that author.
"""

from __future__ import annotations

from dataclasses import replace

from agent.conversation import Evidence
from agent.language import tokens
from agent.understanding.acts import HEALED, calls_nobody, gainsays_news
from agent.understanding.atoms import atoms, things, worth
from agent.understanding.clauses import clauses, denies, without_clauses
from agent.understanding.contradicted import (
    of_another_colour,
    of_another_cord,
    of_no_such_colour,
    refusal,
    says_not,
)
from agent.understanding.convinced import Adviser, advised, convinced
from agent.understanding.ear import ear, is_common
from agent.understanding.harm import credible
from agent.understanding.harmless import carries_current, is_harmless
from agent.understanding.joined import complaints
from agent.understanding.learned import UNCLEAR, Chances, Learned, learned
from agent.understanding.likeliest import (
    DANGER,
    DANGER_ENOUGH,
    GOOD,
    LIKELY,
    SOLVED,
    Best,
    as_option,
    best_of,
    chance_of,
    told_as_option,
    without,
)
from agent.understanding.options import Asked
from agent.understanding.plain import plain
from agent.understanding.pooling import mixed
from agent.understanding.sight import Heard, Sight, label_of, look
from agent.understanding.torn import torn_between
from agent.understanding.values import SURE_ACT, Act, Question, Reading
from agent.understanding.working import says_now, unasked

LEARNED, ENCODER = "learned", "encoder"
BESIDE, ENOUGH_BESIDE = "beside", 0.6  # what is told of something else, and how surely
LIKENESSES = (LEARNED, ENCODER)  # sources that know by likeness what no rule says
ENOUGH_OF = {LEARNED: 0.6, ENCODER: 0.5}  # of the learned reader alone; of both, weighed together
ENOUGH_WORKS = 0.6  # good news
ENOUGH_CLOSED = 0.8  # good news that ends the case, and a yes to what is offered
ENOUGH_WORKS_HEARD = 0.5  # good news that the rules hear as well
AGREED_ENOUGH = {LEARNED: 0.1, ENCODER: 0.2}  # anything else that the rules decided too
LEEWAY = {LEARNED: 0.7, ENCODER: 0.3}  # by which "it answers nothing" must then be likelier
ENOUGH_CONSENT = 0.8
ENOUGH_GOING_ON = 0.45  # at "does it work?", anything but yes: only another step is lost
ENOUGH_ESCALATE = 0.85  # what ends the walk and calls a person
ENOUGH_ACT = {DANGER: DANGER_ENOUGH, "person": 0.4, "solved": 0.8, "injection": 0.8}
ENOUGH_OTHER_ACT = 0.35
ENOUGH_STRANGE = 0.8  # not one word of the reply is known: hands on a keyboard, or another tongue
AGREED = 0.95  # rules and learned reader think alike: the encoder is not worth its time
SURE_RULES = 0.8  # their confidence from which on what they make of one word stands
VERY_SURE, SHORT = 0.95, 2  # …and from which on an option in so few words
FEW_WORDS = 3  # yes and no in so few words are asked about
WRITTEN = 2.0  # the weight of an example that was said word for word
BESIDE_LISTED = 2  # words beside the author's own that leave them the whole reply
FEW_WORDS_OF_ACT = 5  # "I've already done that" is no answer to "shall we do it now?", "no need to call me" no plea for a person
HEARD_DANGER = 0.5  # by the learned reader: the encoder does not argue it away
SURE_OTHERWISE = 0.7  # so sure of something else, the readers overrule what a rule is firm about
_PERSON = "person"
_INCOMING = "incoming"
REACHED_FIGURE = 1.4  # the weight of a figure that lies within a range listed, named or with its unit
_THANKS = "thanks"
_KEPT = frozenset({DANGER, "injection"})  # heard by rule: never argued away ("the laptop, it is on fire")
_EXAMPLE, _PATTERN = "example", "pattern"  # read in the author's own words
_STEP, _CONFIRMING, _CLOSING, _CLARIFYING = "step", "confirm", "closing", "clarify"
_ESCALATE = "escalate"
_RULED = frozenset({_CLOSING, _CONFIRMING})  # "does it work?", "shall I?": what the rules decide there stands
_APPOINTMENT, _ALREADY_DONE, _CORRECTION = "appointment", "already_done", "correction"
_CANNOT = "cannot_do"
_TOLD = frozenset({_ALREADY_DONE, "stop"})
_BARE = frozenset({"yes", "no"})
_TURNING = frozenset({"exception", "only", "contrast", "rest"})  # these turn what an author's word says
_ASKING, SURE_ASKED = frozenset({"question", "repeat"}), 0.8  # "how hot is too hot?" is no answer "hot"
_QUESTIONS = ("repeat", "digression")  # what the rules call a question, said otherwise
_ASIDE = frozenset(
    {_THANKS, "goodbye", "greeting", "wait", "question", "digression", "repeat"}
)  # beside "it works"
BESIDE_NEWS = 2  # words beside "the internet is back" that leave it the whole message…
BAD_NEWS = -0.3  # …unless one says what is still bad: "picture is back frozen"


def settled(question: Question, understood: Asked, heard: Heard, encoder: Adviser | None) -> Reading:
    """The reading of a reply, given what the rules made of it; `encoder` None = without it."""
    decided = heard.decided
    heard = replace(heard, reply=plain(heard.reply, ear(heard.language)))
    gainsaid = _belies_colour(decided, question, heard)
    if _stands(question, understood, heard) and not gainsaid:
        return decided
    if _is_by(_PATTERN, decided) and not gainsaid:
        return _outvoted(question, understood, heard, encoder) or decided
    if _reckoned(decided, understood, heard) and not gainsaid:
        return _surely(question, understood, heard, encoder) or decided
    if question.kind == _STEP and _complains_beside(heard):
        return Reading(UNCLEAR, evidence=decided.evidence)  # neither the end nor an answer
    firm, reader = _is_firm(heard), learned()
    seen = look(reader.lens, question, understood, heard)
    by_pieces = _believable(_undenied(reader.chances(seen), heard, question), heard)
    if by_pieces.others[DANGER] >= HEARD_DANGER:
        return _read(Best(by_pieces.others[DANGER], act=DANGER), question, heard, "", LEARNED)
    if question.kind == _STEP and (healed := _healed(heard)) is not None:
        return _solved(healed)
    if question.kind == _STEP and (refused := refusal(heard)) is not None:
        return Reading("act", None, _CANNOT, SURE_ACT, (refused.evidence,))
    if (surely := _surely(question, understood, heard, encoder)) is not None:
        return surely
    if decided.kind == "act" and decided.act not in by_pieces.others:
        return decided  # a greeting, a restart: the readers do not know it
    chances, source = _weighed(question, understood, heard, by_pieces, encoder)
    chances = _believable(_undenied(chances, heard, question), heard)
    if source == LEARNED and decided.act == _CORRECTION and decided.outcome:
        return decided  # "no wait, it's the other one"
    best = best_of(chances)
    if best.place is not None and _is_gainsaid(best.place, question, heard):
        chances, firm = without(chances, best.place), False
        best = best_of(chances)
    if question.kind == _STEP and best.act not in _KEPT and (works := _unasked(heard, understood)):
        return works
    news = _news(heard) if best.act in (None, SOLVED) else None  # "it works now, it smells" is danger
    if news is not None and (not _is_good(best, understood) or _is_of_something_else(heard, question)):
        return _solved(news)
    same = _is_same(best, decided, question)
    if firm and (same or best.chance < SURE_OTHERWISE):
        return decided
    needed = required(best, same, question, understood, source)
    unclear = chances.others[UNCLEAR] - (LEEWAY[source] if same else 0.0)
    if best.chance < max(needed, unclear, 0.0 if _has_known_words(heard) else ENOUGH_STRANGE):
        doubted = _doubted(decided, chance_of(decided, question, chances), source)
        torn = replace(doubted, among=torn_between(question, chances) if source == ENCODER else ())
        return _solved(news) if news else _told_beside(torn, chances, heard)
    if same or (source == LEARNED and _rules_know_better(decided, best)):
        return decided
    best = as_option(best, understood)
    word = _telling(reader, seen, best, by_pieces, heard)
    return _read(best, question, heard, word, LEARNED if word else source)


def _surely(question: Question, understood: Asked, heard: Heard, encoder: Adviser | None) -> Reading | None:
    """The reading that the encoder is convinced of, at a step, where nothing said outright speaks against it."""
    best = convinced(question, understood, heard, encoder) if question.kind == _STEP else None
    if best is None or _is_same(best, heard.decided, question):
        return None
    if best.place is not None and _is_gainsaid(best.place, question, heard):
        return None
    if best.act == UNCLEAR:
        return _doubted(heard.decided, 1 - best.chance, ENCODER)
    told = any(act.name == SOLVED and act.confidence >= SURE_ACT for act in heard.acts)
    if (told and not _is_good(best, understood)) or (best.act == SOLVED and _is_no_news(heard)):
        return None  # "all works now" tells of more than the lamps that were asked about
    return _read(best, question, heard, "", ENCODER)


def _belies_colour(decided: Reading, question: Question, heard: Heard) -> bool:
    """Whether what the rules decided, by a word or half an example, is of another colour than the reply says."""
    written = any(each.source == _EXAMPLE and (each.weight or 0) >= WRITTEN for each in decided.evidence)
    if decided.kind != "outcome" or written or question.kind != _STEP:
        return False
    places = [place for place, option in enumerate(question.options) if option.id == decided.outcome]
    return any(of_another_colour(place, question, heard) for place in places)


def _is_gainsaid(place: int, question: Question, heard: Heard) -> bool:
    """Whether a reply says outright that it is not this answer."""
    other = of_another_colour(place, question, heard) or of_no_such_colour(place, question, heard)
    other = other or of_another_cord(place, question, heard)
    return other or says_not(question.options[place], heard)


def _undenied(chances: Chances, heard: Heard, question: Question) -> Chances:
    """Without danger, or a wish for a person, where it could be heard and the rules gainsay it: "no smell from the adapter",
    "nobody can call me"."""
    others = chances.others
    if others[DANGER] >= ENOUGH_ACT[DANGER] and not _may_be_danger(heard, question):
        others = {**others, DANGER: 0.0}
    if others[_PERSON] >= ENOUGH_ACT[_PERSON] and _tells_of_calls(heard):
        others = {**others, _PERSON: 0.0}
    return replace(chances, others=others)


def _may_be_danger(heard: Heard, question: Question) -> bool:
    """Whether danger that only the readers hear is worth a question: harm is named or, where a guide asked, a word could be harm:
    not "the lead lies on the floor"."""
    said = heard.reply
    about = question.text if question.kind == _STEP else ""
    if is_harmless(said, heard.language, "" if carries_current(about) else about):
        return False
    return credible(said, asks=question.kind == _CLARIFYING)


def _tells_of_calls(heard: Heard) -> bool:
    """Whether a reply tells how it is with calls: "nobody can call me", "I hardly hear the other person"."""
    listening = ear(heard.language)
    said = (atom for clause in clauses(heard.reply, listening) for atom in atoms(clause, listening))
    return calls_nobody(heard.reply, heard.language) or any(atom.meaning == _INCOMING for atom in said)


def _rules_know_better(decided: Reading, best: Best) -> bool:
    """What pieces of words alone do not tell apart: the ways of asking."""
    return decided.act == "question" and best.act in _QUESTIONS


def _weighed(
    question: Question, understood: Asked, heard: Heard, by_pieces: Chances, encoder: Adviser | None
) -> tuple[Chances, str]:
    """What is held for how probable, and by whom. The encoder is asked where it may bring another thought."""
    alone = told_as_option(understood, by_pieces)
    if chance_of(heard.decided, question, alone) >= AGREED:
        return alone, LEARNED
    encoded = advised(question, heard, encoder)
    if encoded is None:
        return alone, LEARNED
    return told_as_option(understood, mixed(by_pieces, encoded)), ENCODER


def required(best: Best, same: bool, question: Question, understood: Asked, source: str) -> float:
    """How probable the likeliest must be: less where the rules decided the `same`, more for good news."""
    needed = enough(best, question, ENOUGH_OF[source])
    if best.place is None or understood.options[best.place].worth < GOOD:
        return min(needed, AGREED_ENOUGH[source]) if same else needed
    if question.kind in _RULED:
        return ENOUGH_CLOSED
    if question.options[best.place].action == _ESCALATE:
        return ENOUGH_WORKS_HEARD if same else needed  # "only that site is slow" is good news of all others
    return ENOUGH_WORKS_HEARD if same else ENOUGH_WORKS


def _news(heard: Heard) -> Act | None:
    """Good news that is all a reply says: "the internet is back" tells of no red internet light."""
    told = next((act for act in heard.acts if act.name == SOLVED and act.confidence >= SURE_ACT), None)
    if told is None or len(tokens(heard.reply)) - len(tokens(told.span)) > BESIDE_NEWS:
        return None
    listening = ear(heard.language)
    said = [atom for clause in clauses(heard.reply, listening) for atom in atoms(clause, listening)]
    return None if any(worth(atom) <= BAD_NEWS for atom in said) else told


def _unasked(heard: Heard, understood: Asked) -> Reading | None:
    """The reading of a reply that only says that it works, to a question of something else."""
    listening = ear(heard.language)
    aside = {token.folded for act in heard.acts if act.name in _ASIDE for token in tokens(act.span)}
    deeds = [act.span for act in heard.acts if act.name == _ALREADY_DONE]
    told = without_clauses(heard.reply, deeds, listening)  # "I switched it off and on, it works"
    sure = any(act.name == SOLVED and act.confidence >= SURE_ACT for act in heard.acts)
    now = sure and says_now(heard.reply, listening)  # "everything came back on" may be of lights
    deed = told != heard.reply
    find = unasked(told, understood, listening, heard.complaint, aside, after_a_deed=deed, now=now)
    if find is None:
        return None
    said = " ".join(token.text for token in tokens(told)[find.start : find.end])
    return Reading("act", None, SOLVED, SURE_ACT, (Evidence("act", f"{SOLVED}: “{said}”", SURE_ACT),))


def _complains_beside(heard: Heard) -> bool:
    """Whether something healed and something else fails: "the tv fixed itself, the internet not"."""
    healed = any(act.name == HEALED for act in heard.acts)
    return healed and bool(complaints(heard.reply, heard.language))


def _believable(chances: Chances, heard: Heard) -> Chances:
    """Without good news where words of it mean none, or beside a complaint: "it never fixed itself" sounds much like it."""
    if chances.others[SOLVED] < LIKELY or not _is_no_news(heard):
        return chances
    return replace(chances, others={**chances.others, SOLVED: 0.0})


def _is_no_news(heard: Heard) -> bool:
    """Whether good news that no rule hears is gainsaid by words that mean none, or by a complaint beside it."""
    if any(act.name == SOLVED for act in heard.acts):
        return False
    gainsaid = gainsays_news(heard.reply, heard.language, heard.complaint)
    return gainsaid or bool(complaints(heard.reply, heard.language))


def _healed(heard: Heard) -> Act | None:
    """News of the whole matter, which no listed answer is ("it fixed itself"), unless something bad is told after it."""
    told = next((act for act in heard.acts if act.name == HEALED and act.confidence >= SURE_ACT), None)
    if told is None:
        return None
    listening = ear(heard.language)
    cut = clauses(heard.reply, listening)
    place = next((place for place, clause in enumerate(cut) if told.span in clause.text), 0)
    said = [atom for clause in cut[place:] for atom in atoms(clause, listening)]
    return None if any(worth(atom) <= BAD_NEWS for atom in said) else told


def _is_of_something_else(heard: Heard, question: Question) -> bool:
    """Whether news names a thing that neither question nor answers do: "the internet is back", asked about an adapter."""
    listening = ear(heard.language)
    labels = ". ".join(label_of(option, heard.language) for option in question.options)
    told = things(heard.reply, listening)
    return bool(told) and not told & things(f"{question.text}. {labels}", listening)


def _is_good(best: Best, understood: Asked) -> bool:
    return best.act == SOLVED or (best.place is not None and understood.options[best.place].worth >= GOOD)


def _is_same(best: Best, decided: Reading, question: Question) -> bool:
    """Whether the likeliest is what the rules decided."""
    if best.place is not None:
        answers = decided.kind == "outcome" or decided.act == _CORRECTION  # "no wait, it's the other one"
        return answers and question.options[best.place].id == decided.outcome
    return decided.kind == "act" and best.act == decided.act


def _has_known_words(heard: Heard) -> bool:
    """Whether the packs, or this question's own words, know anything of the reply."""
    pieces, listening = tokens(heard.reply), ear(heard.language)
    return (
        any(score.evidence for score in heard.ranked)
        or any(is_common(piece.folded, listening.language) for piece in pieces)
        or any(atoms(clause, listening) for clause in clauses(heard.reply, listening))
    )


def _stands(question: Question, understood: Asked, heard: Heard) -> bool:
    """Whether what the rules decided is not asked again: no likeness can know better."""
    if _only_thanks(heard) or any(act.name in _KEPT and act.confidence >= SURE_ACT for act in heard.acts):
        return True
    decided = heard.decided
    if decided.kind == UNCLEAR:
        return (understood.double or understood.negated) and _is_bare_answer(heard)
    return _is_by(_EXAMPLE, decided) or question.kind in _RULED


def _is_by(source: str, decided: Reading) -> bool:
    """Whether an option was decided by an author's words of this kind."""
    return decided.kind == "outcome" and any(each.source == source for each in decided.evidence)


def _outvoted(question: Question, understood: Asked, heard: Heard, encoder: Adviser | None) -> Reading | None:
    """The other answer that both readers hear where one of the author's words stands: "all on except the globe". A pattern
    hears a word of a reply, not what is said of it; None = it holds, against what merely sounds like danger, too."""
    if encoder is None or _is_all_listed(question, heard):
        return None
    reader = learned()
    chances = reader.chances(look(reader.lens, question, understood, heard))
    by_pieces = _believable(_undenied(chances, heard, question), heard)
    chances, source = _weighed(question, understood, heard, by_pieces, encoder)
    chances = _believable(chances, heard)
    best = best_of(replace(chances, others={**chances.others, DANGER: 0.0}))
    if source != ENCODER or _is_same(best, heard.decided, question):
        return None
    if best.place is None:
        return _read(best, question, heard, "", source) if _is_surely_asked(best) else None
    if _is_gainsaid(best.place, question, heard):
        return None
    needed = max(required(best, False, question, understood, source), SURE_OTHERWISE)
    return _read(best, question, heard, "", source) if best.chance >= needed else None


def _is_all_listed(question: Question, heard: Heard) -> bool:
    """Whether the reply is one of the author's words and hardly anything else: "yes it flickers", not "none flickers"."""
    roles = ear(heard.language).roles(tokens(heard.reply))
    if denies(roles) or any(role.name in _TURNING for role in roles):
        return False
    option = next(each for each in question.options if each.id == heard.decided.outcome)
    found = option.pattern.affirmed(heard.reply) if option.pattern else None
    if found is None:
        return False
    return len(tokens(heard.reply)) - len(tokens(found.text)) <= BESIDE_LISTED


def _is_surely_asked(best: Best) -> bool:
    return best.act in _ASKING and best.chance >= SURE_ASKED


def _only_thanks(heard: Heard) -> bool:
    """Whether a reply thanks and says nothing else: that answers nothing, however often good news was told with thanks."""
    told = [act for act in heard.acts if act.name == _THANKS and act.confidence >= SURE_ACT]
    thanked = {token.folded for act in told for token in tokens(act.span)}
    return bool(told) and all(token.folded in thanked for token in tokens(heard.reply))


def _is_bare_answer(heard: Heard) -> bool:
    """Whether the reply is a mere yes or no."""
    listening = ear(heard.language)
    cut = clauses(heard.reply, listening)
    meant = {atom.meaning for clause in cut for atom in atoms(clause, listening)}
    return len(heard.reply.split()) == 1 and bool(meant & _BARE)


def _is_firm(heard: Heard) -> bool:
    """Whether what the rules decided holds unless the readers are sure of something else: a few known words, both yes and no."""
    decided, count = heard.decided, len(heard.reply.split())
    if decided.kind == UNCLEAR:
        return count <= FEW_WORDS and any(score.undecided for score in heard.ranked)
    told = decided.act in _TOLD and count <= FEW_WORDS_OF_ACT and decided.confidence >= SURE_ACT
    return told or _is_short_and_sure(decided, count)


def _is_short_and_sure(decided: Reading, count: int) -> bool:
    """Whether the rules know a reply of a word, or surely an option in one of two words."""
    if count == 1:
        return decided.confidence >= SURE_RULES
    return decided.kind == "outcome" and count <= SHORT and decided.confidence >= VERY_SURE


def _reckoned(decided: Reading, understood: Asked, heard: Heard) -> bool:
    """Whether the rules worked out what no likeness can: a share of the plan's speed, the one figure told, a time beside a yes."""
    figures = [each.weight or 0.0 for each in decided.evidence if each.source == "number"]
    told = sum(token.folded.isdigit() for token in tokens(heard.reply))
    one = told == 1 and max(figures, default=0.0) >= REACHED_FIGURE
    shared = one or (understood.of_plan and bool(figures))
    return decided.kind == "outcome" and (shared or decided.act == _APPOINTMENT)


def _solved(told: Act) -> Reading:
    """The reading of good news that rules heard."""
    return Reading("act", None, SOLVED, told.confidence, (told.evidence,))


def _doubted(decided: Reading, likely: float, source: str) -> Reading:
    """Nothing is likely enough: what the rules found, if anything, and how probable that is."""
    if decided.kind == UNCLEAR:
        return decided
    doubt = Evidence(source, "what the rules found is not probable enough", round(likely, 3))
    return Reading(UNCLEAR, evidence=(*decided.evidence[:3], doubt))


def _told_beside(doubted: Reading, chances: Chances, heard: Heard) -> Reading:
    """The doubted reading, with what says that the reply is of something else: sense, but no answer and no question."""
    asks = any(act.name in _ASIDE for act in heard.acts)
    if (
        chances.others[UNCLEAR] < ENOUGH_BESIDE
        or len(heard.reply.split()) < 2
        or asks
        or not _has_known_words(heard)
    ):
        return doubted
    beside = Evidence(BESIDE, "it tells something else than was asked", round(chances.others[UNCLEAR], 3))
    return replace(doubted, evidence=(*doubted.evidence, beside))


def enough(best: Best, question: Question, option: float) -> float:
    """How probable it must be: consent and what ends the walk need more than the rest, danger less."""
    if best.act is not None or best.place is None:
        return ENOUGH_ACT.get(best.act or "", ENOUGH_OTHER_ACT)
    if question.kind == _CLOSING:
        return ENOUGH_GOING_ON
    if question.options[best.place].action == _ESCALATE:
        return ENOUGH_ESCALATE
    return ENOUGH_CONSENT if question.kind == _CONFIRMING else option


def _telling(reader: Learned, seen: Sight, best: Best, by_pieces: Chances, heard: Heard) -> str:
    """The word that spoke for an option, where the learned reader takes it too; else ""."""
    if best.place is None or by_pieces.options[best.place] < max(by_pieces.options):
        return ""
    words = tuple(dict.fromkeys(token.folded for token in tokens(heard.reply)))
    return reader.telling(seen, best.place, words)


def _read(best: Best, question: Question, heard: Heard, word: str, source: str) -> Reading:
    share = round(best.chance, 3)
    if best.act is not None or best.place is None:
        return Reading("act", None, best.act, share, (Evidence(source, f"sounds like {best.act}", share),))
    option = question.options[best.place]
    because = f"most likely “{option.id}”" + (f": “{word}” speaks for it" if word else "")
    evidence = (Evidence(source, because, share),)
    return replace(
        Reading("outcome"), outcome=option.id, act=heard.decided.act, confidence=share, evidence=evidence
    )
