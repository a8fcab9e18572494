"""What has been proven, kept beside the index: a scenario holds its seal as long as nothing it depends on changes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from agent.errors import Problem, Severity
from agent.scenarios.facts import Value
from agent.scenarios.later import Before, is_entered
from agent.scenarios.model import Action, Library, Scenario, digest_of, outcomes_of
from agent.scenarios.oracle import Named, choices_of, conditions_of
from agent.scenarios.proof import Proof, bound_onward
from agent.scenarios.seal import Seal
from agent.scenarios.spoken import spoken
from agent.scenarios.states import group

FILE = "proof.json"
# Goes up when the walk or the proof promises something else: older seals no longer count.
FORMAT = 4
# What a seal stands for, written beside the seals for whoever reads them.
EXPLORED = (
    "digest: of the guide as it was proven; content: of all that the proof rests on; languages: those in which every text stands that may be said",
    "visited, reachable: states and later together; complete: these are all that can be reached",
    "states, moves, bound: every walk that begins with the guide, each answer, system result and timeout at each question, from every set of known facts",
    "later, bound_later: every walk that comes to the guide by goto_scenario, for the first time or again, whatever steps were asked, tests failed and facts told before; a question stands there for all its askings",
    "corrections: a correction is such a walk begun again with the answers given, so it lands among the states from every one of them; so many were taken to see it",
    "bound_onward: with at most four changes of guide; beyond them, and behind a question asked three times, the walk itself calls a person",
    "not explored: conditions over customer, which is empty here; corrections count as new walks, so bounds are those between two corrections",
)
_LARGEST = 4 << 20
_SHOWN = 6
_FOLLOWING = frozenset({"visited", "reachable", "complete"})  # written beside what they follow from
_MEANS = {
    Action.ESCALATE: "calls a person",
    Action.RESOLVE: "is followed by the goal test",
    Action.RETRY_CONNECTION: "is followed by the goal test",
    Action.RETURN: "returns",
    Action.CALL_SCENARIO: "calls another guide",
    Action.GOTO_SCENARIO: "goes to another guide",
}


@dataclass(frozen=True, slots=True)
class Certificate:
    """The seals by scenario, and the version of Taisa that made them."""

    product: str = ""
    seals: Mapping[str, Seal] = field(default_factory=dict)

    def seal(
        self, library: Library, scenario_id: str, declared: Mapping[str, tuple[Value, ...]]
    ) -> Seal | None:
        """The seal of a scenario as it stands in `library`, None when it has none or has changed since."""
        found = self.seals.get(scenario_id)
        return found if found and found.content == content_of(library, scenario_id, declared) else None

    def with_proofs(
        self,
        library: Library,
        declared: Mapping[str, tuple[Value, ...]],
        proofs: Sequence[Proof],
        at: datetime,
        product: str,
    ) -> Certificate:
        """This certificate with the seals of `proofs` that hold; seals that are outdated are left out."""
        kept = {name: seal for name in library if (seal := self.seal(library, name, declared))}
        for proof in proofs:
            kept.pop(proof.scenario, None)
            if proof.holds:
                kept[proof.scenario] = Seal(
                    content=content_of(library, proof.scenario, declared),
                    states=proof.states,
                    moves=proof.moves,
                    corrections=proof.corrections,
                    bound=proof.bound,
                    bound_onward=proof.bound_onward,
                    proven_at=at.isoformat(timespec="seconds"),
                    onward=dict(proof.onward),
                    ends=dict(proof.ends),
                    promises=promises_of(library[proof.scenario]),
                    later=proof.later,
                    bound_later=proof.bound_later,
                    onward_later=dict(proof.onward_later),
                    digest=proof.digest,
                    languages=spoken(library, proof.scenario),
                )
        whole = {name: replace(seal, bound_onward=bound_onward(seal, kept)) for name, seal in kept.items()}
        return Certificate(product, dict(sorted(whole.items())))


def promises_of(scenario: Scenario) -> tuple[str, ...]:
    """What the author promises with `scenario`, in words, to see what a change takes back."""
    found: list[str] = [
        f"it speaks {language}" for language in scenario.languages if language in scenario.title
    ]
    found += [
        f"a person is called when {rule.when.source}" for rule in scenario.escalation.rules if rule.when
    ]
    if scenario.closing.partly:
        found.append("partial success is looked after")
    for step in scenario.steps:
        found.append(f'step "{step.ref}" is there')
        found += [f'step "{step.ref}" warns'] if step.safety else []
        found += [f'step "{step.ref}" is required'] if step.required else []
        found += [f'step "{step.ref}" keeps its place'] if step.order == "binding" else []
        for outcome in step.outcomes:
            found.append(f'"{outcome.id}" of step "{step.ref}" {_MEANS.get(outcome.action, "leads on")}')
    return tuple(sorted(found))


def lost(certificate: Certificate, library: Library, names: Iterable[str]) -> Iterator[Problem]:
    """What was promised when a scenario was proven last, and is not any more."""
    for name in names:
        seal, scenario = certificate.seals.get(name), library.get(name)
        if seal is None or scenario is None:
            continue
        gone = sorted(set(seal.promises) - set(promises_of(scenario)))
        if gone:
            shown = "; ".join(gone[:_SHOWN]) + ("; …" if len(gone) > _SHOWN else "")
            yield Problem(
                scenario.file, scenario.line, Severity.WARNING, "proof_lost",
                f"since the proof of {seal.proven_at[:10]} this no longer holds: {shown}",
                "nothing, if it is meant: it is told once",
            )  # fmt: skip


def content_of(library: Library, scenario_id: str, declared: Mapping[str, tuple[Value, ...]]) -> str:
    """Digest of everything the proof of a scenario rests on: it, what it calls, the facts and probes it reads, where it leads."""
    together = group(library, scenario_id)
    named = Named(
        (condition for each in together.values() for condition in conditions_of(each)),
        (step for each in together.values() for step in each.steps),
    )
    targets = {
        outcome.target: outcome.target in library
        for each in together.values()
        for outcome in outcomes_of(each)
    }
    choices = {
        name: [repr(value) for value in values] for name, values in choices_of(named, declared).items()
    }
    return digest_of(
        [
            FORMAT,
            _brought_along(library, together, scenario_id),
            sorted((each.id, each.digest) for each in together.values()),
            sorted(targets.items()),
            sorted(choices.items()),
        ]
    )


def _brought_along(library: Library, together: Library, scenario_id: str) -> list[list[str]] | None:
    """What the proof of later visits tries of what other guides leave behind; None where none of them leads here."""
    if not is_entered(library, scenario_id):
        return None
    choices = Before(library, together, scenario_id).choices
    return sorted([name, *map(repr, values)] for name, values in choices.items())


def read_certificate(folder: Path) -> Certificate:
    """The certificate in `folder`; an empty one when there is none, or one of another format or hand."""
    file = folder / FILE
    try:
        if file.stat().st_size > _LARGEST:
            return Certificate()
        data = json.loads(file.read_text(encoding="utf-8"))
        if data["format"] != FORMAT:
            return Certificate()
        return Certificate(
            str(data["product"]),
            {str(name): _read_seal(seal) for name, seal in data["seals"].items()},
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return Certificate()


def _written_seal(seal: Seal) -> dict[str, object]:
    """A seal with the counts that follow from it, for whoever reads the file."""
    return {**asdict(seal), "visited": seal.visited, "reachable": seal.visited, "complete": True}


def _read_seal(written: Mapping[str, Any]) -> Seal:
    """A seal as it was written; older ones name no languages and no digest of the guide alone."""
    own = {name: value for name, value in written.items() if name not in _FOLLOWING}
    for name in {"promises", "languages"} & own.keys():
        own[name] = tuple(own[name])
    return Seal(**own)


def write_certificate(folder: Path, certificate: Certificate) -> None:
    """Puts the certificate into `folder`, whole or not at all."""
    folder.mkdir(parents=True, exist_ok=True)
    seals = {name: _written_seal(seal) for name, seal in certificate.seals.items()}
    content = {"format": FORMAT, "explored": EXPLORED, "product": certificate.product, "seals": seals}
    text = json.dumps(content, ensure_ascii=False, indent=1, sort_keys=True)
    draft = folder / f"{FILE}.new"
    draft.write_text(text, encoding="utf-8")
    draft.replace(folder / FILE)
