"""Whose a number, an e-mail or a street is: the customer's own way to be called, or another that is only named.

It is theirs where they ask to be called on it ("call me on …"), call it their number, were just asked for one, or
write little else. It is not where its words refuse it ("not on …", "mano numeris nebe …"), give it to a contract or a
device, to another person, or say that it does not work: a dead line cannot be rung. In doubt it is not theirs; the
agent then asks.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from agent.privacy.spans import Span

_AROUND = 80  # characters on either side that may say whose it is


def _words(*parts: str) -> re.Pattern[str]:
    return re.compile(r"\b(?:" + "|".join(parts) + r")\b", re.IGNORECASE)


_SENTENCE = re.compile(r"(?<!\bnr)(?<!\btel)(?<!\bmob)(?<!\bno)(?<!\bel)[.!?;\n](?=\s)|\n", re.IGNORECASE)
_CLAUSE = re.compile(r",\s|\s[-–]\s|\b(?:but|and|because|bet|ir|nes|o)\b", re.IGNORECASE)
# asked to be called on it
_CALL = _words(
    r"(?:call|ring|reach|phone|text|contact|mail|e-?mail|write(?: to)?) me(?: back)?",
    r"(?:pa|per)?skambink\w*",
    r"susisiek\w*",
    r"(?:pa)?ra[šs]yk\w*",
)
_IMPERATIVE = re.compile(
    r"(?:\A|\bplease|\bjust|\bthen|\brather|\binstead)\s*(?:call|ring|phone|text)\b", re.IGNORECASE
)
_CALL_BEHIND = re.compile(
    r"\W*(?:please |pra[šs]au |tai |o )?(?:(?:call|ring|phone|text|contact) me|(?:pa|per)?skambink\w*)\b",
    re.IGNORECASE,
)
_NAMED = _words(
    r"(?:my|our) (?:\w{1,12} )?(?:number|e-?mail|mail|address|phone|mobile|cell)(?: number)? is",
    r"(?:my|our) (?:phone |mobile |cell )?number",
    r"(?:mano|mūsų|musu) (?:\w{1,12}\.? )?(?:numeris|nr|tel|mob)",
    r"kontakt\w*",
)
_WEAK = _words(
    "my", "mine", "our", "mano", "mūsų", "musu", r"contact\w*", r"(?:pa|per)?skambin\w*", "tel", "mob", "nr"
    , "numeris", "number is",
)  # fmt: skip
# refused
_NO_CALL = _words(
    r"(?:don't|dont|don’t|do not|never|not to|can't|cannot|can’t|couldn't) (?:\w{1,10} )?(?:call|ring|phone|text|reach|contact|write|mail|e-?mail)",
    r"ne(?:be)?skambin\w*",
    r"ne(?:be)?ra[šs]yk\w*",
    r"ne(?:be)?susisiek\w*",
    "no longer",
    r"nebenaudoj\w*",
    "nebeturiu",
    r"nebegalioj\w*",
    "old number",
    r"sen\w{0,6} numer\w*",
    "instead of",
    "užuot",
)
_NOT_IT = re.compile(
    r"\b(?:not|isn't|isn’t|ne|nebe|nėra)(?: (?:on|to|at|my|the|old|mano|tuo|numer\w{0,4}|number|nr\.?))*\W{0,3}\Z",
    re.IGNORECASE,
)
# "ring another: 8…, that one is dead": of the other
_ANOTHER = re.compile(r"\b(kit(?:u|a|ą|am)|instead|another|other)\b", re.IGNORECASE)
# a number of something else
_LABEL = _words(
    "contract", "agreement", r"clients?", r"customers?", "account", "serial", "invoice", "order", "ticket", "payer", "id", "imei",
    "pin", "puk", "s/n", "sn", "router", "modem", r"sutart\w*", r"klient\w*", r"pirkėj\w*", r"mokėtoj\w*", r"moketoj\w*", r"abonent\w*",
    r"sąskait\w*", r"saskait\w*", r"serij\w*", r"užsakym\w*", r"uzsakym\w*", r"užklaus\w*", r"uzklaus\w*", r"kod(?:as|o|ą)", r"maršrutizator\w*",
)  # fmt: skip
_CODED = _words(
    r"(?<!country )codes?", r"error\w*", "version", "model", "mac", r"reference", r"klaid\w*", r"versij\w*", r"modelis", r"(?<!šalies )(?<!salies )kod\w*"
)  # fmt: skip
_STRANGER = _words(
    r"neighbo\w*", "landlord", r"friend\w*", r"colleague\w*", r"kaimyn\w*", r"draug(?:o|ės|es|as|ė|e)"
)
_KIN = _words(
    r"(?:wife|husband|mother|father|mum|mom|dad|son|daughter|brother|sister|boss|tenant|grandm\w*|grandf\w*)(?:['’]?s)?",
    r"[žz]mon(?:a|os|ai|ą)", r"vyr(?:o|as|ui|ą)", r"mam(?:a|os|ai|ą|yt\w*)", r"motin\w*", r"t[ėe]v\w*", r"t[ėe]č\w*", r"s[ūu]n(?:us|aus|ui|ų)",
    r"dukr\w*", r"dukt\w*", r"brol\w*", r"seser\w*", "sesuo", r"sesės", r"močiut\w*", r"senel\w*", r"viršinink\w*",
)  # fmt: skip
_FOREIGN = _words(
    "not my", "ne mano", "nebe mano", "negaliu", r"nepavyk\w*", r"neprisi\w*", r"nesujung\w*", "cannot", "can't", "can’t", "can not",
    "could not", "couldn't", "unable", "calling", r"dial\w*", "from", "lost", "stolen", r"pamet\w*", r"pavog\w*", r"praradau",
)  # fmt: skip
_RANG = _words(
    r"calls? (?:to|from)", "called", r"(?:i|we|they|he|she|i'll|i’ll|will) call", "rang", r"(?:pa)?skambin(?:u|au|a|o)", "sms from",
    r"(?:from|iš)\s*\Z", r"message from",
)  # fmt: skip
_YOURS = _words("your", "yours", "jūsų", "jusu", "jūsiškis")
# what is to be done with the number is no way to be called
_MATTER = _words(
    "transfer", "move", "port", "change", "block", "bill", "sim", r"perkel\w*", r"pakeis\w*", r"keis\w*", r"pakeit\w*", r"blok\w*", r"užblok\w*",
)  # fmt: skip
_TROUBLE = _words(
    r"(?:does|did|do)(?: not|n't|n’t|nt)", r"(?:is|was)(?: not|n't|n’t|nt)", "not working", r"no (?:dial|signal|tone|sound|service|connection|ring\w*)",
    "dead", "broken", "out of order", "silent", "blocked", "disconnected", "switched off", "hacked", "has no", r"neturi", r"crackl\w*", r"passwords?", "stopped",
    r"ne(?:be)?veik\w*", r"ne(?:be)?skamb\w*", r"n[ėe]ra (?:signal\w*|ton\w*|ry[šs]i\w*|gars\w*)", "tyli", r"mir[eę]s", r"suged\w*", "dingo",
    r"i[šs]jungt\w*", r"atjungt\w*", r"u[žs]blok\w*", r"nepriim\w*", r"nepasiekiam\w*", r"tra[šs]k\w*", r"slapta[žz]od\w*",
)  # fmt: skip
_SERVICE = (
    r"internet\w*", r"wi-?fi", r"tv", r"telev\w*", "router", "modem", r"lights?", r"lemput\w*", r"maršrutizator\w*", r"pages?", r"puslap\w*",
)  # fmt: skip
_MAIL = (r"e-?mails?", r"mail\w*", r"el\.? pa[šs]t\w*")
_MOBILE = re.compile(r"\W*(?:\+?\W*370|00370|[08])?\W*6")
_OTHER_THAN = {
    "phone": _words(*_SERVICE, *_MAIL),
    "mobile": _words(
        *_SERVICE,
        *_MAIL,
        r"land ?lines?",
        r"laidin\w*",
        r"stacionar\w*",
        r"nam\w{1,3} telefon\w*",
        r"ragel\w*",
        r"(?:home|house|fixed) (?:phone|line)",
        "handset",
    ),
    "email": _words(*_SERVICE, "phone", "landline", r"telefon\w*"),
}
_OF_IT = re.compile(
    r"\W*(?:that|thats|that['’]s|it|its|it['’]s|which|tas|jis|[šs]is|kuris|čia|cia)\b", re.IGNORECASE
)
_OTHER = _words(*_SERVICE, r"e-?mails?", r"phone", r"telefon\w*")


# …what may follow a number that is told by the way, in its own clause
_GOES_ON = re.compile(
    r"\W*(?:(?:after|before|until|till|any ?time|in the|not|please|thanks|thank you|po|nuo|iki|ne|prašau|ačiū|bet kada)\b.*|\w*)\W*",
    re.IGNORECASE,
)


def stands_alone(text: str, span: Span) -> bool:
    """Whether a number beside a yes or a wish is nobody else's and does nothing in its own clause: not "my daughter 8… had the
    same", "this 8… keeps calling me"."""
    clause, after = _before(text, span)[1], _SENTENCE.split(text[span.end : span.end + _AROUND])[0]
    behind = _CLAUSE.split(after)[0]
    return not (_foreign(clause) or _foreign(behind)) and _GOES_ON.fullmatch(behind) is not None


