# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Congestion control for RTP: what a program has sent and heard in, what it may send out.

Nothing here reads a clock, sleeps or has a socket.  Times are nanoseconds of one monotonic clock,
such as time.monotonic_ns(), and the last argument; rates are bit/s, sizes bytes.
"""
import itertools
import operator
import os.path
import sys
import threading
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from ._librtpcc import ffi

__all__ = ["CE", "ECT_0", "ECT_1", "NOT_ECT", "BadRtcp", "Outgoing", "Reporter", "Session",
           "Stream", "controllers"]

NOT_ECT, ECT_1, ECT_0, CE = range(4)    # the ECN bits as on the wire, RFC 3168

LIBRARY = {"darwin": "librtpcc.0.dylib"}.get(sys.platform, "librtpcc.so.0")
GOALS = ("balanced", "latency", "quality")
KINDS = ("ccfb", "twcc", "remb")
NEVER, NO_WINDOW = (1 << 63) - 1, (1 << 64) - 1
SECOND = 1_000_000_000
LATEST = 1 << 62                # sums with it stay within 64 bits
RTP_HEADER, LARGEST = 12, 65_507
RTCP_LEAST = 100                # a report on one packet and more

try:
    _lib = ffi.dlopen(LIBRARY)
except OSError as error:
    raise ImportError(f"{error}: install librtpcc first, see gst/rtpcc/README.md") from None


class BadRtcp(ValueError):
    """Bytes that are no RTCP, or RTCP that is damaged or forged; reason is one word."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"RTCP refused: {reason}")
        self.reason = reason


class Outgoing(NamedTuple):
    """A packet that is to be sent now."""
    data: bytes
    stream: "Stream"
    ecn: int                    # its ECN bits
    number: int                 # its transport-wide sequence number, with twcc_base


class _Rtp(NamedTuple):
    ssrc: int
    seq: int
    timestamp: int
    marker: bool
    payload_size: int


def _rtp(packet: bytes) -> _Rtp:
    if not RTP_HEADER <= len(packet) <= LARGEST or packet[0] >> 6 != 2:
        raise ValueError("not an RTP packet")
    header = RTP_HEADER + 4 * (packet[0] & 15)
    if packet[0] & 16:
        header += 4 + 4 * int.from_bytes(packet[header + 2:header + 4], "big")
    payload = len(packet) - header - (packet[-1] if packet[0] & 32 else 0)
    if payload < 0:
        raise ValueError("RTP headers or padding are longer than the packet")
    return _Rtp(int.from_bytes(packet[8:12], "big"), int.from_bytes(packet[2:4], "big"),
                int.from_bytes(packet[4:8], "big"), packet[1] >= 128, payload)


def _name(kind: Any, value: int) -> str:
    """An enumerator in small letters, without what all of the same kind begin with."""
    prefix = os.path.commonprefix(list(kind.elements.values()))
    return str(kind.elements[value]).removeprefix(prefix).lower()


def _plain(value: Any, kind: Any) -> Any:
    """A structure of C as dictionary; what is never or unlimited is None."""
    if kind.kind == "struct":
        return {name: _plain(getattr(value, name), field.type) for name, field in kind.fields}
    if kind.kind == "array":
        return list(value)
    if kind.kind == "enum":
        return _name(kind, value)
    return None if value in (NEVER, NO_WINDOW) else value


def _place(name: str, names: Sequence[str], what: str) -> int:
    if name not in names:
        raise ValueError(f"{what} is one of {', '.join(names)}, not {name!r}")
    return names.index(name)


def _controllers() -> dict[str, Any]:
    found = itertools.takewhile(bool, map(_lib.rtp_cc_nth, itertools.count()))
    return {ffi.string(ops.name).decode(): ops for ops in found}


def controllers() -> list[str]:
    """The names that Session knows."""
    return list(_controllers())


