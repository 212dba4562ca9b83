// SPDX-FileCopyrightText: 2026 The gst-scream authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//! Congestion control for RTP: packets and feedback in, packets out when the path has room.
//!
//! Nothing here reads a clock, sleeps or has a socket. Time is the last argument, the `Duration`
//! since a moment of the caller's choice; an earlier one than before counts as that before. Rates
//! are bit/s of RTP payload, sizes bytes.
mod sys;
#[cfg(test)]
mod tests;

use std::ffi::{CStr, CString};
use std::fmt;
use std::os::raw::{c_int, c_void};
use std::ptr::{null_mut, NonNull};
use std::time::Duration;

const NEVER: i64 = i64::MAX;
const LATEST: u64 = 1 << 62; // ns; sums with it stay within 64 bits
const RTP_HEADER: usize = 12;
const LARGEST: usize = 65_507;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// There is no controller of that name.
    NoSuchController,
    /// Packets are sent as NotEct, Ect1 or Ect0.
    Ecn,
    /// min_bitrate <= start_bitrate <= max_bitrate does not hold.
    Bounds,
    /// Bytes that are no RTP packet.
    NotRtp,
    /// Bytes that are no RTCP, or RTCP that is damaged or forged, and why.
    Rtcp(&'static str),
    /// The session has no such number.
    NoSuchStream,
    /// Or 1024 streams.
    OutOfMemory,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl std::error::Error for Error {}

pub type Result<T> = std::result::Result<T, Error>;

/// The two ECN bits as they are on the wire, RFC 3168.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ecn {
    NotEct = 0,
    Ect1 = 1,
    Ect0 = 2,
    Ce = 3,
}

/// Times for the library: none before the last.
#[derive(Default)]
struct Clock(i64);

impl Clock {
    fn at(&mut self, now: Duration) -> i64 {
        self.0 = self.0.max(now.as_nanos().min(u128::from(LATEST)) as i64);
        self.0
    }
}

fn moment(time: i64) -> Option<Duration> {
    (time != NEVER).then(|| Duration::from_nanos(time.max(0) as u64))
}

struct Rtp {
    ssrc: u32,
    seq: u16,
    timestamp: u32,
    marker: bool,
    payload_size: usize,
}

impl Rtp {
    fn read(packet: &[u8]) -> Option<Rtp> {
        if packet.len() < RTP_HEADER || packet.len() > LARGEST || packet[0] >> 6 != 2 {
            return None;
        }
        let half = |at: usize| Some(u16::from_be_bytes([*packet.get(at)?, *packet.get(at + 1)?]));
        let word = |at| Some(u32::from(half(at)?) << 16 | u32::from(half(at + 2)?));
        let mut header = RTP_HEADER + 4 * usize::from(packet[0] & 15);
        if packet[0] & 16 != 0 {
            header += 4 + 4 * usize::from(half(header + 2)?);
        }
        let padding = if packet[0] & 32 != 0 { usize::from(*packet.last()?) } else { 0 };
        Some(Rtp {
            ssrc: word(8)?,
            seq: half(2)?,
            timestamp: word(4)?,
            marker: packet[1] & 128 != 0,
            payload_size: packet.len().checked_sub(header + padding)?,
        })
    }
}

#[derive(Clone, Debug)]
pub struct Settings {
    pub controller: String,
    pub min_bitrate: u64,
    pub start_bitrate: u64,
    pub max_bitrate: u64,
    /// On the wire.
    pub max_packet_size: u32,
    /// Of IP and UDP, around a packet.
    pub packet_overhead: u32,
    pub ecn: Ecn,
}

impl Default for Settings {
    fn default() -> Self {
        let mut c = sys::RtpCcSessionConfig::default();
        unsafe { sys::rtp_cc_session_config_init(&mut c) };
        Settings {
            controller: "scream".into(),
            min_bitrate: c.min_bitrate,
            start_bitrate: c.initial_bitrate,
            max_bitrate: c.max_bitrate,
            max_packet_size: c.max_packet_size,
            packet_overhead: c.packet_overhead,
            ecn: Ecn::NotEct,
        }
    }
}

