# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Each check of this folder finds the fault that it is there for."""
import os
import shutil
import subprocess
import tempfile
import unittest
from xml.etree import ElementTree

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
import values

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


class Help(unittest.TestCase):
    def found(self, details: str, page: str) -> list[str]:
        return list(help_rows.faults({"a.c": f"\n  GST_ELEMENT_WARNING (x, {details});\n"}, page))

    def test_a_row_that_is_there(self) -> None:
        self.assertEqual(self.found('("a" GST_HELP ("row"))', "| **row** a |"), [])

    def test_a_warning_without_a_row(self) -> None:
        self.assertEqual(self.found('("a")', ""), ["a.c:2: the warning ends without GST_HELP ()"])
        self.assertEqual(len(self.found('("a" GST_HELP ("row"))', "")), 1)

    def test_rows_without_a_warning_or_twice(self) -> None:
        row = "| **row** a |\n"
        self.assertEqual(len(self.found('("a" GST_HELP ("row"))', row + row)), 1)
        self.assertEqual(len(self.found('("a" GST_HELP ("row"))', row + "| **b** a |")), 1)


class Security(unittest.TestCase):
    def found(self, line: str) -> list[str]:
        table = f"| attacker | tries | what holds, x |\n| --- | --- | --- |\n{line}\n"
        return [what for _, what in security.faults(table, {"test_a"}, lambda name: False)]

    def test_a_test_that_is_there(self) -> None:
        self.assertEqual(self.found("| anyone | tries | holds (`test_a`) |"), [])

    def test_a_test_that_is_not_there(self) -> None:
        self.assertEqual(self.found("| anyone | tries | holds (`test_b` `tests/none`) |"),
                         ["there is no test test_b", "there is no test tests/none"])

    def test_a_line_without_a_test(self) -> None:
        for row in ("| anyone | tries | holds |", "| anyone | tries | holds (`x`) |"):
            self.assertEqual(self.found(row), ["no test is named"])

    def test_a_line_of_another_table(self) -> None:
        self.assertEqual(self.found("\n| who | can | cannot |\n| --- | --- | --- |\n| a | b | c |"),
                         [])


class Licences(unittest.TestCase):
    @unittest.skipUnless(shutil.which("reuse"), "reuse is not installed")
    def test_a_file_without_a_licence(self) -> None:
        here = os.path.dirname(os.path.abspath(__file__))
        with tempfile.TemporaryDirectory() as root:
            shutil.copytree(os.path.join(here, "..", "..", "LICENSES"),
                            os.path.join(root, "LICENSES"))
            shutil.copy(os.path.join(here, "tree.py"), root)
            lint = [os.path.join(here, "licences.sh"), root]
            self.assertEqual(subprocess.run(lint, capture_output=True).returncode, 0)
            with open(os.path.join(root, "bare.c"), "w", encoding="utf-8") as file:
                file.write("int one;\n")
            self.assertEqual(subprocess.run(lint, capture_output=True).returncode, 1)


