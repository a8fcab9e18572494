"""Articles: pages of the knowledge base, loaded with every fault named, cut into passages.

`<topic>/<name>.<lang>.md` with front matter. The same id in two languages is one article in two languages: their
sections correspond by position, and the passages carry the same `twin`. A faulty page is left out, never shown half.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from pathlib import Path

from agent.errors import Problem, Severity
from agent.knowledge.entry import INTERNAL, OTHERWISE, Entry, Link
from agent.knowledge.header import PROBLEM_TYPES, Header, parse
from agent.knowledge.markdown import Section, pieces, sections
from agent.language import fold, spoken_languages, words

CODES: Mapping[str, str] = {
    "article-header": "The front matter of an article cannot be read.",
    "article-field": "A key of the front matter is unknown, missing or has a wrong value.",
    "article-near-miss": "The domain or the problem type of an article is nearly a known one.",
    "article-strange-language": "The file name of an article gives a language that no pack speaks.",
    "article-no-header": "An article has no front matter; its id and problem type were taken from the file name.",
    "article-no-language": "The file name of an article does not end in .<language>.md; the language was guessed.",
    "article-unreadable": "An article is not UTF-8, too large or cannot be opened.",
    "article-empty": "An article has no text under its headings.",
    "article-placeholder": "An article quotes an operator fact that does not exist.",
    "article-duplicate": "Two files hold the same article in the same language.",
    "article-one-language": "An article exists in some languages only.",
    "article-differs": "The languages of an article differ in visibility, problem type, domain or sections.",
    "article-related": "An article points to a page that does not exist.",
}
LONGEST_PASSAGE = (
    1200  # characters of body: with its headings below 512 tokens of the bundled model in Lithuanian
)
_LARGEST_FILE = 512 * 1024
_NAME = re.compile(r"^(?P<name>.+?)(?:\.(?P<language>[a-z]{2}))?\.md$")
_PLACEHOLDER = re.compile(r"\{([a-z][a-z0-9_]*)\}")
_NOT_SLUG = re.compile(r"[^a-z0-9]+")
_LITHUANIAN = re.compile("[ąčęėįšųūžĄČĘĖĮŠŲŪŽ]")
_ENGLISH = frozenset(
    {"the", "is", "are", "of", "to", "and", "in", "you", "your", "how", "what", "not", "with"}
)


@dataclass(frozen=True, slots=True)
class Article:
    """One page in one language: what its front matter says, and its passages in reading order."""

    id: str
    language: str
    title: str
    file: str
    domain: str = "other"
    problem_type: str = ""
    tags: tuple[str, ...] = ()
    applicable_models: tuple[str, ...] = ("*",)
    visibility: str = "customer"
    related: tuple[Link, ...] = ()
    updated: str = ""
    passages: tuple[Entry, ...] = ()


Loaded = tuple[tuple[Article, ...], tuple[Problem, ...]]


def load_articles(
    directory: Path,
    fill: Callable[[str, str], str],
    *,
    longest: int = LONGEST_PASSAGE,
    known: Iterable[str] = (),
) -> Loaded:
    """Every article under `directory`, with all problems; those with an error are left out.

    `fill(text, language)` puts the operator's facts in. `longest` is the limit of a passage in characters (choose a
    smaller one for a model with a short window). `known` are ids outside of the articles that links may point to.
    """
    articles: list[Article] = []
    problems: list[Problem] = []
    for path in sorted(directory.rglob("*.md")):
        if path.name != "README.md" and not any(
            part.startswith(".") for part in path.relative_to(directory).parts
        ):
            article, faults = _load(path, directory, fill, longest)
            problems += faults
            articles += [article] if article else []
    kept, differences = _together(articles)
    return kept, tuple(sorted((*problems, *differences, *_dead_links(kept, known))))


def entries_of(articles: Iterable[Article]) -> tuple[Entry, ...]:
    """The passages of all articles, in order."""
    return tuple(passage for article in articles for passage in article.passages)


def _load(
    path: Path, root: Path, fill: Callable[[str, str], str], longest: int
) -> tuple[Article | None, list[Problem]]:
    file = path.relative_to(root.parent).as_posix()
    try:
        if path.stat().st_size > _LARGEST_FILE:
            says = f"the file is larger than {_LARGEST_FILE} bytes"
            return None, [_error(file, 0, "article-unreadable", says, "cut it into several pages")]
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as fault:
        return None, [_error(file, 0, "article-unreadable", str(fault), "save it as a UTF-8 text file")]
    except OSError as fault:
        says = fault.strerror or str(fault)
        return None, [
            _error(file, 0, "article-unreadable", says, "make it a file that can be read, or take it away")
        ]
    page = parse(text, file)
    problems = list(page.problems)
    if page.present and page.header is None:
        return None, problems
    name, language = _named(path, page.body, file, problems)
    header = page.header or _guessed(name, page.body, file, problems)
    filled = fill(page.body, language)
    problems += _unfilled(filled, file, page.body_line)
    article = _article(header, language, file, fill(header.title, language))
    article = replace(article, passages=tuple(_passages(article, sections(filled, page.body_line), longest)))
    if not article.passages:
        problems.append(
            _error(file, page.body_line, "article-empty", "the page has no text", "write a `## Section`")
        )
    return (None if any(p.severity is Severity.ERROR for p in problems) else article), problems


def _article(header: Header, language: str, file: str, title: str) -> Article:
    return Article(
        id=header.id,
        language=language,
        title=title,
        file=file,
        domain=header.domain,
        problem_type=header.problem_type or "",
        tags=header.tags,
        applicable_models=header.applicable_models,
        visibility=header.visibility,
        related=tuple(Link(link.id, link.type, link.weight) for link in header.related),
        updated=header.updated.isoformat() if header.updated else "",
    )


def _named(path: Path, body: str, file: str, problems: list[Problem]) -> tuple[str, str]:
    """The name and the language that the file name gives; a missing language is guessed, with a warning."""
    found = _NAME.match(path.name)
    name, language = (found["name"], found["language"]) if found else (path.stem, None)
    if language is None:
        language = _guessed_language(body)
        says = f"the file name has no language; taken for `{language}`"
        problems.append(
            _warning(file, 0, "article-no-language", says, f"rename it to `{name}.{language}.md`")
        )
    elif language not in spoken_languages():
        says = f"no language pack speaks `{language}`: nobody is answered in it"
        packs = " or ".join(f"`.{pack}.md`" for pack in sorted(spoken_languages()))
        problems.append(
            _warning(file, 0, "article-strange-language", says, f"name it {packs}, or add a pack")
        )
    return name, language


def _guessed(name: str, body: str, file: str, problems: list[Problem]) -> Header:
    """A header for a page without one. The problem type is the first word of the file name: `internet_<what>.md`."""
    slug = _NOT_SLUG.sub("-", fold(name)).strip("-") or "page"
    kind = slug.split("-")[0]
    title = next(
        (line.lstrip("# ") for line in body.splitlines() if line.startswith("# ")), slug.replace("-", " ")
    )
    says = "the page has no front matter; id and problem type come from the file name"
    problems.append(
        _warning(file, 1, "article-no-header", says, "begin it with `---`, `id:`, `title:`, `---`")
    )
    return Header(id=slug, title=title[:200] or slug, problem_type=kind if kind in PROBLEM_TYPES else None)


def _guessed_language(body: str) -> str:
    """`lt` or `en`, by Lithuanian letters against English function words. Only for pages that do not say."""
    found = words(body)
    english = sum(word.casefold() in _ENGLISH for word in found)
    return "lt" if len(_LITHUANIAN.findall(body)) > english else "en"


def _unfilled(text: str, file: str, first_line: int) -> Iterator[Problem]:
    for number, line in enumerate(text.splitlines(), first_line):
        for name in _PLACEHOLDER.findall(line):
            says = f"`{{{name}}}` is not a fact of the operator"
            yield _error(
                file, number, "article-placeholder", says, f"add `{name}` to operator.yaml or quote another"
            )


def _passages(article: Article, found: Sequence[Section], longest: int) -> Iterator[Entry]:
    anchors: dict[str, int] = defaultdict(int)
    for place, section in enumerate(found, 1):
        heading = " › ".join(section.path)
        anchor = _NOT_SLUG.sub("-", fold(heading)).strip("-")[:60] or "top"
        anchors[anchor] += 1
        base = f"{article.id}.{article.language}#{anchor}" + (
            f"-{anchors[anchor]}" if anchors[anchor] > 1 else ""
        )
        for part, blocks in enumerate(pieces(section.blocks, longest), 1):
            body = "\n\n".join(blocks)
            passage = Entry(
                id=base if part == 1 else f"{base}/{part}",
                text="\n".join(line for line in (article.title, heading, body) if line),
                kind="article",
                target=article.id,
                language=article.language,
                title=article.title,
                heading=heading,
                problem_type=article.problem_type,
                domain=article.domain,
                visibility=article.visibility,
                tags=article.tags,
                source=f"{article.file}:{section.line}",
                body=body,
                twin=f"{article.id}#{place}/{part}",
                applicable_models=article.applicable_models,
                related=article.related,
            )
            yield passage
            if part == 1:
                yield from _asked_otherwise(passage, section.asked)


def _asked_otherwise(passage: Entry, wordings: Iterable[str]) -> Iterator[Entry]:
    """The passage once more under each other wording of its question: like finds like, and what is shown is the same."""
    for number, wording in enumerate(dict.fromkeys(wordings), 1):
        text = "\n".join(line for line in (passage.title, wording, passage.body) if line)
        yield replace(passage, id=f"{passage.id}{OTHERWISE}{number}", text=text, heading=wording)


def _together(articles: Sequence[Article]) -> Loaded:
    """Articles of one id put side by side: duplicates dropped, differences named, twins cut where they do not match."""
    by_id: dict[str, dict[str, Article]] = defaultdict(dict)
    problems: list[Problem] = []
    for article in articles:
        first = by_id[article.id].setdefault(article.language, article)
        if first is not article:
            says = f"`{article.id}` in `{article.language}` is already in {first.file}"
            problems.append(_error(article.file, 1, "article-duplicate", says, "give one of them another id"))
    languages = {article.language for article in articles} & spoken_languages()
    kept: list[Article] = []
    for versions in by_id.values():
        pages = tuple(versions.values())
        problems += _differences(pages, languages)
        kept += _reconciled(pages)
    return tuple(kept), tuple(problems)


def _differences(pages: Sequence[Article], languages: Set[str]) -> Iterator[Problem]:
    first = pages[0]
    missing = sorted(languages - {page.language for page in pages})
    if missing:
        says = f"`{first.id}` is missing in: {', '.join(missing)}"
        yield _warning(first.file, 1, "article-one-language", says, "write it in that language too")
    for page in pages[1:]:
        for name in ("visibility", "problem_type", "domain"):
            one, other = getattr(first, name), getattr(page, name)
            if one != other:
                says = f"`{name}` is `{other}` here and `{one}` in {first.file}"
                yield _warning(page.file, 1, "article-differs", says, "write the same in both")
        if not _parallel((first, page)):
            says = f"its sections do not correspond to those of {first.file}"
            yield _warning(page.file, 1, "article-differs", says, "write the same sections in the same order")


def _reconciled(pages: Sequence[Article]) -> Iterator[Article]:
    """One internal version makes the article internal; sections that do not correspond are no twins."""
    internal = any(page.visibility == INTERNAL for page in pages)
    parallel = _parallel(pages)
    for page in pages:
        passages = tuple(
            replace(
                passage,
                visibility=INTERNAL if internal else passage.visibility,
                twin=passage.twin if parallel else _own_place(passage),
            )
            for passage in page.passages
        )
        yield replace(page, visibility=INTERNAL if internal else page.visibility, passages=passages)


def _own_place(passage: Entry) -> str:
    """Without a twin in another language a passage stands for itself, in whichever words it was asked for."""
    itself, otherwise, _ = passage.id.partition(OTHERWISE)
    return itself if otherwise else ""


def _parallel(pages: Sequence[Article]) -> bool:
    """Whether all versions have as many sections. Pieces of a long section need not match: they find their own twin."""
    return len({len({passage.twin.split("/")[0] for passage in page.passages}) for page in pages}) == 1


def _dead_links(articles: Sequence[Article], known: Iterable[str]) -> Iterator[Problem]:
    there = {article.id for article in articles} | set(known)
    for article in articles:
        for link in article.related:
            if link.target not in there:
                says = f"`related` points to `{link.target}`, which does not exist"
                yield _warning(article.file, 1, "article-related", says, "correct the id or take it out")


def _error(file: str, line: int, code: str, message: str, mend: str) -> Problem:
    return Problem(file, line, Severity.ERROR, code, message, mend)


def _warning(file: str, line: int, code: str, message: str, mend: str) -> Problem:
    return Problem(file, line, Severity.WARNING, code, message, mend)
