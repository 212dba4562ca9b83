# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The paths and sources on which departures and numbers are measured: a name, what it is, and the
keys of pathrun.

Few, so that all departures take minutes: for each rule of the controller one case that it is
for, and the common ones in between.  Seeds are the same for all, so that runs are compared in
pairs.
"""
from typing import Any, NamedTuple

M = 1_000_000
STEPS = "0:2M,20:1M,40:2.5M"


class Cell(NamedTuple):
    words: str                  # path and source
    keys: dict[str, Any]


def cells() -> dict[str, Any]:
    """{name: Cell}; RTT 50 ms and a minute where nothing else is said."""
    steps = {"schedule": STEPS, "encoder-lag": 66, "frame-noise": 0.3}
    return {
        "steps": Cell("2 → 1 → 2.5 Mbit/s, encoder lag 66 ms, frame noise 0.3", steps),
        "lag": Cell("the same, lag 150 ms, noise 0.4",
                    {**steps, "encoder-lag": 150, "frame-noise": 0.4}),
        "keys": Cell("steps, a key frame every 2 s", {**steps, "key-interval": 2}),
        "rtt-4": Cell("steps, RTT 4 ms", {**steps, "rtt": 4}),
        "rtt-200": Cell("steps, RTT 200 ms", {**steps, "rtt": 200}),
        "rtt-0.2": Cell("100 Mbit/s, RTT 0.2 ms, max-bitrate 60 Mbit/s, 20 s",
                        {"schedule": "0:100M", "rtt": 0.2, "max": 60 * M, "duration": 20}),
        "0.15M": Cell("0.15 Mbit/s", {"schedule": "0:150k"}),
        "0.3M": Cell("0.3 Mbit/s", {"schedule": "0:300k"}),
        "5M": Cell("5 Mbit/s", {"schedule": "0:5M"}),
        "80M": Cell("80 Mbit/s, RTT 25 ms, start at 1, max-bitrate 100 Mbit/s",
                    {"schedule": "0:80M", "rtt": 25, "start": M, "max": 100 * M}),
        "fall": Cell("2 → 0.3 Mbit/s, a key frame every 4 s",
                     {"schedule": "0:2M,20:300k,40:2M", "key-interval": 4}),
        "high-start": Cell("0.3 Mbit/s, start at 1, lag 200 ms, noise 0.6, key frames",
                           {"schedule": "0:300k", "start": M, "encoder-lag": 200,
                            "frame-noise": 0.6, "key-interval": 3}),
        "motion": Cell("2 Mbit/s, source at most 0.3 Mbit/s for 30 s",
                       {"schedule": "0:2M", "encoder-max": 300_000, "motion": 30}),
        "near-max": Cell("2.5 → 1.5 → 2.5 Mbit/s, max-bitrate 2 Mbit/s",
                         {"schedule": "0:2500k,20:1500k,40:2500k", "max": 2 * M}),
        "outage": Cell("2 Mbit/s, no feedback for 5 s",
                       {"schedule": "0:2M", "outage": "20-25"}),
        "outage-slower": Cell("2 → 0.8 Mbit/s while there is no feedback for 5 s",
                              {"schedule": "0:2M,21:800k", "outage": "20-25"}),
        "moves": Cell("3 Mbit/s, RTT 50 → 100 → 50 ms",
                      {"schedule": "0:3M", "rtt-moves": "20:100,40:50"}),
        "feedback-50%": Cell("5 Mbit/s, half of the feedback is lost",
                             {"schedule": "0:5M", "feedback-loss": 0.5}),
        "loss-1%": Cell("5 Mbit/s, 1 % random loss", {"schedule": "0:5M", "loss": 0.01}),
        "loss-10%": Cell("5 Mbit/s, 10 % random loss", {"schedule": "0:5M", "loss": 0.1}),
        "queue-20": Cell("5 Mbit/s, a queue of 20 ms", {"schedule": "0:5M", "queue": 20}),
        "jitter-30": Cell("2 Mbit/s, 30 ms of jitter", {"schedule": "0:2M", "jitter": 30}),
        "l4s": Cell("5 → 1.5 → 5 Mbit/s, DualPI2, ECT(1)",
                    {"schedule": "0:5M,20:1500k,40:5M", "aqm": "dualpi2", "ecn": "ect1"}),
    }


# Of those above, the ones that numbers are measured on, too.
COMMON = ("steps", "keys", "rtt-4", "0.3M", "80M", "fall", "motion", "outage", "outage-slower",
          "feedback-50%", "loss-1%", "loss-10%", "queue-20", "jitter-30", "l4s")


def number_cells() -> dict[str, Any]:
    """Those on which the half and the double of a number are measured."""
    there = cells()
    shared = {"schedule": "0:10M", "max": 30 * M, "start": M}
    return {
        **{name: there[name] for name in COMMON},
        "2M": Cell("2 Mbit/s", {"schedule": "0:2M"}),
        "20M": Cell("20 Mbit/s, start at 1", {"schedule": "0:20M", "start": M, "max": 60 * M}),
        "rtt-2": Cell("3 Mbit/s, RTT 2 ms", {"schedule": "0:3M", "rtt": 2}),
        "rtt-300": Cell("3 Mbit/s, RTT 300 ms", {"schedule": "0:3M", "rtt": 300}),
        "jitter-60": Cell("5 Mbit/s, 60 ms of jitter", {"schedule": "0:5M", "jitter": 60}),
        "codel": Cell("5 Mbit/s, CoDel", {"schedule": "0:5M", "aqm": "codel"}),
        "policer": Cell("50 Mbit/s with a policer at 5 Mbit/s",
                        {"schedule": "0:50M", "max": 15 * M, "start": M, "policer": 5 * M,
                         "policer-burst": 50_000}),
        "shared": Cell("10 Mbit/s, ten flows, a queue of 5 ms",
                       {**shared, "queue": 5, "flows": 10}),
        "shared-long": Cell("10 Mbit/s, three flows, begun 10 s apart",
                            {**shared, "flows": 3, "every": 10, "duration": 80}),
    }
