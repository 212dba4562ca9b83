// SPDX-FileCopyrightText: 2026 The gst-scream authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//! bwe-send HOST PORT SECONDS: the application sets its encoder, rtpscreambwe says to what
//!
//! The same as bwe-send.c and bwe_send.py. With webrtcbin the element is what request-aux-sender
//! returns; all else stays.
use gstreamer::{self as gst, prelude::*};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [host, port, seconds] = &arguments[..] else {
        return Err("bwe-send HOST PORT SECONDS".into());
    };
    gst::init()?;
    let pipeline = gst::parse::launch(&format!(
        "videotestsrc is-live=true pattern=snow ! video/x-raw,width=320,height=180,framerate=30/1 \
         ! x264enc name=encoder tune=zerolatency speed-preset=ultrafast \
         ! rtph264pay mtu=1200 ! rtpscreambwe name=bwe max-bitrate=4000000 \
         ! udpsink host={host} port={port}"
    ))?;
    let pipeline = pipeline
        .downcast::<gst::Pipeline>()
        .map_err(|_| "no pipeline")?;
    let encoder = pipeline.by_name("encoder").ok_or("no encoder")?;
    let bwe = pipeline.by_name("bwe").ok_or("no estimator")?;
    bwe.connect_notify(Some("estimated-bitrate"), move |bwe, _| {
        let bitrate = bwe.property::<u32>("estimated-bitrate");
        encoder.set_property("bitrate", bitrate / 1000);
        println!("{bitrate}");
    });
    let time = gst::ClockTime::from_seconds(seconds.parse()?);
    pipeline.set_state(gst::State::Playing)?;
    let bus = pipeline.bus().ok_or("no bus")?;
    let error = bus.timed_pop_filtered(time, &[gst::MessageType::Error]);
    pipeline.set_state(gst::State::Null)?;
    match error.as_ref().map(|message| message.view()) {
        Some(gst::MessageView::Error(error)) => Err(error.error().into()),
        _ => Ok(()),
    }
}
