# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What OUT/frames has for the page: stills of two beside the source, and a video.

A folder without place.json, or with one that makes no sense, is not on the page.
"""
import base64
import glob
import os
from collections.abc import Sequence
from typing import Any, NamedTuple
from urllib.parse import quote

from gstscream.files import read_json

FOLDER, PLACE = "frames", "place.json"


class Still(NamedTuple):
    who: str
    path: str                   # of the JPEG, from the page, or all of it as a data: URL
    said: str
    alt: str


class Moment(NamedTuple):
    time: str
    stills: list[Still]         # the source, the one, the other


class Place(NamedTuple):
    title: str
    anchor: str
    order: int
    means: str
    moments: list[Moment]
    video: str                  # its path, or ""
    video_said: str             # what it shows, or why there is none
    error: str                  # why there is nothing


def read(out: str, static: bool = False) -> list[Place]:
    """static: the stills are part of the page."""
    found = []
    for path in glob.glob(os.path.join(glob.escape(out), FOLDER, "*", PLACE)):
        said = read_json(path)
        try:
            found.append(place(os.path.dirname(path), said, static))
        except (KeyError, IndexError, TypeError, ValueError, OSError):
            pass
    return sorted(found, key=lambda each: (each.order, each.title))


def place(folder: str, said: dict[str, Any], static: bool) -> Place:
    names = [str(name) for name in said["names"]]
    base = Place(str(said["title"]), str(said["anchor"]), int(said["order"]), "", [], "", "",
                 str(said.get("error", "")))
    if base.error:
        return base
    means = ", ".join(f"{name} {value:.3f}" for name, value in zip(names, said["ssim"]))
    video = said["video"]
    file = str(video.get("file", ""))
    text = (f"{video['start']:.1f} to {video['stop']:.1f} s, each frame when it came: "
            f"{names[0]} left, {names[1]} right" if file else str(video["missing"]))
    return base._replace(
        means=f"{means}; repeat {said['repeat']}",
        moments=[moment(folder, names, each, static) for each in said["moments"]],
        video=address(folder, file) if file else "", video_said=text)


def moment(folder: str, names: Sequence[str], said: dict[str, Any], static: bool) -> Moment:
    time = f"{said['time']:.2f} s"
    show = embedded if static else address
    stills = [Still("source", show(folder, said["source"]), f"frame {said['frame']}",
                    f"source at {time}: frame {said['frame']}")]
    for name, shown in zip(names, said["shown"]):
        text = of_still(shown)
        stills.append(Still(name, show(folder, shown["file"]), text, f"{name} at {time}: {text}"))
    return Moment(time, stills)


def of_still(shown: dict[str, Any]) -> str:
    """SSIM 0.912, PSNR 31.2 dB, frame delay 85 ms, and whether it is an old one."""
    text = (f"SSIM {shown['ssim']:.3f}, PSNR {shown['psnr']:.1f} dB, "
            f"frame delay {shown['delay_ms']:.0f} ms")
    behind = int(shown["behind"])
    if behind:
        text += f", {behind} {'frames' if behind > 1 else 'frame'} old"
    return text


def address(folder: str, file: str) -> str:
    return quote(f"{FOLDER}/{os.path.basename(folder)}/{os.path.basename(file)}")


def embedded(folder: str, file: str) -> str:
    with open(os.path.join(folder, os.path.basename(file)), "rb") as picture:
        return "data:image/jpeg;base64," + base64.b64encode(picture.read()).decode("ascii")
