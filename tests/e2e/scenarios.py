# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The scenarios: gst-launch lines, what the link does, what must come out.

A scenario is data and, where the common figures do not say enough, a function
that adds its own.  Every bound has two sides and a reason: the side that a
good run cannot reach shows that something was measured at all.
"""
import argparse
import math
import os
import re
from collections.abc import Iterator
from typing import Any

import metrics
import netns

INF = math.inf
PORT = 5000
RTCP_PORT = 5001
BACK_PORT = 5003                # the receiving rtpbin's RTCP
BLIND_SECONDS = 2               # over which what is sent without feedback is averaged
README = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..',
                      'README.md')


class Bound:
    """low <= metric <= high, because."""

    def __init__(self, metric: str, low: float, high: float, reason: str) -> None:
        self.metric = metric
        self.low = low
        self.high = high
        self.reason = reason

    def failure(self, result: Any) -> str | None:
        value = result.get(self.metric, math.nan)
        if self.low <= value <= self.high:
            return None
        return '%s = %.4g is not in %g...%g (%s)' % (
            self.metric, value, self.low, self.high, self.reason)


class Scenario:
    """One run.  Times are seconds from the first media packet."""

    motion: Any
    outage: Any
    minimum: Any

    def __init__(self, name: str, about: str, steps: list[Any], seconds: float, sender: str,
                 receiver: str, bounds: list[Bound], actions: Any = (),
                 extra: Any = None, loopback: bool = False, receiver_late: bool = False) -> None:
        self.name = name
        self.about = about
        self.steps = steps              # (time, bit/s)
        self.seconds = seconds
        self.sender = sender            # gst-launch-1.0 arguments
        self.receiver = receiver
        self.bounds = bounds
        self.actions = actions          # (time, 'block'|'unblock'|'receiver')
        self.extra = extra              # function(run, result)
        self.loopback = loopback        # both ends in A, over lo
        self.receiver_late = receiver_late


# --- content -------------------------------------------------------------

def camera(width: int, height: int, contrast: Any, options: argparse.Namespace) -> str:
    """Noise that is coarse like a camera's, and of a contrast that lets all
    encoders reach their target between 0.3 and 2.5 Mbit/s at 640x360 (full
    contrast keeps vp8enc above 1.9, openh264enc above 3.3 Mbit/s)."""
    size = 'width=%d,height=%d' % (width, height)
    if options.input:
        return ('filesrc location=%s ! decodebin ! videoconvert ! videoscale '
                '! videorate ! video/x-raw,format=I420,%s,framerate=30/1 ! '
                'clocksync' % (options.input, size))
    return ('videotestsrc is-live=true pattern=snow ! '
            'video/x-raw,format=I420,width=%d,height=%d,framerate=30/1 ! '
            'videobalance contrast=%g ! videoscale ! video/x-raw,%s'
            % (width // 4, height // 4, contrast, size))


ENCODERS = {
    'x264enc': 'x264enc tune=zerolatency speed-preset=superfast',
    'vp8enc': 'vp8enc deadline=1 cpu-used=8',
    'vp9enc': 'vp9enc deadline=1 cpu-used=8',
    'openh264enc': 'openh264enc complexity=low',
    'x265enc': 'x265enc tune=zerolatency speed-preset=ultrafast',
}
PAY = {
    'x264enc': 'rtph264pay config-interval=-1',
    'vp8enc': 'rtpvp8pay',
    'vp9enc': 'rtpvp9pay',
    'openh264enc': 'rtph264pay config-interval=-1',
    'x265enc': 'rtph265pay config-interval=-1',
}
# What is late for a moment is not lost.
JITTER_BUFFER = 50              # ms
RECEIVE = {
    'x264enc': ('H264', 'rtph264depay ! avdec_h264'),
    'vp8enc': ('VP8', 'rtpvp8depay ! vp8dec'),
    'vp9enc': ('VP9', 'rtpvp9depay ! vp9dec'),
    'openh264enc': ('H264', 'rtph264depay ! avdec_h264'),
    'x265enc': ('H265', 'rtph265depay ! avdec_h265'),
}


def controlled(options: argparse.Namespace, fixed_rate: Any, properties: str = '') -> str:
    """screamtx with the controller asked for."""
    words = properties.split()
    if options.controller == 'fixed':
        words = [word for word in words
                 if not word.startswith('initial-bitrate')]
        words.append('initial-bitrate=%d' % fixed_rate)
    return ' '.join(['screamtx'] + words
                    + ['controller=' + options.controller])


def sender_line(content: Any, encoder: str, transmit: Any, host: str, path: str = '',
                pads: bool = False) -> Any:
    line = '%s ! %s ! %s ! %s%s ! udpsink host=%s port=%d' % (
        content, ENCODERS.get(encoder, encoder),
        PAY.get(encoder, 'rtph264pay config-interval=-1'), transmit,
        ' ! ' + path if path else '', host, PORT)
    if pads:
        line += ' udpsrc port=%d ! screamtx0.rtcp_sink' % RTCP_PORT
        line = line.replace('screamtx ', 'screamtx name=screamtx0 ', 1)
    return line


def receiver_line(encoder: str, decode: bool = True, pads: bool = False) -> Any:
    codec, chain = RECEIVE.get(encoder, RECEIVE['x264enc'])
    if decode:
        chain = f'rtpjitterbuffer latency={JITTER_BUFFER} ! {chain}'
    else:
        chain = chain.split(' ! ')[0]
    line = ('udpsrc port=%d caps="application/x-rtp,media=video,'
            'clock-rate=90000,encoding-name=%s,payload=96" ! %s ! %s ! '
            'fakesink silent=false sync=false'
            % (PORT, codec, 'screamrx name=rx' if pads else 'screamrx',
               chain))
    if pads:
        line += ' rx.rtcp_src ! udpsink host=%s port=%d sync=false ' \
            'async=false' % (netns.ADDRESS_A, RTCP_PORT)
    return line


# --- figures beyond the common ones -------------------------------------

def decoded_frames(run: Any, start: float, end: float) -> Any:
    """Frames that reached the receiver's sink, by its own lines."""
    zero = run.flow.start
    return sum(start <= when - zero < end and 'chain' in text
               for when, text in run.receiver.lines)


