# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""How each column is called and shown, and which end of it is the good one."""
from typing import Any, NamedTuple


class Figure(NamedTuple):
    column: str
    heading: str
    unit: str
    meaning: str
    factor: float = 1
    digits: int = 1
    better: int = 0             # 1: more is better, -1: less, 0: neither
    several: bool = False       # a cell is a list

    @property
    def explained(self) -> tuple[Any, Any, Any]:
        return self.heading, self.unit, self.meaning


FIGURES = [
    Figure("utilisation", "use", "%",
           "utilisation: part of the capacity that media used", 100, 1, 1),
    Figure("queue_mean_ms", "q mean", "ms", "time in the bottleneck's queue", 1, 1, -1),
    Figure("queue_p95_ms", "q p95", "ms", "95th percentile of that", 1, 1, -1),
    Figure("queue_p99_ms", "q p99", "ms", "99th percentile", 1, 0, -1),
    Figure("queue_max_ms", "q max", "ms", "the longest", 1, 0, -1),
    Figure("loss_percent", "loss", "%", "media packets lost in the network", 1, 2, -1),
    Figure("frame_delay_p95_ms", "frame p95", "ms",
           "capture to last packet of a frame, 95th percentile", 1, 0, -1),
    Figure("frame_delay_p50_ms", "frame p50", "ms", "the same, median", 1, 0, -1),
    Figure("frame_delay_p99_ms", "frame p99", "ms", "the same, 99th percentile", 1, 0, -1),
    Figure("freezes", "freezes", "", "of a flow's picture, as webrtc-stats counts them", 1, 1, -1),
    Figure("sender_queue_p95_ms", "sender p95", "ms",
           "time in the sender's queue, 95th percentile", 1, 0, -1),
    Figure("discard_percent", "discard", "%", "packets discarded by the sender", 1, 2, -1),
    Figure("jain", "Jain", "", "Jain's index of the flows' rates: 1 is equal", 1, 3, 1),
    Figure("throughput_ratio", "max/min", "",
           "largest to smallest mean rate of the flows", 1, 2, -1),
    Figure("rtp_share", "media", "%", "share of the link, next to TCP", 100, 1, 0),
    Figure("tcp_share", "TCP", "%", "share of the link that TCP got", 100, 1, 0),
    Figure("min_rate_kbps", "least", "kbit/s", "the lowest rate of a flow in a second", 1, 0, 1),
    Figure("drop_s", "drop", "s",
           "from each drop of the capacity until the queue stays under 50 ms", 1, 1, -1, True),
    Figure("rise_s", "rise", "s",
           "from the start and each rise until 90 % of the new capacity", 1, 1, -1, True),
    Figure("converge_s", "join", "s",
           "from each late start or resume until 75 % of the fair share", 1, 1, -1, True),
    Figure("oscillation_hz", "swings", "/s", "of the send rate, between 80 and 100 % of its mean",
           1, 2, -1),
    Figure("feedback_kbps", "feedback", "kbit/s", "of the receiver's reports", 1, 0, -1),
    Figure("cell_kbps", "cell", "kbit/s", "throughput of the cell", 1, 0, 1),
    Figure("rate_mean_kbps", "user", "kbit/s", "mean rate of the users", 1, 0, 1),
    Figure("rate_worst10_kbps", "worst 10 %", "kbit/s",
           "rate of the worst tenth of the users", 1, 0, 1),
    Figure("packet_delay_98_95_ms", "packet 98/95", "ms",
           "packet delay: 98th percentile of a user, 95th of the users", 1, 0, -1),
    Figure("frame_delay_98_95_ms", "frame 98/95", "ms", "the same of the frames", 1, 0, -1),
    Figure("ce_percent", "CE", "%", "packets that the queue marked", 1, 1, 0),
]
BY_COLUMN = {figure.column: figure for figure in FIGURES}
# Where there is room for a few
SHORT = [BY_COLUMN[column] for column in (
    "utilisation", "queue_mean_ms", "queue_p95_ms", "queue_p99_ms", "loss_percent",
    "frame_delay_p50_ms", "frame_delay_p95_ms", "frame_delay_p99_ms", "freezes",
    "jain", "rtp_share", "tcp_share", "cell_kbps", "packet_delay_98_95_ms")]


def number(figure: Any, value: Any) -> str:
    return f"{value * figure.factor:.{figure.digits}f}"


def text(figure: Any, group: Any, plus_minus: str = "±") -> str:
    """The mean of a group as text, with its interval; "" if there is none."""
    if figure.several:
        return " ".join("never" if value is None else ("" if sure else ">") + number(figure, value)
                        for value, sure in group.each(figure.column))
    found = group.single(figure.column)
    if not found:
        return ""
    centre, half = found
    return number(figure, centre) + (f" {plus_minus}{number(figure, half)}" if half else "")
