// SPDX-FileCopyrightText: 2026 The gst-scream authors
// SPDX-License-Identifier: LGPL-2.1-or-later
//! The part of librtpcc's headers that is used here. Structures stay as they are within
//! librtpcc.so.0; tests compare them and the functions with the headers.
#![allow(non_camel_case_types)]
use std::os::raw::{c_char, c_int, c_uint, c_void};

/// Structures, and in tests their layout as gst/rtpcc/package/librtpcc0.layout has it.
macro_rules! structures {
    ($($name:ident { $($member:ident: $kind:ty,)* })*) => {
        $(#[repr(C)]
        #[derive(Clone, Copy)]
        pub struct $name { $(pub $member: $kind,)* }

        impl Default for $name {
            fn default() -> Self {
                unsafe { std::mem::zeroed() } // each member may be that
            }
        })*

        #[cfg(test)]
        pub fn layout() -> Vec<String> {
            vec![$({
                let mut text = format!("{} {}\n", stringify!($name), size_of::<$name>());
                $(text += &format!("  {} {} {}\n", stringify!($member),
                    std::mem::offset_of!($name, $member), size_of::<$kind>());)*
                text
            },)*]
        }
    };
}

structures! {
    RtpCcSessionConfig {
        ops: *const RtpCcOps, min_bitrate: u64, initial_bitrate: u64, max_bitrate: u64,
        max_packet_size: u32, packet_overhead: u32, queue_delay_target: i64,
        queue_delay_target_max: i64, max_queue_delay: i64, burst: i64, unpaced: bool,
        ecn: c_uint, params: *const f64,
    }
    RtpCcStreamConfig {
        priority: f64, min_bitrate: u64, max_bitrate: u64, preferred_bitrate: u64,
        uncontrolled: bool, urgent: bool, pausable: bool, paused: bool,
    }
    RtpCcSessionPacket {
        user: *mut c_void, is_packet: bool, ssrc: u32, seq: u16, timestamp: u32, marker: bool,
        size: u32, payload_size: u32, repair: bool,
    }
    RtpCcQueueItem {
        user: *mut c_void, is_packet: bool, goes_along: bool, repair: bool, ssrc: u32, seq: u16,
        timestamp: u32, marker: bool, size: u32, ecn: c_uint, number: u16, queued: i64,
        frame: u64,
    }
    RtpCcStreamInfo {
        target_bitrate: u64, target_rate: u64, send_rate: f64, media_rate: f64,
        repair_rate: f64, queued_bytes: u64, queued_packets: u32, queue_delay: i64,
        packets_sent: u64, bytes_sent: u64, packets_discarded: u64, frames_discarded: u64,
        frames_skipped: u64, packets_paused: u64, active: bool, paused: bool, off: bool,
    }
}

pub enum RtpCcOps {}
pub enum RtpCcSession {}
pub type RtpCcDropFunc = Option<unsafe extern "C" fn(*const RtpCcQueueItem, *mut c_void)>;

#[rustfmt::skip] // a test reads these as C
extern "C" {
    pub fn rtp_cc_find(name: *const c_char) -> *const RtpCcOps;
    pub fn rtp_cc_rtcp_result_name(result: c_uint) -> *const c_char;
    pub fn rtp_cc_session_config_init(config: *mut RtpCcSessionConfig);
    pub fn rtp_cc_session_new(config: *const RtpCcSessionConfig, now: i64) -> *mut RtpCcSession;
    pub fn rtp_cc_session_free(session: *mut RtpCcSession, drop: RtpCcDropFunc, user: *mut c_void);
    pub fn rtp_cc_session_add_stream(session: *mut RtpCcSession, config: *const RtpCcStreamConfig, now: i64) -> c_int;
    pub fn rtp_cc_session_configure(session: *mut RtpCcSession, config: *const RtpCcSessionConfig, now: i64);
    pub fn rtp_cc_session_enqueue(session: *mut RtpCcSession, stream: c_int, packet: *const RtpCcSessionPacket, now: i64) -> bool;
    pub fn rtp_cc_session_dequeue(session: *mut RtpCcSession, item: *mut RtpCcQueueItem, now: i64) -> c_int;
    pub fn rtp_cc_session_next_time(session: *const RtpCcSession, now: i64) -> i64;
    pub fn rtp_cc_session_set_twcc_base(session: *mut RtpCcSession, seq: u16);
    pub fn rtp_cc_session_set_late(session: *mut RtpCcSession, late: i64);
    pub fn rtp_cc_session_tick(session: *mut RtpCcSession, drop: RtpCcDropFunc, user: *mut c_void, now: i64);
    pub fn rtp_cc_session_rtcp(session: *mut RtpCcSession, data: *const u8, size: usize, other: *mut bool, now: i64) -> c_uint;
    pub fn rtp_cc_session_skip_frame(session: *mut RtpCcSession, stream: c_int, now: i64) -> bool;
    pub fn rtp_cc_session_take_key_frame_request(session: *mut RtpCcSession, stream: c_int, ssrc: *mut u32, now: i64) -> bool;
    pub fn rtp_cc_session_stream_info(session: *mut RtpCcSession, stream: c_int, info: *mut RtpCcStreamInfo, now: i64);
}
