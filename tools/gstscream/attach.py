# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What a report of a fault needs: versions and logs, without addresses and keys.

An address becomes "address-1", the same one always the same, so that a reader still sees
which packets went where.  Loopback stays, since it says what was tried.
"""
from __future__ import annotations

import io
import ipaddress
import os
import platform
import re
import subprocess
import sys
import tarfile

from .errors import UserError
from .options import MISTAKE, Parser

MOST_BYTES = 64 << 20           # of one log; the end of a longer one is kept
PROGRAM_S = 20                  # for gst-inspect-1.0, which may have to scan all plugins
ELEMENTS = ("screamtx", "x264enc", "vp8enc", "vp9enc", "x265enc", "openh264enc", "av1enc",
            "v4l2h264enc", "vah264enc", "nvh264enc", "qsvh264enc", "mpph264enc", "omxh264enc",
            "rtpgccbwe")
ADDRESS = re.compile(r"(?<![\w.:])(?:\d{1,3}(?:\.\d{1,3}){3}|"
                     r"\[?[0-9A-Fa-f:]*:[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*\]?)(?![\w.])")
IS = r"\w*\s*[=:]\s*(?:\(\w+\))?\s*"          # as in a=b, a=(string)b and a: b
HOST = re.compile(rf"(?i)(\b(?:host|address|bind-address|peer|server){IS}\"?|://)"
                  r"([\w-]*[A-Za-z][\w-]*(?:\.[\w-]+)*)")
KEY = re.compile(rf"(?i)((?:key|pass(?:word|phrase)?|token|secret|pwd|ufrag|authorization){IS})"
                 r"(\"[^\"]*\"|[^\s,;!]+)|\b[0-9A-Fa-f]{32,}\b")
USER = re.compile(r"(://)[^/\s@\"]+@")


class Cleaner:
    """Texts without addresses and keys; one for all files of a report."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}

    def _named(self, what: str, kind: str) -> str:
        return self._names.setdefault(what, f"{kind}-{len(self._names) + 1}")

    def _address(self, match: re.Match[str]) -> str:
        try:
            address = ipaddress.ip_address(match[0].strip("[]"))
        except ValueError:
            return match[0]
        if address.is_loopback or address.is_unspecified:
            return match[0]
        return self._named(str(address), "address")

    def _host(self, match: re.Match[str]) -> str:
        return match[0] if match[2] == "localhost" else match[1] + self._named(match[2], "host")

    def clean(self, text: str) -> str:
        text = KEY.sub(lambda match: f"{match[1] or ''}removed", text)
        text = USER.sub(r"\1", text)
        text = HOST.sub(self._host, text)
        return ADDRESS.sub(self._address, text)


def said(*command: str) -> str:
    """What a program prints; why not, if it cannot be run."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace",
                              timeout=PROGRAM_S)
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"{command[0]}: {error}\n"
    return done.stdout


def element(name: str) -> str:
    found = re.findall(r"^ +(Name|Version|Filename|Source release date) +(.*)$",
                       said("gst-inspect-1.0", name), re.MULTILINE)
    return f"{name}: {', '.join(f'{key} {value}' for key, value in found) or 'not installed'}\n"


def versions() -> str:
    try:
        system = platform.freedesktop_os_release().get("PRETTY_NAME", "")
    except OSError:
        system = ""
    return (f"system: {system or platform.system()}, {platform.release()}, {platform.machine()}, "
            f"{os.cpu_count()} processors\n{said('gst-inspect-1.0', '--version')}"
            + "".join(map(element, ELEMENTS)))


def end_of(path: str) -> str:
    try:
        with open(path, "rb") as file:
            file.seek(max(0, os.fstat(file.fileno()).st_size - MOST_BYTES))
            return file.read(MOST_BYTES).decode(errors="replace")
    except OSError as error:
        raise UserError(f"{path}: {error.strerror}") from error


def write(path: str, texts: dict[str, str]) -> None:
    try:
        with tarfile.open(path, "w:gz") as archive:
            for name, text in texts.items():
                data = text.encode()
                entry = tarfile.TarInfo("scream-report/" + name)
                entry.size = len(data)
                archive.addfile(entry, io.BytesIO(data))
    except OSError as error:
        raise UserError(f"{path}: {error.strerror}") from error


def main(arguments: list[str]) -> int:
    parser = Parser("scream-report", "Packs versions and logs for a report of a fault, without "
                    "addresses and keys.\nLook into the archive before you send it.")
    parser.add_argument("log", nargs="*", help="log of screamtx (log-location) or of GST_DEBUG, "
                        "output of gst-launch-1.0, or the command itself, as text files")
    parser.add_argument("-o", "--output", default="scream-report.tar.gz", metavar="FILE",
                        help="the archive (default: %(default)s)")
    try:
        options = parser.parse_args(arguments)
        cleaner = Cleaner()
        texts = {"versions.txt": versions()}
        for number, path in enumerate(options.log, 1):
            texts[f"{number}-{os.path.basename(path)}"] = cleaner.clean(end_of(path))
        write(options.output, texts)
    except UserError as error:
        print(f"scream-report: {error}", file=sys.stderr)
        return MISTAKE
    print(f"{options.output}: {', '.join(texts)}")
    return 0
