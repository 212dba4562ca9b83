# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""scream-plot: small logs of each format, made here, and what is drawn of them."""
import contextlib
import io
import os
import pathlib
import re
import stat
import subprocess
import sys
from collections.abc import Iterator
from typing import Any
from xml.dom import minidom

import pytest

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


# --- formats --------------------------------------------------------------

def check_common(rows: Any) -> None:
    assert rows[0].time == pytest.approx(0.25)
    assert rows[3].queue_delay == 0.013
    assert rows[3].rtt == 0.038
    assert (rows[3].window, rows[3].in_flight) == (12000, 8000)
    assert (rows[3].sent, rows[3].stream) == (2e6, 100)
    assert rows[3].acked_bytes == 5000


def test_ours() -> None:
    log = log_of([NAMES + ",and more"] + [line(n, 24) for n in range(10)])
    assert log.describe() == "log of screamtx, 10 lines"
    row = log.runs[0].rows[3]
    check_common(log.runs[0].rows)
    assert (row.acked, row.lost, row.target) == (1.9e6, 1000, 2.1e6)
    assert (row.sender_delay, row.smoothed_rtt) == (0.004, 0.036)


def test_classic_13_columns() -> None:
    log = log_of(line(n, 13) for n in range(10))
    assert log.describe() == "per-ACK log of a test tool, 13 columns, 10 lines"
    check_common(log.runs[0].rows)
    assert log.runs[0].rows[3].acked is None
    assert log.runs[0].rows[3].target is None


def test_20_columns_with_17_names() -> None:
    log = log_of([NAMES] + [line(n, 20) for n in range(10)])
    assert log.describe() == "per-ACK log of a test tool, 20 columns, 10 lines"
    check_common(log.runs[0].rows)
    assert log.runs[0].rows[3].target == 2.1e6
    assert log.runs[0].rows[3].smoothed_rtt is None


def test_blanks_and_a_column_of_extra_data() -> None:
    log = log_of([line(0, 20).replace(",", ", "), line(1, 20) + ", 17"])
    assert (len(log.runs[0].rows), log.broken) == (2, 0)
    assert log.runs[0].rows[1].smoothed_rtt is None


def test_formats_columns_of_sierralog() -> None:
    """24 columns in all are no log of screamtx, and what is not known yet is no number."""
    log = log_of([NAMES + ",18,19,20,rsrp [side],sinr [side],lat [side],lon [side]",
                  line(0, 20) + ",nan,nan,nan,nan", line(1, 20) + ",-101,12.5,nan,nan",
                  line(2, 20) + ",-101,12.5,0"])
    assert log.describe() == (
        "per-ACK log of a test tool, 20 columns, 2 lines, with "
        "rsrp, sinr, lat, lon of -sierralog, 1 broken line left out")
    rows = log.runs[0].rows
    assert [row.side for row in rows] == [{}, {"rsrp": -101, "sinr": 12.5}]
    assert (rows[1].target, rows[1].smoothed_rtt) == (2.1e6, None)
    assert (log_of([line(0, 20) + ",nan"]).runs[0:] or None) is None
    names = ",".join(f"n{number} [side]" for number in range(1000))
    assert len(logs.side_names(NAMES + "," + names)) == 16


def test_verbose_among_other_lines() -> None:
    log = log_of(["SCReAM V2 BW test tool", verbose(1), verbose(2),
                  " summary   2.0  Transmit rate =  2000kbps, PLR =  0.00%", verbose(3)])
    assert log.describe() == "verbose lines of a test tool, 3 lines, 2 unknown lines left out"
    assert log.runs[0].rows[0].sent == 2e6
    assert log.runs[0].rows[0].lost == 1e4


def test_epoch_starts_at_0() -> None:
    rows = rows_of(line(n, 20, start=1.79e9) for n in range(5))
    assert rows[0].time == 0
    assert rows[4].time == pytest.approx(0.08, abs=5e-06)


def test_appended_runs() -> None:
    log = log_of([line(n, 20, start) for start in (0.25, 0.1) for n in range(100)])
    assert [len(run.rows) for run in log.runs] == [100, 100]
    assert "2 runs" in log.describe()


def test_small_step_back_is_no_new_run() -> None:
    rows = rows_of([line(5, 20), line(4, 20), line(6, 20)])
    assert [round(row.time, 2) for row in rows] == [0.35, 0.35, 0.37]