def picture(run: Any, result: Any) -> None:
    """Frames shown a second, after the start and in the last 3 s."""
    end = run.flow.end
    result['shown'] = decoded_frames(run, 5, end) / (end - 5)
    result['shown_end'] = decoded_frames(run, end - 4, end - 1) / 3


def vp8_keyframes(flow: Any, start: float, end: float) -> Any:
    """Key frames by the payload descriptor of RFC 7741 section 4.2."""
    count = 0
    for one in flow.passages:
        head = one.packet.head
        if not start <= one.sent - flow.start < end or len(head) < 8:
            continue
        at = 1
        if head[0] & 0x80:              # X: extension
            flags = head[1]
            at = 2
            if flags & 0x80:            # I: picture id, one byte or two
                at += 2 if head[at] & 0x80 else 1
            at += bool(flags & 0x40)    # L
            at += bool(flags & 0x30)    # T or K
        first = head[0] & 0x10 and not head[0] & 0x07
        if first and not head[at] & 1:
            count += 1
    return count


def keyframes(run: Any, result: Any) -> None:
    picture(run, result)
    # The first frame is one by itself.
    result['keyframes'] = vp8_keyframes(run.flow, 0, run.flow.end) - 1


def estimates(run: Any) -> Any:
    """(time, bit/s) that gst-launch -v told of screamtx."""
    found = []
    for when, text in run.sender.lines:
        match = re.search(r'estimated-bitrate = (?:\(guint\) )?(\d+)', text)
        if match:
            found.append((when - run.flow.start, int(match.group(1))))
    return found