def is_own(text: str, span: Span, *, asked: bool = False, few: bool = False) -> bool:
    """Whether the customer wants to be reached there. `asked`: they were asked for it; `few`: little else is said."""
    sentence, clause = _before(text, span)
    behind = tuple(_CLAUSE.split(_SENTENCE.split(text[span.end : span.end + _AROUND])[0]))
    return _is_wanted(sentence, clause, behind, _kind(text, span), asked, few)


@lru_cache(maxsize=32)
def _is_wanted(
    sentence: str, clause: str, behind: tuple[str, ...], kind: str, asked: bool, few: bool
) -> bool:
    """The same, by what stands around it; remembered, for who pastes one address a hundred times."""
    called = _called(clause)
    near = clause if called is None else clause[called:]
    dead = called is None and not _ANOTHER.search(clause) and _is_said_dead(behind[1:2])
    if dead or _refused(clause) or _LABEL.search(near) or _fails(behind[:1], kind):
        return False
    if called is not None or (_CALL_BEHIND.match(behind[0]) and not _foreign(clause)):
        return True
    if _RANG.search(clause) or _STRANGER.search(clause) or _YOURS.search(f"{clause} {behind[0]}"):
        return False
    return asked or _is_told(sentence, clause, behind, kind, few=few)


def is_labelled(text: str, span: Span) -> bool:
    """Whether the words in front of it say that it is a code or the number of something else."""
    clause = _before(text, span)[1]
    return bool(_LABEL.search(clause) or _CODED.search(clause))


