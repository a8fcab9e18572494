"""The rules for good news in the middle of a guide, in their order: what ends it, then what only asks for the goal."""

from __future__ import annotations

from agent.dialogue.ear import Ear
from agent.dialogue.mended_meanwhile import mended_meanwhile
from agent.dialogue.news_beside import news_beside
from agent.dialogue.scene import Decision, Scene
from agent.dialogue.taking_leave import leaves_with_news
from agent.dialogue.told_outright import told_outright
from agent.dialogue.topics import Topics
from agent.dialogue.yes_and_why import yes_and_why


def good_news(scene: Scene, ear: Ear, topics: Topics) -> Decision | None:
    """The end of the guide, or its own question whether it works, where a message brings the news that it does; None where it
    brings none."""
    return (
        told_outright(scene, ear, topics)
        or leaves_with_news(scene, ear)
        or yes_and_why(scene, ear, topics)
        or mended_meanwhile(scene, ear, topics)
        or news_beside(scene, ear, topics)
    )
