# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The receiver's half of a run: keeps each packet with its time of arrival, and
asks for a key frame when the picture cannot be decoded."""
import time
from typing import Any

from gi.repository import Gst

from gstscream import encoders

from .assembly import Assembler
from .job import Job
from .record import Writer

REQUEST_INTERVAL = 0.25         # s between two requests


class Receiver:
    def __init__(self, job: Job, sink: Any, request: Any) -> None:
        """request(): a key frame is needed; called in a streaming thread."""
        self.assembler = Assembler(encoders.ENCODING_NAMES[job.encoder])
        self.request = request
        self.requested = 0.0
        self.packets = Writer(job.folder + "/packets.rec")
        sink.get_static_pad("sink").add_probe(
            Gst.PadProbeType.BUFFER | Gst.PadProbeType.BUFFER_LIST, self.on_packets)

    def on_packets(self, _pad: Any, info: Any) -> Any:
        now = time.monotonic()
        if info.type & Gst.PadProbeType.BUFFER_LIST:
            packets = info.get_buffer_list()
            for index in range(packets.length()):
                self.on_packet(now, packets.get(index))
        else:
            self.on_packet(now, info.get_buffer())
        return Gst.PadProbeReturn.OK

    def on_packet(self, now: float, buffer: Any) -> None:
        data = buffer.extract_dup(0, buffer.get_size())
        self.packets.write(now, data)
        self.assembler.push(now, data)
        if self.assembler.broken and now - self.requested > REQUEST_INTERVAL:
            self.requested = now
            self.request()

    def close(self) -> None:
        self.packets.close()
