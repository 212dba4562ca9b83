# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""scream-plot on dumps and statistics of other programs, made here, whole and spoilt."""
import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.dom import minidom

import pytest

import plot_formats_fake as fake
from plot_test import NAMES, line, log_of

from gstscream.plot import command, output, recorded
from gstscream.plot.formats import counters, gststats, gststructure, internals, kinds
from gstscream.plot.formats.recording import FormatError, Recording, recording
from gstscream.stats.distribution import mean

hypothesis = pytest.importorskip("hypothesis", reason="there is no python3-hypothesis")
from hypothesis import strategies as st


def values(found: Recording, name: str) -> list[float]:
    return [value for _, value in found.curves[name]]


def written(path: Path, text: str) -> str:
    path.write_text(text, encoding="utf-8")
    return str(path)


def refused(reader: Callable[..., Any], path: Any, what: str) -> None:
    with pytest.raises(FormatError) as caught:
        reader(path)
    assert str(caught.value).startswith(path)
    assert what in str(caught.value)


# --- webrtc-internals ------------------------------------------------------------------------

def dumped(tmp_path: Path, dump: dict[str, Any] | None = None) -> str:
    return written(tmp_path / "dump.txt", json.dumps(dump or fake.dump(), indent=1))


@pytest.mark.parametrize("text", [True, False])
def test_a_dump_of_chromium(tmp_path: Path, text: bool) -> None:
    """The values are a list within a text, or a list."""
    path = dumped(tmp_path, fake.dump(text=text))
    assert kinds.of_bytes(path) == "webrtc-internals"
    sends, receives = internals.read(path)
    assert values(sends, "sent") == pytest.approx([2e6] * 19)
    assert values(sends, "frames_sent") == pytest.approx([30] * 19)
    assert values(sends, "sender") == pytest.approx([0.002] * 19)
    assert values(sends, "target") == [2.1e6] * 20
    assert values(sends, "estimate") == [2.5e6] * 20
    assert (values(sends, "rtt"), values(sends, "loss")) == ([0.05] * 20, [0.01] * 20)
    assert sends.lacks() == ["received rate", "queue delay"]
    assert values(receives, "received") == pytest.approx([1.6e6] * 19)
    assert values(receives, "loss") == pytest.approx([0.05] * 19)
    assert values(receives, "frames_received") == pytest.approx([25] * 19)
    assert values(receives, "buffer") == pytest.approx([0.06] * 19)
    assert receives.figures == [("freezes", "2, 0.8 s in all")]
    assert [each.end for each in (sends, receives)] == [19, 19]


def test_the_connection_with_most_bytes_is_drawn_or_that_of_a_number(
        tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = dumped(tmp_path)
    chosen: list[tuple[list[str], str]] = [
        ([], "PeerConnection 7-1, 20 samples"), (["--run", "2"], "7-2"),
        (["--format", "webrtc-internals"], "one of 2 in the file (--run)")]
    for more, said in chosen:
        assert command.main([path, "-o", str(tmp_path / "x.svg"), *more]) == 0
        assert said in capsys.readouterr().out
        minidom.parse(str(tmp_path / "x.svg"))
    assert command.main([path, "--run", "3"]) == 2
    assert "--run 3: the file has 2 to choose from" in capsys.readouterr().err


def test_a_packed_dump_and_old_names(tmp_path: Path) -> None:
    dump = fake.dump()
    stats = dump["PeerConnections"]["7-1"]["stats"]
    old = {f"RTCOutboundRTPVideoStream_7-{name.split('-', 1)[1]}": {
        key: value for key, value in each.items() if key != "statsType"}
        for name, each in stats.items() if name.startswith("OT1-")}
    (tmp_path / "dump.gz").write_bytes(gzip.compress(json.dumps(
        {"PeerConnections": {"1": {"stats": old}}}).encode()))
    path = str(tmp_path / "dump.gz")
    assert kinds.of_bytes(path) == "webrtc-internals"
    assert values(internals.read(path)[0], "sent") == pytest.approx([2e6] * 19)
    (tmp_path / "dump.gz").write_bytes((tmp_path / "dump.gz").read_bytes()[:-40])
    refused(internals.read, path, "what gzip packed is broken")


def test_a_series_that_begins_later_and_a_full_buffer(tmp_path: Path) -> None:
    """It has times of its own; Chromium drops what is older than 1000 values."""
    dump = fake.dump(1000)
    stats = dump["PeerConnections"]["7-1"]["stats"]
    stats["RI1-roundTripTime"] = fake.series("remote-inbound-rtp", [0.07] * 10, fake.START + 500)
    found = internals.read(dumped(tmp_path, dump))[0]
    assert found.curves["rtt"][0] == pytest.approx((500, 0.07))
    assert "Chromium keeps the last 1000 of a longer call" in found.describe()


@pytest.mark.parametrize("text, what", [
    ('{"PeerConnections": {\n"a": 1,\n', "line 3: Expecting property name"),
    ('{"getUserMedia": []}', 'no "PeerConnections"'),
    ('{"PeerConnections": {}}', "none of 0 PeerConnections has statistics of RTP; open chrome:"),
    ('{"PeerConnections": {"1": {"stats": {"O-active": {"statsType": "outbound-rtp", '
     '"values": "[true"}}}}}', "PeerConnection 1, O-active: \"values\" is no list"),
    ('{"PeerConnections": {"1": {"stats": {"O-bytesSent": {"statsType": "outbound-rtp", '
     '"values": "[1,2]", "startTime": "now"}}}}}', "O-bytesSent: 'now' is no time"),
    ('[' * 100000, "nested too deeply")])
def test_dumps_that_are_no_use(tmp_path: Path, text: str, what: str) -> None:
    refused(internals.read, written(tmp_path / "x", text), what)


def test_the_other_dump_of_the_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path / "x", 'RTCStatsDump\n{"fileFormat":3}\n["create",null,{},1]\n')
    assert command.main([path]) == 2
    assert "not read; give the \"webrtc-internals dump\"" in capsys.readouterr().err


