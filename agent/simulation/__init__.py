"""Simulated customers: who they are, what is really broken at home, what they say, and how it ended.

    personas ── how someone behaves        world    ── what is really broken and which step mends it
    words    ── what people say, per language, from a data file     customer ── one person answering the real Agent
    report   ── how it ended, counted       running  ── many conversations, one after another

A customer answers truthfully according to the hidden world, in varied words. What the service made of it is compared
with that world afterwards: the one thing that must never happen is a case closed as solved that is still broken.
"""

from __future__ import annotations

from agent.simulation.personas import PERSONAS, Persona
from agent.simulation.report import Ending, Misread, Outcomes, Played, counted
from agent.simulation.running import simulate
from agent.simulation.words import Words, load_words
from agent.simulation.world import World

__all__ = [
    "PERSONAS",
    "Ending",
    "Misread",
    "Outcomes",
    "Persona",
    "Played",
    "Words",
    "World",
    "counted",
    "load_words",
    "simulate",
]
