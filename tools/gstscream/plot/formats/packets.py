# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""One capture, or two of the same run, as curves."""
import math
from collections.abc import Iterable, Iterator

from .capture import Capture
from .recording import FormatError, Point, Recording, counted, recording
from .streams import HERE, LOST, MARKED, Session, Stream

STEP, FRAMES_STEP = 0.1, 0.5    # s of a rate, and of a number of frames
LONGEST = 86400.0               # s: each STEP of a capture takes memory, whatever is in it
WIDEST = 200                    # missing packets of a gap: more of them are 99.5 %, too
PORTS = ("look at it with tcpdump -r: is the media in it, as UDP, and was the right interface "
         "captured?")
Event = tuple[float, float]     # (time, how much)


def per_second(events: Iterable[Event], step: float) -> list[Point]:
    """[(middle of a step, sum in it for each second)] of whole steps from the first event on,
    0 where there is nothing."""
    ordered = sorted(events)
    if not ordered:
        return []
    start = ordered[0][0]
    end = min(ordered[-1][0], start + LONGEST)  # clocks of receivers may jump
    sums = [0.0] * max(1, math.floor((end - start) / step))
    for time, amount in ordered:
        index = math.floor((time - start) / step)
        if index < len(sums):
            sums[index] += amount
    return [(start + (index + 0.5) * step, amount / step) for index, amount in enumerate(sums)]


def bits(streams: Iterable[Stream]) -> Iterator[Event]:
    return ((time, 8.0 * size) for stream in streams
            for time, size in zip(stream.times, stream.sizes))


def main_of(media: dict[int, Stream]) -> tuple[int, Stream]:
    """(its SSRC, the stream with the most bytes)"""
    return max(media.items(), key=lambda item: sum(item[1].sizes))


def frames(stream: Stream) -> list[Event]:
    """A frame for each timestamp, when its first packet passes."""
    seen: dict[int, float] = {}
    for time, stamp in zip(stream.times, stream.stamps):
        seen.setdefault(stamp, time)
    return [(time, 1.0) for time in seen.values()]


def missing(stream: Stream) -> list[Point]:
    """[(time, 1 for a sequence number that is not in the capture, else 0)]"""
    found: list[Point] = []
    before: int | None = None
    for number, time in sorted(zip(stream.numbers, stream.times)):
        if before is not None and number - before > 1:
            found += [(time, 1.0)] * min(number - before - 1, WIDEST)
        if number != before:
            found.append((time, 0.0))
        before = number
    return found


def above_least(delays: list[Point]) -> list[Point]:
    least = min((delay for _, delay in delays), default=0.0)
    return [(time, delay - least) for time, delay in delays]


def reported(streams: list[Stream]) -> dict[str, list[Point]]:
    """What CCFB or TWCC tells of the packets, at the time when they passed."""
    states = [(time, state) for stream in streams
              for time, state in zip(stream.times, stream.state) if state]
    delays = [(time, arrival - time) for stream in streams
              for time, arrival in zip(stream.times, stream.arrival) if math.isfinite(arrival)]
    least = min((delay for _, delay in delays), default=0.0)
    acked = [(arrival - least, 8.0 * size) for stream in streams
             for arrival, size in zip(stream.arrival, stream.sizes) if math.isfinite(arrival)]
    marks = [(time, float(state == MARKED)) for time, state in states if state in (HERE, MARKED)]
    return {
        "one_way": above_least(delays),
        "received": per_second(acked, STEP),
        "loss": [(time, float(state == LOST)) for time, state in states],
        "ce": marks if any(value for _, value in marks) else [],
    }


def curves(session: Session, media: dict[int, Stream]) -> dict[str, list[Point]]:
    streams = list(media.values())
    main, main_stream = main_of(media)
    found = reported(streams)
    if not found["loss"]:
        found["loss"] = [(time, lost) for time, ssrc, lost in session.reports if ssrc == main]
    gaps = [point for stream in streams for point in missing(stream)]
    return {
        **found, "rtt": session.trips, "estimate": session.estimates,
        "captured": per_second(bits(streams), STEP),
        "missing": gaps if any(value for _, value in gaps) else [],
        "frames_sent": per_second(frames(main_stream), FRAMES_STEP),
    }


