"""Conditions as older runbooks write them, with the words of another language: `and`, `or`, `not`, `True`.

in_cel('not a and "x and y" in b')  →  '!a && "x and y" in b'
"""

from __future__ import annotations

import re

_PIECE = re.compile(r"""(?P<said>"[^"]*"|'[^']*')|(?P<word>\b(?:and|or|not|True|False)\b)(?P<gap>\s*)""")
_WORDS = {"and": "&&", "or": "||", "not": "!", "True": "true", "False": "false"}
# Takes every word whole, with or without the rest, and gives none of it back: else a long word is tried from each letter.
_NOT_IN = re.compile(r"""(?P<what>"[^"]*"|'[^']*'|[\w.]++)(?:\s++not\s++in\s++(?P<where>[\w.]++))?""")
_WHEN = re.compile(
    r"""(?P<before>^(?:\s*(?:- )?|.*?[{,]\s*)when:\s+)(?P<said>"[^"]*"|'(?:[^']|'')*'|[^"'{},\s][^{},#]*?)(?P<after>\s*(?:[,}#].*)?)$"""
)
_ITEM = re.compile(r"^(?P<before>\s*- +)(?P<said>[^{#].*?)(?P<after>\s*)$")


def in_cel(expression: str) -> str:
    """The expression in the words of CEL; what stands in quotes stays as it is."""
    inverted = _NOT_IN.sub(_inverted, expression)

    def word(found: re.Match[str]) -> str:
        if found["said"]:
            return found["said"]
        gap = "" if found["word"] == "not" else found["gap"]
        return _WORDS[found["word"]] + gap

    return _PIECE.sub(word, inverted)


def _inverted(found: re.Match[str]) -> str:
    return f"!({found['what']} in {found['where']})" if found["where"] else found[0]


def mended_when(line: str) -> str:
    """A line with a `when:` on it, its condition in CEL."""
    found = _WHEN.match(line)
    if found is None or found["before"].count('"') % 2:  # words of a text that speak of "when:"
        return line
    return _rewritten(found)


def mended_item(line: str) -> str:
    """A line that is one condition of a list, in CEL."""
    return _ITEM.sub(_rewritten, line)


def _rewritten(found: re.Match[str]) -> str:
    said = found["said"]
    quote = said[0] if len(said) > 1 and said[0] == said[-1] and said[0] in "\"'" else ""
    inner = said[1:-1] if quote else said
    if quote and quote in inner.replace("''", ""):
        quote, inner = "", said  # it begins and ends with a word of its own in quotes
    cel = in_cel(inner.replace("''", "'") if quote == "'" else inner)
    if cel == (inner.replace("''", "'") if quote == "'" else inner):
        return found[0]
    if not quote and not cel.startswith("!"):
        return f"{found['before']}{cel}{found['after']}"  # left for the quotes to be put round it
    whole = f'"{cel}"' if quote == '"' else "'" + cel.replace("'", "''") + "'"
    return f"{found['before']}{whole}{found['after']}"
