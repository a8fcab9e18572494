"""`agent check --company` on guides that fight over a customer."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.cli.company import company
from agent.material import read_material
from agent.scenarios.authoring import new_scenario
from agent.settings import load_settings

TV = [
    "the television shows no picture",
    "no picture on the tv screen",
    "my tv screen is black",
    "tv picture is gone",
]
NET = ["the internet is down", "no internet at home", "internet connection is dead", "web pages do not open"]


@pytest.mark.slow
def test_a_stolen_example_is_told(tmp_path: Path) -> None:
    for name, examples in (("tv_dark", [*TV, "internet internet internet is down"]), ("net_down", NET)):
        listed = ", ".join(f'"{example}"' for example in examples)
        text = new_scenario(name).replace("    en: []\n", f"    en: [{listed}]\n")
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
    knowledge = Path(__file__).parents[1] / "api/content/knowledge_base"
    settings = load_settings({}, scenarios_dir=tmp_path, knowledge_dir=knowledge, embedder="none")
    found = [
        problem.message
        for problem in company(settings, read_material(settings))
        if problem.code == "example_stolen"
    ]
    assert any('"internet internet internet is down" takes it for net_down' in message for message in found)
    assert not any(TV[0] in message for message in found)
