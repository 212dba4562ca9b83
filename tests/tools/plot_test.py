# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""scream-plot: small logs of each format, made here, and what is drawn of them."""
import contextlib
import io
import os
import re
import shutil
import stat
import subprocess
import sys
import tempfile
import unittest
from typing import Any
from xml.dom import minidom

from where import ROOT

TOOLS = os.path.join(ROOT, "tools")

from gstscream.plot import command, live, logs, pictures, series, transmissions
from gstscream.stats.distribution import mean, quantile

NAMES = ("Time [s],Estimated queue delay [s],RTT [s],Congestion window [byte],Bytes in flight "
         "[byte],Fast increase mode,Total transmit bitrate [bps],Stream ID,RTP SN,Bytes newly "
         "ACKed,Bytes newly ACKed and CE marked,Media coder bitrate [bps],Transmitted bitrate "
         "[bps],ACKed bitrate [bps],Lost bitrate [bps],CE Marked bitrate [bps],Marker bit set")


def line(n: int, columns: int, start: float = 0.25, step: float = 0.02, stream: int = 100) -> str:
    """Line n of a sender of 2 Mbit/s, 5000 bytes each 20 ms; 10 to 19 ms of queue."""
    delay = 0.010 + 0.001 * (n % 10)
    cells = [start + step * n, delay, delay + 0.025, 12000, 8000, 0, 2000000, stream,
             (65530 + 5 * n) % 65536, 5000, 0, 1900000, 1950000, 1900000, 1000, 0, n % 2,
             2100000, 0.004, 9000, 0.011, 0.036, 0.0, 2500000]
    return ",".join(f"{cell:.6f}" if isinstance(cell, float) else str(cell)
                    for cell in cells[:columns])


def verbose(n: Any) -> str:
    """As -verbose prints it."""
    return f"{0.2 * n:8.3f},  {0.012:4.3f}, {0.037:4.3f}, {12000:6d}, {8000:6d}, " \
           f"{2000:6.0f}, {10:5.0f}, {0:5.0f}, "


def log_of(lines: Any) -> logs.Log:
    log = logs.Log()
    for text in lines:
        log.add(text)
    return log


def rows_of(lines: Any) -> Any:
    return log_of(lines).runs[-1].rows


