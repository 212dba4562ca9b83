// SPDX-FileCopyrightText: 2026 The gst-scream authors
// SPDX-License-Identifier: LGPL-2.1-or-later

// Sends plain RTP, 30 frames a second as of an encoder, at the rate that Pion's GCC says.
package main

import (
	"flag"
	"log"
	"math/rand/v2"
	"net"
	"time"

	"github.com/pion/interceptor"
	"github.com/pion/interceptor/pkg/cc"
	"github.com/pion/interceptor/pkg/gcc"
	"github.com/pion/interceptor/pkg/twcc"
	"github.com/pion/rtp"
)

const (
	twccURI = "http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01"
	fps     = 30
	packet  = 1150
	slice   = 0x41 // of H.264
)

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

// chain has GCC, and the numbers of TWCC if there is an extension.
func chain(extension int, found chan<- cc.BandwidthEstimator) interceptor.Interceptor {
	registry := &interceptor.Registry{}
	control := must(cc.NewInterceptor(func() (cc.BandwidthEstimator, error) {
		return gcc.NewSendSideBWE(gcc.SendSideBWEInitialBitrate(500_000), gcc.SendSideBWEMaxBitrate(5_000_000))
	}))
	control.OnNewPeerConnection(func(_ string, estimator cc.BandwidthEstimator) { found <- estimator })
	registry.Add(control)
	if extension > 0 {
		registry.Add(must(twcc.NewHeaderExtensionInterceptor()))
	}
	return must(registry.Build(""))
}

func read(socket net.Conn, chain interceptor.Interceptor) {
	reader := chain.BindRTCPReader(interceptor.RTCPReaderFunc(
		func(b []byte, a interceptor.Attributes) (int, interceptor.Attributes, error) {
			n, err := socket.Read(b)
			return n, a, err
		}))
	for buffer := make([]byte, 1500); ; {
		if _, _, err := reader.Read(buffer, interceptor.Attributes{}); err != nil {
			log.Print(err)
			time.Sleep(time.Millisecond)
		}
	}
}

func main() {
	to := flag.String("to", "127.0.0.1:5004", "HOST:PORT")
	extension := flag.Int("twcc", 0, "id of the header extension; without it RFC 8888")
	flag.Parse()

	socket := must(net.Dial("udp4", *to))
	found := make(chan cc.BandwidthEstimator, 1)
	chain := chain(*extension, found)
	estimator := <-found
	go read(socket, chain)
	writer := chain.BindLocalStream(&interceptor.StreamInfo{
		SSRC:                1,
		RTPHeaderExtensions: []interceptor.RTPHeaderExtension{{URI: twccURI, ID: *extension}},
	}, interceptor.RTPWriterFunc(func(h *rtp.Header, payload []byte, _ interceptor.Attributes) (int, error) {
		return socket.Write(append(must(h.Marshal()), payload...))
	}))
	header := rtp.Header{Version: 2, PayloadType: 96, SSRC: 1}
	for tick := time.Tick(time.Second / fps); ; <-tick {
		if header.Timestamp%90000 == 0 {
			log.Print(estimator.GetTargetBitrate(), estimator.GetStats())
		}
		size := int(float64(estimator.GetTargetBitrate()) / 8 / fps * (0.8 + 0.4*rand.Float64()))
		for ; size > 0; size -= packet {
			one := header
			one.Marker = size <= packet
			payload := make([]byte, min(size, packet))
			payload[0] = slice
			must(writer.Write(&one, payload, interceptor.Attributes{}))
			header.SequenceNumber++
		}
		header.Timestamp += 90000 / fps
	}
}
