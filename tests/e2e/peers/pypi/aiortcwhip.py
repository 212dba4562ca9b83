# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""A WHIP server of aiortc, which decodes what comes and counts it: POST to any path."""
import asyncio
import sys
from typing import Any

from aiortc import RTCPeerConnection, RTCSessionDescription
from aiortc.mediastreams import MediaStreamError

peers: set[object] = set()      # or they would be collected


async def take(track: Any) -> None:
    frames = 0
    try:
        while True:
            await track.recv()
            frames += 1
            if frames % 100 == 0:
                print(track.kind, "frames", frames, flush=True)
    except MediaStreamError:
        print(track.kind, "ended", frames, flush=True)


async def answer(offer: str) -> Any:
    peer = RTCPeerConnection()
    peers.add(peer)
    peer.on("track", lambda track: peers.add(asyncio.ensure_future(take(track))))
    peer.on("connectionstatechange", lambda: print(peer.connectionState, flush=True))
    await peer.setRemoteDescription(RTCSessionDescription(offer, "offer"))
    await peer.setLocalDescription(await peer.createAnswer())
    return peer.localDescription.sdp


async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    head = (await reader.readuntil(b"\r\n\r\n")).decode()
    fields = dict(line.lower().split(": ", 1) for line in head.split("\r\n")[1:] if line)
    sdp, status = "", "200 OK"
    if head.startswith("POST"):
        offer = await reader.readexactly(int(fields["content-length"]))
        sdp, status = await answer(offer.decode()), "201 Created"
    writer.write((f"HTTP/1.1 {status}\r\nContent-Type: application/sdp\r\nLocation: /session\r\n"
                  f"Content-Length: {len(sdp)}\r\nConnection: close\r\n\r\n{sdp}").encode())
    await writer.drain()
    writer.close()


async def main() -> None:
    server = await asyncio.start_server(serve, port=int(sys.argv[1]))
    print("ready", flush=True)
    await server.serve_forever()


asyncio.run(main())