def warnings(run: Any) -> list[Any]:
    """Warnings of screamtx on the bus, each with the details that
    gst-launch-1.0 prints below it."""
    lines = [text for _, text in run.sender.lines]
    return [' '.join(lines[at:at + 4]) for at, text in enumerate(lines)
            if text.startswith('WARNING: from element')
            and 'screamtx' in text]


def estimate_ratio(run: Any, result: Any) -> None:
    """Highest estimate / best second delivered until then; after 2 s."""
    flow = run.flow
    motion = run.scenario.motion
    points = [p for p in estimates(run) if 2 <= p[0] < flow.end]
    best = 0.0
    at = 1.0
    ratio = math.nan
    for when, value in points:
        while at <= when:
            best = max(best, flow.rate(at - 1, at))
            at += 0.05
        if best:
            ratio = max(value / best, 0 if math.isnan(ratio) else ratio)
    result['estimate_ratio'] = ratio
    result['estimates'] = len(points)
    result['back'] = first_time(flow, motion, 1.6e6)
    result['loss'] = flow.loss()
    result['static_rate'] = flow.rate(2, motion)


def first_time(flow: Any, start: float, rate: Any) -> Any:
    """Seconds after start until a 500 ms window holds a rate."""
    when = start + metrics.RISE_WINDOW
    while when < flow.end:
        if flow.rate(when - metrics.RISE_WINDOW, when) >= rate:
            return when - start
        when += metrics.SLOT
    return INF


def first_below(flow: metrics.Flow, start: float, end: float, rate: float) -> float:
    """Seconds after start until what is sent stays below a rate, on average: a late
    frame of an encoder at its lowest rate does not count, a second of media does."""
    when = end - BLIND_SECONDS
    while when >= start and flow.sent_bits(when, end) < rate * (end - when):
        when -= 0.05
    if when > end - BLIND_SECONDS - 0.1:
        return INF
    return max(when + 0.05 - start, 0.0)


def outage(run: Any, result: Any) -> None:
    """The minimum is reached, one warning, and the way back."""
    flow = run.flow
    block, unblock, before = run.scenario.outage
    usual = flow.rate(max(before, block - 5), block) if block else before
    result['fall'] = first_below(flow, block, unblock,
                                 run.scenario.minimum)
    result['recover'] = first_time(flow, unblock, 0.8 * usual)
    said = warnings(run)
    result['warnings'] = len(said)
    result['causes'] = sum('firewall' in text and 'host or port' in text
                           for text in said)
    run.notes += said


def loopback(run: Any, result: Any) -> None:
    """The slowest second once there was time to come from 1 to 50 Mbit/s."""
    flow = run.flow
    result['slowest'] = min(flow.rate(t, t + 1)
                            for t in range(6, int(flow.end) - 1))


def rig_path(run: Any, result: Any) -> None:
    """What the queue says itself, against what was captured."""
    lost = sum(p.received is None for p in run.flow.passages)
    result['drop_gap'] = abs(run.queue_drops - lost)


# --- the list ------------------------------------------------------------

def plain_sender(bitrate: int, size: Any, preset: Any) -> str:
    return ('videotestsrc is-live=true pattern=snow ! video/x-raw,'
            'width=320,height=180,framerate=30/1 ! videoscale ! video/x-raw,'
            'format=I420,%s ! x264enc tune=zerolatency speed-preset=%s '
            'bitrate=%d vbv-buf-capacity=120 ! rtph264pay ! '
            'udpsink host=%s port=%d sync=false'
            % (size, preset, bitrate, netns.ADDRESS_B, PORT))


PLAIN_RECEIVER = 'udpsrc port=%d ! fakesink sync=false' % PORT


