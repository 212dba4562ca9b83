# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Each check of this folder finds the fault that it is there for."""
import os
import pathlib
import shutil
import subprocess
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
  <function c:identifier="gst_devel_old" version="1.19.2"/>
  <function-macro c:identifier="GST_NEW" version="1.22"/>
  <enumeration c:type="GstKind"><member c:identifier="GST_KIND_NEW" version="1.24"/>
    <member c:identifier="GST_KIND_OLD"/></enumeration>
  <class c:type="GstThing" glib:get-type="gst_thing_get_type" version="1.22.">
    <method c:identifier="gst_thing_run"/></class>
</namespace></repository>"""
DEVIATIONS = "| `LISTED` | 1 | 2 | reason |\n"


def cited(source: str) -> list[str]:
    return list(constants.check("a.c", source, DEVIATIONS))


# --- usage ----------------------------------------------------------------

PYTHON, SHELL = "/usr/bin/python3", "/bin/sh"


@pytest.mark.parametrize("interpreter, does, words", [
    (PYTHON, "print('usage: program')", ""), (SHELL, "echo usage: program >&2", "status 0"),
    (SHELL, "echo usage: program; exit 2", "status 2"), (SHELL, "echo usage", "does not say"),
    (SHELL, "meson setup; echo program", "not found"), (SHELL, "echo program | tee x", "not found"),
    (SHELL, "echo >x; echo program", "wrote x"), (PYTHON, "open('x', 'w')", "open"),
    (PYTHON, "import subprocess; subprocess.run('true')", "Popen"),
    (PYTHON, "import socket; socket.socket().connect(('127.0.0.1', 9))", "connect"),
    (PYTHON, "sum(range(3 * 10**8)); print('program')", "of a processor")])
def test_help_that_does_something(interpreter: str, does: str, words: str,
                                  tmp_path: pathlib.Path) -> None:
    program = tmp_path / "program"
    program.write_text(f"#!{interpreter}\n{does}\n", encoding="utf-8")
    os.chmod(program, 0o755)
    found = "".join(usage.faults([str(program)]))
    assert words in found and bool(words) == bool(found)


# --- help -----------------------------------------------------------------

def help_found(details: str, page: str) -> list[str]:
    return list(help_rows.faults({"a.c": f"\n  GST_ELEMENT_WARNING (x, {details});\n"}, page))


def test_a_row_that_is_there() -> None:
    assert help_found('("a" GST_HELP ("row"))', "| **row** a |") == []


def test_a_warning_without_a_row() -> None:
    assert help_found('("a")', "") == ["a.c:2: the warning ends without GST_HELP ()"]
    assert len(help_found('("a" GST_HELP ("row"))', "")) == 1


def test_rows_without_a_warning_or_twice() -> None:
    row = "| **row** a |\n"
    assert len(help_found('("a" GST_HELP ("row"))', row + row)) == 1
    assert len(help_found('("a" GST_HELP ("row"))', row + "| **b** a |")) == 1


# --- security -------------------------------------------------------------

def security_found(line: str) -> list[str]:
    table = f"| attacker | tries | what holds, x |\n| --- | --- | --- |\n{line}\n"
    return [what for _, what in security.faults(table, {"test_a"}, lambda name: False)]


def test_a_test_that_is_there() -> None:
    assert security_found("| anyone | tries | holds (`test_a`) |") == []


def test_a_test_that_is_not_there() -> None:
    assert security_found("| anyone | tries | holds (`test_b` `tests/none`) |") == [
        "there is no test test_b", "there is no test tests/none"]


@pytest.mark.parametrize("row", ["| anyone | tries | holds |", "| anyone | tries | holds (`x`) |"])
def test_a_line_without_a_test(row: str) -> None:
    assert security_found(row) == ["no test is named"]


def test_a_line_of_another_table() -> None:
    assert security_found("\n| who | can | cannot |\n| --- | --- | --- |\n| a | b | c |") == []


# --- licences -------------------------------------------------------------

@pytest.mark.skipif(not shutil.which("reuse"), reason="reuse is not installed")
def test_a_file_without_a_licence(tmp_path: pathlib.Path) -> None:
    here = os.path.dirname(os.path.abspath(__file__))
    root = str(tmp_path)
    shutil.copytree(os.path.join(here, "..", "..", "LICENSES"),
                    os.path.join(root, "LICENSES"))
    shutil.copy(os.path.join(here, "tree.py"), root)
    lint = [os.path.join(here, "licences.sh"), root]
    assert subprocess.run(lint, capture_output=True).returncode == 0
    pathlib.Path(os.path.join(root, "bare.c")).write_text("int one;\n", "utf-8")
    assert subprocess.run(lint, capture_output=True).returncode == 1


# --- constants ------------------------------------------------------------

@pytest.mark.parametrize("source", [
    "RFC 8888 section 3.1", "draft-ietf-ccwg-x-01 section B.2", "OURS: half does harm", "UNIT"])
def test_sources_that_count(source: str) -> None:
    assert cited(f"/* {source} */\n#define ONE 1\n") == []


def test_citation_over_two_lines() -> None:
    assert cited("/* RFC 8888\n * section 3.1 */\n#define ONE 1\n") == []


@pytest.mark.parametrize("source", [
    "#define ONE 1", "/* one */\n#define ONE (1)", "#define ONE (-1.5)",
    "#define ONE (25 * MSECOND)", "static const double one = .5;",
    "  static const int64_t one = 25;", "/* RFC 8888 */\n#define ONE 1",
    "static const uint8_t ones[] = {\n  1, 1\n};",
    "/* OURS: this */\n#define ONE 1\n#define TWO 2", "PARAM (NUMBER, D1, one, 1, 2, 0, 3)",
    "/* one */\nPARAM (TIME, OURS, one, 1, 1, 0, 3)"])
def test_numbers_without_source(source: str) -> None:
    assert len(cited(source + "\n")) == 1, source


@pytest.mark.parametrize("source", [
    "#define H", "#define NO_WINDOW UINT64_MAX", '#define NAME "x"',
    "static const char *name = \"1\";"])
def test_not_numbers(source: str) -> None:
    assert cited(source + "\n") == []


def test_deviation_of_a_constant() -> None:
    comment = "/* RFC 8888 section 3\n * DEVIATES (2 there): reason */\n"
    assert cited(comment + "#define LISTED 1\n") == []
    assert len(cited(comment + "#define NOT_LISTED 1\n")) == 1
    parameter = "PARAM (NUMBER, D1, {}, 1, 2, 0, 3)\n"
    assert cited(comment + parameter.format("listed")) == []
    assert len(cited(comment + parameter.format("not_listed"))) == 1


def test_deviation_of_a_function() -> None:
    body = "static void\n{} (int a)\n{{\n  /* DEVIATES: reason */\n}}\n"
    assert cited(body.format("LISTED")) == []
    assert len(cited(body.format("not_listed"))) == 1
    above = "/* DEVIATES: reason */\nstatic void\n{} (int a)\n{{\n}}\n"
    assert cited(above.format("LISTED")) == []
    assert len(cited(above.format("not_listed"))) == 1


def test_stale_row() -> None:
    assert list(constants.stale(DEVIATIONS, "#define LISTED 1")) == []
    parameter = "PARAM (NUMBER, D1, {}, 1, 2, 0, 3)\n"
    assert list(constants.stale(DEVIATIONS, parameter.format("listed"))) == []
    assert len(list(constants.stale(DEVIATIONS, parameter.format("other")))) == 1
    assert len(list(constants.stale(DEVIATIONS, "#define LISTED_TOO 1"))) == 1


# --- api version ----------------------------------------------------------

VERSIONS = api_version.read_gir(ElementTree.fromstring(GIR))


def api_version_faults(source: str) -> list[str]:
    return list(api_version.faults("a.c", api_version.named(source), VERSIONS, (1, 20)))


@pytest.mark.parametrize("name", [
    "gst_new", "gst_devel", "GST_NEW", "GST_KIND_NEW", "GstThing", "gst_thing_run",
    "gst_thing_get_type"])
def test_new(name: str) -> None:
    assert len(api_version_faults(f"  x = {name} (1);\n")) == 1, name


@pytest.mark.parametrize("text", [
    "gst_old", "gst_devel_old", "GST_KIND_OLD", "GstKind", "gst_newer", "/* gst_new */",
    '"gst_new"'])
def test_old(text: str) -> None:
    assert api_version_faults(f"  x = {text};\n") == [], text


def test_unknown() -> None:
    found = list(api_version.unknown("a.so", {"gst_old", "gst_nowhere"}, VERSIONS))
    assert len(found) == 1


# --- folders --------------------------------------------------------------

ALLOWED = folders.rules("```folders\ngst/a   → nothing\ngst/b   → gst/a,\n          gst/c\n"
                        "gst/c   → gst/a\n```\n")


def test_rules() -> None:
    assert ALLOWED == {"gst/a": set(), "gst/b": {"gst/a", "gst/c"}, "gst/c": {"gst/a"}}


def test_forbidden() -> None:
    assert len(list(folders.forbidden([("gst/a/x.c", "gst/b/y.h")], ALLOWED, "includes"))) == 1
    allowed = [("gst/b/x.c", "gst/a/y.h"), ("gst/a/x.c", "gst/a/y.h")]
    assert list(folders.forbidden(allowed, ALLOWED, "includes")) == []


def test_unused() -> None:
    assert len(list(folders.unused([("gst/b/x.c", "gst/a/y.h")], ALLOWED))) == 2


def test_folders_circle() -> None:
    assert folders.circle(ALLOWED) is None
    assert folders.circle({**ALLOWED, "gst/a": {"gst/b"}}) == ["gst/a", "gst/b", "gst/a"]


def test_circle_of_files() -> None:
    there, back = ("gst/a/x.c", "gst/a/y.c", True), ("gst/a/y.c", "gst/a/x.c", True)
    assert len(list(folders.file_circle([there, back]))) == 1
    assert list(folders.file_circle([there, back[:2] + (False,)])) == []


def test_crowded() -> None:
    names = [f"gst/a/{n}.c" for n in range(folders.FULL + 1)]
    assert len(list(folders.crowded(names))) == 1
    assert list(folders.crowded(names[1:])) == []


def test_unlisted() -> None:
    assert len(list(folders.unlisted(["gst/d/x.c", "gst/a/y.c"], ALLOWED))) == 1


# --- markup ---------------------------------------------------------------

def test_tags_in_python() -> None:
    for text in ("x = '<td>' + y", "x = f'<li class={y}>a</li>'", "a = Markup(b)",
                 "jinja2.Environment(autoescape=False).autoescape"):
        assert len({line for line, _ in markup.in_python("a/x.py", text)}) == 1, text
    for text in ("x = '<svg width=1><text>a</text></svg>'", "'IP<port> a < b > c'"):
        assert list(markup.in_python("a/x.py", text)) == [], text
    assert list(markup.in_python(markup.PLACE, "a = markupsafe.Markup(b)")) == []


def test_what_a_template_lets_through() -> None:
    for text in ("{{ a|safe }}", "{{ a | safe }}", "{% autoescape false %}"):
        assert len(list(markup.in_template(text))) == 1, text
    assert list(markup.in_template("{{ a|picture }} is safe")) == []


# --- modules --------------------------------------------------------------

PACKAGE = {f"tools/gstscream/{name}.py": "" for name in (
    "__init__", "base", "a/__init__", "a/x", "a/y", "b/__init__", "b/z")}
KNOWN = {**PACKAGE, "tests/t/one.py": "", "tests/t/two.py": "", "tests/shared.py": ""}


def modules_found(path: str, text: str) -> list[str]:
    return [other for _, other, _, _ in modules.uses(path, text, KNOWN)]


def test_forms_of_an_import() -> None:
    for text in ("from . import y", "from .y import f", "from gstscream.a import y",
                 "import gstscream.a.y", "def f():\n    from . import y",
                 "start('gstscream.a.y')"):
        assert modules_found("tools/gstscream/a/x.py", text) == ["tools/gstscream/a/y.py"], text
    assert modules_found("tools/gstscream/a/x.py", "from ..b.z import f") == [
        "tools/gstscream/b/z.py"]
    assert modules_found("tests/t/one.py", "import two, shared\nimport os") == [
        "tests/t/two.py", "tests/shared.py"]
    assert modules_found("tools/gstscream/a/x.py", "print('see gstscream.a.y')") == []


def test_forms_that_are_not_ours() -> None:
    path = "tools/gstscream/a/x.py"
    for text in ("from ..b import z", "from .. import base", "from gstscream.a import y"):
        assert len(list(modules.wrong_form(modules.uses(path, text, KNOWN)))) == 1, text
    for text in ("from . import y", "from gstscream.b import z", "from gstscream import base",
                 "start('gstscream.a.y')"):
        assert list(modules.wrong_form(modules.uses(path, text, KNOWN))) == []


def test_out_of_the_package() -> None:
    assert len(list(modules.upward([("tools/gstscream/a/x.py", "tests/shared.py", 0, 1)]))) == 1


def test_modules_circle() -> None:
    there, back = ("a/x.py", "a/y.py"), ("a/y.py", "a/x.py")
    assert len(list(modules.module_circle([there, back]))) == 1
    assert list(modules.module_circle([there])) == []


def test_packages_of_the_page() -> None:
    page = "```folders\ngst/a → nothing\n```\n```packages\nx/b → x/c\n```\n"
    assert folders.rules(page, "packages") == {"x/b": {"x/c"}}
    assert folders.rules(page) == {"gst/a": set()}


# --- layers ---------------------------------------------------------------

def test_includes() -> None:
    for name in ("<glib.h>", "<gst/gst.h>", "<time.h>", '"../linkemu/linkemu.h"',
                 '"../../plugins/scream/x.h"', "<gst/linkemu/linkemu.h>",
                 '"gst/linkemu/linkemu.h"'):
        source = f"#include {name}\n"
        assert len(list(layers.includes("gst/rtpcc/a.c", source))) == 1, name
    for name in ("<string.h>", '"rtpcc.h"', '"gst/rtpcc/wire/rtpcc-rtcp.h"'):
        assert list(layers.includes("gst/rtpcc/a.c", f"#include {name}\n")) == []


def test_calls() -> None:
    for name in ("exit (1)", "printf (x)", "rand ()", "g_print (x)"):
        assert len(list(layers.calls("gst/a.c", f"  {name};\n"))) == 1, name
    for name in ("snprintf (x)", "ops->time (x)", 'f ("exit (1)")', "next_time (x)"):
        assert list(layers.calls("gst/a.c", f"  {name};\n")) == [], name


def test_infos() -> None:
    for name in ("GST_ELEMENT_INFO (self)", "gst_message_new_info (a, b, NULL)"):
        assert len(list(layers.infos("plugins/a.c", f"  {name};\n"))) == 1, name
        assert list(layers.infos("plugins/packet/gstnews.c", f"  {name};\n")) == []
    assert list(layers.infos("plugins/a.c", "  gst_news_post (a, b, c);\n")) == []


def test_state() -> None:
    for line in ("static int counter;", "static RtpCc *session = NULL;",
                 "static double last[4];"):
        assert len(list(layers.state("gst/a.c", line + "\n"))) == 1, line
    for line in ("static const int one = 1;", "static void f (void);",
                 "static inline int f (int a);", "static const char *const names[] = {"):
        assert list(layers.state("gst/a.c", line + "\n")) == [], line


# --- figures --------------------------------------------------------------

NAMES = ["tests/run", "tests/e2e/tun", "tests/evaluation/pathrun.c", "tools/ab/ab.c"]
FIGURES_TABLE = "| a | b |\n| --- | --- |\n| x | 93.0 % |\n| y | 7 ms |\n"
PAGE = ("| case | scream | fixed |\n| --- | --- | --- |\n"
        "| 5.1 `A` | 93.0 · 1 / 7 / 18 · 0.05 | 89.6 · 200 / 291 / 296 · 9.22 |\n"
        "| 5.5 `A` | 97.3 · 5 / 17 / 22 · 0.00 · 0.982 | 98.1 · 1 / 2 / 3 · 1.00 · 0.9 |\n"
        "| 5.6 `A` | 37.6 · 1 / 2 / 3 · 0.55 · 29/71 | 66.1 · 1 / 2 / 3 · 0.73 · 51/49 |\n")
README = ("| `controller` | | one | five | TCP |\n| --- | --- | --- | --- | --- |\n"
          "| **`scream`** | x 2 | **93.0 %, 7 ms** | **97.3 %, 17 ms**, 0.98 | 29 % |\n")


def figures_faults(text: str) -> list[tuple[int, str]]:
    return [*figures.faults(text, NAMES),
            *figures.unknown_commits(text, lambda commit: commit == "1234abc")]


@pytest.mark.parametrize("text", [
    "Measured at 1234abc with `sudo tests/e2e/tun --figures`:",
    "x, measured at 1234abc\n(y at 1234abc) with\n`build/tests/evaluation/pathrun\na=b`:",
    "Measured at 1234abc with `valgrind --tool=x build-y/tests/evaluation/pathrun`",
    "Measured at 1234abc with `ab`"])
def test_command_and_commit(text: str) -> None:
    assert figures_faults(text) == [], text


@pytest.mark.parametrize("text", [
    "Measured at 1234abc with `tests/none`", "Measured at 1234abc with `none`",
    "Measured at 1234abd with `tests/run`", "Measured at night with `tests/run`",
    "Measured at 1234abc (x at 5678abc) with `tests/run`", "since 5678abc"])
def test_without_command_or_commit(text: str) -> None:
    assert len(figures_faults(text)) == 1, text


def test_figures_tables() -> None:
    assert [number for number, _ in figures.bare_tables(f"# a\n\n{FIGURES_TABLE}")] == [3]
    above = "# a\nMeasured at 1234abc with `x`\n"
    assert [number for number, _ in figures.bare_tables(f"{above}# b\n{FIGURES_TABLE}")] == [4]
    for text in (above + FIGURES_TABLE, "```\n" + FIGURES_TABLE + "```\n",
                 FIGURES_TABLE.replace("| b |", "| value |"),
                 FIGURES_TABLE.replace("93.0 %", "text")):
        assert list(figures.bare_tables(text)) == [], text


def test_controllers_of_the_readme() -> None:
    assert list(figures.readme_faults(README, PAGE)) == []
    for old, new in (("93.0", "92.0"), ("7 ms", "8 ms"), ("0.98 ", "0.97 "), ("29 %", "28 %"),
                     (" 29 % |", "")):
        changed = README.replace(old, new)
        assert len(list(figures.readme_faults(changed, PAGE))) == 1, new
    assert len(list(figures.readme_faults("", PAGE))) == 1


def test_marked_tables() -> None:
    measured = "Measured at 1234abc with `x`:\n\n"
    for text in (f"{measured}<!-- table -->\n\n{FIGURES_TABLE}\n<!-- end -->\n",
                 f"{measured}<!-- table: real time, 2 minutes -->\n\n"
                 f"{FIGURES_TABLE}\n<!-- end -->\n",
                 f"{measured}<!-- table: d/x.csv -->\n\n{FIGURES_TABLE}\n<!-- end -->\n",
                 f"{measured}<!-- by hand: why -->\n\n{FIGURES_TABLE}",
                 FIGURES_TABLE.replace("93.0 %", "text")):
        assert list(figures.unmarked_tables(text)) == [], text
    for text in (measured + FIGURES_TABLE, f"{measured}<!-- by hand: -->\n\n{FIGURES_TABLE}",
                 f"{measured}<!-- table -->\n\n{FIGURES_TABLE}",
                 f"{measured}<!-- table -->\n\n{FIGURES_TABLE}\n<!-- end -->\n\n{FIGURES_TABLE}",
                 f"{measured}<!-- table: ten minutes -->\n\n{FIGURES_TABLE}\n<!-- end -->\n",
                 f"<!-- table -->\n\n{FIGURES_TABLE}\n<!-- end -->\n",
                 "<!-- by hand: why -->\n\ntext\n"):
        assert list(figures.unmarked_tables(text)), text


def test_digests() -> None:
    page = "<!-- table: d/x.csv -->\n\n| a | b |\n| --- | --- |\n| x | 1 |\n|  | 2 |\n"
    files = {"docs/d/x.csv": "a,b\nx,1\nx,2\ny,3\n"}
    assert list(figures.digest_faults("docs/p.md", page, files)) == []
    assert list(figures.unused({"docs/p.md": page}, files)) == []
    for old, new in (("| 2 |", "| 3 |"), ("| b |", "| c |"), ("x.csv", "y.csv")):
        changed = page.replace(old, new)
        assert len(list(figures.digest_faults("docs/p.md", changed, files))) == 1, new
    assert len(list(figures.unused({"docs/p.md": page}, {**files, "docs/d/z.csv": ""}))) == 1


def test_this_history(tmp_path: pathlib.Path) -> None:
    here = os.path.dirname(os.path.abspath(__file__))
    git = ["git", "-c", "safe.directory=*", "-C", here, "rev-parse"]
    found = subprocess.run([*git, "--is-shallow-repository", "--verify", "HEAD"],
                           capture_output=True, text=True)
    if not found.stdout.startswith("false\n") or found.returncode:
        pytest.skip("no repository, or not a whole one")
    assert not figures.history(here)("0123456")
    assert figures.history(here)("HEAD")
    assert figures.history(str(tmp_path))("0123456")


# --- values ---------------------------------------------------------------

SOURCE = ("#define ONE_LO (36 * RTP_CC_MSECOND)\n#define ONE_HI 0.4\n"
          "#define TWO (1.0 / 64)\n#define RATE 200000.0\n#define NAME text\n"
          "PARAM (TIME, D1, time, 25, 50, 0, 100)\n"
          "PARAM (NUMBER, D1, part, 1.0 / 4, 0, 0, 1)\n")


def values_faults(row: str) -> int:
    page = f"| name | value | effect |\n| --- | --- | --- |\n{row}\n"
    return len(list(values.faults(page, values.defined(SOURCE))))


@pytest.mark.parametrize("row", [
    "| `ONE_LO`, `_HI` | 36, 400 ms | x |", "| `TWO` | 1/64 | 3 |",
    "| `RATE` | 0.2 Mbit/s in a second | x |", "| `TIME` | 25 ms | x |", "| `PART` | 1/4 | x |",
    "\n| a | b |\n| --- | --- |\n| `X` | 1 |"])
def test_as_in_the_code(row: str) -> None:
    assert values_faults(row) == 0, row


@pytest.mark.parametrize("row", [
    "| `ONE_LO` | 35 ms | x |", "| `ONE_LO`, `_HI` | 36, 300 ms | x |", "| `TWO` | 1/16 | x |",
    "| `TIME` | 50 ms | x |", "| `PART` | 0 | x |", "| `NONE` | 1 | x |", "| `TWO` | | x |"])
def test_others(row: str) -> None:
    assert values_faults(row) == 1, row


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


# --- parameters -----------------------------------------------------------

PARAMETERS_TABLE = ("PARAM (TIME, D11, qdelay_target_lo, 36, 1, 100)\n"
                    "PARAM (FLAG, O2, two, 1, 0, 1)\nPARAM (NUMBER, O2, three, 1.0 / 16, 0, 1)\n")


def test_rows() -> None:
    assert list(parameters.rows(PARAMETERS_TABLE)) == [
        ("qdelay-target-lo", "36 ms", "60 ms", "1 to 100 ms", "D11"),
        ("two", "1", "0", "0 or 1", "O2"), ("three", "1/16", "", "0 to 1", "O2")]


def test_departures() -> None:
    page = "| D11 a | |\n| O2 b | |\n"
    assert list(parameters.unlike(PARAMETERS_TABLE, page)) == []
    for other in ("| D11 a | |\n", page + "| O3 c | |\n"):
        assert len(list(parameters.unlike(PARAMETERS_TABLE, other))) == 1, other
    no_switch = PARAMETERS_TABLE.replace("FLAG", "NUMBER")
    assert len(list(parameters.unlike(no_switch, page))) == 1


# --- hygiene --------------------------------------------------------------

def test_faults() -> None:
    for text in ("a\tb\n", "a \n", "a\r\n", "a", "a\n\n"):
        assert len(list(hygiene.text_faults(text))) == 1, repr(text)
    assert list(hygiene.text_faults("a\n\nb\n")) == []


def test_marks_of_conflicts() -> None:
    text = "a\n" + "<" * 7 + " one\n=======\n" + ">" * 7 + " other\n"
    assert [number for number, _ in hygiene.text_faults(text)] == [2, 4]
    assert list(hygiene.text_faults("Title\n=======\n")) == []


def test_rows_of_tables() -> None:
    row = f"| {'a' * (hygiene.ROW - 4)} |\n"
    assert list(hygiene.row_faults(row)) == []
    assert list(hygiene.row_faults("text\n | a" + row)) == [(2, "a row of 304 characters")]


def test_tabs_of_makefiles() -> None:
    assert list(hygiene.text_faults(hygiene.MAKEFILE + " -f\na:\n\tb\n")) == []


# --- links ----------------------------------------------------------------

def links_faults(text: str) -> list[tuple[int, str]]:
    """Of a page that stands in this folder and has one heading."""
    page = os.path.join(os.path.dirname(os.path.abspath(__file__)), "page.md")
    return list(links.faults(page, f"## `One` [two](tree.py), 3\n{text}\n"))


@pytest.mark.parametrize("text", [
    "[a](no-such-page.md)", "[a](no.md#x)", "[a](#one)", "[a](../../README.md#no-such-heading)",
    "[a](no.md \"title\")", "[a]: no.md", "![a](no.svg)", "## b\n## b\n[a](#b-2)"])
def test_nowhere(text: str) -> None:
    assert len(links_faults(text)) == 1, text


@pytest.mark.parametrize("text", [
    "[a](tree.py)", "[a](tree.py#L1)", "[a](https://example.org/a)", "[a](#one-two-3)",
    "[a](../../README.md)", "[a](tree.py \"title\")", "[a]: tree.py", "## b\n## b\n[a](#b-1)"])
def test_somewhere(text: str) -> None:
    assert links_faults(text) == [], text


def test_paths() -> None:
    names = ["tests/run", "docs/a.md", "gst/a/b.c"]
    for text in ("`tests/none`", "a `gst/a/c.c:12`", "`gst/b/`"):
        assert len(list(links.path_faults(text, links.PATH, names))) == 1, text
    for text in ("`tests/run all`", "`gst/a/b`", "`gst/a/`", "`gst/NAME/b.c`", "tests/none"):
        assert list(links.path_faults(text, links.PATH, names)) == [], text
    assert len(list(links.path_faults("/* docs/b.md */", links.PAGE, names))) == 1
    assert list(links.path_faults("docs/a.md x/docs/b.md", links.PAGE, names)) == []


def test_headings_in_code() -> None:
    assert list(links.anchors("# a\n```sh\n# b\n```\n# c\n")) == ["a", "c"]


def test_index() -> None:
    indexes = {"docs/i.md": "| [a](a.md) | x, see [b](b.md) |\n| [c](c.md) | x |\n",
               "docs/d/i.md": "| [c](../c.md) | y |\n| [e](e.md) | z |\n"}
    assert list(links.index_faults(indexes, ["docs/a.md", "docs/d/e.md"])) == []
    assert len(list(links.index_faults(indexes, ["docs/b.md", "docs/c.md"]))) == 2


# --- pages ----------------------------------------------------------------

def pages_faults(text: str) -> list[int]:
    return [number for number, _ in pages.faults(text)]


@pytest.mark.skipif(pages is None, reason="python3-markdown-it is not installed")
def test_code() -> None:
    for text, lines in (("```\na\n", [1]), ("a\n\n```", [3]), ("- ```\n  a\n\nb\n", [1]),
                        ("```\na\n``` A camera.\n```\n", [3]),
                        ("``` A camera.\na\n```\n", [1]),
                        ("```\na\n```\nb ``` c\n", [4]), ("a ```b``` c\n", [1]),
                        ("~~~\na\n~~\n", [1])):
        assert pages_faults(text) == lines, text
    for text in ("```sh\na\n```\n", "````\n```\n``` b\n````\n",
                 "- a\n  ```\n  b\n  ```\n", "> ```\n> a\n> ```\n", "~~~\na\n~~~~\n",
                 "1. ```\n   a\n   ```\n"):
        assert pages_faults(text) == [], text


@pytest.mark.skipif(pages is None, reason="python3-markdown-it is not installed")
def test_pages_tables() -> None:
    head = "| a | b |\n| --- | --- |\n"
    for row, lines in (("| 1 |", [3]), ("| 1 | 2 | 3 |", [3]), ("text", [3]),
                       ("| 1 | `2|3` |", [3]), ("\n| 1 | 2 |", [4])):
        assert pages_faults(head + row + "\n") == lines, row
    for row in ("| 1 | 2 |", "| 1 | `2\\|3` |", "| | |", "\ntext"):
        assert pages_faults(head + row + "\n") == [], row
    for text in ("| a | b |\n| --- |\n", "| a | b |\n| 1 | 2 |\n", "    " + head,
                 "a\n\n" + head[10:]):
        assert pages_faults(text), text


@pytest.mark.skipif(pages is None, reason="python3-markdown-it is not installed")
def test_text_taken_for_html() -> None:
    assert pages_faults("a <frame> b\n") == [1]
    assert pages_faults("<div>\n") == [1]
    for text in ("a `<frame>` b\n", "<!-- a -->\n", "a < b > c <https://example.org/>\n"):
        assert pages_faults(text) == [], text


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