def is_called(text: str, span: Span) -> bool:
    """Whether it is asked in so many words to call or write there, whoever's it is: "call my daughter on …"."""
    return _called(_before(text, span)[1]) is not None


def _before(text: str, span: Span) -> tuple[str, str]:
    """The sentence and the clause, as far as they stand in front of it."""
    sentence = _SENTENCE.split(text[max(0, span.start - _AROUND) : span.start])[-1]
    return sentence, _CLAUSE.split(sentence)[-1]


def _is_told(sentence: str, clause: str, behind: Sequence[str], kind: str, *, few: bool) -> bool:
    """Whether it is called theirs unasked, and neither dead, nor somebody else's, nor only talked about."""
    if _foreign(clause) or _TROUBLE.search(clause) or _fails(behind, kind):
        return False
    if _NAMED.search(clause):
        return True
    if _foreign(sentence) or _fails(_CLAUSE.split(sentence), kind):
        return False
    asked_for = _called(sentence) is not None and not _NO_CALL.search(
        sentence
    )  # "call after five, 8 612 34567"
    few = few and not _foreign(behind[0])  # "8… keeps calling me"
    return few or asked_for or bool(_WEAK.search(clause) or _NAMED.search(sentence))


def _is_said_dead(clauses: Sequence[str]) -> bool:
    """Whether the clause behind a number speaks of it and says that it cannot be rung: "but that's the dead line"."""
    return any(_OF_IT.match(clause) and _TROUBLE.search(clause) for clause in clauses)


def _kind(text: str, span: Span) -> str:
    mobile = span.kind == "phone" and _MOBILE.match(text[span.start : span.end])
    return "mobile" if mobile else span.kind


def _called(clause: str) -> int | None:
    """Behind which character of the clause it asks for a call; None where it does not."""
    ends = [found.end() for pattern in (_CALL, _IMPERATIVE) for found in pattern.finditer(clause)]
    return max(ends, default=None)


def _refused(clause: str) -> bool:
    return bool(_NO_CALL.search(clause) or _NOT_IT.search(clause))


def _foreign(words: str) -> bool:
    return any(pattern.search(words) for pattern in (_FOREIGN, _RANG, _STRANGER, _KIN, _MATTER))


def _fails(clauses: Sequence[str], kind: str) -> bool:
    """Whether one of them tells of trouble, and not of a service that it names itself."""
    other = _OTHER_THAN.get(kind, _OTHER)
    return any(_TROUBLE.search(clause) and not other.search(clause) for clause in clauses)