class Constants(unittest.TestCase):
    def test_sources_that_count(self) -> None:
        for source in ("RFC 8888 section 3.1", "draft-ietf-ccwg-x-01 section B.2",
                       "OURS: half does harm", "UNIT"):
            self.assertEqual(cited(f"/* {source} */\n#define ONE 1\n"), [])

    def test_citation_over_two_lines(self) -> None:
        self.assertEqual(cited("/* RFC 8888\n * section 3.1 */\n#define ONE 1\n"), [])

    def test_numbers_without_source(self) -> None:
        for source in ("#define ONE 1", "/* one */\n#define ONE (1)", "#define ONE (-1.5)",
                       "#define ONE (25 * MSECOND)", "static const double one = .5;",
                       "  static const int64_t one = 25;", "/* RFC 8888 */\n#define ONE 1",
                       "static const uint8_t ones[] = {\n  1, 1\n};",
                       "/* OURS: this */\n#define ONE 1\n#define TWO 2",
                       "PARAM (NUMBER, D1, one, 1, 2, 0, 3)",
                       "/* one */\nPARAM (TIME, OURS, one, 1, 1, 0, 3)"):
            self.assertEqual(len(cited(source + "\n")), 1, source)

    def test_not_numbers(self) -> None:
        for source in ("#define H", "#define NO_WINDOW UINT64_MAX", '#define NAME "x"',
                       "static const char *name = \"1\";"):
            self.assertEqual(cited(source + "\n"), [])

    def test_deviation_of_a_constant(self) -> None:
        comment = "/* RFC 8888 section 3\n * DEVIATES (2 there): reason */\n"
        self.assertEqual(cited(comment + "#define LISTED 1\n"), [])
        self.assertEqual(len(cited(comment + "#define NOT_LISTED 1\n")), 1)
        parameter = "PARAM (NUMBER, D1, {}, 1, 2, 0, 3)\n"
        self.assertEqual(cited(comment + parameter.format("listed")), [])
        self.assertEqual(len(cited(comment + parameter.format("not_listed"))), 1)

    def test_deviation_of_a_function(self) -> None:
        body = "static void\n{} (int a)\n{{\n  /* DEVIATES: reason */\n}}\n"
        self.assertEqual(cited(body.format("LISTED")), [])
        self.assertEqual(len(cited(body.format("not_listed"))), 1)
        above = "/* DEVIATES: reason */\nstatic void\n{} (int a)\n{{\n}}\n"
        self.assertEqual(cited(above.format("LISTED")), [])
        self.assertEqual(len(cited(above.format("not_listed"))), 1)

    def test_stale_row(self) -> None:
        self.assertEqual(list(constants.stale(DEVIATIONS, "#define LISTED 1")), [])
        parameter = "PARAM (NUMBER, D1, {}, 1, 2, 0, 3)\n"
        self.assertEqual(list(constants.stale(DEVIATIONS, parameter.format("listed"))), [])
        self.assertEqual(len(list(constants.stale(DEVIATIONS, parameter.format("other")))), 1)
        self.assertEqual(len(list(constants.stale(DEVIATIONS, "#define LISTED_TOO 1"))), 1)


class ApiVersion(unittest.TestCase):
    def setUp(self) -> None:
        self.versions = api_version.read_gir(ElementTree.fromstring(GIR))

    def faults(self, source: str) -> list[str]:
        return list(api_version.faults("a.c", api_version.named(source), self.versions, (1, 20)))

    def test_new(self) -> None:
        for name in ("gst_new", "gst_devel", "GST_NEW", "GST_KIND_NEW", "GstThing",
                     "gst_thing_run", "gst_thing_get_type"):
            self.assertEqual(len(self.faults(f"  x = {name} (1);\n")), 1, name)

    def test_old(self) -> None:
        for text in ("gst_old", "gst_devel_old", "GST_KIND_OLD", "GstKind", "gst_newer",
                     "/* gst_new */", '"gst_new"'):
            self.assertEqual(self.faults(f"  x = {text};\n"), [], text)

    def test_unknown(self) -> None:
        found = list(api_version.unknown("a.so", {"gst_old", "gst_nowhere"}, self.versions))
        self.assertEqual(len(found), 1)