def rig_scenarios(options: argparse.Namespace) -> Iterator[Any]:
    """Without our elements: is the measurement right?"""
    seconds = 8 if options.quick else 15
    small = 'width=640,height=360'
    for megabit, size in ((2, small), (20, 'width=1280,height=720')):
        yield Scenario(
            'rig-overload-%d' % megabit,
            'plain %g Mbit/s on %d Mbit/s: the queue is full'
            % (megabit * 1.25, megabit),
            [(0, megabit * 1000000)], seconds,
            plain_sender(megabit * 1250, size, 'ultrafast'),
            PLAIN_RECEIVER, [
                Bound('utilisation', .99, 1.01, 'a full queue keeps the link '
                      'busy; more than all of it is a wrong count'),
                Bound('q_p95', 290, 325, 'the limit is 300 ms and a burst '
                      '(16 ms of 2 Mbit/s)'),
                Bound('loss', .10, .30, '1.25 and headers into 1: 0.22 or '
                      'so, less what the queue took in'),
                Bound('drop_gap', 0, 0, 'tbf counts the same drops'),
            ], extra=rig_path)
    yield Scenario(
        'rig-underload', 'plain 1 Mbit/s on 20 Mbit/s: no queue',
        [(0, 20000000)], seconds, plain_sender(1000, small, 'superfast'),
        PLAIN_RECEIVER, [
            Bound('utilisation', .03, .08, '1 Mbit/s and headers of 20'),
            Bound('q_p50', 0, 2, 'a 5 kB frame is 2 ms of this link'),
            Bound('q_p95', 0, 10, 'a large frame is some ms'),
            Bound('loss', 0, 0, 'nothing is full'),
            Bound('drop_gap', 0, 0, 'tbf counts the same drops'),
        ], extra=rig_path)


FOLLOW = [
    Bound('utilisation', .85, 1.01, 'uses the link; above 1 the meter lies'),
    Bound('q_p95', .2, 40, 'short; 0 on a used link means nothing measured'),
    Bound('loss', 0, .002, 'a 300 ms queue need not overflow'),
    Bound('over100', 0, .02, 'no standing queue'),
    Bound('drain', 0, .7, 'a halving: one RTT to see it, some to drain'),
    Bound('rise', .4, 5, 'a 500 ms window after 1 Mbit/s cannot hold '
          '2.25 Mbit/s before 0.4 s'),
    Bound('shown_end', 20, 40, 'a 30 Hz picture arrives until the end'),
]


# Dear to change: three steps of 60 %, a second apart, instead of many small ones, and
# skipped frames for 0.8 s before it is told that the link has halved.
FOLLOW_DEAR = [bound for bound in FOLLOW
               if bound.metric not in ('drain', 'rise')] + [
    Bound('drain', 0, 1.5, '0.8 s until it is told, and some to drain'),
]


def steps_scenarios(options: argparse.Namespace) -> Iterator[Any]:
    part = 10 if options.quick else 20
    for encoder in ENCODERS:
        dear = encoder == 'x265enc'
        for pads in (False,) if dear else (False, True):
            yield Scenario(
                'steps-%s%s' % (encoder, '-pads' if pads else ''),
                '2 -> 1 -> 2.5 Mbit/s, RTT 50 ms%s' % (
                    ', RTCP by pads' if pads else ''),
                [(0, 2000000), (part, 1000000), (2 * part, 2500000)],
                3 * part,
                sender_line(camera(640, 360, 0.15, options), encoder,
                            controlled(options, 2600000), netns.ADDRESS_B,
                            'linkemu delay=50', pads),
                receiver_line(encoder, pads=pads),
                FOLLOW_DEAR if dear else FOLLOW, extra=picture)


