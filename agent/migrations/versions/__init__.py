"""One file a step, oldest first by number."""
