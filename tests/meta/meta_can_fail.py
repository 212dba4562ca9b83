# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Each check of this folder finds the fault that it is there for.

What it has to let pass is the tree itself, on which each runs.
"""
import os
import pathlib
from collections.abc import Callable, Iterable
from typing import Any
from xml.etree import ElementTree

import pytest

import api_version
import constants_cite_a_source as constants
import figures
import folders
import gtkdoc
import help as help_rows
import hygiene
import layers
import links
import markup
import modules
import parameters
import security
import usage
import values
import weight

try:
    import pages
except SystemExit:              # as pages.py says, without its library
    pages = None

GIR = """<repository xmlns="http://www.gtk.org/introspection/core/1.0"
    xmlns:c="http://www.gtk.org/introspection/c/1.0"
    xmlns:glib="http://www.gtk.org/introspection/glib/1.0"><namespace>
  <function c:identifier="gst_old" version="1.20"/>
  <function c:identifier="gst_new" version="1.22"/>
  <function c:identifier="gst_devel" version="1.21.1"/>
  <function-macro c:identifier="GST_NEW" version="1.22"/>
  <enumeration c:type="GstKind"><member c:identifier="GST_KIND_NEW" version="1.24"/>
    <member c:identifier="GST_KIND_OLD"/></enumeration>
  <class c:type="GstThing" glib:get-type="gst_thing_get_type" version="1.22.">
    <method c:identifier="gst_thing_run"/></class>