class Folders(unittest.TestCase):
    page = "```folders\ngst/a   → nothing\n"
    page += "gst/b   → gst/a,\n          gst/c\ngst/c   → gst/a\n```\n"

    def setUp(self) -> None:
        self.allowed = folders.rules(self.page)

    def test_rules(self) -> None:
        self.assertEqual(self.allowed, {"gst/a": set(), "gst/b": {"gst/a", "gst/c"},
                                        "gst/c": {"gst/a"}})

    def test_forbidden(self) -> None:
        self.assertEqual(len(list(folders.forbidden([("gst/a/x.c", "gst/b/y.h")], self.allowed,
                                                    "includes"))), 1)
        self.assertEqual(list(folders.forbidden([("gst/b/x.c", "gst/a/y.h"),
                                                 ("gst/a/x.c", "gst/a/y.h")], self.allowed,
                                                "includes")), [])

    def test_unused(self) -> None:
        self.assertEqual(len(list(folders.unused([("gst/b/x.c", "gst/a/y.h")], self.allowed))), 2)

    def test_circle(self) -> None:
        self.assertIsNone(folders.circle(self.allowed))
        self.allowed["gst/a"].add("gst/b")
        self.assertEqual(folders.circle(self.allowed), ["gst/a", "gst/b", "gst/a"])

    def test_circle_of_files(self) -> None:
        there, back = ("gst/a/x.c", "gst/a/y.c", True), ("gst/a/y.c", "gst/a/x.c", True)
        self.assertEqual(len(list(folders.file_circle([there, back]))), 1)
        self.assertEqual(list(folders.file_circle([there, back[:2] + (False,)])), [])

    def test_crowded(self) -> None:
        names = [f"gst/a/{n}.c" for n in range(folders.FULL + 1)]
        self.assertEqual(len(list(folders.crowded(names))), 1)
        self.assertEqual(list(folders.crowded(names[1:])), [])

    def test_unlisted(self) -> None:
        self.assertEqual(len(list(folders.unlisted(["gst/d/x.c", "gst/a/y.c"], self.allowed))), 1)


class Markup(unittest.TestCase):
    def test_tags_in_python(self) -> None:
        for text in ("x = '<td>' + y", "x = f'<li class={y}>a</li>'", "a = Markup(b)",
                     "jinja2.Environment(autoescape=False).autoescape"):
            self.assertEqual(len({line for line, _ in markup.in_python("a/x.py", text)}), 1, text)
        for text in ("x = '<svg width=1><text>a</text></svg>'", "'IP<port> a < b > c'"):
            self.assertEqual(list(markup.in_python("a/x.py", text)), [], text)
        self.assertEqual(list(markup.in_python(markup.PLACE, "a = markupsafe.Markup(b)")), [])

    def test_what_a_template_lets_through(self) -> None:
        for text in ("{{ a|safe }}", "{{ a | safe }}", "{% autoescape false %}"):
            self.assertEqual(len(list(markup.in_template(text))), 1, text)
        self.assertEqual(list(markup.in_template("{{ a|picture }} is safe")), [])


class Modules(unittest.TestCase):
    tools = {f"tools/gstscream/{name}.py": "" for name in (
        "__init__", "base", "a/__init__", "a/x", "a/y", "b/__init__", "b/z")}
    known = {**tools, "tests/t/one.py": "", "tests/t/two.py": "", "tests/shared.py": ""}

    def found(self, path: str, text: str) -> list[str]:
        return [other for _, other, _, _ in modules.uses(path, text, self.known)]

    def test_forms_of_an_import(self) -> None:
        for text in ("from . import y", "from .y import f", "from gstscream.a import y",
                     "import gstscream.a.y", "def f():\n    from . import y",
                     "start('gstscream.a.y')"):
            self.assertEqual(self.found("tools/gstscream/a/x.py", text),
                             ["tools/gstscream/a/y.py"], text)
        self.assertEqual(self.found("tools/gstscream/a/x.py", "from ..b.z import f"),
                         ["tools/gstscream/b/z.py"])
        self.assertEqual(self.found("tests/t/one.py", "import two, shared\nimport os"),
                         ["tests/t/two.py", "tests/shared.py"])
        self.assertEqual(self.found("tools/gstscream/a/x.py", "print('see gstscream.a.y')"), [])

    def test_forms_that_are_not_ours(self) -> None:
        path = "tools/gstscream/a/x.py"
        for text in ("from ..b import z", "from .. import base", "from gstscream.a import y"):
            self.assertEqual(len(list(modules.wrong_form(
                modules.uses(path, text, self.known)))), 1, text)
        for text in ("from . import y", "from gstscream.b import z", "from gstscream import base",
                     "start('gstscream.a.y')"):
            self.assertEqual(list(modules.wrong_form(modules.uses(path, text, self.known))), [])

    def test_out_of_the_package(self) -> None:
        self.assertEqual(len(list(modules.upward([("tools/gstscream/a/x.py", "tests/shared.py",
                                                   0, 1)]))), 1)

    def test_circle(self) -> None:
        there, back = ("a/x.py", "a/y.py"), ("a/y.py", "a/x.py")
        self.assertEqual(len(list(modules.module_circle([there, back]))), 1)
        self.assertEqual(list(modules.module_circle([there])), [])

    def test_packages_of_the_page(self) -> None:
        page = "```folders\ngst/a → nothing\n```\n```packages\nx/b → x/c\n```\n"
        self.assertEqual(folders.rules(page, "packages"), {"x/b": {"x/c"}})
        self.assertEqual(folders.rules(page), {"gst/a": set()})