def session_of(path: str) -> tuple[Session, dict[int, Stream], list[str]]:
    """(what is in it, its media, notes)"""
    capture, session = Capture(path), Session()
    session.read(capture.datagrams())
    media = session.media()
    cut = "" if capture.cut is None else f"cut off at offset {capture.cut}"
    if not capture.packets:
        raise FormatError(f"{path}: a capture of 0 packets{', ' + cut if cut else ''}; let "
                          "tcpdump run while the media flows, and end it by Ctrl-C")
    if not media:
        raise FormatError(f"{path}: no RTP in {capture.packets} packets{', ' + cut if cut else ''}"
                          f"; {PORTS}")
    times = [time for stream in media.values() for time in (min(stream.times), max(stream.times))]
    if max(times) - min(times) > LONGEST:
        raise FormatError(f"{path}: its packets are {(max(times) - min(times)) / 86400:.0f} days "
                          "apart; give a part of it: editcap -A BEGIN -B END, or capture again")
    return session, media, [cut] if cut else []


def describe(session: Session, media: dict[int, Stream]) -> list[str]:
    count = sum(len(stream.times) for stream in media.values())
    names = {"report": "reports", "ccfb": "CCFB", "twcc": "TWCC", "remb": "REMB", "nack": "NACK",
             "pli": "PLI or FIR"}
    notes = [f"{counted(count, 'packet')} of {counted(len(media), 'RTP stream')}"]
    notes += [f"{session.counts[kind]} {name}" for kind, name in names.items()
              if session.counts[kind]]
    if session.unread:
        notes.append(f"{session.unread} RTCP that are encrypted or broken")
    if session.others():
        notes.append(f"{counted(session.others(), 'stream')} elsewhere left out")
    return notes


def one(path: str) -> Recording:
    session, media, notes = session_of(path)
    result = recording("capture", curves(session, media))
    result.notes = describe(session, media) + notes
    return result


def keyed(media: dict[int, Stream]) -> dict[tuple[int, int, int], tuple[float, int]]:
    """{(SSRC, sequence number, timestamp): (time, size)} of the first of equal ones"""
    found: dict[tuple[int, int, int], tuple[float, int]] = {}
    for ssrc, stream in media.items():
        for place, time in enumerate(stream.times):
            found.setdefault((ssrc, stream.numbers[place] & 0xFFFF, stream.stamps[place]),
                             (time, stream.sizes[place]))
    return found


def frame_delays(stream: Stream, ssrc: int, there: dict[tuple[int, int, int], tuple[float, int]]
                 ) -> list[Point]:
    """[(when its first packet left, s until its last one was there)] of whole frames"""
    found: dict[int, tuple[float, float]] = {}
    for place, time in enumerate(stream.times):
        stamp = stream.stamps[place]
        arrived = there.get((ssrc, stream.numbers[place] & 0xFFFF, stamp), (math.nan, 0))[0]
        first, last = found.get(stamp, (time, arrived))
        found[stamp] = first, math.nan if math.isnan(arrived + last) else max(last, arrived)
    return [(first, last - first) for first, last in found.values() if not math.isnan(last)]


def two(sender: str, receiver: str) -> Recording:
    """The delay of each packet between two captures, whose clocks may differ."""
    session, media, notes = session_of(sender)
    _, arrived, more = session_of(receiver)
    here, there = keyed(media), keyed(arrived)
    both = here.keys() & there.keys()
    if not both:
        raise FormatError(f"{receiver}: no packet of {sender} is in it; give two captures of the "
                          "same run, first the sender's")
    begin, end = (pick(here[key][0] for key in both) for pick in (min, max))
    delays = [(here[key][0], there[key][0] - here[key][0]) for key in both]
    least = min(delay for _, delay in delays)
    ssrc, main = main_of(media)
    result = recording("captures of the sender and of the receiver", {
        **curves(session, media), "missing": [], "captured": [],
        "sent": per_second(bits(media.values()), STEP),
        "received": per_second(((there[key][0] - least, 8.0 * there[key][1]) for key in both),
                               STEP),
        "one_way": above_least(delays), "ce": [],
        "frame": [(time, delay - least) for time, delay in frame_delays(main, ssrc, there)],
        "loss": [(time, float(key not in both)) for key, (time, _) in here.items()
                 if begin <= time <= end],
    })
    result.notes = describe(session, media) + notes + more
    strange = len(there.keys() - both)
    if strange:
        result.notes.append(f"{counted(strange, 'packet')} in the second only")
    return result
