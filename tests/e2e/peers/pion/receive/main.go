// SPDX-FileCopyrightText: 2026 The gst-scream authors
// SPDX-License-Identifier: LGPL-2.1-or-later

// Takes plain RTP and reports on it with Pion's interceptors.
package main

import (
	"flag"
	"log"
	"net"
	"net/netip"
	"sync/atomic"
	"time"

	"github.com/pion/interceptor"
	"github.com/pion/interceptor/pkg/ccfb"
	"github.com/pion/interceptor/pkg/twcc"
	"github.com/pion/rtcp"
	"github.com/pion/rtp"
)

const twccURI = "http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01"

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

func factory(extension int, interval time.Duration) interceptor.Factory {
	if extension > 0 {
		return must(twcc.NewSenderInterceptor(twcc.SendInterval(interval)))
	}
	return must(ccfb.NewSenderInterceptor(ccfb.SendInterval(interval)))
}

func main() {
	port := flag.Int("port", 5004, "UDP")
	extension := flag.Int("twcc", 0, "id of the header extension; without it RFC 8888")
	interval := flag.Duration("interval", 50*time.Millisecond, "of reports")
	flag.Parse()

	socket := must(net.ListenUDP("udp4", &net.UDPAddr{Port: *port}))
	var sender atomic.Pointer[netip.AddrPort]
	reporter := must(factory(*extension, *interval).NewInterceptor(""))
	reporter.BindRTCPWriter(interceptor.RTCPWriterFunc(
		func(packets []rtcp.Packet, _ interceptor.Attributes) (int, error) {
			if to := sender.Load(); to != nil {
				return socket.WriteToUDPAddrPort(must(rtcp.Marshal(packets)), *to)
			}
			return 0, nil
		}))

	info := &interceptor.StreamInfo{
		RTPHeaderExtensions: []interceptor.RTPHeaderExtension{{URI: twccURI, ID: *extension}},
		RTCPFeedback:        []interceptor.RTCPFeedback{{Type: "ack", Parameter: "ccfb"}},
	}
	buffer := make([]byte, 1500)
	received := 0
	streams := map[uint32]interceptor.RTPReader{}
	for {
		n, from, err := socket.ReadFromUDPAddrPort(buffer)
		if err != nil {
			log.Fatal(err)
		}
		received = n
		sender.Store(&from)
		var header rtp.Header
		if _, err := header.Unmarshal(buffer[:n]); err != nil || header.PayloadType >= 64 && header.PayloadType < 96 {
			continue // RTCP
		}
		if streams[header.SSRC] == nil {
			info.SSRC = header.SSRC
			streams[header.SSRC] = reporter.BindRemoteStream(info, interceptor.RTPReaderFunc(
				func(_ []byte, a interceptor.Attributes) (int, interceptor.Attributes, error) {
					return received, a, nil
				}))
		}
		if _, _, err := streams[header.SSRC].Read(buffer, interceptor.Attributes{}); err != nil {
			log.Fatal(err)
		}
	}
}