def way_scenarios(options: argparse.Namespace) -> Iterator[Any]:
    """The same on ways of other lengths, and a fall alone, whose queue is looked at."""
    part = 10 if options.quick else 20
    steps = [(0, 2000000), (part, 1000000), (2 * part, 2500000)]
    far = [Bound('utilisation', .75, 1.01, 'docs/research/testing.md has what it should reach'),
           Bound('q_p95', .2, 120, 'a fall fills the queue for an RTT'),
           Bound('loss', 0, .01, 'a 300 ms queue overflows once at most'),
           Bound('shown_end', 20, 40, 'a 30 Hz picture arrives until the end')]
    fall = [bound for bound in FOLLOW if bound.metric != 'rise'] + [
        Bound('q_max', 20, 280, 'what is on its way does not fit, and less than all')]
    for name, rtt, phases, bounds in (('steps', 300, steps, far), ('halved', 50, steps[:2], fall),
                                      ('halved', 25, steps[:2], fall)):
        yield Scenario(
            '%s-rtt%d' % (name, rtt), '%s Mbit/s, RTT %d ms' % (
                ' -> '.join('%g' % (rate / 1e6) for _, rate in phases), rtt),
            phases, len(phases) * part,
            sender_line(camera(640, 360, 0.15, options), 'x264enc',
                        controlled(options, 2600000), netns.ADDRESS_B,
                        'linkemu delay=%d' % rtt),
            receiver_line('x264enc'), bounds, extra=picture)


def rtpbin_sender(transmit: Any, options: argparse.Namespace) -> str:
    """The line with rtpbin s, and screamtx before it or behind it."""
    media = sender_line(camera(640, 360, 0.15, options), 'x264enc', transmit,
                        netns.ADDRESS_B, 'linkemu delay=50')
    return ('rtpbin name=s %s s.send_rtcp_src_0 ! udpsink host=%s port=%d '
            'sync=false async=false udpsrc port=%d ! s.recv_rtcp_sink_0'
            % (media, netns.ADDRESS_B, RTCP_PORT, BACK_PORT))


def rtpbin_receiver(receive: Any) -> str:
    """As receiver_line, with rtpbin r between screamrx and depayloader."""
    line = receiver_line('x264enc').replace(
        f' ! rtpjitterbuffer latency={JITTER_BUFFER}', '')
    line = line.replace(' ! screamrx ! ', ' ! %s ! r.recv_rtp_sink_0 r. ! '
                        % receive, 1)
    return ('rtpbin name=r latency=100 %s udpsrc port=%d ! r.recv_rtcp_sink_0 '
            'r.send_rtcp_src_0 ! udpsink host=%s port=%d sync=false '
            'async=false' % (line, RTCP_PORT, netns.ADDRESS_A, BACK_PORT))


# The rules of RTCP hold it back, most in the first seconds: no figures as of
# the other ways, but the link is used.
HELD_BACK = [
    Bound('utilisation', .80, 1.01, 'what docs/media-servers.md promises'),
    Bound('q_p95', .2, 120, 'a report each 100 ms or so; the queue may grow '
          'until one says so'),
    Bound('loss', 0, .02, 'a 300 ms queue overflows rarely'),
    Bound('shown_end', 20, 40, 'a 30 Hz picture arrives until the end'),
]


def rtpbin_scenarios(options: argparse.Namespace) -> Iterator[Any]:
    """Beside rtpbin: the figures of the plain line hold for both ways that
    feedback can take."""
    part = 8 if options.quick else 20
    transmit = controlled(options, 2600000)
    before = transmit + ' ! s.send_rtp_sink_0 s.send_rtp_src_0'
    behind = 's.send_rtp_sink_0 s.send_rtp_src_0 ! ' + transmit
    session = 'screamrx feedback-route=rtp-session'
    for name, about, line, receive, bounds in (
            ('socket', 'screamtx before rtpbin, feedback by the socket',
             before, 'screamrx', FOLLOW),
            ('session', 'the same, feedback through both RTPSessions',
             before, session, FOLLOW),
            ('behind', 'screamtx behind rtpbin, feedback by RTPSessions',
             behind, session, FOLLOW),
            ('held-back', 'RTPSession with its own bandwidth, so that its '
             'rules delay feedback', before,
             session + ' rtp-session-bandwidth=0', HELD_BACK)):
        yield Scenario(
            'rtpbin-' + name, about,
            [(0, 2000000), (part, 1000000), (2 * part, 2500000)], 3 * part,
            rtpbin_sender(line, options), rtpbin_receiver(receive), bounds,
            extra=picture)
    fec = 'rtpulpfecenc pt=100 percentage=50 ! ' + before
    yield Scenario(
        'rtpbin-fec', 'a third of what is sent is FEC',
        [(0, 2000000), (part, 1000000), (2 * part, 2500000)], 3 * part,
        rtpbin_sender(fec, options),
        'udpsrc port=%d caps="application/x-rtp,media=video,clock-rate=90000,'
        'encoding-name=H264,payload=96" ! screamrx ! fakesink sync=false'
        % PORT, FOLLOW[:-1] + [
            Bound('fps', 27, 31, 'no frame is skipped or discarded: the '
                  'encoder leaves the FEC its room')])