class Formats(unittest.TestCase):
    def check_common(self, rows: Any) -> None:
        self.assertAlmostEqual(rows[0].time, 0.25)
        self.assertEqual(rows[3].queue_delay, 0.013)
        self.assertEqual(rows[3].rtt, 0.038)
        self.assertEqual((rows[3].window, rows[3].in_flight), (12000, 8000))
        self.assertEqual((rows[3].sent, rows[3].stream), (2e6, 100))
        self.assertEqual(rows[3].acked_bytes, 5000)

    def test_ours(self) -> None:
        log = log_of([NAMES + ",and more"] + [line(n, 24) for n in range(10)])
        self.assertEqual(log.describe(), "log of screamtx, 10 lines")
        row = log.runs[0].rows[3]
        self.check_common(log.runs[0].rows)
        self.assertEqual((row.acked, row.lost, row.target), (1.9e6, 1000, 2.1e6))
        self.assertEqual((row.sender_delay, row.smoothed_rtt), (0.004, 0.036))

    def test_classic_13_columns(self) -> None:
        log = log_of(line(n, 13) for n in range(10))
        self.assertEqual(log.describe(), "per-ACK log of a test tool, 13 columns, 10 lines")
        self.check_common(log.runs[0].rows)
        self.assertIsNone(log.runs[0].rows[3].acked)
        self.assertIsNone(log.runs[0].rows[3].target)

    def test_20_columns_with_17_names(self) -> None:
        log = log_of([NAMES] + [line(n, 20) for n in range(10)])
        self.assertEqual(log.describe(), "per-ACK log of a test tool, 20 columns, 10 lines")
        self.check_common(log.runs[0].rows)
        self.assertEqual(log.runs[0].rows[3].target, 2.1e6)
        self.assertIsNone(log.runs[0].rows[3].smoothed_rtt)

    def test_blanks_and_a_column_of_extra_data(self) -> None:
        log = log_of([line(0, 20).replace(",", ", "), line(1, 20) + ", 17"])
        self.assertEqual((len(log.runs[0].rows), log.broken), (2, 0))
        self.assertIsNone(log.runs[0].rows[1].smoothed_rtt)

    def test_columns_of_sierralog(self) -> None:
        """24 columns in all are no log of screamtx, and what is not known yet is no number."""
        log = log_of([NAMES + ",18,19,20,rsrp [side],sinr [side],lat [side],lon [side]",
                      line(0, 20) + ",nan,nan,nan,nan", line(1, 20) + ",-101,12.5,nan,nan",
                      line(2, 20) + ",-101,12.5,0"])
        self.assertEqual(log.describe(), "per-ACK log of a test tool, 20 columns, 2 lines, with "
                         "rsrp, sinr, lat, lon of -sierralog, 1 broken line left out")
        rows = log.runs[0].rows
        self.assertEqual([row.side for row in rows], [{}, {"rsrp": -101, "sinr": 12.5}])
        self.assertEqual((rows[1].target, rows[1].smoothed_rtt), (2.1e6, None))
        self.assertIsNone(log_of([line(0, 20) + ",nan"]).runs[0:] or None)
        names = ",".join(f"n{number} [side]" for number in range(1000))
        self.assertEqual(len(logs.side_names(NAMES + "," + names)), 16)

    def test_verbose_among_other_lines(self) -> None:
        log = log_of(["SCReAM V2 BW test tool", verbose(1), verbose(2),
                      " summary   2.0  Transmit rate =  2000kbps, PLR =  0.00%", verbose(3)])
        self.assertEqual(log.describe(), "verbose lines of a test tool, 3 lines, "
                         "2 unknown lines left out")
        self.assertEqual(log.runs[0].rows[0].sent, 2e6)
        self.assertEqual(log.runs[0].rows[0].lost, 1e4)

    def test_epoch_starts_at_0(self) -> None:
        rows = rows_of(line(n, 20, start=1.79e9) for n in range(5))
        self.assertEqual(rows[0].time, 0)
        self.assertAlmostEqual(rows[4].time, 0.08, places=5)

    def test_appended_runs(self) -> None:
        log = log_of([line(n, 20, start) for start in (0.25, 0.1) for n in range(100)])
        self.assertEqual([len(run.rows) for run in log.runs], [100, 100])
        self.assertIn("2 runs", log.describe())

    def test_small_step_back_is_no_new_run(self) -> None:
        rows = rows_of([line(5, 20), line(4, 20), line(6, 20)])
        self.assertEqual([round(row.time, 2) for row in rows], [0.35, 0.35, 0.37])


class Damage(unittest.TestCase):
    def test_broken_and_unknown_lines_are_counted(self) -> None:
        log = log_of([line(0, 24), line(1, 24)[:60], "0.3,x", "\0\0\0", "",
                      line(2, 24).replace("0.012", "nan"), "-" + line(3, 24), line(4, 24)])
        self.assertEqual([round(row.time, 2) for row in log.runs[0].rows], [0.25, 0.33])
        self.assertEqual((log.broken, log.unknown), (2, 3))
        self.assertEqual(log.describe(), "log of screamtx, 2 lines, 2 broken lines left out, "
                         "3 unknown lines left out")

    def test_other_csv_is_not_taken_for_a_log(self) -> None:
        for text in ("1,2,3", "a;b;c", "1 2 3 4 5 6 7 8", ",".join(["1"] * 12)):
            self.assertEqual(log_of([text]).runs, [], text)

    def test_each_cut_of_a_line(self) -> None:
        """None of them stops it, and none becomes a line of another format."""
        whole = line(7, 24)
        for end in range(len(whole)):
            log = log_of([line(0, 24), whole[:end]])
            self.assertLessEqual(len(log.runs), 1)