# --- damage ---------------------------------------------------------------

def test_broken_and_unknown_lines_are_counted() -> None:
    log = log_of([line(0, 24), line(1, 24)[:60], "0.3,x", "\0\0\0", "",
                  line(2, 24).replace("0.012", "nan"), "-" + line(3, 24), line(4, 24)])
    assert [round(row.time, 2) for row in log.runs[0].rows] == [0.25, 0.33]
    assert (log.broken, log.unknown) == (2, 3)
    assert log.describe() == (
        "log of screamtx, 2 lines, 2 broken lines left out, 3 unknown lines left out")


@pytest.mark.parametrize("text", ["1,2,3", "a;b;c", "1 2 3 4 5 6 7 8", ",".join(["1"] * 12)])
def test_other_csv_is_not_taken_for_a_log(text: Any) -> None:
    assert log_of([text]).runs == [], text


def test_each_cut_of_a_line() -> None:
    """None of them stops it, and none becomes a line of another format."""
    whole = line(7, 24)
    for end in range(len(whole)):
        log = log_of([line(0, 24), whole[:end]])
        assert len(log.runs) <= 1


# --- series ---------------------------------------------------------------

def test_bin_width_is_a_round_number() -> None:
    assert series.bin_width(10, 0.1) == 0.1
    assert series.bin_width(100, 0.1) == pytest.approx(0.2)
    assert series.bin_width(3600, 0.1) == pytest.approx(5)
    assert series.bin_width(1000, 0.1) == pytest.approx(2)


def test_gap_breaks_the_line() -> None:
    points = series.binned([(0.05, 1), (0.15, 2), (5.05, 3)], 0.1, mean)
    assert [value for _, value in points] == [1, 2, None, 3]


def test_acked_from_bytes_where_no_rate_is_logged() -> None:
    points = series.acked(rows_of(line(n, 13, 0.0) for n in range(100)), 0.2)
    # One of the ten lines of a bin may fall on the other side of its edge.
    assert all(abs(value - 2e6) < 2.1e5 for _, value in points), points
    assert mean([value for _, value in points]) == pytest.approx(2e6)


def test_streams_are_added() -> None:
    rows = rows_of(line(n, 20, stream=n % 2) for n in range(100))
    assert series.of_streams(rows, "acked")[-1][1] == 3.8e6


def test_quantile_and_shares() -> None:
    values = list(range(1, 1001))
    assert quantile(values, 0.95) == 950
    shares = series.shares(values)
    assert shares[-1] == (1000, 1.0)
    assert shares == sorted(shares)
    assert all(abs(part - value / 1000) < 1e-9 for value, part in shares)
    assert series.shares([]) == []


def picture_of(columns: int = 24, count: int = 500, **more: Any) -> Any:
    return pictures.Pictures(log_of(line(n, columns, **more) for n in range(count)).runs[-1],
                             "a <log>", 0.1)


def held(plot: Any) -> dict[str, Any]:
    """{name of a line: its points}"""
    return {line.get_label(): line.get_xydata().tolist() for line in plot.axes.get_lines()}


# --- drawing --------------------------------------------------------------

@pytest.mark.parametrize("columns", [13, 17, 20, 24])
def test_svg_of_each_format(columns: int) -> None:
    picture = picture_of(columns).picture()
    rates, delays, trips, rate_shares, delay_shares = map(held, picture.plots)
    assert set(rates) == ({"sent", "acknowledged"}
                          | ({"target"} if columns >= 18 else set())
                          | ({"lost"} if columns >= 15 else set()))
    assert set(delays) == ({"in the network", "in the network, highest"}
                           | ({"in the sender"} if columns >= 19 else set()))
    assert set(trips) == ({"RTT", "highest"} | ({"smoothed"} if columns >= 22 else set()))
    assert set(rate_shares) == {"sent", "acknowledged"}
    assert set(delay_shares) == {"queue delay", "RTT"}
    svg = picture.svg()
    minidom.parseString(svg)
    assert "a &lt;log&gt;: rates" in svg
    assert "nan" not in svg


