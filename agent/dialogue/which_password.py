"""A password that is forgotten, and nobody says of what: "can't log in, forgot my password" may be the mailbox as well as the Wi-Fi.

The guide that the words sound like is asked about beside the one for email; self-service, which has only a page, is answered when it
is named.
"""

from __future__ import annotations

from dataclasses import replace

from agent.conversation import Evidence, Route
from agent.dialogue.beginnings import to_which
from agent.dialogue.scene import Decision, Scene
from agent.dialogue.topics import Topics

FORGOTTEN, SIGNS_IN, OF_WHAT = "password_forgotten", "signs_in", "password_of"
PASSWORD, EMAIL = "password", "email"
BECAUSE = Evidence("topic", "a password is forgotten, and nobody says of what")


def which_password(scene: Scene, route: Route, topics: Topics) -> Decision | None:
    """The question which of the two; None where something is named that has a password, or the guide is for no password."""
    guide, usual = scene.library.get(_only_target(route)), scene.library.defaults.get(EMAIL)
    spoken = topics.of(scene.message.text)
    if guide is None or usual is None or guide.id == usual or OF_WHAT in spoken:
        return None
    if not {FORGOTTEN, SIGNS_IN} <= spoken or PASSWORD not in topics.of(scene.voice.text(guide.title)):
        return None
    return replace(to_which(scene, (guide.id, usual)), why=(BECAUSE,))


def _only_target(route: Route) -> str:
    """The guide that a message belongs to, or the only one that it may belong to."""
    likely = [each.target for each in route.alternatives] if route.kind == "clarify" else []
    return route.target or (likely[0] if len(likely) == 1 else "")