class Layers(unittest.TestCase):
    def test_includes(self) -> None:
        for name in ("<glib.h>", "<gst/gst.h>", "<time.h>", '"../linkemu/linkemu.h"',
                     '"../../plugins/scream/x.h"', "<gst/linkemu/linkemu.h>",
                     '"gst/linkemu/linkemu.h"'):
            source = f"#include {name}\n"
            self.assertEqual(len(list(layers.includes("gst/rtpcc/a.c", source))), 1, name)
        for name in ("<string.h>", '"rtpcc.h"', '"gst/rtpcc/wire/rtpcc-rtcp.h"'):
            self.assertEqual(list(layers.includes("gst/rtpcc/a.c", f"#include {name}\n")), [])

    def test_calls(self) -> None:
        for name in ("exit (1)", "printf (x)", "rand ()", "g_print (x)"):
            self.assertEqual(len(list(layers.calls("gst/a.c", f"  {name};\n"))), 1, name)
        for name in ("snprintf (x)", "ops->time (x)", 'f ("exit (1)")', "next_time (x)"):
            self.assertEqual(list(layers.calls("gst/a.c", f"  {name};\n")), [], name)

    def test_state(self) -> None:
        for line in ("static int counter;", "static RtpCc *session = NULL;",
                     "static double last[4];"):
            self.assertEqual(len(list(layers.state("gst/a.c", line + "\n"))), 1, line)
        for line in ("static const int one = 1;", "static void f (void);",
                     "static inline int f (int a);", "static const char *const names[] = {"):
            self.assertEqual(list(layers.state("gst/a.c", line + "\n")), [], line)


