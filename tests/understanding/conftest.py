"""Replies are read in two ways: lightly (rules and learned reader), and as shipped (with the encoder beside them)."""

from __future__ import annotations

import pytest

from agent.understanding.encoder import Encoder, encoder

ONLY_LIGHT = {
    "everything works except the tv",
    "spintoje uždarytas",
}  # as shipped it asks again


@pytest.fixture(params=["light", "shipped"])
def beside(request: pytest.FixtureRequest) -> Encoder | None:
    """The encoder, or none."""
    reply = request.node.callspec.params.get("reply")
    if request.param == "shipped" and reply in ONLY_LIGHT:
        request.applymarker(pytest.mark.xfail(strict=True, reason="known: it asks again"))
    return encoder() if request.param == "shipped" else None
