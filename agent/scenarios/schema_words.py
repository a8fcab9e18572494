"""What an editor shows an author beside each key of a scenario file, part by part."""

from __future__ import annotations

from collections.abc import Mapping

SCENARIO: Mapping[str, str] = {
    "id": "The guide's name, as its file is called: small Latin letters, digits and _.",
    "title": "What the guide is called, in a few words. title_en, title_lt: in another language.",
    "description": "Which trouble it is for, in one sentence.",
    "opening": "A sentence or two with which it begins, true of whatever the customer wrote. Without it the title is said.",
    "language": "The language of texts under their plain names; lt without it.",
    "format": "The version of this grammar.",
    "status": "draft, trial, stable, retired: the check demands more as it rises; a retired guide is not begun any more.",
    "routable": "false: only other guides lead here; no message of a customer does.",
    "problem_type": "Which service fails. defaults.yaml names one guide for each.",
    "keywords": "Words and phrases that speak for this guide, in any language.",
    "examples": "How customers really say it, by language. Routing learns from them.",
    "conditions": "Facts under which it applies, such as scope: all_devices. A known fact that contradicts rules it out.",
    "tags": "Free words to find it by.",
    "applicable_models": "Patterns of device models, such as TP-Link *.",
    "related": "Ids of articles and guides that belong to it.",
    "steps": "The steps, in the order in which they are asked.",
    "escalation": "When a person takes over, and what happens then.",
    "closing": "The goal test: the question whether it works now, and the words on success.",
}
STEP: Mapping[str, str] = {
    "step_id": "A number of its own.",
    "id": "A name of its own; a target may use it or the number.",
    "title": "What the step is called.",
    "instruction": "One thing to do and one question: what the customer reads.",
    "help_text": "The same more simply: said when the customer asks how or why.",
    "safety": "A warning that is said before the instruction, never in other words.",
    "consent": "The question that names the price or effect, before a system acts.",
    "expected_outcomes": "The answers there are.",
    "learns": "The fact this step establishes; its id without it.",
    "skip_if": "Conditions in which the step is passed over.",
    "probe": "The system that is asked instead of the customer.",
    "act": "What a system shall do, after consent.",
    "with": "What a system is given, from facts.",
    "wait_time": "Seconds the customer needs.",
    "max_attempts": "How often it may be asked; 3 without it.",
    "required": "true: a person is called when its attempts run out.",
    "observation": "true: only what is seen or heard is asked, so the complaint may have told it already.",
    "effort": "Minutes it takes.",
    "actor": "Who does it.",
    "order": "binding: its place is a matter of safety or policy. advisory: it may be moved.",
}
OUTCOME: Mapping[str, str] = {
    "id": "A name of its own among the answers.",
    "label": "The words on the button, as a customer would say it.",
    "action": "What follows: see scenarios/README.md.",
    "target": "The step or guide that goto_step, goto_scenario or call_scenario leads to.",
    "pattern": "Words that mean this answer, separated by |. Whole words; negation is understood.",
    "examples": "Real replies, by language.",
    "reason": "Why a person is needed, for whoever reads the ticket.",
    "say": "What is said before going on.",
    "sets": "Facts that this answer establishes.",
    "outweighs": "Answers that are only said beside this one.",
    "when": "A condition over facts and what a system answered, instead of or beside the pattern.",
}
ESCALATION: Mapping[str, str] = {
    "message": "What the customer hears at handover.",
    "conditions": "When a person takes over, whatever step is asked.",
    "ticket_type": "The kind of ticket.",
    "priority": "How soon.",
}
RULE: Mapping[str, str] = {
    "when": "The condition, such as failed_steps >= 3.",
    "reason": "Why, for whoever reads the ticket.",
    "priority": "How soon, where it differs.",
}
CLOSING: Mapping[str, str] = {
    "question": "Whether it works now.",
    "success": "What is said when it does.",
    "partly": "What a partial success leads to, as an answer.",
}
RELATED: Mapping[str, str] = {
    "id": "The id of the article or guide.",
    "type": "Which of the two it is.",
    "weight": "How much the link counts; 1 without it.",
}
