# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Sends RTP that looks like video to HOST PORT, and prints the rate that the path has room for.

A receiver of it: gst-launch-1.0 udpsrc port=5000 caps=application/x-rtp ! screamrx ! fakesink
"""
import argparse
import asyncio
import struct
import time

import rtpcc

FRAMES = 30                     # a second
PAYLOAD = 1200
now = time.monotonic_ns


class Sender(asyncio.DatagramProtocol):
    def connection_made(self, transport):
        self.transport = transport
        self.session = rtpcc.Session(now())
        self.video = self.session.add_stream(now())
        self.timer = None

    def datagram_received(self, data, _address):
        try:
            self.session.on_feedback(data, now())
        except rtpcc.BadRtcp as error:
            print(error)
        self.send_due()

    def send_due(self):
        for packet in self.session.due(now()):
            self.transport.sendto(packet.data)
        if self.timer:
            self.timer.cancel()
        if (time := self.session.next_time(now())) is not None:
            wait = (time - now()) / rtpcc.SECOND
            self.timer = asyncio.get_running_loop().call_later(max(wait, 0), self.send_due)

    def encode(self, frame, seq, size):
        """Here an encoder makes a frame of so many bytes; returns the next sequence number."""
        while size > 0:
            payload = min(size, PAYLOAD)
            size -= payload
            marker = 0x80 if size == 0 else 0
            header = struct.pack(">BBHII", 0x80, marker | 96, seq, frame * 90000 // FRAMES, 1)
            self.video.push(header + bytes(payload), now())
            seq = (seq + 1) & 0xffff
        return seq


async def send(host, port, seconds):
    loop, seq = asyncio.get_running_loop(), 0
    _, sender = await loop.create_datagram_endpoint(Sender, remote_addr=(host, port))
    start = loop.time()
    for frame in range(seconds * FRAMES):
        bitrate = sender.video.target_bitrate(now())
        if frame % FRAMES == 0:
            print(bitrate, flush=True)
        seq = sender.encode(frame, seq, bitrate // 8 // FRAMES)
        sender.send_due()
        await asyncio.sleep(start + (frame + 1) / FRAMES - loop.time())


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("host")
    parser.add_argument("port", type=int)
    parser.add_argument("--seconds", type=int, default=10)
    options = parser.parse_args()
    asyncio.run(send(options.host, options.port, options.seconds))


if __name__ == "__main__":
    main()