class Figures(unittest.TestCase):
    NAMES = ["tests/run", "tests/e2e/tun", "tests/evaluation/pathrun.c", "tools/ab/ab.c"]
    TABLE = "| a | b |\n| --- | --- |\n| x | 93.0 % |\n| y | 7 ms |\n"
    PAGE = ("| case | scream | fixed |\n| --- | --- | --- |\n"
            "| 5.1 `A` | 93.0 · 1 / 7 / 18 · 0.05 | 89.6 · 200 / 291 / 296 · 9.22 |\n"
            "| 5.5 `A` | 97.3 · 5 / 17 / 22 · 0.00 · 0.982 | 98.1 · 1 / 2 / 3 · 1.00 · 0.9 |\n"
            "| 5.6 `A` | 37.6 · 1 / 2 / 3 · 0.55 · 29/71 | 66.1 · 1 / 2 / 3 · 0.73 · 51/49 |\n")
    README = ("| `controller` | | one | five | TCP |\n| --- | --- | --- | --- | --- |\n"
              "| **`scream`** | x 2 | **93.0 %, 7 ms** | **97.3 %, 17 ms**, 0.98 | 29 % |\n")

    def faults(self, text: str) -> list[tuple[int, str]]:
        return [*figures.faults(text, self.NAMES),
                *figures.unknown_commits(text, lambda commit: commit == "1234abc")]

    def test_command_and_commit(self) -> None:
        for text in ("Measured at 1234abc with `sudo tests/e2e/tun --figures`:",
                     "x, measured at 1234abc\n(y at 1234abc) with\n"
                     "`build/tests/evaluation/pathrun\na=b`:",
                     "Measured at 1234abc with `valgrind --tool=x "
                     "build-y/tests/evaluation/pathrun`",
                     "Measured at 1234abc with `ab`"):
            self.assertEqual(self.faults(text), [], text)

    def test_without_command_or_commit(self) -> None:
        for text in ("Measured at 1234abc with `tests/none`", "Measured at 1234abc with `none`",
                     "Measured at 1234abd with `tests/run`", "Measured at night with `tests/run`",
                     "Measured at 1234abc (x at 5678abc) with `tests/run`", "since 5678abc"):
            self.assertEqual(len(self.faults(text)), 1, text)

    def test_tables(self) -> None:
        self.assertEqual([number for number, _ in figures.bare_tables(f"# a\n\n{self.TABLE}")], [3])
        above = "# a\nMeasured at 1234abc with `x`\n"
        self.assertEqual([number for number, _ in figures.bare_tables(f"{above}# b\n{self.TABLE}")],
                         [4])
        for text in (above + self.TABLE, "```\n" + self.TABLE + "```\n",
                     self.TABLE.replace("| b |", "| value |"),
                     self.TABLE.replace("93.0 %", "text")):
            self.assertEqual(list(figures.bare_tables(text)), [], text)

    def test_controllers_of_the_readme(self) -> None:
        self.assertEqual(list(figures.readme_faults(self.README, self.PAGE)), [])
        for old, new in (("93.0", "92.0"), ("7 ms", "8 ms"), ("0.98 ", "0.97 "), ("29 %", "28 %")):
            changed = self.README.replace(old, new)
            self.assertEqual(len(list(figures.readme_faults(changed, self.PAGE))), 1, new)
        self.assertEqual(len(list(figures.readme_faults("", self.PAGE))), 1)

    def test_marked_tables(self) -> None:
        measured = "Measured at 1234abc with `x`:\n\n"
        for text in (f"{measured}<!-- table -->\n\n{self.TABLE}\n<!-- end -->\n",
                     f"{measured}<!-- table: real time, 2 minutes -->\n\n"
                     f"{self.TABLE}\n<!-- end -->\n",
                     f"{measured}<!-- by hand: why -->\n\n{self.TABLE}",
                     self.TABLE.replace("93.0 %", "text")):
            self.assertEqual(list(figures.unmarked_tables(text)), [], text)
        for text in (measured + self.TABLE, f"{measured}<!-- by hand: -->\n\n{self.TABLE}",
                     f"{measured}<!-- table -->\n\n{self.TABLE}",
                     f"{measured}<!-- table -->\n\n{self.TABLE}\n<!-- end -->\n\n{self.TABLE}",
                     f"{measured}<!-- table: ten minutes -->\n\n{self.TABLE}\n<!-- end -->\n",
                     f"<!-- table -->\n\n{self.TABLE}\n<!-- end -->\n",
                     "<!-- by hand: why -->\n\ntext\n"):
            self.assertTrue(list(figures.unmarked_tables(text)), text)

    def test_this_history(self) -> None:
        here = os.path.dirname(os.path.abspath(__file__))
        git = ["git", "-c", "safe.directory=*", "-C", here, "rev-parse"]
        found = subprocess.run([*git, "--is-shallow-repository", "--verify", "HEAD"],
                               capture_output=True, text=True)
        if not found.stdout.startswith("false\n") or found.returncode:
            self.skipTest("no repository, or not a whole one")
        self.assertFalse(figures.history(here)("0123456"))
        self.assertTrue(figures.history(here)("HEAD"))
        with tempfile.TemporaryDirectory() as nowhere:
            self.assertTrue(figures.history(nowhere)("0123456"))