# --- GStreamer ------------------------------------------------------------------------------

def webrtc(place: int) -> dict[str, dict[str, Any]]:
    """What webrtcbin's get-stats has 0.1 s later each time, as a dictionary."""
    at = 5000.0 + 100 * place

    def each(kind: str, name: str, **fields: Any) -> dict[str, float | str]:
        return {"type": kind, "timestamp": at, "id": name,
                **{key.replace("_", "-"): value for key, value in fields.items()}}

    return {
        "codec": each("codec", "codec", clock_rate=90000),
        "out": each("outbound-rtp", "out", ssrc=7, bytes_sent=25000 * place, packets_sent=9),
        "remote": each("remote-inbound-rtp", "remote", ssrc=7, round_trip_time=0.03,
                       fraction_lost=0.02),
        "pair": {**each("candidate-pair", "pair"), "gst-twcc-stats": {
            "bitrate-sent": 2000000, "bitrate-recv": 1900000, "packet-loss-pct": 1.5,
            "avg-delta-of-delta": -100}},
        "consumer-stats": {"video-encoders": [
            {"bitrate": 1200000, "codec-name": "H264"}, {"bitrate": 600000}]},
    }


def check_webrtc(found: Recording) -> None:
    assert values(found, "sent") == pytest.approx([2e6] * 19)
    assert values(found, "received") == [1.9e6] * 20
    assert values(found, "target") == [1.8e6] * 20
    assert (values(found, "rtt"), values(found, "loss")) == ([0.03] * 20, [0.02] * 20)
    assert found.end == pytest.approx(1.9)
    assert found.lacks() == ["queue delay", "frames"]


@pytest.mark.parametrize("form", ["lines", "list", "consumers"])
def test_json_of_webrtcsink(tmp_path: Path, form: str) -> None:
    samples = [webrtc(place) for place in range(20)]
    if form == "consumers":
        samples = [{"4a-b1": each, "none": {"out": {"x": 1}}} for each in samples]
    text = json.dumps(samples, indent=1) if form == "list" else \
        "\n".join(map(json.dumps, samples))
    path = written(tmp_path / "stats.json", text)
    assert kinds.of_bytes(path) == "gstreamer"
    found, = gststats.read(path)
    check_webrtc(found)
    assert ("consumer 4a-b1" in found.kind) == (form == "consumers")


def to_structure(gst: Any, name: str, fields: dict[str, Any]) -> Any:
    result = gst.Structure.new_empty(name)
    for key, value in fields.items():
        if isinstance(value, dict):
            value = to_structure(gst, f"n-{key}" if key != "gst-twcc-stats" else "RTPTWCCStats",
                                 value)
        elif isinstance(value, list):
            continue
        result.set_value(key, value)
    return result


@pytest.fixture(scope="module")
def gst() -> Any:
    gi = pytest.importorskip("gi", reason="there is no python3-gi")
    gi.require_version("Gst", "1.0")
    from gi.repository import Gst
    Gst.init(None)
    return Gst