class _Object:
    """One of the library, of which calls must not overlap and time must not go back."""

    def __init__(self, kind: str, config: Any, now: int, *free: Any) -> None:
        self._lock = threading.RLock()
        self._prefix = f"rtp_cc_{kind}_"
        self._now = now
        pointer = getattr(_lib, self._prefix + "new")(config, self._at(now))
        if not pointer:
            raise MemoryError
        release = getattr(_lib, self._prefix + "free")
        self._pointer = ffi.gc(pointer, lambda pointer: release(pointer, *free))

    def _at(self, now: int) -> int:
        """Threads may have their turns in another order than they took their times."""
        if not 0 <= operator.index(now) <= LATEST:
            raise ValueError(f"{now} is no time in nanoseconds")
        if now < self._now - SECOND:
            raise ValueError(f"time goes back from {self._now} to {now}")
        self._now = max(self._now, now)
        return self._now

    def _call(self, name: str, *arguments: Any, now: int | None = None) -> Any:
        with self._lock:
            time = () if now is None else (self._at(now),)
            return getattr(_lib, self._prefix + name)(self._pointer, *arguments, *time)

    def _info(self, name: str, kind: str, now: int | None = None) -> dict[str, Any]:
        info = ffi.new(kind + " *")
        self._call(name, info, now=now)
        return dict(_plain(info[0], ffi.typeof(kind)))


def _forget(item: Any, waiting: Any) -> None:
    del ffi.from_handle(waiting)[int(ffi.cast("uintptr_t", item.user))]


_drop = ffi.callback("RtpCcDropFunc", _forget)


