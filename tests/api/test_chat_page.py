"""The chat page in a real browser: a customer talks, reloads, loses the network, and never loses a word."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import Any

import pytest

from tests.api.running import HERE, Server

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine"),
]
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
PHONE = {"width": 360, "height": 740}


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def page(browser: Any, server: Server) -> Iterator[Any]:
    """A phone with nothing remembered; anything the browser complains about fails the test."""
    context = browser.new_context(viewport=PHONE, locale="lt-LT", reduced_motion="reduce")
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda said: faults.append(said.text) if "Content Security" in said.text else None)
    page.goto(f"{HERE}:{server.port}/")
    page.wait_for_selector("article.theirs")
    yield page
    context.close()
    assert not faults


def say(page: Any, words: str) -> None:
    before = page.locator("article.theirs").count()
    page.fill("#text", words)
    page.press("#text", "Enter")
    playwright.expect(page.locator("article.theirs")).to_have_count(before + 1)


def last(page: Any) -> Any:
    return page.locator("article.theirs").last


def test_a_conversation_with_buttons_in_both_languages(page: Any) -> None:
    say(page, "neveikia internetas")
    playwright.expect(last(page)).to_contain_text("Pažiūrėkite į modemą")
    last(page).get_by_role("button", name="Žalia").click()
    playwright.expect(last(page)).to_contain_text("Ištraukite modemo laidą")
    playwright.expect(page.locator("article.mine").last).to_contain_text("Žalia")
    playwright.expect(page.locator(".wait")).to_contain_text("Laukiame iki")
    assert page.locator("article.theirs").nth(1).locator("button").first.is_disabled()
    page.click("#anew")
    page.click("[data-language=en]")
    playwright.expect(page.locator("article.theirs")).to_contain_text("Hello")
    say(page, "my internet does not work")
    playwright.expect(last(page).get_by_role("button", name="Red")).to_be_visible()
    assert page.locator("html").get_attribute("lang") == "en"


def test_it_goes_on_after_a_reload(page: Any) -> None:
    say(page, "neveikia internetas")
    page.reload()
    playwright.expect(page.locator("article.mine")).to_have_text("Jūs: neveikia internetas")
    last(page).get_by_role("button", name="Raudona").click()
    playwright.expect(page.locator("#status")).to_have_text("Perduota kolegoms.")
    playwright.expect(last(page)).to_contain_text("T-")


def test_a_message_lost_on_the_way_is_sent_again_with_its_id(page: Any) -> None:
    say(page, "neveikia internetas")
    sent: list[str] = []

    def lose(route: Any) -> None:
        sent.append(route.request.post_data_json["message_id"])
        if len(sent) < 3:
            route.abort()
        else:
            route.continue_()

    page.route("**/messages", lose)
    last(page).get_by_role("button", name="Žalia").click()
    playwright.expect(last(page)).to_contain_text("Ištraukite modemo laidą", timeout=15_000)
    assert len(sent) == 3
    assert len(set(sent)) == 1


def test_without_a_network_the_words_stay_and_can_be_sent_later(page: Any) -> None:
    say(page, "neveikia internetas")
    page.route("**/messages", lambda route: route.abort())
    page.fill("#text", "žalia")
    page.press("#text", "Enter")
    playwright.expect(page.get_by_role("alert")).to_contain_text("neišsiųsta", timeout=15_000)
    page.unroute("**/messages")
    page.get_by_role("button", name="Bandyti dar kartą").click()
    playwright.expect(last(page)).to_contain_text("Ištraukite modemo laidą")
    assert page.locator("article.mine").count() == 2


def test_what_is_said_is_shown_as_text(page: Any) -> None:
    hostile = "<img src=x onerror=alert(1)><b>neveikia internetas</b>"
    say(page, hostile)
    playwright.expect(page.locator("article.mine")).to_contain_text(hostile)
    assert page.locator("article img, article b").count() == 0


def test_reasons_are_shown_when_asked_for(page: Any) -> None:
    say(page, "neveikia internetas")
    reasons = last(page).locator("details.why")
    playwright.expect(reasons).to_be_hidden()
    page.click("#why")
    playwright.expect(reasons).to_be_visible()
    assert page.locator("#why").get_attribute("aria-pressed") == "true"


def test_a_keyboard_is_enough_and_a_phone_is_wide_enough(page: Any) -> None:
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    say(page, "neveikia internetas")
    assert page.evaluate("document.activeElement.id") == "text", "the next word can be typed at once"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for button in page.get_by_role("button").all():
        box = button.bounding_box()
        assert box and box["height"] >= 44, button.inner_text()
    log = page.get_by_role("log")
    assert log.get_attribute("aria-live") == "polite"


def test_a_person_who_takes_over_is_heard(page: Any, server: Server) -> None:
    say(page, "noriu žmogaus")
    conversation = page.evaluate("localStorage.getItem('taisa.conversation')")
    server.post(f"/conversations/{conversation}/takeover", {"person": "Rasa"})
    server.post(f"/conversations/{conversation}/person-messages", {"text": "Čia Rasa, jau žiūriu."})
    playwright.expect(last(page)).to_contain_text("Čia Rasa", timeout=15_000)


def test_the_reference_page_shows_every_route(page: Any, server: Server) -> None:
    page.goto(f"{HERE}:{server.port}/docs")
    playwright.expect(page.locator("summary").first).to_be_visible()
    paths = server.http.get("/openapi.json").json()["paths"]
    assert page.locator("summary").count() == sum(len(methods) for methods in paths.values())