class Series(unittest.TestCase):
    def test_bin_width_is_a_round_number(self) -> None:
        self.assertEqual(series.bin_width(10, 0.1), 0.1)
        self.assertAlmostEqual(series.bin_width(100, 0.1), 0.2)
        self.assertAlmostEqual(series.bin_width(3600, 0.1), 5)
        self.assertAlmostEqual(series.bin_width(1000, 0.1), 2)

    def test_gap_breaks_the_line(self) -> None:
        points = series.binned([(0.05, 1), (0.15, 2), (5.05, 3)], 0.1, mean)
        self.assertEqual([value for _, value in points], [1, 2, None, 3])

    def test_acked_from_bytes_where_no_rate_is_logged(self) -> None:
        points = series.acked(rows_of(line(n, 13, 0.0) for n in range(100)), 0.2)
        # One of the ten lines of a bin may fall on the other side of its edge.
        self.assertTrue(all(abs(value - 2e6) < 2.1e5 for _, value in points), points)
        self.assertAlmostEqual(mean([value for _, value in points]), 2e6)

    def test_streams_are_added(self) -> None:
        rows = rows_of(line(n, 20, stream=n % 2) for n in range(100))
        self.assertEqual(series.of_streams(rows, "acked")[-1][1], 3.8e6)

    def test_quantile_and_shares(self) -> None:
        values = list(range(1, 1001))
        self.assertEqual(quantile(values, 0.95), 950)
        shares = series.shares(values)
        self.assertEqual(shares[-1], (1000, 1.0))
        self.assertEqual(shares, sorted(shares))
        self.assertTrue(all(abs(part - value / 1000) < 1e-9 for value, part in shares))
        self.assertEqual(series.shares([]), [])


def picture_of(columns: int = 24, count: int = 500, **more: Any) -> Any:
    return pictures.Pictures(log_of(line(n, columns, **more) for n in range(count)).runs[-1],
                             "a <log>", 0.1)


def held(plot: Any) -> dict[str, Any]:
    """{name of a line: its points}"""
    return {line.get_label(): line.get_xydata().tolist() for line in plot.axes.get_lines()}


class Drawing(unittest.TestCase):
    def test_svg_of_each_format(self) -> None:
        for columns in (13, 17, 20, 24):
            picture = picture_of(columns).picture()
            rates, delays, trips, rate_shares, delay_shares = map(held, picture.plots)
            self.assertEqual(set(rates), {"sent", "acknowledged"}
                             | ({"target"} if columns >= 18 else set())
                             | ({"lost"} if columns >= 15 else set()))
            self.assertEqual(set(delays), {"in the network", "in the network, highest"}
                             | ({"in the sender"} if columns >= 19 else set()))
            self.assertEqual(set(trips), {"RTT", "highest"}
                             | ({"smoothed"} if columns >= 22 else set()))
            self.assertEqual(set(rate_shares), {"sent", "acknowledged"})
            self.assertEqual(set(delay_shares), {"queue delay", "RTT"})
            svg = picture.svg()
            minidom.parseString(svg)
            self.assertIn("a &lt;log&gt;: rates", svg)
            self.assertNotIn("nan", svg)

    def test_lines_are_what_the_log_says(self) -> None:
        """2 Mbit/s, and from 10 to 19 ms of queue again and again."""
        picture = picture_of().picture()
        rates, delays, trips, _, shares = map(held, picture.plots)
        self.assertEqual({y for _, y in rates["sent"]}, {2.0})
        self.assertEqual(rates["target"][0][1], 2.1)
        self.assertAlmostEqual(rates["sent"][0][0], 0.25, delta=0.1)
        self.assertAlmostEqual(rates["sent"][-1][0], 0.25 + 0.02 * 499, delta=0.1)
        # Five lines for each mean over 0.1 s: 10 to 14 ms, then 15 to 19 ms, or nearly so
        self.assertTrue(all(10.4 <= y <= 18.6 for _, y in delays["in the network"]))
        self.assertEqual(max(y for _, y in delays["in the network, highest"]), 19.0)
        self.assertEqual(max(y for _, y in trips["highest"]), 44.0)
        self.assertEqual(shares["queue delay"][-1], [19.0, 1.0])
        self.assertAlmostEqual(dict(shares["queue delay"])[14.0], 0.5, delta=0.1)
        ends = [plot.axes.get_xlim() for plot in picture.plots[:3]]
        self.assertEqual(ends, [(0, picture_of().end)] * 3)

    def test_columns_of_sierralog(self) -> None:
        """A plot for each that has values, over the same time; its axis need not have 0."""
        names = [NAMES + ",18,19,20,a$b<c> [side],never [side]"]
        run = log_of(names + [line(n, 20) + f",{-100 - n % 5},nan" for n in range(500)]).runs[-1]
        drawn = pictures.Pictures(run, "side", 0.1)
        picture = drawn.picture()
        self.assertEqual(len(picture.plots), 6)
        plot = picture.plots[3]
        self.assertTrue(all(-104 <= y <= -100 for _, y in held(plot)["a$b<c>"]))
        self.assertEqual(plot.axes.get_xlim(), (0, drawn.end))
        minidom.parseString(picture.svg())
        low, high = plot.axes.get_ylim()
        self.assertTrue(-106 < low < high < -90, (low, high))
        self.assertEqual(dict(drawn.summary())["a$b<c>"], "mean -102, from -104 to -100")
        self.assertNotIn("never", dict(drawn.summary()))

    def test_svg_of_one_line_and_of_verbose_lines(self) -> None:
        minidom.parseString(picture_of(24, 1).picture().svg())
        run = log_of(map(verbose, range(20))).runs[-1]
        svg = pictures.Pictures(run, "v", 0.1).picture().svg()
        minidom.parseString(svg)
        self.assertNotIn("nan", svg)
        self.assertNotIn(">acknowledged<", svg)

    def test_long_log_is_a_small_picture(self) -> None:
        # Two points for each of 640 pixels at most, for each of 12 lines, of some 22 bytes
        self.assertLess(len(picture_of(24, 50000).picture().svg()), 300000)

    def test_what_the_summary_says(self) -> None:
        summary = dict(picture_of().summary())
        self.assertEqual(summary["sent"], "2.00 Mbit/s")
        self.assertEqual(summary["acknowledged"], "1.90 Mbit/s")
        self.assertEqual(summary["lost"], "0.05 %")
        self.assertEqual(summary["queue delay"], "mean 14.5, p95 19.0, max 19.0 ms")
        self.assertEqual(summary["RTT"], "mean 39.5, p95 44.0, max 44.0 ms")
        self.assertNotIn("lost", dict(picture_of(13).summary()))