class Values(unittest.TestCase):
    SOURCE = ("#define ONE_LO (36 * RTP_CC_MSECOND)\n#define ONE_HI 0.4\n"
              "#define TWO (1.0 / 64)\n#define RATE 200000.0\n#define NAME text\n"
              "PARAM (TIME, D1, time, 25, 50, 0, 100)\n"
              "PARAM (NUMBER, D1, part, 1.0 / 4, 0, 0, 1)\n")

    def faults(self, row: str) -> int:
        page = f"| name | value | effect |\n| --- | --- | --- |\n{row}\n"
        return len(list(values.faults(page, values.defined(self.SOURCE))))

    def test_as_in_the_code(self) -> None:
        for row in ("| `ONE_LO`, `_HI` | 36, 400 ms | x |", "| `TWO` | 1/64 | 3 |",
                    "| `RATE` | 0.2 Mbit/s in a second | x |", "| `TIME` | 25 ms | x |",
                    "| `PART` | 1/4 | x |", "\n| a | b |\n| --- | --- |\n| `X` | 1 |"):
            self.assertEqual(self.faults(row), 0, row)

    def test_others(self) -> None:
        for row in ("| `ONE_LO` | 35 ms | x |", "| `ONE_LO`, `_HI` | 36, 300 ms | x |",
                    "| `TWO` | 1/16 | x |", "| `TIME` | 50 ms | x |", "| `PART` | 0 | x |",
                    "| `NONE` | 1 | x |", "| `TWO` | | x |"):
            self.assertEqual(self.faults(row), 1, row)


class Parameters(unittest.TestCase):
    TABLE = ("PARAM (TIME, D1, one_lo, 36, 60, 1, 100)\nPARAM (FLAG, O2, two, 1, 0, 0, 1)\n"
             "PARAM (NUMBER, O2, three, 1.0 / 16, 1.0 / 16, 0, 1)\n")

    def test_rows(self) -> None:
        self.assertEqual(list(parameters.rows(self.TABLE)), [
            ("one-lo", "36 ms", "60 ms", "1 to 100 ms", "D1"), ("two", "1", "0", "0 or 1", "O2"),
            ("three", "1/16", "1/16", "0 to 1", "O2")])

    def test_own_numbers(self) -> None:
        """Neither a switch nor a number of the draft, nor another value of one."""
        table = "".join(f"/* {words}: x */\nPARAM ({kind}, {of}, a, 1, 1, 0, 1)\n"
                        for words, kind, of in (("OURS", "TIME", "O1"), ("OURS", "FLAG", "O1"),
                                                ("DEVIATES", "TIME", "D1"),
                                                ("OURS", "NUMBER", "OURS"),
                                                ("OURS", "TIME", "DRAFT")))
        self.assertEqual(parameters.own_numbers(table), 2)

    def test_departures(self) -> None:
        page = "| `a` (D1) |\n| `b` (O2) |\n"
        self.assertEqual(list(parameters.unlike(self.TABLE, page)), [])
        for other in ("| `a` (D1) |\n", page + "| `c` (O3) |\n",
                      "| `a` (D1) |\n## SCReAM v1\n| `b` (O2) |\n"):
            self.assertEqual(len(list(parameters.unlike(self.TABLE, other))), 1, other)
        same = self.TABLE.replace("1, 0, 0, 1", "1, 1, 0, 1")
        self.assertEqual(len(list(parameters.unlike(same, page))), 1)


