"""Settings: defaults that are safe, refusals that name the variable and the mend."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.errors import SettingsError
from agent.knowledge.articles import LONGEST_PASSAGE
from agent.settings import is_loopback, load_settings, process_environment
from agent.threads import THREAD_PINS, pin_threads

KEY = "0123456789abcdef"


def test_nothing_set_is_a_service_for_this_machine_alone() -> None:
    settings = load_settings({})
    assert (settings.host, settings.port, settings.api_keys, settings.model_base_url) == (
        "127.0.0.1",
        8080,
        (),
        "",
    )


def test_values_are_typed_and_lists_are_cut() -> None:
    settings = load_settings(
        {"TAISA_PORT": " 9000 ", "TAISA_CORS_ORIGINS": "https://a.lt, https://b.lt,", "TAISA_INDEX_DIR": "/x"}
    )
    assert settings.port == 9000
    assert settings.cors_origins == ("https://a.lt", "https://b.lt")
    assert settings.index_dir == Path("/x")


def test_a_passage_is_as_long_as_articles_are_cut_by_themselves() -> None:
    assert load_settings({}).passage_length == LONGEST_PASSAGE


def test_prefixes_are_two_texts_with_the_space_behind_them() -> None:
    both = load_settings({"TAISA_EMBEDDER_PREFIXES": "query:,passage:"}).embedder_prefixes
    assert both == ("query: ", "passage: ")
    assert load_settings({"TAISA_EMBEDDER_PREFIXES": ",title:"}).embedder_prefixes == ("", "title: ")


def test_an_empty_variable_means_not_set() -> None:
    assert load_settings({"TAISA_PORT": "", "TAISA_API_KEYS": "  "}) == load_settings({})


def test_overrides_win_unless_none() -> None:
    assert load_settings({"TAISA_PORT": "9000"}, port=9001, host=None).port == 9001


def test_secrets_come_from_files_and_are_never_shown(tmp_path: Path) -> None:
    file = tmp_path / "keys"
    file.write_text(f"{KEY}\n{KEY}2\n", encoding="utf-8")
    settings = load_settings({"TAISA_API_KEYS_FILE": str(file)})
    assert [key.get_secret_value() for key in settings.api_keys] == [KEY, KEY + "2"]
    assert KEY not in repr(settings)
    assert KEY not in settings.model_dump_json()


REFUSED = (
    ({"TAISA_PRT": "1"}, "Did you mean TAISA_PORT?"),
    ({"TAISA_PORT": "http"}, "TAISA_PORT"),
    ({"TAISA_PORT": "70000"}, "TAISA_PORT"),
    ({"TAISA_HOST": "0.0.0.0"}, "TAISA_API_KEYS is empty"),
    ({"TAISA_HOST": "::"}, "TAISA_API_KEYS is empty"),
    ({"TAISA_HOST": "taisa.example.lt"}, "TAISA_API_KEYS is empty"),
    ({"TAISA_API_KEYS": "short"}, "16 characters"),
    ({"TAISA_CORS_ORIGINS": "*"}, "any web page"),
    ({"TAISA_MODEL_NAME": "m"}, "belong together"),
    ({"TAISA_MODEL_BASE_URL": "ftp://m", "TAISA_MODEL_NAME": "m"}, "TAISA_MODEL_BASE_URL"),
    ({"TAISA_DESK_URL": "https://desk.lt"}, "TAISA_DESK_SECRET"),
    ({"TAISA_EMBEDDER": "word2vec"}, "TAISA_EMBEDDER"),
    ({"TAISA_API_KEYS_FILE": "/nowhere/keys"}, "cannot be read"),
    ({"TAISA_LANGUAGE": "de"}, "TAISA_LANGUAGE"),
    ({"TAISA_EMBEDDER_PREFIXES": "query:"}, "with a comma between them"),
    ({"TAISA_EMBEDDER_DEVICE": "gpu"}, "TAISA_EMBEDDER_DEVICE"),
    ({"TAISA_SEARCH_MODE": "vote"}, "TAISA_SEARCH_MODE"),
    ({"TAISA_SEARCH_DIVERSITY": "2"}, "TAISA_SEARCH_DIVERSITY"),
)


@pytest.mark.parametrize(("environ", "said"), REFUSED)
def test_refusals_name_the_variable_and_the_mend(environ: dict[str, str], said: str) -> None:
    with pytest.raises(SettingsError) as refused:
        load_settings(environ)
    assert said in str(refused.value)
    assert refused.value.mend
    assert "short" not in str(refused.value).replace("should", "")


def test_with_a_key_any_address_may_be_listened_on() -> None:
    assert load_settings({"TAISA_HOST": "0.0.0.0", "TAISA_API_KEYS": KEY}).host == "0.0.0.0"


@pytest.mark.parametrize(
    ("host", "loopback"),
    [
        ("127.0.0.1", True),
        ("127.9.9.9", True),
        ("::1", True),
        ("localhost", True),
        ("0.0.0.0", False),
        ("", False),
    ],
)
def test_loopback(host: str, loopback: bool) -> None:
    assert is_loopback(host) is loopback


def test_the_environment_wins_over_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".env").write_text("TAISA_PORT=1\nTAISA_LANGUAGE=en\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TAISA_PORT", "2")
    settings = load_settings(process_environment())
    assert (settings.port, settings.language) == (2, "en")


def test_threads_are_pinned_but_a_choice_is_kept() -> None:
    environ = {"OMP_NUM_THREADS": "4"}
    pin_threads(environ)
    assert environ == {**THREAD_PINS, "OMP_NUM_THREADS": "4"}