def constant_scenarios(options: argparse.Namespace) -> Iterator[Any]:
    seconds = 12 if options.quick else 40
    fast = 'x264enc tune=zerolatency speed-preset=ultrafast'
    for megabit, width, height, encoder in (
            (5, 640, 360, 'x264enc'), (20, 1280, 720, fast)):
        top = megabit * 3 // 2 * 1000000
        yield Scenario(
            'constant-%d' % megabit, '%d Mbit/s, RTT 50 ms' % megabit,
            [(0, megabit * 1000000)], seconds,
            sender_line(camera(width, height, 0.5, options), encoder,
                        controlled(options, top, 'max-bitrate=%d' % top),
                        netns.ADDRESS_B, 'linkemu delay=50'),
            receiver_line('x264enc', decode=False), [
                Bound('utilisation', .92, 1.01, 'uses the link'),
                Bound('q_p95', .2, 30, 'short, and measured'),
                Bound('loss', 0, .002, 'nothing need overflow'),
                Bound('fps', 27, 31, 'the sender keeps real time'),
            ])


def motion_scenario(options: argparse.Namespace) -> Iterator[Any]:
    still = 10 if options.quick else 30
    size = 'video/x-raw,format=I420,width=640,height=360,framerate=30/1'
    content = (
        'videotestsrc num-buffers=%d pattern=smpte75 ! %s ! c. '
        'videotestsrc pattern=snow ! video/x-raw,format=I420,width=160,'
        'height=90,framerate=30/1 ! videobalance contrast=0.15 ! '
        'videoscale ! %s ! c. concat name=c ! clocksync'
        % (30 * still, size, size))
    scenario = Scenario(
        'static-motion', 'static picture, then motion, on 2 Mbit/s',
        [(0, 2000000)], still + 15,
        sender_line(content, 'x264enc', controlled(options, 6000000),
                    netns.ADDRESS_B, 'linkemu delay=50'),
        receiver_line('x264enc'), [
            Bound('estimate_ratio', .3, 3, 'the estimate of an application-'
                  'limited sender is bounded by what was tried'),
            Bound('estimates', 2, INF, 'the estimate was printed'),
            Bound('loss', 0, .01, 'the motion must not hit the full queue'),
            # 3.9 to 4.4 s: frames of motion have to fill the target first.
            Bound('back', .2, 6, 'the link is used again soon; a 500 ms '
                  'window needs some of it'),
            Bound('static_rate', 1e3, 1.2e6, 'the static part is static'),
        ], extra=estimate_ratio)
    scenario.motion = still
    yield scenario


