"""Two readers' opinions of a reply as one."""

from __future__ import annotations

import numpy as np

from agent.understanding.learned import Chances

BY_PIECES, BY_ENCODER = 0.4, 0.6  # the weight of each one's logarithm where both are asked
_LEAST = 1e-6


def mixed(one: Chances, other: Chances) -> Chances:
    """Two opinions as one: the weighted sum of their logarithms (a logarithmic opinion pool: Genest & Zidek 1986)."""
    names = tuple(one.others)
    left = np.log(np.maximum([*one.options, *(one.others[name] for name in names)], _LEAST))
    right = np.log(np.maximum([*other.options, *(other.others[name] for name in names)], _LEAST))
    added = BY_PIECES * left + BY_ENCODER * right
    raised = np.exp(added - added.max())
    shares = [float(share) for share in raised / raised.sum()]
    count = len(one.options)
    return Chances(tuple(shares[:count]), dict(zip(names, shares[count:], strict=True)))
