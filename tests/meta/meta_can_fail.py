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
import folders
import gtkdoc
import hygiene
import layers
import links
import security
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


def cited(source):
    return list(constants.check("a.c", source, DEVIATIONS))


class Security(unittest.TestCase):
    def found(self, line):
        table = f"| attacker | tries | what holds, x |\n| --- | --- | --- |\n{line}\n"
        return [what for _, what in security.faults(table, {"test_a"}, lambda name: False)]

    def test_a_test_that_is_there(self):
        self.assertEqual(self.found("| anyone | tries | holds (`test_a`) |"), [])

    def test_a_test_that_is_not_there(self):
        self.assertEqual(self.found("| anyone | tries | holds (`test_b` `tests/none`) |"),
                         ["there is no test test_b", "there is no test tests/none"])

    def test_a_line_without_a_test(self):
        for row in ("| anyone | tries | holds |", "| anyone | tries | holds (`x`) |"):
            self.assertEqual(self.found(row), ["no test is named"])

    def test_a_line_of_another_table(self):
        self.assertEqual(self.found("\n| who | can | cannot |\n| --- | --- | --- |\n| a | b | c |"),
                         [])


class Licences(unittest.TestCase):
    @unittest.skipUnless(shutil.which("reuse"), "reuse is not installed")
    def test_a_file_without_a_licence(self):
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
    def test_sources_that_count(self):
        for source in ("RFC 8888 section 3.1", "draft-ietf-ccwg-x-01 section B.2",
                       "OURS: half does harm", "UNIT"):
            self.assertEqual(cited(f"/* {source} */\n#define ONE 1\n"), [])

    def test_citation_over_two_lines(self):
        self.assertEqual(cited("/* RFC 8888\n * section 3.1 */\n#define ONE 1\n"), [])

    def test_numbers_without_source(self):
        for source in ("#define ONE 1", "/* one */\n#define ONE (1)", "#define ONE (-1.5)",
                       "#define ONE (25 * MSECOND)", "static const double one = .5;",
                       "  static const int64_t one = 25;", "/* RFC 8888 */\n#define ONE 1",
                       "static const uint8_t ones[] = {\n  1, 1\n};",
                       "/* OURS: this */\n#define ONE 1\n#define TWO 2"):
            self.assertEqual(len(cited(source + "\n")), 1, source)

    def test_not_numbers(self):
        for source in ("#define H", "#define NO_WINDOW UINT64_MAX", '#define NAME "x"',
                       "static const char *name = \"1\";"):
            self.assertEqual(cited(source + "\n"), [])

    def test_deviation_of_a_constant(self):
        comment = "/* RFC 8888 section 3\n * DEVIATES (2 there): reason */\n"
        self.assertEqual(cited(comment + "#define LISTED 1\n"), [])
        self.assertEqual(len(cited(comment + "#define NOT_LISTED 1\n")), 1)

    def test_deviation_of_a_function(self):
        body = "static void\n{} (int a)\n{{\n  /* DEVIATES: reason */\n}}\n"
        self.assertEqual(cited(body.format("LISTED")), [])
        self.assertEqual(len(cited(body.format("not_listed"))), 1)
        above = "/* DEVIATES: reason */\nstatic void\n{} (int a)\n{{\n}}\n"
        self.assertEqual(cited(above.format("LISTED")), [])
        self.assertEqual(len(cited(above.format("not_listed"))), 1)

    def test_stale_row(self):
        self.assertEqual(list(constants.stale(DEVIATIONS, "#define LISTED 1")), [])
        self.assertEqual(len(list(constants.stale(DEVIATIONS, "#define LISTED_TOO 1"))), 1)


class ApiVersion(unittest.TestCase):
    def setUp(self):
        self.versions = api_version.read_gir(ElementTree.fromstring(GIR))

    def faults(self, source):
        return list(api_version.faults("a.c", api_version.named(source), self.versions, (1, 20)))

    def test_new(self):
        for name in ("gst_new", "gst_devel", "GST_NEW", "GST_KIND_NEW", "GstThing",
                     "gst_thing_run", "gst_thing_get_type"):
            self.assertEqual(len(self.faults(f"  x = {name} (1);\n")), 1, name)

    def test_old(self):
        for text in ("gst_old", "gst_devel_old", "GST_KIND_OLD", "GstKind", "gst_newer",
                     "/* gst_new */", '"gst_new"'):
            self.assertEqual(self.faults(f"  x = {text};\n"), [], text)

    def test_unknown(self):
        found = list(api_version.unknown("a.so", {"gst_old", "gst_nowhere"}, self.versions))
        self.assertEqual(len(found), 1)