def floor_scenarios(options: argparse.Namespace) -> Iterator[Any]:
    """With frame-skip the encoder is held back; without it what it makes
    has to be discarded."""
    # The start at 1 Mbit/s is 2 s of queue: 5 % of this.
    seconds = 40
    for name, about, properties in (
            ('encoder-floor', 'vp8enc that needs 2 Mbit/s on 0.3', ''),
            ('encoder-floor-discard', 'the same without frame-skip',
             'frame-skip=false')):
        yield Scenario(
            name, about, [(0, 300000)], seconds,
            sender_line(camera(640, 360, 1, options), 'vp8enc',
                        controlled(options, 1000000, properties),
                        netns.ADDRESS_B, 'linkemu delay=50'),
            receiver_line('vp8enc'), [
                Bound('q_p95', .2, 80, 'what waits does so in the sender; soft '
                      'pictures leave no pauses in which it would drain'),
                Bound('loss', 0, .01, 'discarded before the wire, not in it'),
                Bound('utilisation', .5, 1.01, 'the link carries pictures'),
                Bound('keyframes', 1, seconds * 5, 'asked for after a '
                      'discard, at the start at least; not each frame'),
                Bound('shown_end', 1, 26, 'the picture goes on, at a frame '
                      'rate that fits: 20 of soft ones, 5 of sharp ones'),
            ], extra=keyframes)


def above_scenarios(options: argparse.Namespace) -> Iterator[Any]:
    """The steps for encoders whose coarsest picture is too much for the middle one, or for all
    (camera())."""
    part = 10 if options.quick else 20
    for encoder in ('vp8enc', 'openh264enc'):
        yield Scenario(
            'above-%s' % encoder, '2 -> 1 -> 2.5 Mbit/s for %s, which needs more' % encoder,
            [(0, 2000000), (part, 1000000), (2 * part, 2500000)], 3 * part,
            sender_line(camera(640, 360, 1, options), encoder, controlled(options, 2600000),
                        netns.ADDRESS_B, 'linkemu delay=50'),
            receiver_line(encoder), [
                Bound('utilisation', .75, 1.01, 'the link carries what can be shown'),
                Bound('q_p95', .2, 40, 'what waits does so in the sender'),
                Bound('loss', 0, .002, 'a 300 ms queue need not overflow'),
                Bound('frame_p95', 20, 140, '190 to 240 where frames are skipped only after '
                      '200 ms'),
                Bound('freezes', 0, 1, 'frames are skipped one at a time'),
                Bound('shown', 23, 31, '14 with openh264enc where pictures stay sharp'),
            ], extra=picture)


def loopback_scenario(options: argparse.Namespace) -> Iterator[Any]:
    seconds = 15 if options.quick else 60
    # RTT ~0, no limit at all: what the source gives must go through.
    content = ('videotestsrc is-live=true pattern=snow ! video/x-raw,'
               'format=I420,width=640,height=360,framerate=30/1 ! videoscale '
               '! video/x-raw,width=1280,height=720')
    yield Scenario(
        'loopback-50', '50 Mbit/s over loopback', [], seconds,
        sender_line(content, 'x264enc tune=zerolatency '
                    'speed-preset=ultrafast',
                    controlled(options, 5000000, 'max-bitrate=50000000'),
                    '127.0.0.1'),
        receiver_line('x264enc', decode=False), [
            Bound('slowest', 20e6, 65e6, 'no collapse in any second after '
                  'the start; not more than max-bitrate and headers'),
            Bound('fps', 27, 31, 'the sender keeps real time'),
        ], extra=loopback, loopback=True)