</namespace></repository>"""
VERSIONS = api_version.read_gir(ElementTree.fromstring(GIR))
DEVIATIONS = "| `LISTED` | 1 | 2 | reason |\n"
DEVIATES = "/* RFC 8888 section 3\n * DEVIATES (2 there): reason */\n"
ALLOWED = folders.rules("```folders\ngst/a   → nothing\ngst/b   → gst/a,\n          gst/c\n"
                        "gst/c   → gst/a\n```\n")
PACKAGE = {f"tools/gstscream/{name}.py": "" for name in (
    "__init__", "base", "a/__init__", "a/x", "a/y", "b/__init__", "b/z")}
FIGURES_TABLE = "| a | b |\n| --- | --- |\n| x | 93.0 % |\n| y | 7 ms |\n"
MEASURED = "Measured at 1234abc with `tests/run`:\n\n"
PAGE = ("| case | scream | fixed |\n| --- | --- | --- |\n"
        "| 5.1 `A` | 93.0 · 1 / 7 / 18 · 0.05 | 89.6 · 200 / 291 / 296 · 9.22 |\n"
        "| 5.5 `A` | 97.3 · 5 / 17 / 22 · 0.00 · 0.982 | 98.1 · 1 / 2 / 3 · 1.00 · 0.9 |\n"
        "| 5.6 `A` | 37.6 · 1 / 2 / 3 · 0.55 · 29/71 | 66.1 · 1 / 2 / 3 · 0.73 · 51/49 |\n")
README = ("| `controller` | | one | five | TCP |\n| --- | --- | --- | --- | --- |\n"
          "| **`scream`** | x 2 | **93.0 %, 7 ms** | **97.3 %, 17 ms**, 0.98 | 29 % |\n")
DIGEST = "<!-- table: d/x.csv -->\n\n| a | b |\n| --- | --- |\n| x | 1 |\n|  | 2 |\n"
DATA = {"docs/d/x.csv": "a,b\nx,1\nx,2\ny,3\n"}
SOURCE = ("#define ONE_LO (36 * RTP_CC_MSECOND)\n#define ONE_HI 0.4\n#define TWO (1.0 / 64)\n"
          "PARAM (TIME, D1, time, 25, 50, 0, 100)\nPARAM (NUMBER, D1, part, 1.0 / 4, 0, 0, 1)\n")
PARAMETERS = ("PARAM (TIME, D11, qdelay_target_lo, 36, 1, 100)\n"
              "PARAM (FLAG, O2, two, 1, 0, 1)\nPARAM (NUMBER, O2, three, 1.0 / 16, 0, 1)\n")
INDEXES = {"docs/i.md": "| [a](a.md) | x, see [b](b.md) |\n| [c](c.md) | x |\n",
           "docs/d/i.md": "| [c](../c.md) | y |\n| [e](e.md) | z |\n"}
ROW = "| **row** a |\n"
PAGES_TABLE = "| a | b |\n| --- | --- |\n"


def of_constants(source: str) -> Iterable[str]:
    return constants.check("a.c", source + "\n", DEVIATIONS)


def of_stale(source: str) -> Iterable[str]:
    return constants.stale(DEVIATIONS, source)


def of_api(name: str) -> Iterable[str]:
    return api_version.faults("a.c", api_version.named(f"  x = {name} (1);\n"), VERSIONS, (1, 20))


def of_help(page: str) -> Iterable[str]:
    return help_rows.faults({"a.c": '\n  GST_ELEMENT_WARNING (x, ("a" GST_HELP ("row")));\n'},
                            page)


def of_security(line: str) -> Iterable[Any]:
    return security.faults(f"| attacker | tries | what holds |\n| --- | --- | --- |\n{line}\n",
                           {"test_a"}, lambda name: False)


def of_folders(pair: tuple[str, str]) -> Iterable[str]:
    return folders.forbidden([pair], ALLOWED, "includes")


def of_modules(text: str) -> Iterable[str]:
    return modules.wrong_form(modules.uses("tools/gstscream/a/x.py", text, PACKAGE))


def of_python(text: str) -> Iterable[int]:
    return {line for line, _ in markup.in_python("a/x.py", text)}


def of_figures(text: str) -> Iterable[Any]:
    return [*figures.faults(text, ["tests/run"]),
            *figures.unknown_commits(text, lambda commit: commit == "1234abc")]


def of_readme(text: str) -> Iterable[Any]:
    return figures.readme_faults(text, PAGE)


def of_digest(page: str) -> Any:
    return figures.digest_faults("docs/p.md", page, DATA)


def of_values(row: str) -> Iterable[Any]:
    return values.faults(f"| name | value | effect |\n| --- | --- | --- |\n{row}\n",
                         values.defined(SOURCE))


def of_parameters(page: str) -> Iterable[Any]:
    return parameters.unlike(PARAMETERS, page)


def of_links(text: str) -> Iterable[Any]:
    """Of a page that stands in this folder and has one heading."""
    page = os.path.join(os.path.dirname(os.path.abspath(__file__)), "page.md")
    return links.faults(page, f"## `One` [two](tree.py), 3\n{text}\n")


def of_paths(text: str) -> Iterable[Any]:
    return links.path_faults(text, links.PATH, ["tests/run", "docs/a.md", "gst/a/b.c"])


def of_index(pages: list[str]) -> Iterable[Any]:
    return links.index_faults(INDEXES, pages)


def of_pages(text: str) -> Iterable[Any]:
    return pages.faults(text) if pages else [None]


def of_layers(check: Any, path: str) -> Callable[[str], Any]:
    return lambda line: check(path, line + "\n")


# Of each check: texts with a fault.
FAULTS: dict[Callable[[Any], Iterable[Any]], list[Any]] = {
    of_constants: [
        "#define ONE 1", "/* one */\n#define ONE (1)", "#define ONE (-1.5)",
        "#define ONE (25 * MSECOND)", "static const double one = .5;",
        "  static const int64_t one = 25;", "/* RFC 8888 */\n#define ONE 1",
        "static const uint8_t ones[] = {\n  1, 1\n};", "/* OURS: this */\n#define ONE 1\n"
        "#define TWO 2", "PARAM (NUMBER, D1, one, 1, 2, 0, 3)",
        "/* one */\nPARAM (TIME, OURS, one, 1, 1, 0, 3)", DEVIATES + "#define NOT_LISTED 1",
        DEVIATES + "PARAM (NUMBER, D1, not_listed, 1, 2, 0, 3)",
        "/* DEVIATES: reason */\nstatic void\nnot_listed (int a)\n{\n}",
        "static void\nnot_listed (int a)\n{\n  /* DEVIATES: reason */\n}"],
    of_stale: ["#define LISTED_TOO 1", "PARAM (NUMBER, D1, other, 1, 2, 0, 3)\n"],
    of_api: ["gst_new", "gst_devel", "GST_NEW", "GST_KIND_NEW", "GstThing", "gst_thing_run",
             "gst_thing_get_type"],
    of_help: [2 * ROW, ROW + "| **b** a |", ""],
    of_security: ["| anyone | tries | holds (`test_b`) |", "| anyone | tries | (`tests/none`) |",
                  "| anyone | tries | holds |", "| anyone | tries | holds (`x`) |"],
    of_folders: [("gst/a/x.c", "gst/b/y.h"), ("gst/c/x.c", "gst/b/y.h")],
    of_modules: ["from ..b import z", "from .. import base", "from gstscream.a import y"],
    of_python: ["x = '<td>' + y", "x = f'<li class={y}>a</li>'", "a = Markup(b)",
                "jinja2.Environment(autoescape=False).autoescape"],
    markup.in_template: ["{{ a|safe }}", "{{ a | safe }}", "{% autoescape false %}"],
    of_layers(layers.includes, "gst/rtpcc/a.c"): [f"#include {name}" for name in (
        "<glib.h>", "<gst/gst.h>", "<time.h>", '"../linkemu/linkemu.h"',
        "<gst/lab/linkemu/linkemu.h>", '"gst/lab/linkemu/linkemu.h"')],
    of_layers(layers.calls, "gst/a.c"): ["  exit (1);", "  printf (x);", "  rand ();",
                                         "  g_print (x);"],
    of_layers(layers.infos, "plugins/a.c"): ["  GST_ELEMENT_INFO (self);",
                                             "  gst_message_new_info (a, b, NULL);"],
    of_layers(layers.state, "gst/a.c"): ["static int counter;", "static RtpCc *session = NULL;",
                                         "static double last[4];"],
    of_figures: ["Measured at 1234abc with `tests/none`", "Measured at 1234abc with `none`",
                 "Measured at 1234abd with `tests/run`", "Measured at night with `tests/run`",
                 "Measured at 1234abc (x at 5678abc) with `tests/run`", "since 5678abc"],
    figures.bare_tables: [f"# a\n\n{FIGURES_TABLE}", f"{MEASURED}# b\n{FIGURES_TABLE}"],
    of_readme: ["", *(README.replace(*pair) for pair in (
        ("93.0", "92.0"), ("7 ms", "8 ms"), ("0.98 ", "0.97 "), ("29 %", "28 %"),
        (" 29 % |", "")))],
    figures.unmarked_tables: [
        MEASURED + FIGURES_TABLE, f"{MEASURED}<!-- by hand: -->\n\n{FIGURES_TABLE}",
        f"{MEASURED}<!-- table -->\n\n{FIGURES_TABLE}\n<!-- end -->\n\n{FIGURES_TABLE}",
        f"{MEASURED}<!-- table: ten minutes -->\n\n{FIGURES_TABLE}\n<!-- end -->\n",
        f"<!-- table -->\n\n{FIGURES_TABLE}\n<!-- end -->\n", "<!-- by hand: why -->\n\ntext\n"],
    of_digest: [DIGEST.replace(*pair) for pair in (
        ("| 2 |", "| 3 |"), ("| b |", "| c |"), ("x.csv", "y.csv"))],
    of_values: ["| `ONE_LO` | 35 ms | x |", "| `ONE_LO`, `_HI` | 36, 300 ms | x |",
                "| `TWO` | 1/16 | x |", "| `TIME` | 50 ms | x |", "| `PART` | 0 | x |",
                "| `NONE` | 1 | x |", "| `TWO` | | x |"],
    of_parameters: ["| D11 a | |\n", "| D11 a | |\n| O2 b | |\n| O3 c | |\n"],
    hygiene.text_faults: ["a\tb\n", "a \n", "a\r\n", "a", "a\n\n", "<" * 7 + " one\n"],
    hygiene.row_faults: [f"| {'a' * (hygiene.ROW - 3)} |\n"],
    of_links: ["[a](no-such-page.md)", "[a](no.md#x)", "[a](#one)",
               "[a](../../README.md#no-such-heading)", "[a](no.md \"title\")", "[a]: no.md",
               "![a](no.svg)", "## b\n## b\n[a](#b-2)"],
    of_paths: ["`tests/none`", "a `gst/a/c.c:12`", "`gst/b/`"],
    of_index: [["docs/b.md", "docs/c.md"]],
    of_pages: ["```\na\n", "- ```\n  a\n\nb\n", "```\na\n``` A camera.\n```\n", "a ```b``` c\n",
               "~~~\na\n~~\n", PAGES_TABLE + "| 1 |\n", PAGES_TABLE + "| 1 | `2|3` |\n",
               "| a | b |\n| --- |\n", "a <frame> b\n", "<div>\n"],
}


@pytest.mark.parametrize("check, text", [
    (check, text) for check, texts in FAULTS.items() for text in texts])
def test_a_fault_is_found(check: Callable[[Any], Iterable[Any]], text: Any) -> None:
    assert list(check(text)), text


PYTHON, SHELL = "/usr/bin/python3", "/bin/sh"


@pytest.mark.parametrize("interpreter, does, words", [
    (PYTHON, "print('usage: program')", ""), (SHELL, "echo usage: program >&2", "status 0"),
    (SHELL, "echo usage", "does not say"), (SHELL, "meson setup; echo program", "not found"),
    (SHELL, "echo >x; echo program", "wrote x"),
    (PYTHON, "import socket; socket.socket().connect(('127.0.0.1', 9))", "connect"),
    (PYTHON, "sum(range(3 * 10**8)); print('program')", "of a processor")])
def test_help_that_does_something(interpreter: str, does: str, words: str,
                                  tmp_path: pathlib.Path) -> None:
    program = tmp_path / "program"
    program.write_text(f"#!{interpreter}\n{does}\n", encoding="utf-8")
    os.chmod(program, 0o755)
    found = "".join(usage.faults([str(program)]))
    assert words in found and bool(words) == bool(found)


def test_circles_and_crowds_of_folders() -> None:
    assert folders.circle({**ALLOWED, "gst/a": {"gst/b"}}) == ["gst/a", "gst/b", "gst/a"]
    there, back = ("gst/a/x.c", "gst/a/y.c", True), ("gst/a/y.c", "gst/a/x.c", True)
    assert len(list(folders.file_circle([there, back]))) == 1
    assert list(folders.file_circle([there, back[:2] + (False,)])) == []
    assert len(list(folders.crowded([f"gst/a/{n}.c" for n in range(folders.FULL + 1)]))) == 1
    assert len(list(folders.unlisted(["gst/d/x.c", "gst/a/y.c"], ALLOWED))) == 1
    assert len(list(folders.unused([("gst/b/x.c", "gst/a/y.h")], ALLOWED))) == 2


def test_what_else_modules_may_not() -> None:
    assert len(list(modules.upward([("tools/gstscream/a/x.py", "tests/shared.py", 0, 1)]))) == 1
    assert len(list(modules.module_circle([("a/x.py", "a/y.py"), ("a/y.py", "a/x.py")]))) == 1
    assert [other for _, other, _, _ in modules.uses(
        "tools/gstscream/a/x.py", "start('gstscream.a.y')", PACKAGE)] == [
            "tools/gstscream/a/y.py"]


def test_an_unknown_symbol_and_a_file_without_a_table() -> None:
    assert len(list(api_version.unknown("a.so", {"gst_old", "gst_nowhere"}, VERSIONS))) == 1
    assert len(list(figures.unused({"docs/p.md": DIGEST}, {**DATA, "docs/d/z.csv": ""}))) == 1


def test_rows_of_parameters() -> None:
    assert list(parameters.rows(PARAMETERS)) == [
        ("qdelay-target-lo", "36 ms", "60 ms", "1 to 100 ms", "D11"),
        ("two", "1", "0", "0 or 1", "O2"), ("three", "1/16", "", "0 to 1", "O2")]


# --- weight -----------------------------------------------------------------

def test_weight() -> None:
    c = '/* a */\nint x; /* b\n c */\n\nconst char *s = "/* no comment */";  // d\n'
    assert weight.weight("a.c", c) == 2
    python = '"""Of the file."""\n# no\nx = [1,\n 2]\n\ndef f():\n  """It."""\n  return "#"\n'
    assert weight.weight("a.py", python) == 4
    assert weight.weight("a.md", "# Two words\n\nand three more\n") == 6


def test_words() -> None:
    pages = {"README.md": "a b", "docs/index.md": "| [u](u.md) | x |\n[r](research/r.md)\n",
             "docs/u.md": "c", "docs/design.md": "d", "docs/research/r.md": "e f",
             "gst/README.md": "g"}
    found = [total for _, total, _ in weight.words(pages)]
    assert found == [2 + 6 + 1, 2 + 6 + 1 + 1]


# --- gtk doc --------------------------------------------------------------

def markdown(text: str) -> str:
    return gtkdoc.markdown(text, "GstOne", {"GstTwo": "`{}` of [two](#two)",
                                            "GstPad": "`sink_%u::{}`"})


def test_names() -> None:
    for text, result in (("As #GstOne:a-b.", "As `a-b`."),
                         ("As #GstTwo:a, b", "As `a` of [two](#two), b"),
                         ("#GstTwo::a", "`a` of [two](#two)"), ("#GstPad:a", "`sink_%u::a`"),
                         ("#GstOther:a", "`a` of `GstOther`"),
                         ("#GstOther: a", "`GstOther`: a"),
                         ("%NULL, @self, 5 %, a@b", "`NULL`, `self`, 5 %, a@b"),
                         ("#gchar* a", "`gchar*` a"),
                         ("`#GstOne:a`", "`#GstOne:a`")):
        assert markdown(text) == result
    assert gtkdoc.members("#GstA:b `#GstA:c` #GstD::e-f #GstG") == [("GstA", "b"), ("GstD", "e-f")]


def test_examples() -> None:
    block = "```\ngst-launch-1.0 %a ! b\n```"
    for text, result in (
            ("a:\n|[\ngst-launch-1.0 %a ! b\n]|\n\nc", f"a:\n\n{block}\n\nc"),
            ("a\n|[<!-- language=\"C\" -->\ngst-launch-1.0 %a ! b\n]|\nc",
             f"a\n\n{block}\n\nc"),
            ("|[\ngst-launch-1.0 %a ! b\n]| A.\n|[\ngst-launch-1.0 %a ! b\n]| B\n c.",
             f"A:\n\n{block}\n\nB\n c:\n\n{block}")):
        assert markdown(text).strip() == result


def test_long_launch_lines() -> None:
    line = "gst-launch-1.0 a" + 30 * " ! bcdef"
    result = markdown(f"|[\n{line}\n]|")
    assert result.strip("`\n").replace(" \\\n ", "") == line
    assert 75 < max(map(len, result.split("\n"))) <= 96, result


def test_parameters() -> None:
    assert gtkdoc.parameters("@a: one\n@b: two\n   lines\n\nText, @a.\n") == (
        "- `a`: one\n- `b`: two lines\n\nText, @a.\n")
    assert markdown("Returns: (transfer full) (nullable): it") == "Returns: it"