class Folders(unittest.TestCase):
    page = "```folders\ngst/a   → nothing\ngst/b   → gst/a,\n          gst/c\ngst/c   → gst/a\n```\n"

    def setUp(self):
        self.allowed = folders.rules(self.page)

    def test_rules(self):
        self.assertEqual(self.allowed, {"gst/a": set(), "gst/b": {"gst/a", "gst/c"},
                                        "gst/c": {"gst/a"}})

    def test_forbidden(self):
        self.assertEqual(len(list(folders.forbidden([("gst/a/x.c", "gst/b/y.h")], self.allowed,
                                                    "includes"))), 1)
        self.assertEqual(list(folders.forbidden([("gst/b/x.c", "gst/a/y.h"),
                                                 ("gst/a/x.c", "gst/a/y.h")], self.allowed,
                                                "includes")), [])

    def test_unused(self):
        self.assertEqual(len(list(folders.unused([("gst/b/x.c", "gst/a/y.h")], self.allowed))), 2)

    def test_circle(self):
        self.assertIsNone(folders.circle(self.allowed))
        self.allowed["gst/a"].add("gst/b")
        self.assertEqual(folders.circle(self.allowed), ["gst/a", "gst/b", "gst/a"])

    def test_circle_of_files(self):
        there, back = ("gst/a/x.c", "gst/a/y.c", True), ("gst/a/y.c", "gst/a/x.c", True)
        self.assertEqual(len(list(folders.file_circle([there, back]))), 1)
        self.assertEqual(list(folders.file_circle([there, back[:2] + (False,)])), [])

    def test_crowded(self):
        names = [f"gst/a/{n}.c" for n in range(folders.FULL + 1)]
        self.assertEqual(len(list(folders.crowded(names))), 1)
        self.assertEqual(list(folders.crowded(names[1:])), [])

    def test_unlisted(self):
        self.assertEqual(len(list(folders.unlisted(["gst/d/x.c", "gst/a/y.c"], self.allowed))), 1)


class Layers(unittest.TestCase):
    def test_includes(self):
        for name in ("<glib.h>", "<gst/gst.h>", "<time.h>", '"../linkemu/linkemu.h"',
                     '"../../plugins/scream/x.h"', "<gst/linkemu/linkemu.h>",
                     '"gst/linkemu/linkemu.h"'):
            source = f"#include {name}\n"
            self.assertEqual(len(list(layers.includes("gst/rtpcc/a.c", source))), 1, name)
        for name in ("<string.h>", '"rtpcc.h"', '"gst/rtpcc/wire/rtpcc-rtcp.h"'):
            self.assertEqual(list(layers.includes("gst/rtpcc/a.c", f"#include {name}\n")), [])

    def test_calls(self):
        for name in ("exit (1)", "printf (x)", "rand ()", "g_print (x)"):
            self.assertEqual(len(list(layers.calls("gst/a.c", f"  {name};\n"))), 1, name)
        for name in ("snprintf (x)", "ops->time (x)", 'f ("exit (1)")', "next_time (x)"):
            self.assertEqual(list(layers.calls("gst/a.c", f"  {name};\n")), [], name)

    def test_state(self):
        for line in ("static int counter;", "static RtpCc *session = NULL;",
                     "static double last[4];"):
            self.assertEqual(len(list(layers.state("gst/a.c", line + "\n"))), 1, line)
        for line in ("static const int one = 1;", "static void f (void);",
                     "static inline int f (int a);", "static const char *const names[] = {"):
            self.assertEqual(list(layers.state("gst/a.c", line + "\n")), [], line)


class Hygiene(unittest.TestCase):
    def test_faults(self):
        for text in ("a\tb\n", "a \n", "a\r\n", "a", "a\n\n"):
            self.assertEqual(len(list(hygiene.text_faults(text))), 1, repr(text))
        self.assertEqual(list(hygiene.text_faults("a\n\nb\n")), [])


