"""What callers may send. Everything unknown is refused, everything has a size; the values themselves are what they
receive (`agent.conversation`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import (
    AliasChoices,
    AwareDatetime,
    BaseModel,
    ConfigDict,
    Field,
    FiniteFloat,
    StringConstraints,
    field_validator,
)

Language = Literal["lt", "en"]
Name = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]{0,63}$")]
Identifier = Annotated[str, StringConstraints(min_length=1, max_length=128, pattern=r"^[^\x00-\x1f\x7f]+$")]
# The length of a customer's text is a setting, checked by the Agent; this bound only keeps a schema finite.
Said = Annotated[str, StringConstraints(max_length=1_000_000)]
Short = Annotated[str, StringConstraints(max_length=1000)]
Label = Annotated[str, StringConstraints(min_length=1, max_length=100)]
Contact = Annotated[str, StringConstraints(min_length=1, max_length=200)] | None
Scalar = bool | int | FiniteFloat | Short | None
FactIn = Scalar | Annotated[list[Scalar], Field(max_length=50)]
# All contacts of a question are embedded with it: so many letters of theirs cost about as much as one long question.
_MOST_OF_CONTACTS = 4000
Facts = Annotated[dict[Name, FactIn], Field(max_length=64)]


class _Request(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class CustomerIn(_Request):
    """Who is writing, as far as the caller knows. `verified` says how it was proved, if it was."""

    customer: Identifier | None = Field(None, description="The customer's number at the operator.")
    name: Contact = None
    phone: Contact = None
    email: Contact = None
    address: Contact = None
    verified: Contact = None


class StartRequest(_Request):
    """Open a conversation: with the first message, or to hear the greeting."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"text": "nuo ryto nėra interneto", "language": "lt"},
                {"text": "my internet is slow in the evening", "customer": "C-20817", "channel": "app"},
            ]
        }
    )
    text: Said | None = None
    language: Language | None = None
    customer: Identifier | CustomerIn | None = None
    channel: Name = "chat"
    facts: Facts = Field(default_factory=dict)
    scenario: Name | None = Field(None, description="Begin this scenario without asking what is wrong.")
    message_id: Identifier | None = None


class MessageRequest(_Request):
    """The customer's next message: words, or the id of a choice that the last reply offered."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"text": "visos lemputės žalios", "message_id": "9f0c1c34"},
                {"choice": "all_green", "message_id": "9f0c1c35"},
            ]
        }
    )
    text: Said | None = None
    choice: Identifier | None = None
    message_id: Identifier | None = Field(
        None,
        description="The caller's own id: sending it again returns the first reply instead of a second turn.",
    )


class TakeoverRequest(_Request):
    """Who takes the conversation over."""

    person: Annotated[str, StringConstraints(min_length=1, max_length=200)] = "a colleague"


class PersonMessageRequest(_Request):
    """What a person says to the customer while they own the conversation."""

    text: Said = Field(min_length=1, examples=["Sveiki, čia Rasa. Jau žiūriu į jūsų liniją."])


class RouteRequest(_Request):
    """A message to place, with what is known beside it."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"text": "tv nerodo jokio vaizdo", "language": "lt"}]}
    )
    text: Said
    language: Language | None = None
    facts: Facts = Field(default_factory=dict)
    problem_type: Name | None = None
    diagnostics: Facts | None = None


class OptionIn(_Request):
    """One answer that the question may get. `label` is one text, or one per language."""

    id: Identifier
    label: Short | Annotated[dict[Language, Short], Field(min_length=1)]
    examples: (
        Annotated[list[Short], Field(max_length=50)]
        | Annotated[dict[Language, Annotated[list[Short], Field(max_length=50)]], Field()]
    ) = Field(default_factory=list)


