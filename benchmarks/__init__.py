"""Measurements with commands of their own: `python -m benchmarks.<name>`. Run so, numeric libraries keep to one thread each."""

from agent.threads import pin_threads

pin_threads()  # before any of them is imported
