"""The HTTP door: translates requests to calls of one Agent and its values to JSON. Decides nothing itself."""

from agent.api.app import create_app

__all__ = ["create_app"]
