"""Each check of this folder finds the fault that it is there for."""
import unittest

import constants_cite_a_source as constants
import hygiene
import layers

DEVIATIONS = "| `LISTED` | 1 | 2 | reason |\n"


def cited(source):
    return list(constants.check("a.c", source, DEVIATIONS))


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


class Layers(unittest.TestCase):
    def test_includes(self):
        for name in ("<glib.h>", "<gst/gst.h>", "<time.h>", '"../linkemu/linkemu.h"',
                     '"../../plugins/scream/x.h"', "<gst/linkemu/linkemu.h>"):
            source = f"#include {name}\n"
            self.assertEqual(len(list(layers.includes("gst/rtpcc/a.c", source))), 1, name)
        for name in ("<string.h>", '"rtpcc.h"'):
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

    def test_links(self):
        page = __file__
        self.assertEqual(len(list(hygiene.link_faults(page, "[a](no-such-page.md)"))), 1)
        for text in ("[a](tree.py)", "[a](tree.py#x)", "[a](https://example.org/a)", "[a](#x)"):
            self.assertEqual(list(hygiene.link_faults(page, text)), [], text)


if __name__ == "__main__":
    unittest.main()
