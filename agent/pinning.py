"""Which version of its guides a conversation goes on with after authors changed them.

    same digest                                   goes on
    everything it stands on still means the same  goes on, on the new version
    otherwise                                     finishes on the old version, which the store keeps

A step means the same while it asks the same, establishes the same fact, and offers the answers it offered; what follows
from them, help, patterns and further answers may change: that is what a mended guide is for. What was answered before
must mean the same too, or a later correction would read old answers into new questions.

A warning that the step gains meanwhile is `unheard`: the next reply has to say it, for nobody is asked the step again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from agent.conversation import Case, Conversation
from agent.language import fold, words
from agent.scenarios import NO_TEXT, Kind, Library, Outcome, Progress, Scenario, Step, Text

# (scenario id, digest) -> that version as it was kept, or None.
Kept = Callable[[str, str], Scenario | None]
_GOAL = (Kind.CLOSING, Kind.CONFIRMING)


class Going(StrEnum):
    """What becomes of a guide under a conversation."""

    SAME = "same"
    NEW = "new"
    OLD = "old"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Fate:
    """What becomes of one guide that an open walk of a conversation stands on, and why."""

    scenario: str
    step: str
    going: Going
    why: str = ""


@dataclass(frozen=True, slots=True)
class Settled:
    """A conversation with the library its next turn runs on, and a new warning of the step it stands on."""

    conversation: Conversation
    library: Library
    fates: tuple[Fate, ...] = ()
    unheard: Text = NO_TEXT


def settle(conversation: Conversation, today: Library, kept: Kept) -> Settled:
    """Decide for every guide under an open walk. Pure but for `kept`, asked only for guides that changed.

    A walk whose guide is gone, old version and all, is dropped; nothing else ever is.
    """
    fates: dict[str, Fate] = {}
    pinned: dict[str, Scenario] = {}
    for walk in _open_walks(conversation):
        for name in _touched(walk):
            if name not in fates:
                digest = _digest(name, walk, conversation)
                fates[name], old = _fate(name, digest, walk, today, kept)
                if old is not None:
                    pinned[name] = old
    library = today.pinned(tuple(pinned.values())) if pinned else today
    moved = _moved(conversation, library)
    return Settled(moved, library, tuple(fates.values()), _unheard(conversation, library, fates, kept))


def _unheard(conversation: Conversation, library: Library, fates: Mapping[str, Fate], kept: Kept) -> Text:
    """The warning that the open step has now and had not when it was asked; where nobody knows what it had, its warning."""
    walk = conversation.progress
    fate = fates.get(walk.scenario) if walk is not None else None
    if walk is None or walk.over or walk.phase in _GOAL or fate is None or fate.going is not Going.NEW:
        return NO_TEXT
    after = library[walk.scenario].step(walk.step_id)
    if after is None or not after.safety:
        return NO_TEXT
    digest = _digest(walk.scenario, walk, conversation)
    old = kept(walk.scenario, digest) if digest else None
    before = old.step(walk.step_id) if old is not None else None
    return NO_TEXT if before is not None and _same(before.safety, after.safety) else after.safety


def versions(conversation: Conversation, library: Library) -> dict[str, str]:
    """The digest of every guide that the open walks stand on."""
    names = {name for walk in _open_walks(conversation) for name in _touched(walk)}
    return {name: library[name].digest for name in sorted(names) if name in library}


def changes(old: Scenario, new: Scenario, walk: Progress) -> str:
    """What, under `walk`, no longer means the same in `new`; empty when everything does."""
    for ref, phase in _places(walk, old.id):
        before, after = old.step(ref), new.step(ref)
        if before is None:
            continue
        if after is None:
            return f'step "{ref}" is gone'
        if change := _step_change(before, after):
            return f'step "{ref}": {change}'
        if phase in _GOAL and not _same(old.closing.question, new.closing.question):
            return "the question whether it works was changed"
    for visit in walk.trail:
        before, after = old.step(visit.step_id), new.step(visit.step_id)
        if visit.scenario != old.id or visit.answer is None or before is None or after is None:
            continue  # a step that is gone is never asked again, nor is its answer used
        if change := _step_change(before, after):
            return f'step "{visit.step_id}", answered before: {change}'
    return ""


def _fate(name: str, digest: str, walk: Progress, today: Library, kept: Kept) -> tuple[Fate, Scenario | None]:
    step = (walk.step_id or "") if name == walk.scenario else ""
    new = today.get(name)
    if new is not None and digest in ("", new.digest):
        return Fate(name, step, Going.SAME), None
    old = kept(name, digest) if digest else None
    if old is None:
        there = new is not None and all(new.step(ref) is not None for ref, _ in _places(walk, name))
        why = "the version it began on was not kept"
        return Fate(name, step, Going.NEW if there else Going.LOST, why), None
    why = changes(old, new, walk) if new is not None else "the guide was removed"
    if not why:
        return Fate(name, step, Going.NEW), None
    return Fate(name, step, Going.OLD, why), old


def _open_walks(conversation: Conversation) -> Iterator[Progress]:
    """The walk under way first: where two stand on one guide, it decides."""
    if conversation.progress is not None and not conversation.progress.over:
        yield conversation.progress
    yield from (case.progress for case in conversation.suspended if not case.progress.over)


def _touched(walk: Progress) -> tuple[str, ...]:
    """Every guide whose text a walk, or a correction in it, can still come back to."""
    names = [walk.scenario, *(frame.scenario for frame in walk.stack), walk.origin or walk.scenario]
    names += [visit.scenario for visit in walk.trail]
    return tuple(dict.fromkeys(names))


def _digest(name: str, walk: Progress, conversation: Conversation) -> str:
    """The version a walk stands on; empty when nobody wrote it down."""
    own = {walk.scenario: walk.digest, **{frame.scenario: frame.digest for frame in walk.stack}}
    return own.get(name) or conversation.versions.get(name, "")


def _places(walk: Progress, name: str) -> Iterator[tuple[str, Kind]]:
    """The steps of guide `name` a walk stands at: the open question, and calls to come back to."""
    if walk.scenario == name and walk.step_id is not None:
        yield walk.step_id, walk.phase
    yield from ((frame.step_id, Kind.ASK) for frame in walk.stack if frame.scenario == name)


# ---- whether a step means the same


def _step_change(before: Step, after: Step) -> str:
    if not _same(before.instruction, after.instruction):
        return "it asks something else"
    if before.fact != after.fact:
        return "it establishes another fact"
    systems = (before.probe, before.act) == (after.probe, after.act)
    if not systems or not _same(before.consent, after.consent):
        return "a system does something else"
    for outcome in before.outcomes:
        if change := _outcome_change(outcome, after.outcome(outcome.id)):
            return change
    return ""


def _outcome_change(before: Outcome, after: Outcome | None) -> str:
    if after is None:
        return f'the answer "{before.id}" is gone'
    if not _same(before.label, after.label) or dict(before.sets) != dict(after.sets):
        return f'the answer "{before.id}" means something else'
    conditions = [each.source if each else "" for each in (before.when, after.when)]
    return "" if conditions[0] == conditions[1] else f'the answer "{before.id}" has another condition'


def _same(before: Text, after: Text) -> bool:
    """Whether a text says the same, but for case, spacing and punctuation. A language more changes nothing."""
    if bool(before) != bool(after):
        return False
    return all(
        language in after and _words(said) == _words(after[language]) for language, said in before.items()
    )


def _words(said: str) -> list[str]:
    return words(fold(said))


# ---- the conversation on its library


def _moved(conversation: Conversation, library: Library) -> Conversation:
    """Every open walk on the versions of `library`, without walks that it does not hold."""
    progress = conversation.progress
    moved = _on(progress, library) if progress is not None else None
    cases = tuple(case for each in conversation.suspended if (case := _case_on(each, library)) is not None)
    if moved is progress and list(map(id, cases)) == list(map(id, conversation.suspended)):
        return conversation
    return replace(conversation, progress=moved, suspended=cases)


def _case_on(case: Case, library: Library) -> Case | None:
    moved = _on(case.progress, library)
    if moved is None:
        return None
    return case if moved is case.progress else replace(case, progress=moved)


def _on(walk: Progress, library: Library) -> Progress | None:
    if walk.over:
        return walk
    scenario = library.get(walk.scenario)
    if scenario is None or scenario.step(walk.step_id) is None:
        return None
    stack = tuple(
        frame._replace(digest=library[frame.scenario].digest) if frame.scenario in library else frame
        for frame in walk.stack
    )
    if scenario.digest == walk.digest and stack == walk.stack:
        return walk
    return walk._replace(digest=scenario.digest, stack=stack)