class Hygiene(unittest.TestCase):
    def test_faults(self) -> None:
        for text in ("a\tb\n", "a \n", "a\r\n", "a", "a\n\n"):
            self.assertEqual(len(list(hygiene.text_faults(text))), 1, repr(text))
        self.assertEqual(list(hygiene.text_faults("a\n\nb\n")), [])

    def test_marks_of_conflicts(self) -> None:
        text = "a\n" + "<" * 7 + " one\n=======\n" + ">" * 7 + " other\n"
        self.assertEqual([number for number, _ in hygiene.text_faults(text)], [2, 4])
        self.assertEqual(list(hygiene.text_faults("Title\n=======\n")), [])

    def test_tabs_of_makefiles(self) -> None:
        self.assertEqual(list(hygiene.text_faults(hygiene.MAKEFILE + " -f\na:\n\tb\n")), [])


class Links(unittest.TestCase):
    def faults(self, text: str) -> list[tuple[int, str]]:
        """Of a page that stands in this folder and has one heading."""
        page = os.path.join(os.path.dirname(os.path.abspath(__file__)), "page.md")
        return list(links.faults(page, f"## `One` [two](tree.py), 3\n{text}\n"))

    def test_nowhere(self) -> None:
        for text in ("[a](no-such-page.md)", "[a](no.md#x)", "[a](#one)",
                     "[a](../../README.md#no-such-heading)", "[a](no.md \"title\")",
                     "[a]: no.md", "![a](no.svg)", "## b\n## b\n[a](#b-2)"):
            self.assertEqual(len(self.faults(text)), 1, text)

    def test_somewhere(self) -> None:
        for text in ("[a](tree.py)", "[a](tree.py#L1)", "[a](https://example.org/a)",
                     "[a](#one-two-3)", "[a](../../README.md)", "[a](tree.py \"title\")",
                     "[a]: tree.py", "## b\n## b\n[a](#b-1)"):
            self.assertEqual(self.faults(text), [], text)

    def test_paths(self) -> None:
        names = ["tests/run", "docs/a.md", "gst/a/b.c"]
        for text in ("`tests/none`", "a `gst/a/c.c:12`", "`gst/b/`"):
            self.assertEqual(len(list(links.path_faults(text, links.PATH, names))), 1, text)
        for text in ("`tests/run all`", "`gst/a/b`", "`gst/a/`", "`gst/NAME/b.c`", "tests/none"):
            self.assertEqual(list(links.path_faults(text, links.PATH, names)), [], text)
        self.assertEqual(len(list(links.path_faults("/* docs/b.md */", links.PAGE, names))), 1)
        self.assertEqual(list(links.path_faults("docs/a.md x/docs/b.md", links.PAGE, names)), [])

    def test_headings_in_code(self) -> None:
        self.assertEqual(list(links.anchors("# a\n```sh\n# b\n```\n# c\n")), ["a", "c"])

    def test_index(self) -> None:
        index = "| [a](a.md) | x, see [b](b.md) |\n| [c](c.md) | x |\n| [c](c.md) | y |\n"
        self.assertEqual(list(links.index_faults(index, ["a.md"])), [])
        self.assertEqual(len(list(links.index_faults(index, ["b.md", "c.md"]))), 2)