impl Settings {
    fn config(&self) -> Result<sys::RtpCcSessionConfig> {
        let name = CString::new(&*self.controller).map_err(|_| Error::NoSuchController)?;
        let mut config = sys::RtpCcSessionConfig::default();
        unsafe {
            sys::rtp_cc_session_config_init(&mut config);
            config.ops = sys::rtp_cc_find(name.as_ptr());
        }
        if config.ops.is_null() {
            return Err(Error::NoSuchController);
        }
        if self.ecn == Ecn::Ce {
            return Err(Error::Ecn);
        }
        config.min_bitrate = self.min_bitrate;
        config.initial_bitrate = self.start_bitrate;
        config.max_bitrate = self.max_bitrate;
        config.max_packet_size = self.max_packet_size;
        config.packet_overhead = self.packet_overhead;
        config.ecn = self.ecn as u32;
        let start = self.min_bitrate..=self.max_bitrate;
        start.contains(&self.start_bitrate).then_some(config).ok_or(Error::Bounds)
    }
}

/// Of a session: one queue, one priority, one target bitrate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stream(c_int);

/// A packet that is to be sent now.
#[derive(Debug)]
pub struct Outgoing {
    pub data: Vec<u8>,
    pub stream: Stream,
    pub ecn: Ecn,
    /// Its transport-wide sequence number, after `set_twcc_base`.
    pub number: u16,
}

/// What waits in the library is a box of its bytes.
unsafe extern "C" fn drop_packet(item: *const sys::RtpCcQueueItem, _user: *mut c_void) {
    drop(Box::from_raw((*item).user.cast::<Vec<u8>>()));
}

/// A sender: packets wait here until the path has room, and encoders get their rates.
pub struct Session {
    session: NonNull<sys::RtpCcSession>,
    config: sys::RtpCcSessionConfig,
    clock: Clock,
    next: i64, // when it wanted to be called
    streams: c_int,
}

unsafe impl Send for Session {} // nothing in it belongs to a thread

impl Drop for Session {
    fn drop(&mut self) {
        unsafe { sys::rtp_cc_session_free(self.session.as_ptr(), Some(drop_packet), null_mut()) }
    }
}

impl Session {
    pub fn new(settings: &Settings, now: Duration) -> Result<Session> {
        let (config, mut clock) = (settings.config()?, Clock::default());
        let session = unsafe { sys::rtp_cc_session_new(&config, clock.at(now)) };
        let session = NonNull::new(session).ok_or(Error::OutOfMemory)?;
        Ok(Session { session, config, clock, next: NEVER, streams: 0 })
    }

    /// priority: 0 to 1; urgent: audio, which waits for nothing and has its own rate.
    pub fn add_stream(&mut self, priority: f64, urgent: bool, now: Duration) -> Result<Stream> {
        let config =
            sys::RtpCcStreamConfig { priority, urgent, uncontrolled: urgent, ..Default::default() };
        let (session, now) = (self.session.as_ptr(), self.clock.at(now));
        let number = unsafe { sys::rtp_cc_session_add_stream(session, &config, now) };
        self.streams = self.streams.max(number + 1);
        (number >= 0).then_some(Stream(number)).ok_or(Error::OutOfMemory)
    }

    /// For TWCC: what is sent from now on has numbers, this one first, which the caller writes into
    /// the header extension.
    pub fn set_twcc_base(&mut self, number: u16) {
        unsafe { sys::rtp_cc_session_set_twcc_base(self.session.as_ptr(), number) }
    }

    pub fn set_bounds(&mut self, min_bitrate: u64, max_bitrate: u64, now: Duration) -> Result<()> {
        if min_bitrate > max_bitrate {
            return Err(Error::Bounds);
        }
        (self.config.min_bitrate, self.config.max_bitrate) = (min_bitrate, max_bitrate);
        let now = self.clock.at(now);
        unsafe { sys::rtp_cc_session_configure(self.session.as_ptr(), &self.config, now) };
        Ok(())
    }

