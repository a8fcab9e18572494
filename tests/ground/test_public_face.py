"""The names an integrator imports: all there, each what it says, nothing loaded before it is asked for."""

from __future__ import annotations

from importlib import import_module

import pytest

import agent


def test_the_list_of_names_is_sorted_and_whole() -> None:
    assert sorted(agent.__all__) == agent.__all__
    assert set(agent.__all__) == set(agent._HOME)


@pytest.mark.parametrize("name", agent.__all__)
def test_every_name_leads_to_its_room(name: str) -> None:
    assert getattr(agent, name) is getattr(import_module(f"agent.{agent._HOME[name]}"), name)


def test_a_wrong_name_is_refused() -> None:
    with pytest.raises(AttributeError, match="Agnet"):
        agent.Agnet  # noqa: B018