class ReadRequest(_Request):
    """A question, its listed answers, and what the customer replied."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "question": "Kokios spalvos dega lemputė?",
                    "options": [
                        {"id": "green", "label": {"lt": "Žalia", "en": "Green"}},
                        {"id": "red", "label": {"lt": "Raudona", "en": "Red"}},
                    ],
                    "reply": "ne žalia, kažkokia rausva",
                    "language": "lt",
                }
            ]
        }
    )
    question: Short | Annotated[dict[Language, Short], Field(min_length=1)]
    options: list[OptionIn] = Field(min_length=1, max_length=50)
    reply: Said
    language: Language | None = None
    context: dict[str, Any] = Field(
        default_factory=dict, max_length=64, description="Facts and step kind, if known."
    )


class SearchFilters(_Request):
    """What may be found at all. Internal pages are never found here."""

    problem_type: Name | None = None
    domain: Name | None = None
    language: Language | None = None
    kinds: tuple[Literal["article", "scenario", "example", "step"], ...] = ()


class SearchRequest(_Request):
    """Words to look for."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"query": "kaip perkrauti maršrutizatorių", "top_k": 3, "explain": True}]
        }
    )
    query: Said = Field(validation_alias=AliasChoices("query", "text"))
    top_k: int = Field(20, ge=1, le=50)
    threshold: float | None = Field(
        None, ge=0, le=1, description="Default: the setting TAISA_SEARCH_THRESHOLD."
    )
    filters: SearchFilters = Field(default_factory=SearchFilters)
    explain: bool = False
    mode: Literal["weighted", "relative", "max", "rrf", "rerank"] | None = Field(
        None, description="How both sides are fused. Default: TAISA_SEARCH_MODE."
    )
    alpha: float | None = Field(
        None, ge=0, le=1, description="Weight of meaning against words. Default: TAISA_SEARCH_ALPHA."
    )
    diversity: float | None = Field(
        None,
        ge=0,
        le=1,
        description="λ of maximal marginal relevance, 1 = off. Default: TAISA_SEARCH_DIVERSITY.",
    )
    hops: int | None = Field(
        None,
        ge=0,
        le=4,
        description="Follow links so far, into `linked`; 0 = none. Default: as TAISA_SEARCH_LINKS says.",
    )
    device_model: Label | None = Field(
        None, description="The customer's device: passages made for it (`applicable_models`) are raised."
    )
    tags: list[Label] = Field(
        default_factory=list,
        max_length=20,
        description="Tags of the case: passages that carry them are raised.",
    )


class ContactIn(_Request):
    """An earlier contact of the customer, as your own system knows it: what it was about and how it ended."""

    id: Identifier
    at: AwareDatetime
    text: Short
    outcome: Literal["resolved", "escalated", "unresolved"] = "resolved"


class AskRequest(_Request):
    """A question for the knowledge base."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"question": "how much is a technician visit?"}]}
    )
    question: Said = Field(validation_alias=AliasChoices("question", "query", "text"))
    language: Language | None = None
    top_k: int = Field(5, ge=1, le=50)
    use_graph: bool = Field(True, description="Follow links where the search alone finds little.")
    use_memory: bool = Field(False, description="Tell in `memories` which of the `contacts` matter now.")
    contacts: list[ContactIn] = Field(
        default_factory=list,
        max_length=10,
        description="Earlier contacts of the customer, for `use_memory`: at most 10, their texts together at most 4000"
        " characters. They are masked, read and not kept.",
    )

    @field_validator("contacts")
    @classmethod
    def _short_together(cls, contacts: list[ContactIn]) -> list[ContactIn]:
        length = sum(len(each.text) for each in contacts)
        if length > _MOST_OF_CONTACTS:
            raise ValueError(
                f"the texts of the contacts have {length} characters together; at most {_MOST_OF_CONTACTS} are read: "
                "send those that matter, or the essence of each"
            )
        return contacts


def given_customer(customer: str | CustomerIn | None) -> dict[str, str] | None:
    """A customer as the Agent takes them: a bare id is their number."""
    if customer is None:
        return None
    return {"customer": customer} if isinstance(customer, str) else customer.model_dump(exclude_none=True)


def given_facts(facts: Mapping[str, Any] | None) -> dict[str, Any]:
    """Facts as the Agent takes them: plain values without the nameless nothings."""
    return {name: value for name, value in (facts or {}).items() if value is not None}