class Session(_Object):
    """A sender: packets wait here until the path has room, and encoders get their rates.

    Bitrates are those of RTP payload.  params are parameters of the controller as text, goal
    chooses between a short delay and a high rate.
    """

    def __init__(self, now: int, *, controller: str = "scream", params: str = "",
                 goal: Literal["balanced", "latency", "quality"] = "balanced",
                 min_bitrate: int = 100_000, start_bitrate: int = 1_000_000,
                 max_bitrate: int = 20_000_000, max_packet_size: int = 1500,
                 packet_overhead: int = 28, ecn: int = NOT_ECT,
                 twcc_base: int | None = None) -> None:
        if ecn not in (NOT_ECT, ECT_1, ECT_0):
            raise ValueError(f"packets may be sent as NOT_ECT, ECT_1 or ECT_0, not {ecn}")
        self._config = config = ffi.new("RtpCcSessionConfig *")
        _lib.rtp_cc_session_config_init(config)
        known = _controllers()
        config.ops = list(known.values())[_place(controller, list(known), "controller")]
        _lib.rtp_cc_session_config_set_goal(config, _place(goal, GOALS, "goal"))
        values, what = ffi.new("double[]", _lib.RTP_CC_PARAMS_MAX), ffi.new(
            "char[]", _lib.RTP_CC_PARAMS_ERROR_SIZE)
        read = (_lib.rtp_cc_params_read_for_latency if goal == "latency"
                else _lib.rtp_cc_params_read)
        if not read(config.ops, params.encode(), values, what):
            raise ValueError(ffi.string(what).decode(errors="replace"))
        config.params = values
        config.max_packet_size, config.packet_overhead = max_packet_size, packet_overhead
        config.ecn = ecn
        if not min_bitrate <= start_bitrate <= max_bitrate:
            raise ValueError("min_bitrate <= start_bitrate <= max_bitrate does not hold")
        config.min_bitrate, config.max_bitrate = min_bitrate, max_bitrate
        config.initial_bitrate = start_bitrate
        super().__init__("session", config, now, ffi.NULL, ffi.NULL)
        self._next = NEVER
        self._waiting: dict[int, bytes] = {}    # by what the library calls user
        self._handle = ffi.new_handle(self._waiting)
        self._ids = itertools.count(1)
        self._streams: dict[int, Stream] = {}
        self._by_ssrc: dict[int, Stream] = {}
        if twcc_base is not None:
            self._call("set_twcc_base", twcc_base)

    def add_stream(self, now: int, *, priority: float = 1, min_bitrate: int = 0,
                   max_bitrate: int = 0, urgent: bool = False) -> "Stream":
        """A queue of its own; urgent: audio, which waits for nothing; max_bitrate 0: no other."""
        config = ffi.new("RtpCcStreamConfig *", {
            "priority": priority, "min_bitrate": min_bitrate, "max_bitrate": max_bitrate,
            "urgent": urgent, "uncontrolled": urgent})
        number = self._call("add_stream", config, now=now)
        if number < 0:
            raise MemoryError
        self._streams[number] = Stream(self, number)
        return self._streams[number]

    def set_bounds(self, min_bitrate: int, max_bitrate: int, now: int) -> None:
        if min_bitrate > max_bitrate:
            raise ValueError("min_bitrate <= max_bitrate does not hold")
        self._config.min_bitrate, self._config.max_bitrate = min_bitrate, max_bitrate
        self._config.params = ffi.NULL
        self._call("configure", self._config, now=now)

    def due(self, now: int) -> list[Outgoing]:
        """What is to be sent now.  Call it when next_time() says, after push() and feedback."""
        found, item = [], ffi.new("RtpCcQueueItem *")
        with self._lock:
            self._call("set_late", max(now - self._next, 0))
            self._next = NEVER      # late once
            while (number := self._call("dequeue", item, now=now)) >= 0:
                data = self._waiting.pop(int(ffi.cast("uintptr_t", item.user)))
                found.append(Outgoing(data, self._streams[number], item.ecn, item.number))
            self._call("tick", _drop, self._handle, now=now)
        return found

    def next_time(self, now: int) -> int | None:
        """When due() has something to do; None: not before another call."""
        with self._lock:
            self._next = time = int(self._call("next_time", now=now))
        return None if time == NEVER else time

    def on_feedback(self, rtcp: bytes, now: int) -> bool:
        """RTCP that came, also compound: RFC 8888, TWCC, REMB, FIR.  True: there was other, too.

        Raises BadRtcp.
        """
        other, ssrc, again = ffi.new("bool *"), ffi.new("uint32_t *"), ffi.new("bool *")
        data = ffi.from_buffer("uint8_t[]", rtcp)
        result = self._call("rtcp", data, len(data), other, now=now)
        with self._lock:
            while self._call("take_fir", ssrc, again):
                if ssrc[0] in self._by_ssrc:
                    self._by_ssrc[ssrc[0]]._call("want_key_frame", ssrc[0], again[0], now=now)
        if result not in (_lib.RTP_CC_RTCP_OK, _lib.RTP_CC_RTCP_OTHER_KIND):
            raise BadRtcp(ffi.string(_lib.rtp_cc_rtcp_result_name(result)).decode())
        return bool(other[0])

    def hint(self, bitrate: int, valid: int, now: int) -> None:
        """A modem or a scheduler says what the link carries for the next so many ns."""
        self._call("capacity_hint", bitrate, valid, now=now)

    def target_bitrate(self, now: int) -> int:
        """Of all streams together."""
        return int(self.stats(now)["estimated_bitrate"])

    def stats(self, now: int) -> dict[str, Any]:
        """The members of RtpCcSessionInfo, as rtpcc-session.h explains them."""
        info = self._info("info", "RtpCcSessionInfo", now)
        info["rtcp_refused"] = {
            ffi.string(_lib.rtp_cc_rtcp_result_name(result)).decode(): count
            for result, count in enumerate(info["rtcp_refused"]) if count}
        return info