class Files(unittest.TestCase):
    """A folder for logs, and scream-plot on them."""

    def setUp(self) -> None:
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)
        self.log = self.write("run.csv", [line(n, 24) for n in range(100)])

    def path(self, name: str) -> str:
        return os.path.join(self.folder, name)

    def write(self, name: str, lines: Any) -> Any:
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.writelines(text + "\n" for text in lines)
        return self.path(name)

    def run_with(self, *arguments: Any) -> Any:
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = command.main(list(arguments))
        return status, out.getvalue(), err.getvalue()

    def expect_refused(self, part: Any, *arguments: Any) -> None:
        status, out, err = self.run_with(*arguments)
        self.assertEqual((status, out), (2, ""))
        self.assertEqual(err.count("\n"), 1, err)
        self.assertIn(part, err)


class Command(Files, unittest.TestCase):
    def test_svg_beside_the_log(self) -> None:
        status, out, err = self.run_with(self.log)
        self.assertEqual((status, err), (0, ""))
        self.assertIn("log of screamtx, 100 lines", out)
        minidom.parse(self.path("run.svg"))

    def test_html(self) -> None:
        self.run_with(self.log, "-o", self.path("run.HTML"), "--title", "A & B")
        with open(self.path("run.HTML"), encoding="utf-8") as file:
            text = file.read()
        self.assertIn("<title>A &amp; B</title>", text)
        self.assertEqual(text.count("<svg "), 1)
        self.assertIn("p95", text)

    def test_png(self) -> None:
        self.assertEqual(self.run_with(self.log, "-o", self.path("run.png"))[0], 0)
        with open(self.path("run.png"), "rb") as file:
            self.assertEqual(file.read(8), b"\x89PNG\r\n\x1a\n")

    def test_without_matplotlib(self) -> None:
        """One line that names the package."""
        code = ("import sys; sys.path.insert(0, sys.argv[1]); sys.modules['matplotlib'] = None; "
                "from gstscream.plot import command; sys.exit(command.main(sys.argv[2:]))")
        done = subprocess.run([sys.executable, "-B", "-c", code, TOOLS, self.log],
                              capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertRegex(done.stderr, r"^scream-plot: .*python3-matplotlib.*\n$")

    def test_one_line_and_status_2(self) -> None:
        empty, other = self.write("empty.csv", []), self.write("other.csv", ["a,b", "1,2"])
        self.expect_refused("is empty", empty)
        self.expect_refused("2 lines left out", other)
        self.expect_refused("No such file", self.path("none.csv"))
        self.expect_refused("Is a directory", self.folder, "-o", self.path("x.svg"))
        self.expect_refused(".svg, .png, .html", self.log, "-o", self.path("run.gif"))
        self.expect_refused("the log has 1 run", self.log, "--run", "2")
        self.expect_refused("No such file", self.log, "-o", self.path("none/run.svg"))

    def test_unknown_option(self) -> None:
        self.expect_refused("unrecognized arguments: --nonsense", "--nonsense", self.log)
        self.expect_refused("--interval: 'nan' is not a time from 0.001", self.log,
                            "--interval", "nan")

    def test_run_of_an_appended_log(self) -> None:
        log = self.write("two.csv", [line(n, 24, 0.1, step) for step in (0.02, 0.04)
                                     for n in range(100)])
        self.assertRegex(self.run_with(log)[1], r"time +4\.1 s")
        self.assertRegex(self.run_with(log, "--run", "1")[1], r"time +2\.1 s")

    def test_as_it_is_started(self) -> None:
        """Also through a link and from another folder."""
        os.symlink(os.path.join(TOOLS, "scream-plot"), self.path("plot"))
        self.assertTrue(os.stat(self.path("plot")).st_mode & stat.S_IXUSR)
        done = subprocess.run([self.path("plot"), "run.csv"], cwd=self.folder,
                              capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        minidom.parse(self.path("run.svg"))


def transmission(n: Any) -> str:
    """A packet each 10 ms from 5 s on, the receiver's clock 100 s ahead; each 20th lost.
    20 to 29 ms of delay."""
    sent, delay = 5.0 + 0.01 * n, 100.020 + 0.001 * (n % 10)
    if n % 20 == 7:
        return f"{sent:.6f}, {65530 + n}, {sent:.6f}, -1.0, -1.0"
    return f"{sent:.6f}, {65530 + n}, {sent:.6f}, {sent + delay:.6f}, {delay:.6f}"


class Transmissions(Files, unittest.TestCase):
    def test_delays_are_above_the_least(self) -> None:
        log = transmissions.read(self.write("t.csv", map(transmission, range(200))))
        self.assertEqual(log.describe(), "transmission times of a test tool, 200 packets")
        self.assertEqual(log.packets[0].time, 0)
        self.assertAlmostEqual(log.packets[199].time, 1.99)
        self.assertEqual(log.packets[0].delay, 0)
        self.assertAlmostEqual(log.packets[13].delay, 0.003)
        self.assertIsNone(log.packets[7].delay)

    def test_drawn(self) -> None:
        path = self.write("t.csv", ["broken"] + [transmission(n) for n in range(200)])
        status, out, err = self.run_with(path)
        self.assertEqual((status, err), (0, ""))
        self.assertIn("200 packets, 1 line left out", out)
        self.assertRegex(out, r"lost +5\.00 %")
        # Of 190 delays of 0 to 9 ms, without 10 of the 7s
        self.assertRegex(out, r"one-way delay +mean 4\.4, p95 9\.0, max 9\.0 ms")
        with open(self.path("t.svg"), encoding="utf-8") as file:
            minidom.parseString(file.read())
        log = transmissions.read(path)
        delays, losses, shares = map(
            held, transmissions.Pictures(log.packets, "t", 0.1).picture().plots)
        # Ten packets of 0 to 9 ms in each 0.1 s; the 7s of each other ten are lost.
        self.assertTrue(all(3.7 < y < 5.1 for _, y in delays["mean"]), delays["mean"])
        self.assertTrue(all(7.9 < y < 9.1 for _, y in delays["highest"]))
        self.assertTrue(all(0 <= y <= 21 for _, y in losses["lost"]), losses)
        self.assertGreater(max(y for _, y in losses["lost"]), 0)
        last = shares["one-way delay"][-1]
        self.assertAlmostEqual(last[0], 9.0)
        self.assertEqual(last[1], 1.0)

    def test_not_taken_for_one(self) -> None:
        for lines in (["1,2,3,4,5,6"], ["a,b,c,d,e"], [], ["1,2,3,-1.0,-1.0"],
                      ["1,2,3,4,5"] + ["x"] * 2):
            self.assertIsNone(transmissions.read(self.write("x.csv", lines)), lines)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class Live(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)
        self.path = os.path.join(self.folder, "run.csv")
        self.tail = live.Tail(self.path)
        self.addCleanup(self.tail.close)

    def append(self, text: str, mode: str = "a") -> None:
        with open(self.path, mode, encoding="utf-8") as file:
            file.write(text)

    def test_tail_gives_whole_lines_only(self) -> None:
        self.assertEqual(self.tail.lines(), [])
        self.append("one\ntw")
        self.assertEqual(self.tail.lines(), ["one"])
        self.append("o\nthree\n")
        self.assertEqual(self.tail.lines(), ["two", "three"])
        self.assertEqual(self.tail.lines(), [])

    def test_tail_of_a_file_written_anew(self) -> None:
        self.append("one\ntwo\nthr")
        self.tail.lines()
        self.append("1\n", "w")
        self.assertTrue(self.tail.is_new())
        self.assertEqual(self.tail.lines(), ["1"])
        os.unlink(self.path)
        self.assertEqual(self.tail.lines(), [])
        self.append("again\n")
        self.assertEqual(self.tail.lines(), ["again"])

    def test_chart(self) -> None:
        lines, full = live.chart([0, 1, 2, 4, float("nan"), 5], 10, 2)
        self.assertEqual((lines, full), (["   ▅ █", " ▄▇█ █"], 5))
        self.assertEqual(live.chart([1, 2, 3], 2, 1)[0], ["▆█"])
        self.assertEqual(live.chart([], 10, 2), (["", ""], 1.0))
        self.assertEqual(live.chart([0, 0], 10, 1)[0], ["  "])

    def view(self, stream: Any) -> Any:
        view = live.View(self.path, stream)
        view.add(line(n, 24) for n in range(400))
        return view

    def test_terminal_shows_what_is_now(self) -> None:
        stream = Terminal()
        view = self.view(stream)
        view.show()
        text = stream.getvalue()
        for part in ("8.2 s", "sent, Mbit/s: 2.0", "queue delay, ms: 19.0", "round trip, ms: 44.0"):
            self.assertIn(part, text)
        self.assertGreater(text.count("█"), 16)
        lines = text.count("\n")
        view.show()
        self.assertEqual(stream.getvalue().count("\x1b[1A"), lines)  # back to the top
        view.close()
        self.assertTrue(stream.getvalue().endswith("\x1b[?25h"))      # a cursor again
        self.assertLessEqual(max(map(len, text.split("\n"))), 100)

    def test_memory_does_not_grow(self) -> None:
        view = self.view(io.StringIO())
        self.assertEqual(sum(len(run.rows) for run in view.log.runs), 1)
        self.assertLess(len(view.rows), 60)

    def test_new_run_begins_anew(self) -> None:
        view = self.view(io.StringIO())
        view.add([line(0, 24)])
        self.assertEqual(len(view.columns["sent"]), 0)
        self.assertEqual(len(view.rows), 1)

    def test_line_each_second_without_a_terminal(self) -> None:
        stream = io.StringIO()
        self.append("".join(line(n, 24) + "\n" for n in range(10)))
        self.assertEqual(live.follow(self.path, 0.01, stream), 0)
        self.assertTrue(re.fullmatch(
            r" *0\.4 s  sent 2\.00 Mbit/s  queue delay 19 ms  RTT 44 ms\n", stream.getvalue()),
            stream.getvalue())

    def test_nothing_came(self) -> None:
        err = io.StringIO()
        with contextlib.redirect_stderr(err):
            self.assertEqual(live.follow(self.path, 0.01, io.StringIO()), 2)
        self.assertEqual(err.getvalue().count("\n"), 1)
