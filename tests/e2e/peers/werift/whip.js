// SPDX-FileCopyrightText: 2026 The gst-scream authors
// SPDX-License-Identifier: LGPL-2.1-or-later

// A WHIP server of werift, which takes what comes and reports on it by TWCC: POST to any path.
const http = require('node:http')
const { RTCPeerConnection, useNACK, usePLI, useTransportWideCC, useTWCC, useVP8 } =
    require(require.resolve('werift', { paths: [process.argv[2]] }))

const peers = []                // or they would be collected

async function answer(offer) {
  const peer = new RTCPeerConnection({
    codecs: { video: [useVP8({ rtcpFeedback: [useTWCC(), useNACK(), usePLI()] })] },
    headerExtensions: { video: [useTransportWideCC()] },
  })
  peers.push(peer)
  peer.connectionStateChange.subscribe(console.log)
  await peer.setRemoteDescription({ type: 'offer', sdp: offer })
  await peer.setLocalDescription(await peer.createAnswer())
  return peer.localDescription.sdp
}

http.createServer(async (request, response) => {
  let body = ''
  for await (const part of request) body += part
  const post = request.method === 'POST'
  response.writeHead(post ? 201 : 200, { 'Content-Type': 'application/sdp', Location: '/session' })
  response.end(post ? await answer(body) : '')
}).listen(8080, () => console.log('ready'))