def test_lines_are_what_the_log_says() -> None:
    """2 Mbit/s, and from 10 to 19 ms of queue again and again."""
    picture = picture_of().picture()
    rates, delays, trips, _, shares = map(held, picture.plots)
    assert {y for _, y in rates["sent"]} == {2.0}
    assert rates["target"][0][1] == 2.1
    assert rates["sent"][0][0] == pytest.approx(0.25, abs=0.1)
    assert rates["sent"][-1][0] == pytest.approx(0.25 + 0.02 * 499, abs=0.1)
    # Five lines for each mean over 0.1 s: 10 to 14 ms, then 15 to 19 ms, or nearly so
    assert all(10.4 <= y <= 18.6 for _, y in delays["in the network"])
    assert max(y for _, y in delays["in the network, highest"]) == 19.0
    assert max(y for _, y in trips["highest"]) == 44.0
    assert shares["queue delay"][-1] == [19.0, 1.0]
    assert dict(shares["queue delay"])[14.0] == pytest.approx(0.5, abs=0.1)
    ends = [plot.axes.get_xlim() for plot in picture.plots[:3]]
    assert ends == [(0, picture_of().end)] * 3


def test_drawing_columns_of_sierralog() -> None:
    """A plot for each that has values, over the same time; its axis need not have 0."""
    names = [NAMES + ",18,19,20,a$b<c> [side],never [side]"]
    run = log_of(names + [line(n, 20) + f",{-100 - n % 5},nan" for n in range(500)]).runs[-1]
    drawn = pictures.Pictures(run, "side", 0.1)
    picture = drawn.picture()
    assert len(picture.plots) == 6
    plot = picture.plots[3]
    assert all(-104 <= y <= -100 for _, y in held(plot)["a$b<c>"])
    assert plot.axes.get_xlim() == (0, drawn.end)
    minidom.parseString(picture.svg())
    low, high = plot.axes.get_ylim()
    assert -106 < low < high < -90, (low, high)
    assert dict(drawn.summary())["a$b<c>"] == "mean -102, from -104 to -100"
    assert "never" not in dict(drawn.summary())


def test_svg_of_one_line_and_of_verbose_lines() -> None:
    minidom.parseString(picture_of(24, 1).picture().svg())
    run = log_of(map(verbose, range(20))).runs[-1]
    svg = pictures.Pictures(run, "v", 0.1).picture().svg()
    minidom.parseString(svg)
    assert "nan" not in svg
    assert ">acknowledged<" not in svg


def test_long_log_is_a_small_picture() -> None:
    # Two points for each of 640 pixels at most, for each of 12 lines, of some 22 bytes
    assert len(picture_of(24, 50000).picture().svg()) < 300000


def test_what_the_summary_says() -> None:
    summary = dict(picture_of().summary())
    assert summary["sent"] == "2.00 Mbit/s"
    assert summary["acknowledged"] == "1.90 Mbit/s"
    assert summary["lost"] == "0.05 %"
    assert summary["queue delay"] == "mean 14.5, p95 19.0, max 19.0 ms"
    assert summary["RTT"] == "mean 39.5, p95 44.0, max 44.0 ms"
    assert "lost" not in dict(picture_of(13).summary())


@pytest.fixture
def log(tmp_path: pathlib.Path) -> str:
    return write(tmp_path, "run.csv", [line(n, 24) for n in range(100)])


def write(tmp_path: pathlib.Path, name: str, lines: Any) -> str:
    path = tmp_path / name
    path.write_text("".join(text + "\n" for text in lines), "utf-8")
    return str(path)


def run_with(*arguments: Any) -> Any:
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = command.main(list(arguments))
    return status, out.getvalue(), err.getvalue()


def expect_refused(part: Any, *arguments: Any) -> None:
    status, out, err = run_with(*arguments)
    assert (status, out) == (2, "")
    assert err.count("\n") == 1, err
    assert part in err


# --- command --------------------------------------------------------------

def test_svg_beside_the_log(log: str, tmp_path: pathlib.Path) -> None:
    status, out, err = run_with(log)
    assert (status, err) == (0, "")
    assert "log of screamtx, 100 lines" in out
    minidom.parse(str(tmp_path / "run.svg"))


def test_html(log: str, tmp_path: pathlib.Path) -> None:
    run_with(log, "-o", str(tmp_path / "run.HTML"), "--title", "A & B")
    text = (tmp_path / "run.HTML").read_text("utf-8")
    assert "<title>A &amp; B</title>" in text
    assert text.count("<svg ") == 2     # of two widths
    assert "p95" in text