@unittest.skipIf(pages is None, "python3-markdown-it is not installed")
class Pages(unittest.TestCase):
    def faults(self, text: str) -> list[int]:
        return [number for number, _ in pages.faults(text)]

    def test_code(self) -> None:
        for text, lines in (("```\na\n", [1]), ("a\n\n```", [3]), ("- ```\n  a\n\nb\n", [1]),
                            ("```\na\n``` A camera.\n```\n", [3]),
                            ("``` A camera.\na\n```\n", [1]),
                            ("```\na\n```\nb ``` c\n", [4]), ("a ```b``` c\n", [1]),
                            ("~~~\na\n~~\n", [1])):
            self.assertEqual(self.faults(text), lines, text)
        for text in ("```sh\na\n```\n", "````\n```\n``` b\n````\n",
                     "- a\n  ```\n  b\n  ```\n", "> ```\n> a\n> ```\n", "~~~\na\n~~~~\n",
                     "1. ```\n   a\n   ```\n"):
            self.assertEqual(self.faults(text), [], text)

    def test_tables(self) -> None:
        head = "| a | b |\n| --- | --- |\n"
        for row, lines in (("| 1 |", [3]), ("| 1 | 2 | 3 |", [3]), ("text", [3]),
                           ("| 1 | `2|3` |", [3]), ("\n| 1 | 2 |", [4])):
            self.assertEqual(self.faults(head + row + "\n"), lines, row)
        for row in ("| 1 | 2 |", "| 1 | `2\\|3` |", "| | |", "\ntext"):
            self.assertEqual(self.faults(head + row + "\n"), [], row)
        for text in ("| a | b |\n| --- |\n", "| a | b |\n| 1 | 2 |\n", "    " + head,
                     "a\n\n" + head[10:]):
            self.assertTrue(self.faults(text), text)

    def test_text_taken_for_html(self) -> None:
        self.assertEqual(self.faults("a <frame> b\n"), [1])
        self.assertEqual(self.faults("<div>\n"), [1])
        for text in ("a `<frame>` b\n", "<!-- a -->\n", "a < b > c <https://example.org/>\n"):
            self.assertEqual(self.faults(text), [], text)


class GtkDoc(unittest.TestCase):
    def markdown(self, text: str) -> str:
        return gtkdoc.markdown(text, "GstOne", {"GstTwo": "`{}` of [two](#two)",
                                                "GstPad": "`sink_%u::{}`"})

    def test_names(self) -> None:
        for text, result in (("As #GstOne:a-b.", "As `a-b`."),
                             ("As #GstTwo:a, b", "As `a` of [two](#two), b"),
                             ("#GstTwo::a", "`a` of [two](#two)"), ("#GstPad:a", "`sink_%u::a`"),
                             ("#GstOther:a", "`a` of `GstOther`"),
                             ("#GstOther: a", "`GstOther`: a"),
                             ("%NULL, @self, 5 %, a@b", "`NULL`, `self`, 5 %, a@b"),
                             ("#gchar* a", "`gchar*` a"),
                             ("`#GstOne:a`", "`#GstOne:a`")):
            self.assertEqual(self.markdown(text), result)
        self.assertEqual(gtkdoc.members("#GstA:b `#GstA:c` #GstD::e-f #GstG"),
                         [("GstA", "b"), ("GstD", "e-f")])

    def test_examples(self) -> None:
        block = "```\ngst-launch-1.0 %a ! b\n```"
        for text, result in (
                ("a:\n|[\ngst-launch-1.0 %a ! b\n]|\n\nc", f"a:\n\n{block}\n\nc"),
                ("a\n|[<!-- language=\"C\" -->\ngst-launch-1.0 %a ! b\n]|\nc",
                 f"a\n\n{block}\n\nc"),
                ("|[\ngst-launch-1.0 %a ! b\n]| A.\n|[\ngst-launch-1.0 %a ! b\n]| B\n c.",
                 f"A:\n\n{block}\n\nB\n c:\n\n{block}")):
            self.assertEqual(self.markdown(text).strip(), result)

    def test_long_launch_lines(self) -> None:
        line = "gst-launch-1.0 a" + 30 * " ! bcdef"
        result = self.markdown(f"|[\n{line}\n]|")
        self.assertEqual(result.strip("`\n").replace(" \\\n ", ""), line)
        self.assertTrue(75 < max(map(len, result.split("\n"))) <= 96, result)

    def test_parameters(self) -> None:
        self.assertEqual(gtkdoc.parameters("@a: one\n@b: two\n   lines\n\nText, @a.\n"),
                         "- `a`: one\n- `b`: two lines\n\nText, @a.\n")
        self.assertEqual(self.markdown("Returns: (transfer full) (nullable): it"), "Returns: it")
