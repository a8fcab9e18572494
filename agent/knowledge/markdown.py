"""Markdown pages cut into sections and pieces that can be found and shown on their own.

Cut at `##`; a `###` inside opens a section of its own with both headings as its path. Fenced code, tables and lists
stay whole where they fit into a passage; else they are cut between rows, and a table's head stands over each piece. Lines quoted with `>` right under a heading are the same question in other words: found, never shown.
Knows no front matter and no article.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import dropwhile, takewhile

_HEADING = re.compile(r"^(#{1,6})\s+(.+?)\s*#*\s*$")
_FENCE = re.compile(r"^\s*(```|~~~)")
_LIST_ITEM = re.compile(r"^\s*(?:[-*+]|\d+[.)])\s+")
_TABLE_RULE = re.compile(r"^\|?(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?\s*)?$")
_ASKED = re.compile(r"^>\s*(.+?)\s*$")
_SENTENCE_END = re.compile(r"(?<=[.!?…])\s+(?=[^\W\d_a-ząčęėįšųūž]|[„“\"(])")
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)\s]*(?:\s+\"[^\"]*\")?\)")
_EMPHASIS = re.compile(r"(\*\*|__|\*|`)(?=\S)(.+?)(?<=\S)\1")


@dataclass(frozen=True, slots=True)
class Section:
    """Text under a heading path, e.g. ("Setting up", "On a phone"). `line` is 1-based within the page; `asked` is its
    question in other words."""

    path: tuple[str, ...]
    blocks: tuple[str, ...]
    line: int
    asked: tuple[str, ...] = ()


def sections(markdown: str, first_line: int = 1) -> tuple[Section, ...]:
    """The page's sections in order; text before the first heading has an empty path. Empty ones are left out."""
    found: list[Section] = []
    path: tuple[str, ...] = ()
    start, lines = first_line, list[str]()
    for number, line, level, heading in _headed(markdown, first_line):
        if not level:
            lines.append(line)
            continue
        _close(found, path, lines, start)
        path = (*path[: max(level - 2, 0)], plain(heading)) if level > 1 else ()
        start, lines = number, []
    _close(found, path, lines, start)
    return tuple(found)


def _headed(markdown: str, first_line: int) -> Iterator[tuple[int, str, int, str]]:
    """Each line with its number and, outside of fenced code, its heading level and words (0 and "" if none)."""
    fenced = False
    for number, line in enumerate(markdown.splitlines(), first_line):
        fenced ^= bool(_FENCE.match(line))
        heading = None if fenced else _HEADING.match(line)
        yield number, line, len(heading[1]) if heading else 0, heading[2] if heading else ""


def _close(found: list[Section], path: tuple[str, ...], lines: Sequence[str], start: int) -> None:
    written = list(dropwhile(_is_blank, lines))
    asked = tuple(takewhile(bool, map(_asked, written)))
    blocks = tuple(_blocks(written[len(asked) :]))
    if blocks:
        found.append(Section(path, blocks, start, asked))


def _asked(line: str) -> str:
    """The question that a quoted line asks; "" for any other line."""
    quoted = _ASKED.match(line)
    return plain(quoted[1]) if quoted else ""


def _is_blank(line: str) -> bool:
    return not line.strip()


def _blocks(lines: Sequence[str]) -> Iterator[str]:
    """Paragraphs, lists, tables and fenced code: the pieces that must not be torn apart."""
    block: list[str] = []
    fenced = False
    for line in lines:
        fenced ^= bool(_FENCE.match(line))
        if line.strip() or fenced:
            block.append(line.rstrip())
        elif block:
            yield _shown(block)
            block = []
    if block:
        yield _shown(block)


def _shown(lines: Sequence[str]) -> str:
    """Code, tables and lists keep their lines; a paragraph is one line, so that wrapping does not show."""
    if any(_FENCE.match(line) for line in lines):
        return "\n".join(line for line in lines if not _FENCE.match(line))
    if any(line.startswith("|") for line in lines) or any(_LIST_ITEM.match(line) for line in lines):
        return "\n".join(plain(line) for line in lines)
    return plain(" ".join(line.strip() for line in lines))


def plain(text: str) -> str:
    """`text` without emphasis marks and link addresses: what a chat window or a voice can say."""
    return _EMPHASIS.sub(r"\2", _LINK.sub(r"\1", text)).strip()


def pieces(blocks: Sequence[str], longest: int) -> tuple[tuple[str, ...], ...]:
    """`blocks` grouped so that no group is longer than `longest` characters; a longer block is cut between its lines, a
    longer line at sentences."""
    groups: list[tuple[str, ...]] = []
    group: list[str] = []
    for block in (part for whole in blocks for part in _cut(whole, longest)):
        if group and sum(map(len, group)) + 2 * len(group) + len(block) > longest:
            groups.append(tuple(group))
            group = []
        group.append(block)
    return (*groups, tuple(group)) if group else tuple(groups)


def _cut(block: str, longest: int) -> Iterator[str]:
    if len(block) <= longest:
        yield block
    elif "\n" in block:
        yield from _cut_between(_rows(block.split("\n")), longest)
    else:
        yield from _cut_at_sentences(block, longest)


def _rows(lines: Sequence[str]) -> list[str]:
    """What a piece may begin with: a line of a table or of code, an item of a list with the lines that go on with it."""
    rows: list[str] = []
    listed = any(map(_LIST_ITEM.match, lines))
    for line in lines:
        if listed and rows and not _LIST_ITEM.match(line) and _LIST_ITEM.match(rows[-1]):
            rows[-1] += f"\n{line}"
        else:
            rows.append(line)
    return rows


def _cut_between(rows: Sequence[str], longest: int) -> Iterator[str]:
    """Pieces of whole rows; those of a table each begin with its head, unless that would fill half of them. Blank rows, which
    only code has, stay within a piece and go at its ends."""
    head = "\n".join(rows[:2]) + "\n" if len(rows) > 1 and _TABLE_RULE.match(rows[1]) else ""
    if len(head) > longest // 2:
        head = ""
    held: list[str] = []
    for row in (part for whole in rows for part in _cut_row(whole, longest - len(head))):
        if held and len("\n".join((*held, row))) > longest:
            yield from _without_ends(held)
            held = [head.rstrip("\n")] if head else []
        held.append(row)
    yield from _without_ends(held)


def _without_ends(rows: Sequence[str]) -> Iterator[str]:
    """The piece of these rows, if it says anything."""
    piece = "\n".join(rows).strip("\n")
    if piece:
        yield piece


def _cut_row(row: str, longest: int) -> Iterator[str]:
    """A row that is a piece by itself and still too long: line by line, and each line at sentences."""
    if len(row) <= longest:
        yield row
        return
    for line in row.split("\n"):
        yield from _cut_at_sentences(line, longest)


def _cut_at_sentences(block: str, longest: int) -> Iterator[str]:
    held = ""
    for sentence in sentences(block):
        if held and len(held) + 1 + len(sentence) > longest:
            yield held
            held = ""
        held = f"{held} {sentence}".strip()
        while len(held) > longest:  # one sentence longer than a passage may be: cut at the last space
            end = held.rfind(" ", 1, longest) if " " in held[1:longest] else longest
            yield held[:end]
            held = held[end:].lstrip()
    if held:
        yield held


def sentences(text: str) -> list[str]:
    """`text` cut behind sentence ends that are followed by a capital letter or a quote (so "8 val. ryto" stays)."""
    return [sentence for sentence in _SENTENCE_END.split(text) if sentence]
