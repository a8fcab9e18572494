"""Where a message belongs: Router.route(text, …) → Route, with the evidence for it.

train_router   content → a learned router on disk, when the index is built
open_router    the learned router over today's library
"""

from agent.routing.background import Background, load_backgrounds
from agent.routing.meaning import ByEmbedder, ByEncoder, Meaning
from agent.routing.opening import learn, learn_again, open_router, train_router
from agent.routing.router import Router
from agent.routing.samples import samples_of
from agent.routing.values import OWN_PAGE, Listener, Searcher, Thresholds

__all__ = [
    "OWN_PAGE",
    "Background",
    "ByEmbedder",
    "ByEncoder",
    "Listener",
    "Meaning",
    "Router",
    "Searcher",
    "Thresholds",
    "learn",
    "learn_again",
    "load_backgrounds",
    "open_router",
    "samples_of",
    "train_router",
]
