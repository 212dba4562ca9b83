// SPDX-FileCopyrightText: 2026 The gst-scream authors
// SPDX-License-Identifier: LGPL-2.1-or-later
use super::*;

const LAYOUT: &str = include_str!("../../../gst/rtpcc/package/librtpcc0.layout");
const MS: Duration = Duration::from_millis(1);

fn packet(seq: u16, timestamp: u32) -> Vec<u8> {
    let mut packet = vec![0; 1200];
    packet[..4].copy_from_slice(&[0x80, 0x80 | 96, (seq >> 8) as u8, seq as u8]);
    packet[4..8].copy_from_slice(&timestamp.to_be_bytes());
    packet[11] = 1;
    packet
}

/// RFC 8888 section 3.1: packets from first on arrived so long ago.
fn report(first: u16, ages: &[Duration], now: Duration) -> Vec<u8> {
    let mut rtcp = vec![0x8b, 205, 0, (4 + (ages.len() + 1) / 2) as u8, 0, 0, 0, 2, 0, 0, 0, 1];
    rtcp.extend(first.to_be_bytes());
    rtcp.extend((ages.len() as u16).to_be_bytes());
    for age in ages {
        rtcp.extend((0x8000 | (age.as_micros() * 1024 / 1_000_000) as u16).to_be_bytes());
    }
    rtcp.resize((rtcp.len() + 3) & !3, 0);
    rtcp.extend(((now.as_micros() * 65536 / 1_000_000) as u32).to_be_bytes());
    rtcp
}

/// A sender at its target for so many ms, beside its receiver: the rate at the end.
fn rate_after(ms: u32, answers: bool) -> u64 {
    let mut session = Session::new(&Settings::default(), MS).unwrap();
    let stream = session.add_stream(1.0, false, MS).unwrap();
    let (mut seq, mut first, mut owed, mut arrivals) = (0, 0, 0, Vec::new());
    for n in 1..ms {
        let now = n * MS;
        owed += session.target_bitrate(stream, now).unwrap() / 8000;
        while owed >= 1200 {
            owed -= 1200;
            session.push(stream, packet(seq, n * 90), false, now).unwrap();
            seq += 1;
        }
        arrivals.extend(session.due(now).iter().map(|_| now));
        if answers && arrivals.len() > 4 {
            let ages: Vec<_> = arrivals.drain(..).map(|arrival| now - arrival).collect();
            assert_eq!(session.on_feedback(&report(first, &ages, now), now), Ok(false));
            first += ages.len() as u16;
        }
    }
    session.target_bitrate(stream, ms * MS).unwrap()
}

#[test]
fn rate_follows_feedback() {
    assert!(rate_after(3000, true) > 2_000_000);
    assert!(rate_after(3000, false) < 500_000);
}

#[test]
fn packets_are_numbered_for_twcc() {
    let mut session = Session::new(&Settings::default(), MS).unwrap();
    let stream = session.add_stream(1.0, false, MS).unwrap();
    session.set_twcc_base(u16::MAX);
    for n in 1..=2 {
        session.push(stream, packet(n, 0), false, MS).unwrap();
    }
    let sent: Vec<_> = (1..100).flat_map(|n| session.due(n * MS)).map(|out| out.number).collect();
    assert_eq!(sent, [u16::MAX, 0]);
}

#[test]
fn structures_are_those_of_the_headers() {
    for structure in sys::layout() {
        assert!(LAYOUT.contains(&structure), "not in librtpcc0.layout:\n{structure}");
    }
    for value in [
        "RTP_CC_RTCP_OK 0\n",
        "RTP_CC_RTCP_OTHER_KIND 1\n",
        "RTP_CC_ECN_NOT_ECT 0\n",
        "RTP_CC_ECN_ECT_1 1\n",
        "RTP_CC_ECN_ECT_0 2\n",
        "RTP_CC_ECN_CE 3\n",
    ] {
        assert!(LAYOUT.contains(value), "{value}");
    }
}

#[test]
fn what_is_wrong_is_an_error() {
    let unknown = Settings { controller: "a\0b".into(), ..Settings::default() };
    assert_eq!(Session::new(&unknown, MS).err(), Some(Error::NoSuchController));
    let bounds = Settings { max_bitrate: 1, ..Settings::default() };
    assert_eq!(Session::new(&bounds, MS).err(), Some(Error::Bounds));
    let ce = Settings { ecn: Ecn::Ce, ..Settings::default() };
    assert_eq!(Session::new(&ce, MS).err(), Some(Error::Ecn));
    let mut session = Session::new(&Settings::default(), MS).unwrap();
    assert_eq!(session.push(Stream(0), packet(0, 0), false, MS), Err(Error::NoSuchStream));
    let stream = session.add_stream(f64::NAN, false, MS).unwrap();
    assert_eq!(session.on_feedback(&[0; 8], MS), Err(Error::Rtcp("bad-version")));
    for packet in [vec![], vec![0x80; 11], vec![0xbf; 12], vec![0x90; 12]] {
        assert_eq!(session.push(stream, packet, false, MS), Err(Error::NotRtp));
    }
    for time in [Duration::MAX, Duration::ZERO] {
        session.due(time);
        session.next_time(time);
    }
    assert_eq!(session.push(stream, packet(0, 0), false, MS), Ok(true)); // and is freed
}
