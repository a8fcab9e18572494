"""Writes the vectors of the shipped content and examples (`agent/vectors`), so that nobody's first index works them out.

    agent index && python -m benchmarks.ship_vectors

Run it when content or examples have changed much, and always after the encoder was fitted again. It takes what the index of
`--index` and the shipped files hold, leaves out what no text asks for any more, and names what is missing.
"""

from __future__ import annotations

import argparse
from collections.abc import Set
from pathlib import Path

from agent.bootstrap import embedder_of, entries, meaning_of
from agent.knowledge.embedding import fingerprint
from agent.knowledge.entry import digest_of
from agent.knowledge.shippedvectors import SHIPPED, ship
from agent.knowledge.vectorcache import VectorCache, name_of
from agent.material import Material, read_material
from agent.routing.background import load_backgrounds
from agent.routing.opening import FOLDER, told_digest
from agent.routing.samples import samples_of
from agent.settings import load_settings


def searched(material: Material) -> Set[str]:
    """The digests of every text that the search embeds."""
    return {digest_of(part) for entry in entries(material) for part in (entry.text, entry.heading) if part}


def routed(material: Material) -> Set[str]:
    """The digests of every message that the router learns from."""
    samples = samples_of(material.library, entries(material), load_backgrounds())
    return {told_digest(sample.means or sample.text, sample.language) for sample in samples}


def ship_wanted(folder: Path, model: str, dimension: int, wanted: Set[str]) -> None:
    """Writes the vectors of one model that are wanted. Raises SystemExit where some are not there."""
    with VectorCache(folder, model, dimension) as cache:
        missing = len(wanted - cache.known.keys())
        if missing:
            raise SystemExit(
                f"{model}: {missing} of {len(wanted)} texts have no vector. Run `agent index` first."
            )
        file = SHIPPED / f"{name_of(model, dimension)}.npz"
        ship({digest: cache.known[digest] for digest in wanted}, file)
    print(f"{file.name}: {len(wanted)} texts, {file.stat().st_size / 1e6:.1f} MB")


def main() -> None:
    """Both models' vectors; files of models that are not shipped any more are removed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--index", type=Path, default=Path("var/index"))
    folder = parser.parse_args().index
    settings = load_settings()
    material, embedder = read_material(settings), embedder_of(settings)
    meaning = meaning_of(settings, embedder)
    assert meaning is not None, "the bundled embedder and the encoder have vectors"
    models = {
        (fingerprint(embedder), embedder.dimension): (folder / "embeddings", searched(material)),
        (meaning.fingerprint, meaning.dimension): (folder / FOLDER, routed(material)),
    }
    for (model, dimension), (kept, wanted) in models.items():
        ship_wanted(kept, model, dimension, wanted)
    named = {f"{name_of(*model)}.npz" for model in models}
    for file in SHIPPED.glob("*.npz"):
        if file.name not in named:
            file.unlink()


if __name__ == "__main__":
    main()