    /// An RTP packet, with the timestamp of its frame and a marker at its end; repair: a
    /// retransmission or FEC. False: it is not sent, its frame is too old already.
    pub fn push(
        &mut self,
        stream: Stream,
        packet: Vec<u8>,
        repair: bool,
        now: Duration,
    ) -> Result<bool> {
        let rtp = Rtp::read(&packet).ok_or(Error::NotRtp)?;
        let (session, number, now) = self.call(stream, now)?;
        let size = packet.len() as u32;
        let packet = Box::into_raw(Box::new(packet));
        let p = sys::RtpCcSessionPacket {
            user: packet.cast(),
            is_packet: true,
            ssrc: rtp.ssrc,
            seq: rtp.seq,
            timestamp: rtp.timestamp,
            marker: rtp.marker,
            size,
            payload_size: rtp.payload_size as u32,
            repair,
        };
        let taken = unsafe { sys::rtp_cc_session_enqueue(session, number, &p, now) };
        if !taken {
            drop(unsafe { Box::from_raw(packet) });
        }
        Ok(taken)
    }

    /// What is to be sent now. Call it when `next_time` says, after `push` and feedback.
    pub fn due(&mut self, now: Duration) -> Vec<Outgoing> {
        let (session, now, mut found) = (self.session.as_ptr(), self.clock.at(now), Vec::new());
        let mut item = sys::RtpCcQueueItem::default();
        unsafe { sys::rtp_cc_session_set_late(session, now.saturating_sub(self.next).max(0)) };
        self.next = NEVER; // late once
        loop {
            let number = unsafe { sys::rtp_cc_session_dequeue(session, &mut item, now) };
            if number < 0 {
                break;
            }
            let data = unsafe { *Box::from_raw(item.user.cast::<Vec<u8>>()) };
            let ecn = [Ecn::NotEct, Ecn::Ect1, Ecn::Ect0, Ecn::Ce][item.ecn as usize & 3];
            found.push(Outgoing { data, stream: Stream(number), ecn, number: item.number });
        }
        unsafe { sys::rtp_cc_session_tick(session, Some(drop_packet), null_mut(), now) };
        found
    }

    /// When `due` has something to do; None: not before another call.
    pub fn next_time(&mut self, now: Duration) -> Option<Duration> {
        let now = self.clock.at(now);
        self.next = unsafe { sys::rtp_cc_session_next_time(self.session.as_ptr(), now) };
        moment(self.next)
    }

    /// RTCP that came, also compound: RFC 8888, TWCC, REMB. True: there was other, too.
    pub fn on_feedback(&mut self, rtcp: &[u8], now: Duration) -> Result<bool> {
        let (session, now, mut other) = (self.session.as_ptr(), self.clock.at(now), false);
        unsafe {
            match sys::rtp_cc_session_rtcp(session, rtcp.as_ptr(), rtcp.len(), &mut other, now) {
                0 | 1 => Ok(other), // RTP_CC_RTCP_OK, RTP_CC_RTCP_OTHER_KIND
                result => Err(Error::Rtcp(
                    CStr::from_ptr(sys::rtp_cc_rtcp_result_name(result)).to_str().unwrap_or(""),
                )),
            }
        }
    }

    /// What the encoder of this stream is to be told.
    pub fn target_bitrate(&mut self, stream: Stream, now: Duration) -> Result<u64> {
        let (session, number, now) = self.call(stream, now)?;
        let mut info = sys::RtpCcStreamInfo::default();
        unsafe { sys::rtp_cc_session_stream_info(session, number, &mut info, now) };
        Ok(info.target_bitrate)
    }

    /// A raw frame should not be encoded: it would be late.
    pub fn skip_frame(&mut self, stream: Stream, now: Duration) -> Result<bool> {
        let (session, number, now) = self.call(stream, now)?;
        Ok(unsafe { sys::rtp_cc_session_skip_frame(session, number, now) })
    }

    /// True once: frames were discarded, and the decoder needs a key frame.
    pub fn key_frame_wanted(&mut self, stream: Stream, now: Duration) -> Result<bool> {
        let (session, number, now) = self.call(stream, now)?;
        let (mut ssrc, mut wanted) = (0, false);
        let take = sys::rtp_cc_session_take_key_frame_request;
        while unsafe { take(session, number, &mut ssrc, now) } {
            wanted = true;
        }
        Ok(wanted)
    }

    fn call(
        &mut self,
        stream: Stream,
        now: Duration,
    ) -> Result<(*mut sys::RtpCcSession, c_int, i64)> {
        if stream.0 >= self.streams {
            return Err(Error::NoSuchStream);
        }
        Ok((self.session.as_ptr(), stream.0, self.clock.at(now)))
    }
}