def feedback_scenarios(options: argparse.Namespace) -> Iterator[Any]:
    content = camera(640, 360, 0.15, options)
    minimum = 200000
    properties = 'min-bitrate=%d' % minimum
    bounds = [
        Bound('fall', 0, 2, 'blind sending must end soon'),
        Bound('warnings', 1, 1, 'said, and said once'),
        Bound('causes', 1, 1, 'with what a user can look at'),
        Bound('recover', .1, 3, 'back as soon as feedback is'),
    ]
    start = 10 if options.quick else 15
    scenario = Scenario(
        'no-feedback', 'feedback is lost for 8 s', [(0, 2000000)], start + 18,
        sender_line(content, 'x264enc', controlled(options, 1500000,
                                                   properties),
                    netns.ADDRESS_B, 'linkemu delay=50'),
        receiver_line('x264enc'), bounds, extra=outage,
        actions=[(start, 'block'), (start + 8, 'unblock')])
    scenario.outage = (start, start + 8, 0)
    # Headers and what a frame overshoots.
    scenario.minimum = 1.4 * minimum
    yield scenario
    scenario = Scenario(
        'no-receiver', 'the receiver comes 8 s late', [(0, 2000000)], 20,
        sender_line(content, 'x264enc',
                    controlled(options, 1500000,
                               properties + ' initial-bitrate=1000000'),
                    netns.ADDRESS_B, 'linkemu delay=50'),
        receiver_line('x264enc'), bounds, extra=outage,
        actions=[(8, 'receiver')], receiver_late=True)
    scenario.outage = (0, 8, 1e6)
    scenario.minimum = 1.4 * minimum
    yield scenario


def readme_lines(path: str) -> list[Any]:
    """The gst-launch-1.0 lines of a page, continuation lines joined."""
    with open(path, encoding='utf-8') as page:
        text = page.read().replace('\\\n', ' ')
    return [' '.join(line.split()[1:]) for line in text.split('\n')
            if line.split()[:1] == ['gst-launch-1.0']]


def quickstart_scenario(options: argparse.Namespace) -> Iterator[Any]:
    """The README's lines; only what needs a camera, a screen or the name of
    a host is replaced."""
    lines = readme_lines(README) if os.path.exists(README) else []
    senders = [x for x in lines if 'screamtx' in x and 'udpsink' in x]
    receivers = [x for x in lines if 'screamrx' in x and 'udpsrc' in x]
    if not senders or not receivers:
        return
    sender = re.sub(r'\bhost=\S+', 'host=' + netns.ADDRESS_B, senders[0])
    sender = re.sub(r'\bport=\S+', 'port=%d' % PORT, sender)
    sender = re.sub(r'^v4l2src( [a-z-]+=\S+)*', camera(640, 360, .15, options),
                    sender)
    sender = sender.replace('screamtx', controlled(options, 2600000), 1)
    receiver = re.sub(r'\bport=\S+', 'port=%d' % PORT, receivers[0])
    receiver = receiver.replace('autovideosink',
                                'fakesink silent=false sync=false')
    seconds = 15 if options.quick else 30
    yield Scenario(
        'quickstart-two-hosts', 'the lines of README.md, as written',
        [(0, 2000000)], seconds, sender, receiver, [
            Bound('utilisation', .1, 1.01, 'the content may not need all'),
            Bound('q_p95', 0, 40, 'short'),
            Bound('loss', 0, .005, 'nothing need overflow'),
            Bound('shown_end', 10, 70, 'a picture until the end'),
        ], extra=picture)


def everything(options: argparse.Namespace) -> Any:
    """All scenarios by name, in the order of --list."""
    found = {}
    slack = QUICK_SLACK if options.quick else {}
    for make in (rig_scenarios, steps_scenarios, way_scenarios, rtpbin_scenarios,
                 constant_scenarios, motion_scenario, floor_scenarios,
                 above_scenarios, loopback_scenario, feedback_scenarios, quickstart_scenario):
        for scenario in make(options):
            for bound in scenario.bounds:
                bound.high *= slack.get(bound.metric, 1)
            found[scenario.name] = scenario
    return found


# Short phases weigh each change more, and the machine of a commit's test is
# not idle: these say that something broke, the full runs give the figures.
QUICK_SLACK = {'q_p95': 2, 'over100': 2, 'drain': 1.5, 'rise': 1.5,
               'back': 1.5, 'recover': 1.5, 'warnings': 1}

# About 180 s with its start-up times.
QUICK = ['rig-overload-2', 'rig-underload', 'steps-x264enc', 'rtpbin-session',
         'static-motion',
         'encoder-floor', 'loopback-50', 'no-feedback']
