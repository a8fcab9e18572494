"""Every saved change is served while authors write, whatever becomes of their folders meanwhile."""

from __future__ import annotations

import shutil
import threading

import pytest
from watchfiles import watch

from agent.agent import Agent
from agent.api import watching as watching_room
from agent.api.watching import watching
from agent.settings import Settings
from tests.living.beside import Told
from tests.living.desk import Author


def test_a_watched_folder_serves_what_is_saved_and_tells_what_is_wrong(
    serving: Agent, settings_here: Settings, author: Author
) -> None:
    told = Told()
    with watching(serving, settings_here, told):
        threading.Event().wait(0.5)  # the watcher takes its first look
        author.replaces("Which light is on: green or red?", "Which lamp burns?")
        assert told.hears(1)
        assert "lamp_link" in told.sentences[0]
        author.replaces("action: next_step", "action: next_stop")
        assert told.hears(2)
        assert "next_stop" in told.sentences[-1]
    assert "Which lamp burns?" in serving.start(scenario="lamp_link", language="en").text


def test_a_save_during_another_reload_is_served_when_that_has_ended(
    serving: Agent, settings_here: Settings, author: Author
) -> None:
    told = Told()
    with watching(serving, settings_here, told):
        threading.Event().wait(0.5)
        with serving._renewing:
            author.replaces("Which light is on: green or red?", "Which lamp burns?")
            threading.Event().wait(1.5)
            assert told.sentences == []
        assert told.hears(1)
    assert "lamp_link" in told.sentences[0]


@pytest.mark.parametrize("way", ["anew", "moved", "linked"])
def test_a_folder_that_another_one_replaced_is_watched_on(
    serving: Agent, settings_here: Settings, author: Author, way: str
) -> None:
    told, folder = Told(), author.folder
    copy = folder.with_name("copy")
    if way == "linked":
        folder.rename(folder.with_name("release1"))
        folder.symlink_to("release1")
    with watching(serving, settings_here, told):
        threading.Event().wait(0.5)
        shutil.copytree(folder, copy)
        Author(copy).replaces("Which light is on: green or red?", "Which lamp burns?")
        if way == "anew":
            shutil.rmtree(folder)
            shutil.copytree(copy, folder)
        elif way == "moved":
            folder.rename(folder.with_name("old"))
            copy.rename(folder)
        else:
            folder.with_name("new").symlink_to("copy")
            folder.with_name("new").replace(folder)
        assert _says(told, "lamp_link")
        before = len(told.sentences)
        author.replaces("Which lamp burns?", "Which lamp glows?")
        assert told.hears(before + 1)
        assert "Which lamp glows?" in serving.start(scenario="lamp_link", language="en").text


def test_a_folder_that_is_gone_is_told_of_and_served_when_it_is_back(
    serving: Agent, settings_here: Settings, author: Author
) -> None:
    told, folder = Told(), author.folder
    with watching(serving, settings_here, told):
        threading.Event().wait(0.5)
        away = folder.with_name("away")
        folder.rename(away)
        assert _says(told, "cannot be found")
        Author(away).replaces("Which light is on: green or red?", "Which lamp burns?")
        away.rename(folder)
        assert _says(told, "lamp_link")


def _says(told: Told, words: str) -> bool:
    """Whether `words` are told in the end."""
    return told.hears_that(lambda sentences: any(words in each for each in sentences))


def test_nothing_that_goes_wrong_ends_the_watching(
    serving: Agent, settings_here: Settings, author: Author, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither a fault nobody foresaw in a reload, nor one of the watcher itself."""
    told, reload, began = Told(), serving.reload, list[int]()

    def breaking(*folders: object, **options: object) -> object:
        began.append(1)
        if len(began) == 1:
            raise RuntimeError("the folder is gone")
        return watch(*folders, **options)  # type: ignore[arg-type]

    def failing(_: object = None) -> None:
        monkeypatch.setattr(serving, "reload", reload)
        raise KeyError("nobody foresaw this")

    monkeypatch.setattr(watching_room, "watch", breaking)
    monkeypatch.setattr(watching_room, "_AGAIN_SECONDS", 0.01)
    monkeypatch.setattr(serving, "reload", failing)
    with watching(serving, settings_here, told):
        assert told.hears(1)  # it begins again, and with what may have been saved meanwhile
        assert "nobody foresaw this" in told.sentences[0]
        author.replaces("Which light is on: green or red?", "Which lamp glows?")
        assert told.hears(2)
        assert "lamp_link" in told.sentences[1]
    assert len(began) == 2
