// SPDX-FileCopyrightText: 2026 The gst-scream authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//! send HOST:PORT SECONDS: sends RTP that looks like video, and prints the rate that the path has
//! room for. A receiver: gst-launch-1.0 udpsrc port=5000 caps=application/x-rtp ! screamrx ! fakesink
use rtpcc::{Session, Settings};
use std::net::UdpSocket;
use std::thread::sleep;
use std::time::{Duration, Instant};

const FRAMES: u32 = 30; // a second
const PAYLOAD: u64 = 1200;
const WAIT_LEAST: Duration = Duration::from_micros(100);
const WAIT_MOST: Duration = Duration::from_millis(2); // feedback may come

/// Here an encoder makes a frame of so many bytes.
fn encode(frame: u32, seq: &mut u16, mut size: u64) -> Vec<Vec<u8>> {
    let mut packets = Vec::new();
    while size > 0 {
        let payload = size.min(PAYLOAD);
        size -= payload;
        let mut packet = vec![0x80, if size == 0 { 0x80 | 96 } else { 96 }];
        packet.extend(seq.to_be_bytes());
        packet.extend(frame.wrapping_mul(90_000 / FRAMES).to_be_bytes());
        packet.extend(1u32.to_be_bytes());
        packet.resize(12 + payload as usize, 0);
        packets.push(packet);
        *seq = seq.wrapping_add(1);
    }
    packets
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [to, seconds] = &arguments[..] else { return Err("send HOST:PORT SECONDS".into()) };
    let udp = UdpSocket::bind("0.0.0.0:0")?;
    udp.connect(to)?;
    udp.set_nonblocking(true)?;
    let (start, mut rtcp, mut seq) = (Instant::now(), [0; 1500], 0);
    let mut session = Session::new(&Settings::default(), start.elapsed())?;
    let video = session.add_stream(1.0, false, start.elapsed())?;
    for frame in 0..seconds.parse::<u32>()? * FRAMES {
        let bitrate = session.target_bitrate(video, start.elapsed())?;
        if frame % FRAMES == 0 {
            println!("{bitrate}");
        }
        for packet in encode(frame, &mut seq, bitrate / 8 / u64::from(FRAMES)) {
            session.push(video, packet, false, start.elapsed())?;
        }
        let end = Duration::from_secs(1) * (frame + 1) / FRAMES;
        while start.elapsed() < end {
            for packet in session.due(start.elapsed()) {
                udp.send(&packet.data).ok(); // nobody may listen yet
            }
            while let Ok(size) = udp.recv(&mut rtcp) {
                if let Err(error) = session.on_feedback(&rtcp[..size], start.elapsed()) {
                    println!("{error}");
                }
            }
            let next = session.next_time(start.elapsed()).map_or(end, |next| next.min(end));
            sleep(next.saturating_sub(start.elapsed()).clamp(WAIT_LEAST, WAIT_MOST));
        }
    }
    Ok(())
}
