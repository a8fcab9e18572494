"""Articles: what loads, how it is cut, and every fault named with its place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from agent.errors import Severity
from agent.knowledge import CODES, Article, entries_of, load_articles
from agent.knowledge.markdown import pieces, plain, sections, sentences
from agent.material import read_material
from agent.operator import load_operator
from agent.settings import load_settings
from tests.shipped import SMALL

HEAD = '---\nid: wifi\ntitle: "Wi-Fi"\ndomain: technical\nproblem_type: internet\n---\n'
KNOWLEDGE_BASE = Path(__file__).parents[2] / "knowledge_base"

Write = Callable[[Mapping[str, str]], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def _write(files: Mapping[str, str]) -> Path:
        for name, text in files.items():
            path = tmp_path / "kb" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return tmp_path / "kb"

    return _write


def _fill(text: str, language: str) -> str:
    return text.replace("{fee}", {"lt": "29 €", "en": "€29"}[language])


def _load(directory: Path) -> tuple[dict[tuple[str, str], Article], list[tuple[str, int, str]]]:
    articles, problems = load_articles(directory, _fill)
    assert {problem.code for problem in problems} <= set(CODES)
    found = {(article.id, article.language): article for article in articles}
    return found, [(problem.file, problem.line, problem.code) for problem in problems]


def test_an_article_in_two_languages_is_one(write: Write) -> None:
    found, problems = _load(
        write(
            {
                "faq/wifi.lt.md": HEAD
                + "\n## Kiek kainuoja?\nMokestis {fee}.\n\nAntra pastraipa.\n\n## Kur?\nČia.\n",
                "faq/wifi.en.md": HEAD + "\n## How much?\nThe fee is {fee}.\n\n## Where?\nHere.\n",
            }
        )
    )
    assert not problems
    first, second = found["wifi", "lt"].passages
    assert (first.heading, first.body) == ("Kiek kainuoja?", "Mokestis 29 €.\n\nAntra pastraipa.")
    assert first.text == "Wi-Fi\nKiek kainuoja?\nMokestis 29 €.\n\nAntra pastraipa."
    assert (first.id, first.source, first.target) == ("wifi.lt#kiek-kainuoja", "kb/faq/wifi.lt.md:8", "wifi")
    assert (first.problem_type, first.domain, first.visibility, first.kind) == (
        "internet",
        "technical",
        "customer",
        "article",
    )
    assert [p.twin for p in found["wifi", "en"].passages] == [first.twin, second.twin]
    assert len(entries_of(found.values())) == 4


FAULTS = [
    # what is written, then (line, code) of what is said about it
    ("---\nid: wifi\ntitle: W\nvisiblity: internal\n---\n## A\nText\n", (4, "article-field")),
    ("---\nid: wifi\n---\n## A\nText\n", (1, "article-field")),
    ("---\nid: Wi Fi\ntitle: W\n---\n## A\nText\n", (2, "article-field")),
    ("---\nid: wifi\ntitle: W\nvisibility: secret\n---\n## A\nText\n", (4, "article-field")),
    ("---\nid: wifi\ntitle: W\nupdated: soon\n---\n## A\nText\n", (4, "article-field")),
    ("---\nid: wifi\nid: lan\ntitle: W\n---\n## A\nText\n", (1, "article-header")),
    ("---\nid: wifi\ntitle: [\n---\n## A\nText\n", (4, "article-header")),
    ("---\nid: &x wifi\ntitle: *x\n---\n## A\nText\n", (3, "article-header")),
    ("---\njust words\n---\n## A\nText\n", (1, "article-header")),
    ("---\nid: wifi\ntitle: W\n## A\nText\n", (1, "article-header")),
    (HEAD + "## A\nIt costs {price}.\n", (8, "article-placeholder")),
    (HEAD + "## A\n\n## B\n", (6, "article-empty")),
]


@pytest.mark.parametrize(("text", "expected"), FAULTS)
def test_a_faulty_page_is_named_and_left_out(write: Write, text: str, expected: tuple[int, str]) -> None:
    found, problems = _load(write({"faq/wifi.en.md": text}))
    assert not found
    assert ("kb/faq/wifi.en.md", *expected) in problems


def test_a_misspelt_key_gets_its_mend(write: Write) -> None:
    _, problems = load_articles(write({"wifi.en.md": FAULTS[0][0]}), _fill)
    assert "did you mean `visibility`?" in problems[0].mend


def test_all_faults_come_at_once(write: Write) -> None:
    _, problems = _load(write({f"{n}.en.md": text for n, (text, _) in enumerate(FAULTS)}))
    assert {file for file, _, _ in problems} == {f"kb/{n}.en.md" for n in range(len(FAULTS))}


def test_a_page_without_header_and_language_still_loads(write: Write) -> None:
    found, problems = _load(
        write({"troubleshooting/internet_lėtas.md": "# Lėtas\n\n## Kodėl?\nDėl apkrovos.\n"})
    )
    article = found["internet-letas", "lt"]
    assert (article.title, article.problem_type) == ("Lėtas", "internet")
    assert [code for _, _, code in problems] == ["article-no-language", "article-no-header"]


def test_yaml_words_stay_words(write: Write) -> None:
    text = "---\nid: wifi\ntitle: on\ntags: [yes, no, 5g]\n---\n## A\nText\n"
    found, _ = _load(write({"wifi.en.md": text}))
    assert (found["wifi", "en"].title, found["wifi", "en"].tags) == ("on", ("yes", "no", "5g"))


def test_not_utf8_and_too_large_are_named(write: Write) -> None:
    directory = write({"big.en.md": HEAD + "## A\n" + "x" * 600_000})
    (directory / "bad.en.md").write_bytes(b"\xff\xfe\xba")
    _, problems = _load(directory)
    assert [code for _, _, code in problems] == ["article-unreadable", "article-unreadable"]


@pytest.mark.parametrize(
    "header",
    [
        pytest.param(f"title: {'[' * 3000}", id="a thousand brackets"),
        pytest.param(f"title: {'{a: ' * 400}x{'}' * 400}", id="tables in tables"),
        pytest.param("id: !!int twelve", id="a number that is none"),
        pytest.param("updated: !!timestamp 2026-13-45", id="a date that is none"),
        pytest.param("id: !!python/object/apply:os.getcwd []", id="code"),
    ],
)
def test_whatever_stands_in_front_matter_is_a_problem_of_that_page_alone(write: Write, header: str) -> None:
    bad = f"---\n{header}\n---\n## A\nText\n"
    found, problems = _load(write({"bad.en.md": bad, "good.en.md": HEAD + "## A\nText\n"}))
    assert len(found) == 1
    assert [(code, file.rsplit("/", 1)[-1]) for file, _, code in problems] == [
        ("article-header", "bad.en.md")
    ]


def test_readmes_and_hidden_folders_are_no_articles(write: Write) -> None:
    assert _load(write({"README.md": "x", ".git/x.en.md": "x"})) == ({}, [])


def test_the_same_article_twice_is_named_and_one_stays(write: Write) -> None:
    found, problems = _load(
        write({"a/wifi.en.md": HEAD + "## A\nOne\n", "b/wifi.en.md": HEAD + "## A\nTwo\n"})
    )
    assert problems == [("kb/b/wifi.en.md", 1, "article-duplicate")]
    assert found["wifi", "en"].passages[0].body == "One"


def test_one_internal_version_makes_the_article_internal(write: Write) -> None:
    internal = HEAD.replace("---\nid", "---\nvisibility: internal\nid")
    found, problems = _load(
        write({"wifi.en.md": internal + "## A\nOne\n", "wifi.lt.md": HEAD + "## A\nVienas\n"})
    )
    assert [code for _, _, code in problems] == ["article-differs"]
    assert {p.visibility for article in found.values() for p in article.passages} == {"internal"}


def test_sections_that_do_not_correspond_are_no_twins(write: Write) -> None:
    found, problems = _load(
        write({"wifi.en.md": HEAD + "## A\nOne\n\n## B\nTwo\n", "wifi.lt.md": HEAD + "## A\nViens\n"})
    )
    assert [code for _, _, code in problems] == ["article-differs"]
    assert {p.twin for article in found.values() for p in article.passages} == {""}


def test_links_and_missing_languages_are_checked(write: Write) -> None:
    linked = HEAD.replace("---\nid", "---\nrelated: [gone, {id: lan, type: next, weight: 0.5}]\nid")
    other = '---\nid: lan\ntitle: "LAN"\n---\n## A\nText\n'
    found, problems = _load(
        write(
            {"wifi.en.md": linked + "## A\nOne\n", "wifi.lt.md": HEAD + "## A\nViens\n", "lan.lt.md": other}
        )
    )
    assert {code for _, _, code in problems} == {"article-related", "article-one-language"}
    assert [(link.target, link.type, link.weight) for link in found["wifi", "en"].related] == [
        ("gone", "related", 1.0),
        ("lan", "next", 0.5),
    ]


def test_a_slip_in_a_domain_or_a_problem_type_is_told_with_its_line_and_the_page_loads(write: Write) -> None:
    slip = '---\nid: wifi\ntitle: "W"\ndomain: technicall\nproblem_type: interwebs\n---\n## A\nOne\n'
    own = '---\nid: own\ntitle: "O"\ndomain: gardening\nproblem_type: alarm\n---\n## A\nOne\n'
    articles, problems = load_articles(write({"wifi.en.md": slip, "own.en.md": own}), _fill)
    assert {article.id for article in articles} == {"wifi", "own"}
    assert [(problem.line, problem.code, problem.severity) for problem in problems] == [
        (4, "article-near-miss", Severity.WARNING),
        (5, "article-near-miss", Severity.WARNING),
    ]
    assert "write `technical`" in problems[0].mend and "write `internet`" in problems[1].mend


def test_a_language_that_no_pack_speaks_is_told_once_and_not_missed_elsewhere(write: Write) -> None:
    page = HEAD + "## A\nOne\n"
    other = '---\nid: lan\ntitle: "LAN"\n---\n## A\nText\n'
    files = {
        "wifi.en.md": page,
        "wifi.lt.md": page,
        "lan.lt.md": other,
        "lan.en.md": other,
        "lan.fr.md": other,
    }
    articles, problems = load_articles(write(files), lambda text, language: text)
    assert len(articles) == 5
    assert [(problem.file, problem.code) for problem in problems] == [
        ("kb/lan.fr.md", "article-strange-language")
    ]
    assert "`.en.md` or `.lt.md`" in problems[0].mend


def test_a_long_section_is_cut_and_keeps_its_heading(write: Write) -> None:
    body = "\n\n".join(f"Paragraph {n}. " + "Some words here. " * 20 for n in range(6))
    found, _ = _load(write({"wifi.en.md": HEAD + f"## Long\n{body}\n\n### Inner\nMore.\n"}))
    passages = found["wifi", "en"].passages
    assert [p.id for p in passages] == ["wifi.en#long", "wifi.en#long/2", "wifi.en#long-inner"]
    assert all(len(p.body) <= 1200 for p in passages)
    assert [p.heading for p in passages] == ["Long", "Long", "Long › Inner"]
    assert "Paragraph 5." in passages[1].body


def test_a_question_in_other_words_is_found_and_never_shown(write: Write) -> None:
    page = "## What does it cost?\n> How much is it?\n> Do I pay?\n\nNothing.\n\n> A quotation stays.\n"
    found, _ = _load(write({"fee.en.md": HEAD + page}))
    itself, *otherwise = found["wifi", "en"].passages
    assert itself.heading == "What does it cost?"
    assert [each.heading for each in otherwise] == ["How much is it?", "Do I pay?"]
    assert {each.body for each in (itself, *otherwise)} == {"Nothing.\n\n> A quotation stays."}
    assert len({each.id for each in (itself, *otherwise)}) == 3


def test_other_words_stay_one_thing_said_where_languages_do_not_correspond(write: Write) -> None:
    english = "## A\n> Aa?\n\none\n\n## B\ntwo\n"
    found, _ = _load(write({"fee.en.md": HEAD + english, "fee.lt.md": HEAD + "## A\nvienas\n"}))
    places = [each.twin or each.id for each in found["wifi", "en"].passages]
    assert places[0] == places[1] != places[2]


def test_headings_in_code_do_not_cut_and_lists_stay_whole() -> None:
    page = "Intro\n\n## A\n```\n## not a heading\n\nx\n```\n\n- one\n- **two**\n\ntext\nwrapped [link](http://x)\n"
    intro, section = sections(page)
    assert (intro.path, intro.blocks) == ((), ("Intro",))
    assert section.path == ("A",)
    assert section.blocks == ("## not a heading\n\nx", "- one\n- two", "text wrapped link")


def test_a_long_table_is_cut_between_rows_and_each_piece_has_its_head() -> None:
    head = "| Lamp | Means |\n|---|:--:|"
    rows = [f"| lamp {number} | it means {number}. And More |" for number in range(12)]
    cut = [piece for (piece,) in pieces(["\n".join((head, *rows))], 160)]
    assert len(cut) > 2
    assert all(piece.startswith(f"{head}\n| lamp") and len(piece) <= 160 for piece in cut)
    assert [line for piece in cut for line in piece.splitlines()[2:]] == rows


def test_a_head_too_large_to_repeat_stands_once() -> None:
    head = f"| {'Lamp ' * 12}| Means |\n|---|---|"
    cut = [piece for (piece,) in pieces(["\n".join((head, *(["| a | b |"] * 12)))], 100)]
    assert "".join(cut).count("Lamp") == 12
    assert all(len(piece) <= 100 for piece in cut)


def test_a_long_list_is_cut_between_its_items() -> None:
    items = [f"{number}. Pull plug {number}. Wait a moment\nthen go on" for number in range(9)]
    cut = [piece for (piece,) in pieces(["\n".join(("Do this:", *items))], 100)]
    assert cut[0].startswith("Do this:\n0. Pull") and all(len(piece) <= 100 for piece in cut)
    assert all(piece.endswith("then go on") for piece in cut)
    assert "\n".join(cut) == "\n".join(("Do this:", *items))


def test_long_code_is_cut_between_its_lines_and_keeps_its_indents() -> None:
    code = ["for each port:", *(f"    show port {number}. Then Next" for number in range(9))]
    cut = [piece for (piece,) in pieces(["\n".join(code)], 70)]
    assert "\n".join(cut) == "\n".join(code)
    assert all(len(piece) <= 70 for piece in cut)


def test_blank_lines_of_long_code_stay_but_for_where_it_is_cut() -> None:
    block = "if red:\n\n    call()\n\n\nelse:\n\n    wait()"
    (section,) = sections(f"```\n{block}\n```\n")
    assert pieces(section.blocks, 30) == (("if red:\n\n    call()\n\n\nelse:",), ("    wait()",))
    assert pieces(["a\n" + "\n" * 40 + "b"], 10) == (("a", "b"),)


def test_a_row_longer_than_a_passage_is_cut_at_sentences() -> None:
    cut = [piece for (piece,) in pieces(["- One two. Three four.\n- Five six."], 14)]
    assert cut == ["- One two.", "Three four.", "- Five six."]


def test_a_block_longer_than_a_passage_is_cut_at_sentences() -> None:
    cut = pieces(["One two. Three four. Five six."], 20)
    assert cut == (("One two.",), ("Three four.",), ("Five six.",)) or all(len("".join(p)) <= 20 for p in cut)
    assert "".join(pieces(["x" * 50], 20)[0]) == "x" * 20


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Dirbame 8–20 val. kasdien. Skambinkite!", ["Dirbame 8–20 val. kasdien.", "Skambinkite!"]),
        ("Spauskite „OK“. „Įrašyti“ nebūtina.", ["Spauskite „OK“.", "„Įrašyti“ nebūtina."]),
        ("Kaina 2.50 € per mėn. ir viskas", ["Kaina 2.50 € per mėn. ir viskas"]),
    ],
)
def test_sentences(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


def test_plain_takes_marks_away() -> None:
    assert (
        plain('**Bold** and `code`, see [here](http://x.y "t") 2 * 3 * 4')
        == "Bold and code, see here 2 * 3 * 4"
    )


def test_the_operators_own_articles_are_sound() -> None:
    articles, problems = load_articles(KNOWLEDGE_BASE, load_operator(KNOWLEDGE_BASE / "operator.yaml").fill)
    assert not [problem for problem in problems if problem.severity is Severity.ERROR]
    assert {article.language for article in articles} == {"lt", "en"}
    assert all(passage.twin for passage in entries_of(articles))


def test_the_operator_may_want_shorter_passages(write: Write) -> None:
    text = " ".join(f"Sentence number {number}." for number in range(30))
    folder = write({"wifi.en.md": f"{HEAD}## A\n{text}\n"})

    def longest(**changed: object) -> int:
        settings = load_settings({}, knowledge_dir=folder, scenarios_dir=SMALL / "scenarios", **changed)
        (article,) = read_material(settings).articles
        return max(len(each.body) for each in article.passages)

    assert (longest(), longest(passage_length=100) <= 100) == (len(text), True)