class Links(unittest.TestCase):
    def faults(self, text):
        """Of a page that stands in this folder and has one heading."""
        page = os.path.join(os.path.dirname(os.path.abspath(__file__)), "page.md")
        return list(links.faults(page, f"## `One` [two](tree.py), 3\n{text}\n"))

    def test_nowhere(self):
        for text in ("[a](no-such-page.md)", "[a](no.md#x)", "[a](#one)",
                     "[a](../../README.md#no-such-heading)"):
            self.assertEqual(len(self.faults(text)), 1, text)

    def test_somewhere(self):
        for text in ("[a](tree.py)", "[a](tree.py#L1)", "[a](https://example.org/a)",
                     "[a](#one-two-3)", "[a](../../README.md)"):
            self.assertEqual(self.faults(text), [], text)

    def test_headings_in_code(self):
        self.assertEqual(list(links.anchors("# a\n```sh\n# b\n```\n# c\n")), ["a", "c"])

    def test_index(self):
        index = "| [a](a.md) | x, see [b](b.md) |\n| [c](c.md) | x |\n| [c](c.md) | y |\n"
        self.assertEqual(list(links.index_faults(index, ["a.md"])), [])
        self.assertEqual(len(list(links.index_faults(index, ["b.md", "c.md"]))), 2)


@unittest.skipIf(pages is None, "python3-markdown-it is not installed")
class Pages(unittest.TestCase):
    def faults(self, text):
        return [number for number, _ in pages.faults(text)]

    def test_code(self):
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

    def test_tables(self):
        head = "| a | b |\n| --- | --- |\n"
        for row, lines in (("| 1 |", [3]), ("| 1 | 2 | 3 |", [3]), ("text", [3]),
                           ("| 1 | `2|3` |", [3]), ("\n| 1 | 2 |", [4])):
            self.assertEqual(self.faults(head + row + "\n"), lines, row)
        for row in ("| 1 | 2 |", "| 1 | `2\\|3` |", "| | |", "\ntext"):
            self.assertEqual(self.faults(head + row + "\n"), [], row)
        for text in ("| a | b |\n| --- |\n", "| a | b |\n| 1 | 2 |\n", "    " + head,
                     "a\n\n" + head[10:]):
            self.assertTrue(self.faults(text), text)

    def test_text_taken_for_html(self):
        self.assertEqual(self.faults("a <frame> b\n"), [1])
        self.assertEqual(self.faults("<div>\n"), [1])
        for text in ("a `<frame>` b\n", "<!-- a -->\n", "a < b > c <https://example.org/>\n"):
            self.assertEqual(self.faults(text), [], text)


class GtkDoc(unittest.TestCase):
    def markdown(self, text):
        return gtkdoc.markdown(text, "GstOne", {"GstTwo": "`{}` of [two](#two)",
                                                "GstPad": "`sink_%u::{}`"})

    def test_names(self):
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

    def test_examples(self):
        block = "```\ngst-launch-1.0 %a ! b\n```"
        for text, result in (
                ("a:\n|[\ngst-launch-1.0 %a ! b\n]|\n\nc", f"a:\n\n{block}\n\nc"),
                ("a\n|[<!-- language=\"C\" -->\ngst-launch-1.0 %a ! b\n]|\nc",
                 f"a\n\n{block}\n\nc"),
                ("|[\ngst-launch-1.0 %a ! b\n]| A.\n|[\ngst-launch-1.0 %a ! b\n]| B\n c.",
                 f"A:\n\n{block}\n\nB\n c:\n\n{block}")):
            self.assertEqual(self.markdown(text).strip(), result)

    def test_long_launch_lines(self):
        line = "gst-launch-1.0 a" + 30 * " ! bcdef"
        result = self.markdown(f"|[\n{line}\n]|")
        self.assertEqual(result.strip("`\n").replace(" \\\n ", ""), line)
        self.assertTrue(75 < max(map(len, result.split("\n"))) <= 96, result)

    def test_parameters(self):
        self.assertEqual(gtkdoc.parameters("@a: one\n@b: two\n   lines\n\nText, @a.\n"),
                         "- `a`: one\n- `b`: two lines\n\nText, @a.\n")
        self.assertEqual(self.markdown("Returns: (transfer full) (nullable): it"), "Returns: it")


if __name__ == "__main__":
    unittest.main()
