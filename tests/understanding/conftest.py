"""Replies are read in two ways: lightly (rules and learned reader), and as shipped (with the encoder beside them)."""

from __future__ import annotations

import pytest

from agent.understanding.encoder import Encoder, encoder

ONLY_SHIPPED = {  # the light reader asks again
    "ir ryte, ir vakare",
    "it worked for a minute but now it's dead again",
}


@pytest.fixture(params=["light", "shipped"])
def beside(request: pytest.FixtureRequest) -> Encoder | None:
    """The encoder, or none."""
    reply = request.node.callspec.params.get("reply")
    if request.param == "light" and reply in ONLY_SHIPPED:
        request.applymarker(pytest.mark.xfail(strict=True, reason="the light reader asks again"))
    return encoder() if request.param == "shipped" else None
