"""The stations of one turn. `agent/graph.py` is the floor plan that joins them; each module here is one room of it."""
