"""Learning from labelled texts: values in, coefficients out. Knows no scenario and no conversation.

train(samples, embed) ──> Model ──> save / load      when the index is built (scikit-learn)
Model.judge(text, language, vector) ──> probabilities   when a customer writes (numpy alone)
"""

from agent.learning.calibration import Calibration, Expected
from agent.learning.features import Vocabulary
from agent.learning.files import load, save
from agent.learning.model import Centre, Linear, Meanings, Model
from agent.learning.training import FOLDS, Embed, Sample, Strengths, digest_of, train

__all__ = [
    "FOLDS",
    "Calibration",
    "Centre",
    "Embed",
    "Expected",
    "Linear",
    "Meanings",
    "Model",
    "Sample",
    "Strengths",
    "Vocabulary",
    "digest_of",
    "load",
    "save",
    "train",
]
