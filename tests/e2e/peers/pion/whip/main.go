// SPDX-FileCopyrightText: 2026 The gst-scream authors
// SPDX-License-Identifier: LGPL-2.1-or-later

// A WHIP server of Pion, which takes what comes and reports on it: POST to any path.
package main

import (
	"flag"
	"io"
	"log"
	"net/http"
	"time"

	"github.com/pion/interceptor"
	"github.com/pion/interceptor/pkg/ccfb"
	"github.com/pion/rtcp"
	"github.com/pion/webrtc/v4"
)

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// connection reports by RFC 8888, or by TWCC as Pion does by default.
func connection(rfc8888 bool) *webrtc.PeerConnection {
	engine, registry := &webrtc.MediaEngine{}, &interceptor.Registry{}
	check(engine.RegisterDefaultCodecs())
	if rfc8888 {
		check(webrtc.ConfigureNack(engine, registry))
		check(webrtc.ConfigureRTCPReports(registry))
		check(webrtc.ConfigureCongestionControlFeedbackWithOptions(engine, registry,
			ccfb.SendInterval(50*time.Millisecond)))
	} else {
		check(webrtc.RegisterDefaultInterceptors(engine, registry))
	}
	api := webrtc.NewAPI(webrtc.WithMediaEngine(engine), webrtc.WithInterceptorRegistry(registry))
	return must(api.NewPeerConnection(webrtc.Configuration{}))
}

// take reads what comes, and asks for one key frame.
func take(peer *webrtc.PeerConnection, track *webrtc.TrackRemote) {
	log.Print("track: ", track.Codec().MimeType)
	_ = peer.WriteRTCP([]rtcp.Packet{&rtcp.PictureLossIndication{MediaSSRC: uint32(track.SSRC())}})
	for {
		if _, _, err := track.ReadRTP(); err != nil {
			return
		}
	}
}

func main() {
	listen := flag.String("listen", ":8080", "HOST:PORT")
	rfc8888 := flag.Bool("rfc8888", false, "instead of TWCC")
	flag.Parse()
	http.HandleFunc("POST /", func(w http.ResponseWriter, r *http.Request) {
		offer := string(must(io.ReadAll(r.Body)))
		peer := connection(*rfc8888)
		peer.OnTrack(func(track *webrtc.TrackRemote, _ *webrtc.RTPReceiver) { take(peer, track) })
		check(peer.SetRemoteDescription(webrtc.SessionDescription{Type: webrtc.SDPTypeOffer, SDP: offer}))
		gathered := webrtc.GatheringCompletePromise(peer)
		check(peer.SetLocalDescription(must(peer.CreateAnswer(nil))))
		<-gathered
		w.Header().Set("Content-Type", "application/sdp")
		w.Header().Set("Location", "/session")
		w.WriteHeader(http.StatusCreated)
		_, _ = io.WriteString(w, peer.LocalDescription().SDP)
	})
	http.HandleFunc("/", func(http.ResponseWriter, *http.Request) {})
	log.Print("ready")
	log.Fatal(http.ListenAndServe(*listen, nil))
}