def test_png(log: str, tmp_path: pathlib.Path) -> None:
    assert run_with(log, "-o", str(tmp_path / "run.png"))[0] == 0
    assert (tmp_path / "run.png").read_bytes().startswith(b"\x89PNG\r\n\x1a\n")


def test_without_matplotlib(log: str) -> None:
    """One line that names the package."""
    code = ("import sys; sys.path.insert(0, sys.argv[1]); sys.modules['matplotlib'] = None; "
            "from gstscream.plot import command; sys.exit(command.main(sys.argv[2:]))")
    done = subprocess.run([sys.executable, "-B", "-c", code, TOOLS, log], capture_output=True,
                          text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert re.search(r"^scream-plot: .*python3-matplotlib.*\n$", done.stderr)


def test_one_line_and_status_2(tmp_path: pathlib.Path, log: str) -> None:
    empty, other = write(tmp_path, "empty.csv", []), write(tmp_path, "other.csv", ["a,b", "1,2"])
    expect_refused("is empty", empty)
    expect_refused("2 lines left out", other)
    expect_refused("No such file", str(tmp_path / "none.csv"))
    expect_refused("Is a directory", str(tmp_path), "-o", str(tmp_path / "x.svg"))
    expect_refused(".svg, .png, .html", log, "-o", str(tmp_path / "run.gif"))
    expect_refused("the log has 1 run", log, "--run", "2")
    expect_refused("No such file", log, "-o", str(tmp_path / "none/run.svg"))


def test_unknown_option(log: str) -> None:
    expect_refused("unrecognized arguments: --nonsense", "--nonsense", log)
    expect_refused("--interval: 'nan' is not a time from 0.001", log, "--interval", "nan")


def test_run_of_an_appended_log(tmp_path: pathlib.Path) -> None:
    log = write(tmp_path, "two.csv",
                [line(n, 24, 0.1, step) for step in (0.02, 0.04) for n in range(100)])
    assert re.search(r"time +4\.1 s", run_with(log)[1])
    assert re.search(r"time +2\.1 s", run_with(log, "--run", "1")[1])


def test_as_it_is_started(log: str, tmp_path: pathlib.Path) -> None:
    """Also through a link and from another folder."""
    program = tmp_path / "plot"
    program.symlink_to(os.path.join(TOOLS, "scream-plot"))
    assert program.stat().st_mode & stat.S_IXUSR
    done = subprocess.run([program, os.path.basename(log)], cwd=tmp_path, capture_output=True,
                          text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    minidom.parse(str(tmp_path / "run.svg"))


def transmission(n: Any) -> str:
    """A packet each 10 ms from 5 s on, the receiver's clock 100 s ahead; each 20th lost.
    20 to 29 ms of delay."""
    sent, delay = 5.0 + 0.01 * n, 100.020 + 0.001 * (n % 10)
    if n % 20 == 7:
        return f"{sent:.6f}, {65530 + n}, {sent:.6f}, -1.0, -1.0"
    return f"{sent:.6f}, {65530 + n}, {sent:.6f}, {sent + delay:.6f}, {delay:.6f}"


# --- transmissions --------------------------------------------------------

def test_delays_are_above_the_least(tmp_path: pathlib.Path) -> None:
    log = transmissions.read(write(tmp_path, "t.csv", map(transmission, range(200))))
    assert log.describe() == "transmission times of a test tool, 200 packets"
    assert log.packets[0].time == 0
    assert log.packets[199].time == pytest.approx(1.99)
    assert log.packets[0].delay == 0
    assert log.packets[13].delay == pytest.approx(0.003)
    assert log.packets[7].delay is None


def test_drawn(tmp_path: pathlib.Path) -> None:
    path = write(tmp_path, "t.csv", ["broken"] + [transmission(n) for n in range(200)])
    status, out, err = run_with(path)
    assert (status, err) == (0, "")
    assert "200 packets, 1 line left out" in out
    assert re.search(r"lost +5\.00 %", out)
    # Of 190 delays of 0 to 9 ms, without 10 of the 7s
    assert re.search(r"one-way delay +mean 4\.4, p95 9\.0, max 9\.0 ms", out)
    minidom.parse(str(tmp_path / "t.svg"))
    log = transmissions.read(path)
    delays, losses, shares = map(
        held, transmissions.Pictures(log.packets, "t", 0.1).picture().plots)
    # Ten packets of 0 to 9 ms in each 0.1 s; the 7s of each other ten are lost.
    assert all(3.7 < y < 5.1 for _, y in delays["mean"]), delays["mean"]
    assert all(7.9 < y < 9.1 for _, y in delays["highest"])
    assert all(0 <= y <= 21 for _, y in losses["lost"]), losses
    assert max(y for _, y in losses["lost"]) > 0
    last = shares["one-way delay"][-1]
    assert last[0] == pytest.approx(9.0)
    assert last[1] == 1.0


@pytest.mark.parametrize("lines", [
    ["1,2,3,4,5,6"], ["a,b,c,d,e"], [], ["1,2,3,-1.0,-1.0"], ["1,2,3,4,5"] + ["x"] * 2])
def test_not_taken_for_one(tmp_path: pathlib.Path, lines: Any) -> None:
    assert transmissions.read(write(tmp_path, "x.csv", lines)) is None, lines


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


# --- live -----------------------------------------------------------------

@pytest.fixture
def path(tmp_path: pathlib.Path) -> str:
    return str(tmp_path / "run.csv")


@pytest.fixture
def tail(path: str) -> Iterator[live.Tail]:
    with contextlib.closing(live.Tail(path)) as tail:
        yield tail


def append(path: str, text: str, mode: str = "a") -> None:
    with open(path, mode, encoding="utf-8") as file:
        file.write(text)


def test_tail_gives_whole_lines_only(tail: live.Tail, path: str) -> None:
    assert list(tail.lines()) == []
    append(path, "one\ntw")
    assert list(tail.lines()) == ["one"]
    append(path, "o\nthree\n")
    assert list(tail.lines()) == ["two", "three"]
    assert list(tail.lines()) == []


def test_tail_of_a_file_written_anew(path: str, tail: live.Tail) -> None:
    append(path, "one\ntwo\nthr")
    list(tail.lines())
    append(path, "1\n", "w")
    assert tail.is_new()
    assert list(tail.lines()) == ["1"]
    os.unlink(path)
    assert list(tail.lines()) == []
    append(path, "again\n")
    assert list(tail.lines()) == ["again"]


def test_chart() -> None:
    lines, full = live.chart([0, 1, 2, 4, float("nan"), 5], 10, 2)
    assert (lines, full) == (["   ▅ █", " ▄▇█ █"], 5)
    assert live.chart([1, 2, 3], 2, 1)[0] == ["▆█"]
    assert live.chart([], 10, 2) == (["", ""], 1.0)
    assert live.chart([0, 0], 10, 1)[0] == ["  "]


def view_of(path: str, stream: Any) -> Any:
    view = live.View(path, stream)
    view.add(line(n, 24) for n in range(400))
    return view


def test_terminal_shows_what_is_now(path: str) -> None:
    stream = Terminal()
    view = view_of(path, stream)
    view.show()
    text = stream.getvalue()
    for part in ("8.2 s", "sent, Mbit/s: 2.0", "queue delay, ms: 19.0", "round trip, ms: 44.0"):
        assert part in text
    assert text.count("█") > 16
    lines = text.count("\n")
    view.show()
    assert stream.getvalue().count("\x1b[1A") == lines  # back to the top
    view.close()
    assert stream.getvalue().endswith("\x1b[?25h")      # a cursor again
    assert max(map(len, text.split("\n"))) <= 100


def test_memory_does_not_grow(path: str) -> None:
    view = view_of(path, io.StringIO())
    assert sum(len(run.rows) for run in view.log.runs) == 1
    assert len(view.rows) < 60


def test_new_run_begins_anew(path: str) -> None:
    view = view_of(path, io.StringIO())
    view.add([line(0, 24)])
    assert len(view.columns["sent"]) == 0
    assert len(view.rows) == 1


def test_line_each_second_without_a_terminal(path: str) -> None:
    stream = io.StringIO()
    append(path, "".join(line(n, 24) + "\n" for n in range(10)))
    assert live.follow(path, 0.01, stream) == 0
    assert re.fullmatch(r" *0\.4 s  sent 2\.00 Mbit/s  queue delay 19 ms  RTT 44 ms\n",
                        stream.getvalue()), stream.getvalue()


def test_nothing_came(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert live.follow(path, 0.01, io.StringIO()) == 2
    assert capsys.readouterr().err.count("\n") == 1