class Stream:
    """Of a session: one queue, one priority, one target bitrate."""

    def __init__(self, session: Session, number: int) -> None:
        self._session, self._number = session, number

    def _call(self, name: str, *arguments: Any, now: int) -> Any:
        with self._session._lock:
            if self._session._streams.get(self._number) is not self:
                raise ValueError("the stream was removed from its session")
            return self._session._call(name, self._number, *arguments, now=now)

    def push(self, packet: bytes, now: int, *, repair: bool = False) -> bool:
        """An RTP packet, with the timestamp of its frame and a marker at its end.

        repair: a retransmission or FEC.  False: it is not sent, its frame is too old already.
        """
        session, rtp, user = self._session, _rtp(packet), next(self._session._ids)
        described = ffi.new("RtpCcSessionPacket *", {
            "user": ffi.cast("void *", user), "is_packet": True, "ssrc": rtp.ssrc,
            "seq": rtp.seq, "timestamp": rtp.timestamp, "marker": rtp.marker,
            "size": len(packet), "payload_size": rtp.payload_size, "repair": repair})
        with session._lock:
            taken = bool(self._call("enqueue", described, now=now))
            if taken:
                session._by_ssrc[rtp.ssrc] = self
                session._waiting[user] = bytes(packet)
        return taken

    def target_bitrate(self, now: int) -> int:
        """What its encoder is to be told."""
        return int(self.stats(now)["target_bitrate"])

    def skip_frame(self, now: int) -> bool:
        """A raw frame should not be encoded: it would be late."""
        return bool(self._call("skip_frame", now=now))

    def key_frame_wanted(self, now: int) -> bool:
        """True once: frames were discarded, or the receiver asked for one."""
        ssrc, wanted = ffi.new("uint32_t *"), False
        while self._call("take_key_frame_request", ssrc, now=now):
            wanted = True
        return wanted

    def stats(self, now: int) -> dict[str, Any]:
        """The members of RtpCcStreamInfo, as rtpcc-session.h explains them."""
        info = ffi.new("RtpCcStreamInfo *")
        self._call("stream_info", info, now=now)
        return dict(_plain(info[0], ffi.typeof("RtpCcStreamInfo")))

    def remove(self, now: int) -> None:
        """Throws away what waits in it."""
        session = self._session
        with session._lock:
            self._call("remove_stream", _drop, session._handle, now=now)
            del session._streams[self._number]
            session._by_ssrc = {
                ssrc: stream for ssrc, stream in session._by_ssrc.items() if stream is not self}


class Reporter(_Object):
    """A receiver: arrivals in, feedback out, of one kind: RFC 8888 (ccfb), TWCC or REMB."""

    def __init__(self, now: int, *, kind: Literal["ccfb", "twcc", "remb"] = "ccfb",
                 sender_ssrc: int = 1, max_interval: int = 40_000_000, max_packets: int = 16,
                 max_size: int = 1200, packet_overhead: int = 28) -> None:
        if not 0 < max_interval <= SECOND or max_packets < 1:
            raise ValueError("a report is due after 1 ns to 1 s, or one packet and more")
        if not RTCP_LEAST <= max_size <= LARGEST:
            raise ValueError(f"max_size is {RTCP_LEAST} to {LARGEST} bytes, not {max_size}")
        config = ffi.new("RtpCcReporterConfig *", {
            "kind": _place(kind, KINDS, "kind"), "packet_overhead": packet_overhead,
            "receiver": {"sender_ssrc": sender_ssrc, "max_interval": max_interval,
                         "max_packets": max_packets, "max_size": max_size}})
        super().__init__("reporter", config, now)
        self._buffer = ffi.new("uint8_t[]", max_size)

    def on_packet(self, packet: bytes, now: int, *, ecn: int = NOT_ECT,
                  number: int | None = None, clock_rate: int = 90_000) -> None:
        """An RTP packet that came now; number: its transport-wide one."""
        rtp = _rtp(packet)
        if ecn not in range(4):
            raise ValueError(f"{ecn} is no ECN code point")
        self._call("on_packet", ffi.new("RtpCcReceived *", {
            "ssrc": rtp.ssrc, "seq": rtp.seq, "timestamp": rtp.timestamp, "marker": rtp.marker,
            "size": len(packet), "clock_rate": clock_rate, "ecn": ecn,
            "has_number": number is not None, "number": number or 0, "arrival": now}), now=now)

    def next_time(self) -> int | None:
        """When feedback() has something to say; None: not before another packet."""
        time = self._call("next_time")
        return None if time == NEVER else int(time)

    def feedback(self, now: int) -> list[bytes]:
        """RTCP packets that are to be sent to the sender now."""
        found: list[bytes] = []
        with self._lock:
            while size := self._call("feedback", self._buffer, len(self._buffer), now=now):
                found.append(bytes(ffi.buffer(self._buffer, size)))
        return found

    def stats(self) -> dict[str, Any]:
        """The members of RtpCcReporterStats, as rtpcc-reporter.h explains them."""
        return self._info("stats", "RtpCcReporterStats")
