# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""linkemu_tun_test.py LINKEMU-TUN LINKEMU-NETNS

What both say to mistakes, without root: one line, and the right status.
"""
import os
import subprocess
import sys
import unittest

TUN, NETNS = sys.argv[1:3]
NAME = "no-such-%d" % os.getpid()


def run(*argv):
    """(status, standard output, standard error)"""
    done = subprocess.run(argv, capture_output=True, text=True, check=False, timeout=20)
    return done.returncode, done.stdout, done.stderr


class Mistakes(unittest.TestCase):
    def refused(self, status, words, *argv):
        got, output, said = run(*argv)
        self.assertEqual((got, output), (status, ""), (argv, said))
        self.assertTrue(said.startswith(os.path.basename(argv[0]) + ": "), said)
        self.assertEqual(said.count("\n"), 1, said)
        self.assertIn(words, said)

    def test_tun_options(self):
        for option, words in (("--delay=25msec", "--delay=25msec: a time"),
                              ("--bitrate=2m", "--bitrate=2m: a rate"),
                              ("--schedule=0:x", "--schedule: character 3"),
                              ("--trace=/no", "--trace: /no: No such file"),
                              ("--back-aqm=red", "--back-aqm: AQM red is not known"),
                              ("--no-such", "--no-such")):
            self.refused(2, words, TUN, NAME, option)
        self.refused(2, "linkemu-netns add", TUN)

    def test_tun_without_namespaces(self):
        self.refused(1, "linkemu-netns add " + NAME, TUN, NAME)

    def test_tun_help(self):
        status, output, _ = run(TUN, "--help")
        self.assertEqual(status, 0)
        for words in ("Examples:", "Exit status:", "--bitrate=RATE", "--log=FILE"):
            self.assertIn(words, output)
        self.assertEqual(run(TUN, "--version")[0], 0)

    def test_netns_arguments(self):
        for argv, words in (((), "add, exec, del or list"), (("make", "x"), '"make"'),
                            (("add",), "one NAME"), (("add", "a/b"), '"a/b"'),
                            (("exec", NAME, "c", "ls"), '"c"'),
                            (("exec", NAME, "a"), "a command")):
            self.refused(2, words, NETNS, *argv)

    def test_netns_without_namespaces(self):
        words = NAME if os.geteuid() == 0 else "run as root"
        self.refused(1, words, NETNS, "del", NAME)
        self.refused(1, words, NETNS, "exec", NAME, "a", "ls")

    def test_netns_help(self):
        status, output, _ = run(NETNS, "--help")
        self.assertEqual(status, 0)
        self.assertIn("Example:", output)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