def test_structures_as_gstreamer_writes_them(tmp_path: Path, gst: Any) -> None:
    """get-stats of webrtcbin, a line for each; the third is cut off."""
    lines = [to_structure(gst, "application/x-webrtc-stats", webrtc(place)).to_string()
             for place in range(20)]
    path = written(tmp_path / "stats.txt", "\n".join(lines))
    assert kinds.of_lines(path) == "gstreamer"
    found, = gststats.read(path)
    assert values(found, "sent") == pytest.approx([2e6] * 19)
    assert values(found, "received") == [1.9e6] * 20
    lines[2] = lines[2][:len(lines[2]) // 2]
    found, = gststats.read(written(tmp_path / "stats.txt", "\n".join(lines)))
    assert "19 samples, 1 broken left out" in found.describe()
    assert values(found, "sent") == pytest.approx([2e6] * 18)


@pytest.mark.parametrize("text", [
    'a, s=(string)"x\\ \\"y\\"\\,\\;\\=", n=(int)-3, d=(double)1.5, b=(boolean)true',
    'a, in=(structure)"b\\,\\ in\\=\\(structure\\)\\"c\\\\\\,\\\\\\ x\\\\\\=\\\\\\(int\\\\\\)1'
    '\\\\\\;\\"\\;"',
    "a, l=(int)< 1, 2 >, m=(int){ 3, 4 }, r=(int)[ 1, 10 ], f=(fraction)30/1",
    "a, l=(structure)[b, x=(int)1, in=[c, z=(double)1.5]], w=(structure)<[b, x=1],[c, y=2]>"])
def test_each_way_to_write_a_structure(gst: Any, text: str) -> None:
    """GStreamer reads it, and writes it in its own way, which says the same here."""
    theirs = gst.Structure.new_from_string(text + ";")
    ours = gststructure.structure(theirs.to_string())
    assert ours[gststructure.NAME] == "a"
    assert {key for key in ours if key} == {
        theirs.nth_field_name(place) for place in range(theirs.n_fields())}
    if "in=[" not in text:          # without a type, which only GStreamer guesses
        assert ours == gststructure.structure(text + ";")
    for name in ("n", "d", "b", "s"):
        if name in ours:
            assert ours[name] == theirs.get_value(name)


SOURCES = (r'application/x-rtp-session-stats, source-stats=(GValueArray)< '
           r'"application/x-rtp-source-stats\,\ ssrc\=\(uint\)7\,\ internal\=\(boolean\)true'
           r'\,\ octets-sent\=\(guint64\)%d\;", '
           r'"application/x-rtp-source-stats\,\ ssrc\=\(uint\)8\,\ internal\=\(boolean\)false'
           r'\,\ have-rb\=\(boolean\)true\,\ rb-round-trip\=\(uint\)3277'
           r'\,\ rb-fractionlost\=\(uint\)32\;" >;')


@pytest.mark.parametrize("clock", [
    lambda place: f"{place:.6f}", lambda place: f"{1790000000 + place}.250000",
    lambda place: f"0:00:{place:02d}.000000000  4711 0x55 \x1b[37mDEBUG\x1b[0m",
    lambda place: f"2026-11-23T12:00:{place:02d}.000000Z"])
def test_lines_of_gst_launch_with_times(tmp_path: Path, clock: Callable[..., Any]) -> None:
    """ts, GST_DEBUG or a date; of rtpbin, of its TWCC, and of rtpgccbwe."""
    lines = ["Setting pipeline to PLAYING ...", ""]
    for place in range(10):
        lines += [f"{clock(place)} /GstPipeline:p/GstRtpBin:r/GstRtpSession:s: stats = "
                  + SOURCES % (125000 * place),
                  f"{clock(place)} /GstPipeline:p/GstX:s: twcc-stats = RTPTWCCStats, "
                  "bitrate-sent=(uint)1000000, bitrate-recv=(uint)900000, "
                  "packet-loss-pct=(double)2.5;",
                  f"{clock(place)} /GstPipeline:p/GstRTPGCCBwE:g: estimated-bitrate = 1500000"]
    path = written(tmp_path / "launch.txt", "\n".join(lines))
    assert kinds.of_lines(path) == "gstreamer"
    found, = gststats.read(path)
    assert values(found, "sent") == pytest.approx([1e6] * 9)
    assert values(found, "received") == [9e5] * 10
    assert values(found, "estimate") == [1.5e6] * 10
    assert values(found, "rtt") == pytest.approx([0.05] * 10, abs=1e-4)
    assert values(found, "loss") == [0.125] * 10
    assert found.end == pytest.approx(9)
    assert found.lacks() == ["queue delay", "frames"]


@pytest.mark.parametrize("text, what", [
    ("\nx: estimated-bitrate = 5\n", "line 2: statistics without a time; put them there: gst-l"),
    ("RTPTWCCStats, bitrate-sent=(uint)1;", "line 1: statistics without a time"),
    ("application/x-webrtc-stats, a=(int", "no statistics of webrtcsink, webrtcbin, rtpbin or"),
    ('[{"a": 1}]', "entry 1: statistics without a time"), ("[]", "no statistics of webrtcsink"),
    ('{"out": {"type": "outbound-rtp",\n"timest', "line 2: Unterminated string"),
    ('{"a": 1}\n{"b": 2}\n{"c":', "line 3: Expecting value"), ("", "no statistics of webrtcsink")])
def test_statistics_that_are_no_use(tmp_path: Path, text: str, what: str) -> None:
    refused(gststats.read, written(tmp_path / "x", text), what)


MANY = "9" * 400        # no float has so many digits
FAR_TOO_MANY = "9" * 5000       # and int() takes no text of so many


@pytest.mark.parametrize("text", [
    "2026-99-99T99:99:99 estimated-bitrate = 5\n",
    f"{FAR_TOO_MANY}:00:00.1 estimated-bitrate = 5\n",
    f"{MANY}.0 estimated-bitrate = 5\n", f"1.0 estimated-bitrate = {MANY}\n",
    f"1.0 estimated-bitrate = {FAR_TOO_MANY}\n",
    *(f"1.0 application/x-rtp-source-stats, ssrc=(uint)5, have-rb=(boolean)true, {name}={digits};\n"
      for name in ("rb-round-trip", "octets-received") for digits in (MANY, FAR_TOO_MANY)),
    *(f'[{{"type": "outbound-rtp", "id": "a", "timestamp": {time}, "bytesSent": {value}}}]'
      for time, value in ((1, MANY), (MANY, 1), (FAR_TOO_MANY, 1), ("NaN", 1), ("Infinity", 1)))])
def test_numbers_out_of_all_bounds(tmp_path: Path, text: str) -> None:
    with pytest.raises(FormatError, match="without a time|no statistics of"):
        gststats.read(written(tmp_path / "x", text))


@pytest.mark.parametrize("number", [MANY, FAR_TOO_MANY, "1e999", "NaN"])
def test_a_dump_with_numbers_out_of_all_bounds(tmp_path: Path, number: str) -> None:
    series = {"startTime": "2026-11-23T12:00:00.000Z", "endTime": "2026-11-23T12:00:01.000Z",
              "statsType": "outbound-rtp", "values": f"[{number}, 2]"}
    for name in ("bytesSent", "timestamp"):
        stats = {"a-bytesSent": {**series, "values": "[1, 2]"}, f"a-{name}": series}
        dump = json.dumps({"PeerConnections": {"1": {"stats": stats}}})
        try:
            for found in internals.read(written(tmp_path / "x", dump)):
                assert found.end <= 1
        except FormatError:
            pass


# --- the reference implementation of SCReAM ----------------------------------------------------

def test_the_per_ack_log_whose_names_are_quoted() -> None:
    """As -itemlist of the original tool writes them, which names 17 of 20 columns."""
    quoted = ",".join(f'"{name}"' for name in NAMES.split(","))
    log = log_of([quoted, *(line(n, 20) for n in range(10))])
    assert log.describe() == "per-ACK log of a test tool, 20 columns, 10 lines"


# --- pictures ----------------------------------------------------------------------------------

def pictures_of(found: Recording) -> recorded.Pictures:
    return recorded.Pictures(found, "a <run>", 0.1)


def test_only_what_there_is_is_drawn(tmp_path: Path) -> None:
    drawn = pictures_of(internals.read(dumped(tmp_path))[1])
    headings = [plot.heading for plot in drawn.picture().plots]
    assert headings == ["a <run>: rates, Mbit/s", "Delays, ms", "Packets, %", "Frames, per second",
                        "Part of the time below a rate, %"]
    svg = drawn.picture().svg()
    minidom.parseString(svg)
    assert "a &lt;run&gt;: rates" in svg and "nan" not in svg
    said = dict(drawn.summary())
    assert (said["received"], said["lost"], said["freezes"]) == (
        "1.60 Mbit/s", "5.00 %", "2, 0.8 s in all")
    assert output.answer(drawn.summary()) == (
        "Over 19.0 s, 1.60 Mbit/s received, 5.00 % of it lost.")


def test_one_curve_is_enough() -> None:
    """Each alone, of one point or of many."""
    for place, name in enumerate(recorded.COLOURS):
        points = [(each / 10, 1.0) for each in range((1, 40)[place % 2])]
        drawn = pictures_of(recording("x", {name: points}))
        assert drawn.picture().plots
        assert output.answer(drawn.summary()).startswith("Over ")


def test_losses_that_are_0_have_no_plot() -> None:
    drawn = pictures_of(recording("x", {"sent": [(0, 1e6), (1, 1e6)], "loss": [(0, 0), (1, 0)]}))
    assert not any("Packets" in plot.heading for plot in drawn.picture().plots)
    assert ("lost", "0.00 %") in drawn.summary()


def test_samples_of_a_second_are_one_line() -> None:
    """Each is drawn, whatever --interval says; where many are missing the line is broken."""
    samples = [(1.05 * each, 2e6) for each in range(30) if each not in (8, 20, 21, 22)]
    points = pictures_of(recording("x", {"sent": samples})).drawn("sent", 1)
    assert [point for point in points if point[1] is not None] == samples
    assert [time for time, value in points if value is None] == [1.05 * 19]


def test_a_format_that_is_forced(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path / "x", "a,b\n1,2\n")
    for name in ("log", "txrxlog", *kinds.READERS):
        assert command.main([path, "--format", name]) == 2
        said = capsys.readouterr()
        assert (said.out, said.err.count("\n")) == ("", 1)
        assert said.err.startswith(f"scream-plot: {path}")
    for text, what in (("", "is empty"), ("{", "line 1: Expecting property name")):
        assert command.main([written(tmp_path / "y", text)]) == 2
        assert what in capsys.readouterr().err


# --- what holds for each input --------------------------------------------------------------------

def spoilt(text: str, edits: list[tuple[int, str]]) -> str:
    for place, new in edits:
        place %= len(text) + 1
        text = text[:place] + new + text[place + 1:]
    return text


EDITS = st.lists(st.tuples(st.integers(0, 1 << 20), st.text(
    "0123456789.,:;\"'\\[]{}<>()= e-nul\n", max_size=3)), max_size=4)
WHOLE = {
    "webrtc-internals": json.dumps(fake.dump(5), indent=1),
    "gstreamer": "\n".join(f"{each}.5 x: stats = " + SOURCES % each for each in range(5)),
}


@hypothesis.given(kind=st.sampled_from(sorted(WHOLE)), edits=EDITS)
def test_a_spoilt_file_is_read_or_an_error_with_its_name(tmp_path_factory: pytest.TempPathFactory,
                                                         kind: str,
                                                         edits: list[tuple[int, str]]) -> None:
    path = written(tmp_path_factory.getbasetemp() / "spoilt", spoilt(WHOLE[kind], edits))
    try:
        found = kinds.READERS[kind](path)
    except FormatError as error:
        assert str(error).startswith(path)
        return
    assert found and all(isinstance(each, Recording) for each in found)
    assert all(each.end >= 0 for each in found)


@hypothesis.given(st.text("ab,=()\"\\<>[]{}; 1", max_size=60))
def test_any_text_is_a_structure_or_none(text: str) -> None:
    try:
        assert gststructure.structure(f"a{text};")[gststructure.NAME]
    except ValueError as error:
        assert "at column" in str(error)


def test_counters_that_begin_anew_and_polls_that_take_time() -> None:
    assert counters.total([[(0, 5), (1, 9), (2, 3)]]) == [(0, 0), (1, 4), (2, 7)]
    assert counters.summed([[(0, 1), (1, 10)], [(0.02, 2), (1.04, 20)]]) == [(0, 3), (1, 30)]


@hypothesis.given(st.lists(st.lists(st.integers(0, 1000), min_size=1, max_size=8), min_size=1,
                           max_size=4))
def test_counters_that_rise_add_up(risings: list[list[int]]) -> None:
    """Whenever each of them begins and ends."""
    streams, wanted = [], 0
    for number, steps in enumerate(risings):
        streams.append([(float(number + place), float(sum(steps[:place + 1])))
                        for place in range(len(steps))])
        wanted += sum(steps[1:])
    total = counters.total(streams)
    assert total[-1][1] == wanted
    assert [value for _, value in total] == sorted(value for _, value in total)
    rates = counters.rate(total)
    assert sum(value * (time - before) for (before, _), (time, value) in zip(total, rates)) == \
        pytest.approx(wanted)
    assert mean([value for _, value in total]) <= wanted
