"""The understanding room as one object, to be handed to those who listen."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, takewhile
from typing import Any

from agent.detection import Detection, detect
from agent.language import default_packs, fold, stem, tokens
from agent.understanding import Act, Option, Question, Reading, Stated, find_acts, find_facts, read_answer
from agent.understanding.acknowledged import gladly_agrees, only_acknowledges
from agent.understanding.acts import DANGER
from agent.understanding.asking_after import asked_after
from agent.understanding.atoms import Atom, atoms, group, plain_worth, worth
from agent.understanding.bare import says_only_that_it_fails
from agent.understanding.clauses import Clause, clauses, opens_a_question, statements, without_clauses
from agent.understanding.cues import Cue, denied
from agent.understanding.ear import DENYING, ear, is_common
from agent.understanding.encoder import Encoder
from agent.understanding.facts import denied_facts
from agent.understanding.firsthand import firsthand, is_theirs, speaks_of_theirs
from agent.understanding.harm import credible, names_harm, signs_of_harm, tells_of_harm
from agent.understanding.harmless import without_call_sounds
from agent.understanding.joined import Complaint, complaints, left_out
from agent.understanding.learned import learned
from agent.understanding.lexicon import Lexicon
from agent.understanding.matter import Matter, matter_of
from agent.understanding.outranking import with_outranking
from agent.understanding.outweighing import says_well
from agent.understanding.overhearing import offers_that_it_works, overhear
from agent.understanding.reached import Reach, reach
from agent.understanding.retold import after_change_of_mind, without_protest
from agent.understanding.scope import scene
from agent.understanding.second_thoughts import taken_back
from agent.understanding.unopposed import is_opposed, mocks
from agent.understanding.whole import of_a_part, of_another, services_of
from agent.understanding.wished import asked_language, unwanted_language
from agent.understanding.working import (
    gainsays,
    says_it_worked,
    says_it_works,
    says_only_that_it_works,
    speaks_of_working,
)

SHORTEST = 3
WARMING, SAME, ALL, LIT, WORKING, ONT = "ok", "same", "all", "lit", "works", "ont"
PLANNED = "planned"  # as the packs name it
TOLD, BAD = 0.5, -0.3  # worth that says how something does; from so little on it is a sign of trouble
GOOD, QUANTITY = 0.9, "quantity"
SIGNS, GREEN, BLINKING = frozenset({"blinking", "orange", "login_page"}), "green", "blinking"
TURN, FILLER, YES_SAID, NO_SAID = "turn", "filler", "yes", "no"
OPENING = (TURN, FILLER)
DOUBT, NOW = "doubt", "turn_anywhere"
SENTENCE_ENDS = frozenset(".!?\n")
QUALIFYING = ("only", DOUBT)
LACKING, ABSENT = "without", "absent"
COURTESIES = frozenset({"thanks", "goodbye", "greeting", "solved"})
ACROSS = 4  # words between a denial and what it denies


def _ends(cut: Sequence[Clause], place: int, begin: int) -> bool:
    """Whether another sentence, which turns against nothing, begins at `place`."""
    over = place > begin and bool(SENTENCE_ENDS & set(cut[place - 1].ends))
    return over and not cut[place].begins("contrast")


def _troubled(said: Sequence[Atom]) -> bool:
    """A bad sign, unless the same clause says that it went away ("the red light is gone") or it is part of what is praised
    ("there is a signal")."""
    if any(atom.meaning == SAME and atom.sign < 0 for atom in said):
        return False
    praised = [atom.said for atom in said if atom.sign > 0 and plain_worth(atom.meaning) >= GOOD]
    fine = any(atom.meaning == GREEN and atom.sign > 0 for atom in said)
    bad = [atom for atom in said if atom.sign > 0 and _is_bad(atom.meaning)]
    bad = [atom for atom in bad if not (fine and atom.meaning == BLINKING)]  # green may blink
    return any(not any(atom.said in words for words in praised) for atom in bad)


def _is_bad(meaning: str) -> bool:
    """ "Nothing" is bad only with what there is nothing of."""
    return meaning in SIGNS or (plain_worth(meaning) <= BAD and group(meaning) != QUANTITY)


@cache
def _agreeing(phrases: tuple[str, ...]) -> Lexicon:
    return Lexicon((YES_SAID, fold(phrase)) for phrase in phrases)


def _texts_of(option: Option, language: str) -> tuple[str, ...]:
    return (option.labels.get(language, ""), *option.examples.get(language, ()))


@dataclass(frozen=True, slots=True)
class Understanding:
    """Listens in every language of the packs. `encoder` None = replies are read without it."""

    encoder: Encoder | None = None

    def prepare(self) -> None:
        """Read and compile every pack and the learned reader now: a fault stops the start, and no customer waits.

        Raises SettingsError.
        """
        learned()
        for language in default_packs():
            ear(language)
            find_facts(WARMING, language)
            find_acts(WARMING, language)

    def detect(self, text: str, current: str | None) -> Detection:
        """The language of `text`, given the conversation's."""
        return detect(text, current)

    def find_acts(
        self, text: str, language: str, question: Question | None = None, complaint: str = ""
    ) -> tuple[Act, ...]:
        """What a message does, in a talk about `complaint`. Where no question is open, the encoder listens for what outranks
        every guide."""
        found = find_acts(text, language, question, complaint)
        if question is not None or self.encoder is None:
            return found
        return with_outranking(found, text, language, self.encoder)

    def with_danger(self, acts: tuple[Act, ...], text: str, language: str) -> tuple[Act, ...]:
        """`acts`, and danger where the encoder hears it in a reply that answers nothing, and something in it may be harm."""
        if self.encoder is None:
            return acts
        heard = with_outranking(acts, text, language, self.encoder)
        new = (act for act in heard if act not in acts and act.name == DANGER)
        return (*new, *acts) if credible(text) else acts

    def acts_by_rule(self, text: str, language: str) -> tuple[Act, ...]:
        """What words that rules know do: for texts that are looked through by the dozen."""
        return find_acts(text, language, None)

    def complaints(self, text: str, language: str) -> tuple[Complaint, ...]:
        """What `text` complains of, one complaint a service: "no internet and no tv"."""
        return complaints(text, language)

    def left_out(self, text: str, language: str, told: Sequence[Complaint]) -> frozenset[str]:
        """The services that `text` names beside those it complains of: they are well, or were at fault in the past."""
        return left_out(text, language, told)

    def clauses(self, text: str, language: str) -> tuple[str, ...]:
        """The clauses of `text`, in order, as they stand."""
        return tuple(clause.text for clause in clauses(text, ear(language)))

    def questions(self, text: str, language: str) -> tuple[str, ...]:
        """The clauses of `text` that ask something, with or without a mark: "and when do they come", "bet kada jis bus"."""
        cut = clauses(text, ear(language))
        return tuple(each.text for each in cut if each.asks or "?" in each.ends or opens_a_question(each))

    def statements(self, text: str, language: str) -> tuple[str, ...]:
        """The clauses of `text`, and their parts where "and" or "because" begins another."""
        return statements(text, ear(language))

    def second_thought(self, text: str, language: str) -> str | None:
        """What follows where `text` opens with a change of mind ("no wait, it's the other one"); None where it does not."""
        return after_change_of_mind(text, ear(language))

    def only_complains(self, text: str, language: str) -> bool:
        """Whether `text` says that something fails and nothing of what: "it's not working", "sugedo viskas"."""
        return says_only_that_it_fails(text, ear(language))

    def without(self, name: str, acts: Sequence[Act], text: str, language: str) -> str:
        """`text` without the clauses that do this; whole where nothing else is said."""
        return without_clauses(text, [act.span for act in acts if act.name == name], ear(language))

    def without_clauses(self, text: str, spans: Sequence[str], language: str) -> str:
        """`text` without these clauses; whole where nothing else is said."""
        return without_clauses(text, spans, ear(language)) if spans else text

    def denials(self, text: str, language: str) -> tuple[tuple[str, bool], ...]:
        """The clauses of `text`, each with whether it denies something."""
        listening = ear(language)
        return tuple((clause.text, gainsays(clause, listening)) for clause in clauses(text, listening))

    def denies(self, cue: Cue, text: str, language: str) -> bool:
        """Whether a denial stands a few words before what was found in `text`: "I do not want you to cancel it"."""
        return denied(tokens(text), cue, ear(language), across=ACROSS)

    def telling_words(self, text: str, language: str) -> tuple[str, ...]:
        """The words of `text` that say what it is about: not those that every sentence has."""
        return tuple(
            t.text for t in tokens(text) if len(t.folded) >= SHORTEST and not is_common(t.folded, language)
        )

    def telling_stems(self, text: str, language: str) -> frozenset[str]:
        """The same, in whatever form of the word."""
        return frozenset(stem(word, language) for word in self.telling_words(text, language))

    def is_secondhand(self, text: str, language: str) -> bool:
        """Whether nothing in `text` states how it is now with what the customer has before them, or it is of another person's."""
        listening = ear(language)
        cut = clauses(text, listening)
        return len(firsthand(cut, listening)) < len(cut) or speaks_of_theirs(text, listening)

    def plans(self, text: str, language: str) -> bool:
        """Whether `text` says what is wanted or planned: "I want to move house"."""
        return any(find.name == PLANNED for find in ear(language).matter.find_all(tokens(text)))

    def shares_a_word(self, text: str, other: str, language: str) -> bool:
        """Whether both name the same thing, in whatever form of the word."""
        return bool(self.telling_stems(text, language) & self.telling_stems(other, language))

    def says_it_works(self, text: str, language: str, complaint: str = "") -> bool:
        """Whether `text` says in so many words that something works, denies nothing and takes nothing back, in a talk about
        `complaint`."""
        return says_it_works(text, ear(language), complaint)

    def insists_that_it_works(self, text: str, language: str, complaint: str = "") -> bool:
        """Whether `text` says, as told already, that it works, and nothing else: "I told you, it works"."""
        rest = self.without_protest(text, language)
        return rest is not None and says_only_that_it_works(rest, ear(language), complaint)

    def says_it_worked(self, text: str, language: str) -> bool:
        """Whether `text` says that something worked before, and nowhere that it does now: "prieš tai irgi veikė"."""
        return says_it_worked(text, ear(language))

    def speaks_of_working(self, text: str, language: str) -> bool:
        """Whether `text` speaks of something working, or mended, in any way but wishing it."""
        return speaks_of_working(text, ear(language))

    def names_harm(self, text: str) -> bool:
        """Whether `text` names what burns, smells, is wet or hurts, and not by a sound alone."""
        return names_harm(text)

    def signs_of_harm(self, text: str, language: str, *, sounds: bool = True) -> tuple[bool, ...]:
        """For each clause that names a sign of harm, whether it is there; `sounds`: what is only heard counts, too."""
        return signs_of_harm(text, ear(language), sounds=sounds)

    def only_in_a_call(self, text: str, language: str) -> bool:
        """Whether what sounds like danger is a sound in a phone, and what else is told sounds like none."""
        rest = without_call_sounds(text, language)
        if rest == ", ".join(self.clauses(text, language)) or tells_of_harm(rest):
            return False
        return not rest or not any(act.name == DANGER for act in self.find_acts(rest, language, None))

    def lacks(self, text: str, language: str) -> bool:
        """Whether `text` denies something, or says that it is without it: "no picture"."""
        return any(clause.has(role) for clause in clauses(text, ear(language)) for role in DENYING)

    def gladly_agrees(self, text: str, language: str) -> bool:
        """Whether `text` is a yes with thanks or praise, and tells nothing else but figures."""
        return gladly_agrees(text, ear(language))

    def only_acknowledges(self, text: str, language: str) -> bool:
        """Whether `text` only says that it was heard: "ok"."""
        return only_acknowledges(text, ear(language))

    def is_qualified(self, text: str, language: str) -> bool:
        """Whether `text` limits or doubts what it says: "only on Facebook", "sort of"."""
        return any(clause.has(role) for clause in clauses(text, ear(language)) for role in QUALIFYING)

    def hedges(self, text: str, language: str) -> bool:
        """Whether a word of doubt stands in `text`: "maybe yes", „gal ryt“."""
        return any(clause.has(DOUBT) for clause in clauses(text, ear(language)))

    def is_doubted(self, text: str, language: str) -> bool:
        """Whether a clause of `text` only doubts: "it seems fine, maybe"."""
        return any(
            clause.has(DOUBT)
            and len(clause.tokens)
            <= sum(role.length for role in clause.roles if role.name in (DOUBT, FILLER))
            for clause in clauses(text, ear(language))
        )

    def is_opposed(self, text: str, language: str) -> bool:
        """Whether anything in `text` denies, excepts, hedges, asks or tells of something bad."""
        return is_opposed(clauses(text, ear(language)), (), ear(language))

    def is_emphatic(self, text: str, language: str) -> bool:
        """Whether `text` speaks of everything, or adds kind words: "works perfectly", "viskas gerai"."""
        listening = ear(language)
        said = {atom.meaning for clause in clauses(text, listening) for atom in atoms(clause, listening)}
        return ALL in said or bool(listening.praise.find_all(tokens(text)))

    def tells_how_it_is(self, text: str, language: str) -> bool:
        """Whether `text` names how something does, well or badly."""
        listening = ear(language)
        said = (atom for clause in clauses(text, listening) for atom in atoms(clause, listening))
        return any(abs(worth(atom)) >= TOLD for atom in said)

    def mocks(self, text: str, language: str) -> bool:
        """Whether `text` holds words of irony that are no kind words besides: "yeah right"."""
        return mocks(clauses(text, ear(language)), ear(language))

    def reach(self, text: str, goal: str, language: str, complaint: str, acts: Sequence[Act]) -> Reach:
        """What `text` says in words of `goal`, the question whether it works; its courtesies (of `acts`) tell nothing."""
        aside = {piece.folded for act in acts if act.name in COURTESIES for piece in tokens(act.span)}
        return reach(text, goal, ear(language), complaint, aside)

    def works_elsewhere(self, text: str, own: Collection[str], language: str) -> bool:
        """Whether all that `text` says works is something else than the services `own`: "the tv works"."""
        return of_another(text, own, ear(language))

    def works_in_part(self, text: str, own: Collection[str], language: str) -> bool:
        """Whether `text` says that something works here and there, or that all does but something."""
        return of_a_part(text, own, ear(language))

    def services_of(self, text: str, language: str) -> frozenset[str]:
        """The services that `text` names."""
        return services_of(text, language)

    def asked_after(self, text: str, language: str) -> frozenset[str]:
        """The services that `text` asks after and tells nothing of: "what about the tv?"."""
        return asked_after(text, ear(language))

    def tells_of_trouble(self, text: str, language: str) -> bool:
        """Whether `text` names a bad sign that is there ("it nicely shows an error"), whatever else is praised in it, or takes
        back what it said."""
        listening = ear(language)
        cut = clauses(text, listening)
        troubled = any(_troubled(atoms(clause, listening)) for clause in cut)
        return troubled or taken_back(cut, listening) > 0

    def names_a_light(self, text: str, language: str) -> bool:
        """Whether `text` says that something is lit or not: "the internet one isn't on"; not "the internet is dead", „šviesolaidis“."""
        found = ear(language).concepts.find(tokens(text))
        others = {(find.start, find.end) for find in found if find.name[:-1] in (WORKING, ONT)}
        return any(find.name[:-1] == LIT and (find.start, find.end) not in others for find in found)

    def tells_of_failing(self, text: str, language: str) -> bool:
        """Whether `text` says anything bad, or that there is none of something: "it failed", "nėra"."""
        listening = ear(language)
        cut = clauses(text, listening)
        bad = any(worth(atom) <= BAD for clause in cut for atom in atoms(clause, listening))
        return bad or any(clause.has(ABSENT) for clause in cut)

    def is_theirs(self, text: str, question: Question, language: str, complaint: str = "") -> bool:
        """Whether a reply tells only how it is at somebody else's, which neither complaint nor question nor answers are
        about."""
        listening = ear(language)
        if not is_theirs(text, listening, complaint):
            return False
        listed = (said for option in question.options for said in _texts_of(option, language))
        return not any(speaks_of_theirs(said, listening) for said in (question.text, *listed))

    def since_now(self, text: str, language: str) -> str:
        """The sentence of `text` that speaks of now, from there on, and a "but" behind it: "all silent, I unplugged it, now they
        talk! what a speaker"; all of it where no clause behind the first does."""
        cut = clauses(text, ear(language))
        now = [place for place, clause in enumerate(cut) if place and clause.has(NOW)]
        if not now:
            return text
        kept = list(takewhile(lambda place: not _ends(cut, place, now[-1]), range(now[-1], len(cut))))
        return ", ".join(cut[place].text for place in kept)

    def says_still(self, text: str, language: str) -> bool:
        """Whether `text` says that something is as it was: "the TV still shows nothing"."""
        listening = ear(language)
        said = (atom for clause in clauses(text, listening) for atom in atoms(clause, listening))
        return any(atom.meaning == SAME and atom.sign > 0 for atom in said)

    def find_facts(self, text: str, language: str) -> tuple[Stated, ...]:
        """What a message states."""
        return find_facts(text, language)

    def singles_out(self, text: str, language: str) -> bool:
        """Whether a message says that it is only this one, and others are well: "the phone is fine, only the laptop"."""
        listening = ear(language)
        cut = clauses(text, listening)
        return any(clause.has("only") for clause in cut) and any(
            shot.state > 0 for shot in scene(cut, listening).shots
        )

    def names_matter(self, text: str, language: str) -> bool:
        """Whether a message says what it is about: "I want to talk about my email"."""
        return any(find.name == "matter" for find in ear(language).unwanted.find_all(tokens(text)))

    def offers_that_it_works(self, question: Question, language: str) -> bool:
        """Whether a listed answer is that something works."""
        return offers_that_it_works(question, language)

    def says_well(self, question: Question, outcome: str, language: str) -> bool:
        """Whether the label of this listed answer tells of something good."""
        return says_well(question, outcome, language)

    def denied_facts(self, text: str, language: str) -> tuple[tuple[str, str], ...]:
        """What a message denies: "it's not dropping"."""
        return denied_facts(text, language)

    def matter(self, text: str, language: str) -> Matter:
        """Which services a message says it is not about, and which are well."""
        return matter_of(text, language)

    def asked_language(self, text: str) -> str | None:
        """The language that a message asks to go on in."""
        return asked_language(text)

    def opens_with_no(self, text: str, language: str) -> bool:
        """Whether a message begins with the answer "no": "no, the wifi is fine"; not with what there is none of: "no wifi"."""
        listening, pieces = ear(language), tokens(text)
        lacking = {role.end for role in listening.roles(pieces) if role.name == LACKING and role.start == 0}
        ends = {find.end for find in listening.answers.find(pieces) if find.name == "no" and find.start == 0}
        return any(
            end not in lacking
            or pieces[end - 1].after.strip()
            or pieces[end].folded in listening.answer_before
            for end in ends
            if end < len(pieces)
        )

    def after_yes(self, text: str, language: str, others: tuple[str, ...] = ()) -> tuple[str, str]:
        """The "yes" that opens `text`, or one of the `others` that agree, and what follows it; two empty texts where none does."""
        return self._after(YES_SAID, text, language, others)

    def plain_yes(self, language: str) -> str:
        """The plainest "yes" there is."""
        return ear(language).pack.yes[0]

    def after_no(self, text: str, language: str) -> str:
        """What follows the "no" that opens `text`; "" where none does ("no power"), or nothing follows."""
        return "" if self.lacks_something(text, language) else self._after(NO_SAID, text, language)[1]

    def lacks_something(self, text: str, language: str) -> bool:
        """Whether a message begins with what there is none of: "no power", "jokio garso"; not with the answer "no"."""
        pieces, listening = tokens(text), ear(language)
        lacking = [role for role in listening.roles(pieces) if role.start == 0 and role.name == LACKING]
        fillers = {role.start for role in listening.roles(pieces) if role.name == FILLER}
        wholly = any(
            find.name == NO_SAID and find.length == len(pieces) for find in listening.answers.find(pieces)
        )
        if wholly or self.opens_with_no(text, language):
            return False
        return any(role.end < len(pieces) and role.end not in fillers for role in lacking)

    @staticmethod
    def _after(answer: str, text: str, language: str, others: tuple[str, ...] = ()) -> tuple[str, str]:
        pieces, listening = tokens(text), ear(language)
        fillers = (role.end for role in listening.roles(pieces) if role.name == FILLER and role.start == 0)
        begin = max(fillers, default=0)
        ends = accumulate(len(clause.tokens) for clause in clauses(text, listening))
        opening = pieces[begin : next((end for end in ends if end > begin), begin)]
        found = [*listening.answers.find(opening), *_agreeing(others).find(opening)]
        end = begin + max((find.end for find in found if find.name == answer and find.start == 0), default=0)
        said, rest = (" ".join(piece.text for piece in part) for part in (pieces[begin:end], pieces[end:]))
        return (said, rest) if end > begin else ("", "")

    def contrasts(self, text: str, language: str) -> bool:
        """Whether a message begins by turning against what was said before it: "but not everywhere"."""
        first = clauses(text, ear(language))[:1]
        return any(clause.begins("contrast") or clause.begins("turn") for clause in first)

    def unwanted_language(self, text: str) -> str | None:
        """The language that a message wants nothing of."""
        return unwanted_language(text)

    def answers_no(self, text: str, language: str) -> bool:
        """Whether a message is the answer "no", or begins with it."""
        pieces = tokens(text)
        found = ear(language).answers.find(pieces)
        bare = any(find.name == "no" and find.length == len(pieces) for find in found)
        return bare or self.opens_with_no(text, language)

    def says_no(self, text: str, language: str) -> bool:
        """Whether a no that nothing doubts stands by itself at the beginning: "No. Only a hole", "no dear, none"; not "no one is
        hurt", nor "no, I think"."""
        pieces, opening = tokens(text), self.clauses(text, language)[:2]
        found = [
            each for each in ear(language).answers.find(pieces) if each.name == NO_SAID and not each.start
        ]
        alone = any(
            each.length > 1 or each.end == len(pieces) or pieces[each.end - 1].after.strip() for each in found
        )
        alone = alone or any(self.says_only_no(each, language) for each in opening)
        return alone and not any(self.hedges(each, language) for each in opening)

    def says_only_no(self, clause: str, language: str) -> bool:
        """Whether a clause is the answer "no" and nothing else: not "no one is hurt"."""
        return self.answers_no(clause, language) and not self.after_no(clause, language)

    def read_answer(
        self, question: Question, reply: str, language: str, context: Mapping[str, Any], complaint: str = ""
    ) -> Reading:
        """Which listed answer a reply means, or which act it is, in a talk about `complaint`."""
        return read_answer(question, reply, language, context, encoder=self.encoder, complaint=complaint)

    def overhear(
        self, question: Question, complaint: str, language: str, service: str, known: Sequence[str] = ()
    ) -> Reading | None:
        """What a complaint about `service` says to `question` beyond doubt, if anything; `known` tells every such complaint."""
        return overhear(question, complaint, language, service, self.encoder, known)

    def without_protest(self, text: str, language: str) -> str | None:
        """`text` without the words that it was told already, or understood wrongly; None where it has none."""
        return without_protest(text, ear(language))

    def read_piece(self, question: Question, clause: str, language: str) -> Reading:
        """What the rules alone make of one clause of a reply: the learned reader knows whole replies only."""
        return read_answer(question, clause, language, without=("learned",))
