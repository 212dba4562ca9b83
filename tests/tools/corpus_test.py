# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Traces: generators, parsers, halves, the oracle, and how controllers stand beside it."""
import collections
import contextlib
import hashlib
import io
import json
import os
import tempfile
import time
import unittest
from typing import Any
from unittest import mock

import ab_fake

from gstscream.ab import corpus
from gstscream.ab.scenario import links
from gstscream.corpus import families, formats, halves, mahimahi, members, oracle, rates, standing
from gstscream.errors import UserError
from gstscream.report import page

SIXTY = "cellular:20,wifi:20,satellite:20"
MEGABIT = 10 ** 6


def steady(rate: Any, seconds: float = 10) -> Any:
    return rates.packets(rates.checked([0], [rate], int(seconds * 1000)))


class Generators(unittest.TestCase):
    # Of seeds 1 to 20, computed with NumPy 1.24.2 (Debian 12) and 2.2.4 (Debian 13).
    DIGESTS = {"cellular": "5946e47c06c05ec3", "3g": "b536f1de32f6700c",
               "wifi": "fd566d98868e12af", "satellite": "ca40704a47261d10"}

    def test_a_seed_is_a_trace_everywhere(self) -> None:
        for family, digest in self.DIGESTS.items():
            text = repr([families.generate(family, seed) for seed in range(1, 21)])
            self.assertEqual(hashlib.sha256(text.encode()).hexdigest()[:16], digest, family)

    def test_means_are_of_a_video(self) -> None:
        """Between what a small video needs and some times its most, and both sides met."""
        for family, low, high in (("cellular", .8, 14), ("3g", .2, 2.5), ("wifi", .8, 33),
                                  ("satellite", 1, 15)):
            means = [sum(families.generate(family, seed).rates) / families.STEPS / MEGABIT
                     for seed in range(1, 21)]
            self.assertTrue(low <= min(means) and max(means) <= high, (family, means))
            self.assertGreater(max(means), 2 * min(means), family)

    def test_outages(self) -> None:
        for family in families.FAMILIES:
            found = [families.generate(family, seed).rates for seed in range(1, 21)]
            self.assertTrue(any(0 in each for each in found), family)
            self.assertTrue(all(rate == 0 or rate >= 50000 for each in found for rate in each))

    def test_a_run_begins_with_a_link(self) -> None:
        """These two would begin with a gap."""
        for family, seed in (("wifi", 98), ("satellite", 232)):
            self.assertGreaterEqual(families.generate(family, seed).rates[0], 50000)

    def test_handovers_are_15_s_apart(self) -> None:
        rate = families.generate("satellite", 4).rates
        gaps = [step for step in range(1, len(rate)) if rate[step] == 0 != rate[step - 1]]
        (_, count), = collections.Counter(step % families.SLOT for step in gaps).most_common(1)
        self.assertEqual(count, families.STEPS // families.SLOT)


class Packets(unittest.TestCase):
    def test_bits_are_kept(self) -> None:
        made = rates.packets(rates.checked([0, 1000, 2000], [2 * MEGABIT, 0, MEGABIT], 4000))
        self.assertAlmostEqual(made.bits(0, 1), 2e6, delta=mahimahi.TRACE_BITS)
        self.assertEqual(made.bits(1.001, 2), 0)
        self.assertAlmostEqual(made.bits(2, 4), 2e6, delta=2 * mahimahi.TRACE_BITS)
        self.assertEqual(made.times[-1], 4000)

    def test_too_fast_for_a_file(self) -> None:
        with self.assertRaisesRegex(ValueError, "most: cut it"):
            steady(10 ** 10, 3600)


class InFolder(unittest.TestCase):
    def setUp(self) -> None:
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.place = place.name

    def file(self, name: str, content: Any) -> Any:
        path = os.path.join(self.place, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(content if isinstance(content, str) else json.dumps(content))
        return path


class Formats(InFolder):
    """Each is 1 Mbit/s for a second, then 2 for a second."""

    def check(self, name: str, content: Any) -> None:
        trace = formats.read(self.file(name, content))
        self.assertAlmostEqual(trace.bits(0, 1), 1e6, delta=mahimahi.TRACE_BITS, msg=name)
        self.assertAlmostEqual(trace.bits(1, 2), 2e6, delta=mahimahi.TRACE_BITS, msg=name)
        self.assertEqual(trace.times[-1], 2000, name)

    def test_formats(self) -> None:
        made = rates.packets(rates.checked([0, 1000], [MEGABIT, 2 * MEGABIT], 2000))
        self.check("mahimahi", "".join(f"{time}\n" for time in made.times))
        self.check("bare", "0 1.0\n1.0 2.0\n")
        self.check("bare.csv", "# seconds, Mbit/s\n\n7.5,1\n8.5,2\n")
        self.check("named.csv", "time_ms,loss,rate_kbps\n0,0,1000\n1000,0,2000\n")
        self.check("spaced.csv", "\ufeffTime (s),Throughput (Mbps)\n0,1\n1,2\n")
        self.check("semicolons", "seconds;bps\n0;1000000\n1;2000000\n")
        self.check("durations.csv", "duration_s,rate_bps\n1,1000000\n1,2000000\n")
        self.check("raca.csv", "Timestamp,Speed,Operatorname,DL_bitrate,UL_bitrate\n"
                   "2017.11.30_16.08.15,0,A,1000,9\n2017.11.30_16.08.16,1,A,700,9\n"
                   "2017.11.30_16.08.16,1,A,2000,9\n")
        entries = [{"duration": 1000, "capacity": 1000, "loss": 0},
                   {"duration": 1000, "capacity": 2000, "loss": 0}]
        self.check("monroe.json", {"type": "video", "downlink": {},
                                   "uplink": {"trace_pattern": entries}})
        self.check("list.json", [{"time_s": 3, "rate_mbps": 1}, {"time_s": 4, "rate_mbps": 2}])

    def test_faults_say_where_and_what_to_do(self) -> None:
        for content, words in (
                ("", "it is empty; give lines"), ("# only this\n", "it is empty"),
                ("0 1\n1 x\n", "line 2: 'x' is no rate; correct the line"),
                ('[{"time_s": 0, "rate_bps": 1%s}]' % (400 * "0"), "is no rate"),
                ("0 1\n1\n", "line 2: .*ends early"),
                ("0 1\n1 nan\n", "line 2"), ("0 1\n1 -4\n", "line 2"),
                ("0 1\n1 20000\n", "line 2: .*is the unit right"),
                ("1 1\n0 1\n", "line 2: .*sort the lines"),
                ("0 1\n", "two lines are the least"),
                ("0 0\n1 0\n", "all rates are 0"),
                ("0 1\n100000 1\n", "cut it"),
                ("time,rate\n0,1\n", "rates with a unit: name the columns"),
                ("speed,rate_bps\n0,1\n", "no column of times"),
                ("5\n4\n", "line 2: the time is less than the one before; sort"),
                ("1\n99999999999999\n", "line 2: the time is above .* from the start"),
                ("1\nx\n", "line 2: .*correct the line or take it out"),
                ("0\n0\n", "line 2: the last time .*; add the time"),
                ("{\"uplink\": \n\n", "line 3: .*whole"),
                ("{}", "trace_pattern"), ("[1, 2]", "trace_pattern"),
                ('[{"duration": 5, "capacity": 4}, {"duration": 5}]', "entry 2"),
                ('[{"duration": 5, "capacity": 1e999}]', "entry 1"),
                ("[" * 100000, "deeply|line 1")):
            path = self.file("trace", content)
            with self.assertRaisesRegex(ValueError, words, msg=content[:40]) as raised:
                formats.read(path)
            self.assertTrue(str(raised.exception).startswith(path), raised.exception)
            self.assertNotIn("\n", str(raised.exception))

    def test_dates_are_the_same_everywhere(self) -> None:
        """In Stockholm clocks are put forward in this night."""
        with mock.patch.dict(os.environ, TZ="Europe/Stockholm"):
            time.tzset()
            self.addCleanup(time.tzset)
            trace = formats.read(self.file(
                "raca", "Timestamp,DL_bitrate\n2018.03.25_01.59.59,900\n2018.03.25_03.00.00,900\n"))
        self.assertEqual(trace.times[-1], 2 * 3601 * 1000)

    def test_bytes_and_sizes(self) -> None:
        path = self.file("trace", "")
        with open(path, "wb") as file:
            file.write(b"\x1f\x8b\x08\xff")
        with self.assertRaisesRegex(ValueError, "unpack"):
            formats.read(path)
        os.truncate(path, formats.MAX_BYTES + 1)
        with self.assertRaisesRegex(ValueError, "are the most"):
            formats.read(path)
        with self.assertRaisesRegex(ValueError, "^line 1: field larger .* take it out"):
            formats.of_columns("1," + "2" * 200000)
        path = self.file("huge", "1\n2\n")
        os.truncate(path, mahimahi.MAX_BYTES + 1)
        with self.assertRaisesRegex(ValueError, "cut the trace"):
            formats.read(path)
        for path in ("/dev/zero", self.place):
            with self.assertRaisesRegex(ValueError, "not a file"):
                formats.read(path)


class Members(InFolder):
    def test_sixty_traces_without_download(self) -> None:
        found = members.read(SIXTY)
        self.assertEqual(len({member.digest for member in found}), 60)
        tuned = sum(member.half == halves.TUNE for member in found)
        # Half of 60, by the toss of a coin: beyond 15 of 60 one in 10^4.
        self.assertTrue(16 <= tuned <= 44, tuned)
        self.assertEqual([member.name for member in members.read("wifi:3-4")],
                         ["wifi-3", "wifi-4"])

    def test_a_written_folder_is_the_same_corpus(self) -> None:
        found = members.read("cellular:2,satellite:1")
        members.write(os.path.join(self.place, "out"), found)
        again = members.read(os.path.join(self.place, "out"))
        self.assertEqual([each.digest for each in again], [each.digest for each in found])
        self.assertEqual([(each.name, each.family, each.half, each.link) for each in again],
                         [(each.name, each.family, each.half, each.link) for each in found])

    def test_folders_in_folders(self) -> None:
        self.file("sets/4G/a b.csv", "0 1\n1 1\n")
        self.file("sets/README.md", "words")
        self.file("sets/.hidden", "words")
        found = members.read(os.path.join(self.place, "sets"))
        self.assertEqual([(each.name, each.family, each.link) for each in found],
                         [("4G-a-b", "", members.OTHER_LINK)])

    def test_faults(self) -> None:
        bad = self.file("bad/x.csv", "0 1\n1 x\n")
        self.file("twice/a.csv", "0 1\n1 1\n")
        self.file("twice/a.txt", "0 1\n1 1\n")
        os.makedirs(os.path.join(self.place, "empty"))
        for text, words in (("", "no trace is named"), ("moon:3", "cellular, 3g"),
                            ("cellular:0", "seeds from 1"), ("cellular:9-3", "seeds from 1"),
                            ("cellular:1001", "at most 1000"), ("cellular", "no such file"),
                            ("cellular:2,cellular:1", "two traces"),
                            (os.path.dirname(bad), f"--corpus: {bad}, line 2: "),
                            (os.path.join(self.place, "twice"), "two traces are called 'a'"),
                            (os.path.join(self.place, "empty"), "no traces")):
            with self.assertRaisesRegex(UserError, words, msg=text):
                members.read(text)

    def test_a_name_stays_in_its_half(self) -> None:
        """Else constants were chosen on what is judged."""
        self.assertEqual([halves.half(name) for name in ("cellular-1", "wifi-1", "wifi-2")],
                         [halves.HELD_OUT, halves.TUNE, halves.HELD_OUT])

    def test_command_writes_files(self) -> None:
        out = os.path.join(self.place, "out")
        with contextlib.redirect_stdout(io.StringIO()) as said:
            corpus.main(["write", out, "--corpus", "3g:2"])
        self.assertIn("2 traces (2 tune, 0 held out)", said.getvalue())
        self.assertEqual(sorted(os.listdir(out)), ["3g-1.trace", "3g-2.trace", "corpus.json"])
        with self.assertRaisesRegex(UserError, "files already"):
            corpus.main(["write", out])


class Links(InFolder):
    def test_words_of_the_family_or_of_the_first_link(self) -> None:
        member, = members.read("cellular:1")
        path = os.path.join(self.place, "a folder", "cellular-1.trace")
        found, = links.everything([], [], None, [(path, member)])
        self.assertEqual((found.name, found.delay(), found.properties()["queue-limit-time"]),
                         ("cellular-1", 25_000_000, "1000000000"))
        self.assertIs(found.capacity(), member.trace)
        found, = links.everything(["delay=7ms"], [], "1-2", [(path, member)])
        self.assertEqual((found.delay(), found.tcp()), (7_000_000, [(1, 2)]))

    def test_a_path_with_blanks_comes_back(self) -> None:
        path = self.file("a folder/it's.trace", "1\n2\n")
        link = links.Link("x", {"trace": path})
        self.assertEqual(links.parse(str(link), "x").properties()["trace"], path)


class Oracle(unittest.TestCase):
    SOURCE = oracle.Source(30, 100_000, 5 * MEGABIT)

    def test_all_of_a_steady_link(self) -> None:
        found = oracle.figures(steady(2 * MEGABIT), self.SOURCE, 10, 0.025)
        self.assertAlmostEqual(found["utilisation"], 1, delta=0.01)
        # A frame is on the link until the next one is captured.
        self.assertAlmostEqual(found["frame_delay_p95_ms"], 1000 / 30 + 25, delta=1)
        self.assertEqual((found["freezes"], found["freeze_s"]), (0, 0))

    def test_the_encoder_has_a_most(self) -> None:
        found = oracle.figures(steady(20 * MEGABIT), self.SOURCE, 10, 0.025)
        self.assertAlmostEqual(found["utilisation"], oracle.HEADERS * 5 / 20, delta=0.01)
        self.assertAlmostEqual(found["frame_delay_p95_ms"], oracle.HEADERS * 1000 / 120 + 25,
                               delta=1)

    def test_below_the_least_frames_are_skipped_and_none_waits(self) -> None:
        """400 kbit/s over 200: a frame takes two intervals, and with its headers a little
        more; the link is idle until the next is captured, in a third of the time."""
        source = self.SOURCE._replace(least=400_000)
        found = oracle.figures(steady(200_000, 20), source, 20, 0)
        self.assertAlmostEqual(found["frame_delay_p95_ms"], oracle.HEADERS * 2000 / 30, delta=3)
        self.assertAlmostEqual(found["utilisation"], oracle.HEADERS * 2 / 3, delta=0.02)

    def test_an_outage_is_a_freeze_of_the_oracle_too(self) -> None:
        trace = rates.packets(rates.checked([0, 4000, 6000], [MEGABIT, 0, MEGABIT], 10_000))
        found = oracle.figures(trace, self.SOURCE, 10, 0.025)
        self.assertEqual(found["freezes"], 1)
        self.assertAlmostEqual(found["freeze_s"], 2, delta=0.1)
        self.assertLess(found["frame_delay_p95_ms"], 100)

    def test_it_goes_round(self) -> None:
        short, long = steady(2 * MEGABIT, 3), steady(2 * MEGABIT, 60)
        for one, other in zip(*(oracle.figures(trace, self.SOURCE, 30, 0).values()
                                for trace in (short, long))):
            self.assertAlmostEqual(one, other, delta=0.5)


def results(who: Any, *values: Any) -> list[Any]:
    """of traces t0, t1...: (use, frame delay p95, freezes)"""
    return [standing.Result(f"t{place}", who, dict(zip(
        ("utilisation", "frame_delay_p95_ms", "freezes"), each)))
        for place, each in enumerate(values)]


class Page(InFolder):
    def test_the_page_has_the_standing(self) -> None:
        ab_fake.comparison(self.place, ("scream", "gcc"), ("x264enc",), 1, 8)
        self.assertNotIn("Beside the oracle", self.page())
        self.file("corpus.json", {"steps": {"family": "", "half": "held out",
                                            "oracle": Standing.ORACLE}})
        self.assertIn("Beside the oracle: held out", self.page())
        self.file("corpus.json", {"steps": {}})
        self.assertNotIn("Beside the oracle", self.page())

    def page(self) -> Any:
        with open(page.write(self.place), encoding="utf-8") as file:
            return file.read()


class Standing(unittest.TestCase):
    ORACLE = {"utilisation": 0.8, "frame_delay_p95_ms": 60, "freezes": 1}

    def known(self, count: int, half: Any = halves.TUNE) -> dict[str, Any]:
        return {f"t{place}": {"family": "", "half": half, "oracle": self.ORACLE}
                for place in range(count)}

    def test_relative_to_the_oracle(self) -> None:
        row, = standing.rows(self.known(1), results("a", (0.4, 100, 3)))
        self.assertEqual((row.use, row.above, row.frozen), (0.5, 40, 2))
        self.assertEqual(len(row.cells()), len(standing.COLUMNS))

    def test_worst_tenth_and_pareto(self) -> None:
        traces = 20
        good = [(0.8, 70, 1)] * 18 + [(0.4, 260, 1), (0.2, 160, 1)]
        known = self.known(traces)
        rows = standing.rows(known, results("good", *good)
                             + results("bad", *[(0.3, 300, 2)] * traces)
                             + results("quick", *[(0.3, 50, 1)] * traces))
        _, *lines = standing.table(rows)
        self.assertEqual([line[0] for line in lines], ["good", "bad", "quick"])
        # 18 at 100 %, 50 %, 25 %; above: 18 of 10, 200, 100.
        self.assertEqual(lines[0], ["good", "20", "93.8", "37.5", "24", "150", "0.0", "yes"])
        self.assertEqual([line[-1] for line in lines], ["yes", "–", "yes"])

    def test_only_traces_that_all_have(self) -> None:
        rows = standing.rows(self.known(3), results("a", (0.8, 70, 1), (0.8, 70, 1), (0, 900, 9))
                             + results("b", (0.4, 70, 1), (0.4, 70, 1)))
        self.assertEqual([each.traces for each in standing.totals(rows)], [2, 2])
        self.assertEqual([each.use for each in standing.totals(rows)], [1, 0.5])

    def test_untrusted_and_missing(self) -> None:
        known = self.known(2)
        bad = [each._replace(trusted=False) for each in results("a", (0.1, 70, 1), (0.4, 70, 1))]
        rows = standing.rows(known, bad + results("a", (0.8, 70, 1))
                             + [standing.Result("t1", "b", {"utilisation": None})])
        self.assertEqual([(row.trace, row.use, row.runs) for row in rows],
                         [("t0", 1, 1), ("t1", 0.5, 1)])
        self.assertEqual(standing.rows(None, bad), [])

    def test_halves_are_apart(self) -> None:
        known = {**self.known(1), "t1": {**self.known(1, halves.HELD_OUT)["t0"]}}
        found = standing.tables(standing.rows(known, results("a", (.4, 70, 1), (.8, 70, 1))))
        self.assertEqual({half: lines[1][2] for half, lines in found.items()},
                         {"tune": "50.0", "held out": "100.0"})
