/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamtxprivate.h: what the files of screamtx call of each other
 *
 * Each calls only those above it.  Properties and pads come last, though other
 * files know their types.
 */
#pragma once

#include "gstscreamtxcore.h"
#include "plugins/packet/gstpropertytable.h"

/* ---- wake: who waits ---- */
/* With the lock: something has changed; waits until it does. */
void gst_scream_tx_signal (GstScreamTx * self);
void gst_scream_tx_wait (GstScreamTx * self);
/* With the lock: the dispatcher looks again; the second, if it must do so earlier
 * than it knows. */
void gst_scream_tx_wake (GstScreamTx * self);
void gst_scream_tx_wake_if_due (GstScreamTx * self, RtpCcTime now);
/* The same, but that thread sleeps until gst_scream_loop_wake_end(), without the
 * lock. */
GstScreamLoop *gst_scream_tx_wake_begin (GstScreamTx * self, RtpCcTime now);
/* With the lock: when there is something to do. */
RtpCcTime gst_scream_tx_next_time (GstScreamTx * self, RtpCcTime now);
/* With the lock: less of this pad is on its way than before. */
void gst_scream_tx_pad_done (GstScreamTx * self, GstScreamTxPad * pad,
    RtpCcTime now);
/* With the lock: it is in a push, and gst_scream_tx_signal() follows that. */
gboolean gst_scream_tx_pad_is_pushing (GstScreamTxPad * pad);
/* With the lock: something comes into this pad. */
void gst_scream_tx_use_pad (GstScreamTx * self, GstScreamTxPad * pad);
/* With the lock: another pad becomes the dispatcher, if there is one. */
void gst_scream_tx_depose (GstScreamTx * self);
/* With the lock.  The others look whether there is something for them, or a
 * dispatcher missing. */
void gst_scream_tx_wake_others (GstScreamTx * self, GstScreamTxPad * pad);

/* ---- log ---- */
/* FALSE, and an error: there is to be one, but it cannot be written. */
gboolean gst_scream_tx_open_log (GstScreamTx * self);
/* RtpCcTraceFunc */
void gst_scream_tx_write_trace (const RtpCcTraceRecord * record,
    gpointer user_data);
/* In the thread that leads: who reads the log while it grows finds whole lines
 * that are a second old at most. */
void gst_scream_tx_flush_log (GstScreamTx * self, RtpCcTime now);

/* ---- stream: what is known of a pad ---- */
/* Priority, bounds and the rest for the session. */
void gst_scream_tx_pad_get_config (GstScreamTxPad * pad,
    RtpCcStreamConfig * config);
/* TRUE: with these caps the config is another. */
gboolean gst_scream_tx_pad_take_caps (GstScreamTxPad * pad,
    const GstCaps * caps);
/* Is a packet of this payload type a retransmission or FEC? Elements that add such
 * packets leave the caps as they are. */
gboolean gst_scream_tx_pad_is_repair (GstScreamTxPad * pad,
    guint8 payload_type);
/* With the lock: of the SSRCs of its packets. */
gboolean gst_scream_tx_pad_has_ssrc (const GstScreamTxPad * pad, guint32 ssrc);
/* NULL: there are too many. */
GstScreamTxSsrc *gst_scream_tx_pad_note_ssrc (GstScreamTxPad * pad,
    guint32 ssrc);
/* With the lock: to and behind it the running time of what comes is so much later. */
void gst_scream_tx_pad_set_delay (GstScreamTxPad * pad, GstClockTime delay);
/* With the lock: stores what the application reads; TRUE: it is to be notified of
 * that. */
gboolean gst_scream_tx_pad_set_estimate (GstScreamTxPad * pad, guint bitrate);
gboolean gst_scream_tx_pad_set_active (GstScreamTxPad * pad, gboolean active);
/* With the lock: looks whether another picture fits @rate, bit/s; the same two. */
void gst_scream_tx_pad_suggest (GstScreamTxPad * pad, guint64 rate,
    gboolean * height, gboolean * framerate, RtpCcTime now);

/* ---- key frames ---- */
/* With the lock: it comes before the packets that follow. */
void gst_scream_tx_pad_note_event (GstScreamTxPad * pad, GstEvent * event);
/* With the lock: does @packet, of media, begin what refers to frames that no receiver
 * has? @s: NULL, or what gst_scream_tx_pad_note_ssrc() gave. */
gboolean gst_scream_tx_pad_is_cut (GstScreamTxPad * pad, GstScreamTxSsrc * s,
    const RtpCcSessionPacket * packet);
/* With the lock, which it lets go of: decoders need a new start.  The session may
 * have ended when the lock is back. */
void gst_scream_tx_request_of_encoder (GstScreamTx * self,
    GstScreamTxPad * pad, RtpCcTime now);
/* With the lock, which it may let go of: asks encoders for those that are due. */
void gst_scream_tx_request_key_frames (GstScreamTx * self, RtpCcTime now);
/* An event that comes upstream for @pad; TRUE: it is a receiver's request, which
 * is answered, now or later. Without the lock. */
gboolean gst_scream_tx_take_key_request (GstScreamTx * self,
    GstScreamTxPad * pad, GstEvent * event);
/* With the lock: what RTCP that was read asks for. */
void gst_scream_tx_take_firs (GstScreamTx * self, RtpCcTime now);
/* With the lock: one that no RTPSession gets. */
void gst_scream_tx_take_pli (GstScreamTx * self, guint32 ssrc, RtpCcTime now);
/* GstEncoderControlEventFunc, for a pad */
gboolean gst_scream_tx_on_encoder_request (GstEvent * event, gpointer pad);

/* ---- signals: what the application is asked ---- */
void gst_scream_tx_install_signals (GstScreamTxClass * klass);
/* With the lock: the application's own split of the rate, if it has one; TRUE: the
 * lock was let go of to ask for it. */
gboolean gst_scream_tx_keep_split (GstScreamTx * self, guint64 total,
    RtpCcTime now);
/* GstEncoderControlChangeFunc, for a pad */
gboolean gst_scream_tx_on_encoder_change (GstElement * encoder, guint64 bitrate,
    gpointer pad);

/* ---- warnings ---- */
/* What is to be posted about feedback. */
typedef struct
{
  gboolean timeout, warn, stalled, resumed;
  gboolean ecn, violation, only_remb, several;
  const gchar *receiver;        /* what is new about it, as its message has it; NULL: nothing */
  RtpCcTime silence;            /* so long nothing came from it */
  GArray *unheard;              /* guint32, SSRCs; NULL: none */
  guint passed, too_large;      /* bytes of RTP packets; 0: all sizes come */
  guint32 stuck;                /* SSRC, of which all has one timestamp */
  gboolean is_stuck;            /* ... there is one */
  guint64 scarce;               /* bit/s that arrive at min-bitrate; 0: enough */
  GstScreamTxRoute route;
} GstScreamTxFeedbackNews;

/* With the lock: what is new; and without it, with the same @info. */
void gst_scream_tx_note_feedback (GstScreamTx * self,
    const RtpCcSessionInfo * info, GstScreamTxFeedbackNews * news,
    RtpCcTime now);
void gst_scream_tx_tell_feedback (GstScreamTx * self,
    const RtpCcSessionInfo * info, const GstScreamTxFeedbackNews * news);

/* ---- rates ---- */
/* Notifies of estimated-bitrate. Without the lock. */
void gst_scream_tx_tell_estimate (GstScreamTx * self);
/* With the lock, which it lets go of: there is a session, and it has changed. Tells
 * encoders and application the new rates, and what is new about feedback. @info: as
 * it is now. */
void gst_scream_tx_after_session (GstScreamTx * self, RtpCcSessionInfo * info,
    RtpCcTime now);
/* The same for who has no @info. Without the lock. */
void gst_scream_tx_publish (GstScreamTx * self);
/* With the lock, which it may let go of: what is looked at often, before
 * gst_scream_tx_after_session().  FALSE: the session has ended meanwhile. */
gboolean gst_scream_tx_keep_house (GstScreamTx * self, RtpCcTime now);

/* ---- hint: what is said of the capacity of the link ---- */
void gst_scream_tx_install_hint_signal (GstScreamTxClass * klass);
gboolean gst_scream_tx_is_hint (GstEvent * event);
/* FALSE: not taken.  @valid: ms.  Without the lock. */
gboolean gst_scream_tx_take_hint (GstScreamTx * self, guint64 bitrate,
    guint valid);
gboolean gst_scream_tx_take_hint_event (GstScreamTx * self, GstEvent * event);

/* ---- settings ---- */
/* @params: of RTP_CC_PARAMS_MAX, for @config.  FALSE, and an error: the settings contradict
 * each other, or the controller does not take them. */
gboolean gst_scream_tx_get_session_config (GstScreamTx * self,
    RtpCcSessionConfig * config, gdouble * params);
/* Says that ECN was asked for and @ops does not use it, if that is so. */
void gst_scream_tx_warn_no_ecn (GstScreamTx * self, const RtpCcOps * ops,
    const RtpCcSessionInfo * info);
/* The property has changed from @before, which this takes: the session follows, if there
 * is one. Without the lock. */
void gst_scream_tx_change_controller (GstScreamTx * self, gchar * before);
/* New bounds and priorities to the session. Without the lock. */
void gst_scream_tx_apply_settings (GstScreamTx * self);

/* ---- twcc: transport-wide numbers ---- */
/* New caps: takes @event and returns what is to be sent on. Without the lock. */
GstEvent *gst_scream_tx_announce_number (GstScreamTx * self,
    GstScreamTxPad * pad, GstEvent * event);
/* In the streaming thread: takes the buffer and returns it with room for the
 * number, if it is to have one. */
GstBuffer *gst_scream_tx_reserve_number (GstScreamTxPad * pad,
    GstBuffer * buffer);
/* Takes the buffer of a packet that leaves and returns it with its number. @id: of
 * the extension, 0: none. */
GstBuffer *gst_scream_tx_write_number (guint id, GstBuffer * buffer,
    guint16 number);
/* NULL: the media goes through no rtpsession. Without the lock. */
GstTwccNumbers *gst_scream_tx_watch_numbers (GstScreamTx * self);
/* One of rtpsession. Without the lock. */
void gst_scream_tx_take_twcc_event (GstScreamTx * self, GstEvent * event);

/* ---- feedback ---- */
void gst_scream_tx_setup_rtcp_pads (GstPad * rtcp_sink, GstPad * rtcp_src);
/* EOS of a pad has been pushed. Without the lock. */
void gst_scream_tx_stream_ended (GstScreamTx * self, GstScreamTxPad * pad);
/* GstFeedbackReaderFunc */
void gst_scream_tx_on_datagram (const guint8 * data, gsize size,
    GstFeedbackQuestion * question, gpointer user_data);
/* GstRtpSessionRouteFunc */
void gst_scream_tx_on_session_feedback (const guint8 * data, gsize size,
    gpointer user_data);

/* ---- route ---- */
/* Those of UDP sinks that have opened their sockets. Without the lock. */
void gst_scream_tx_keep_ports (GstScreamTx * self);
/* Finds a way for feedback, with the first packet. Without the lock. */
void gst_scream_tx_find_route (GstScreamTx * self);
/* Takes it down, but for the pad. Without the lock. */
void gst_scream_tx_drop_route (GstScreamTx * self);

/* ---- send ---- */
/* The source of a pad; halt lets it end, join waits for that. Without the lock. */
void gst_scream_tx_start_pad (GstScreamTx * self, GstScreamTxPad * pad);
void gst_scream_tx_halt_pad (GstScreamTx * self, GstScreamTxPad * pad);
void gst_scream_tx_join_pad (GstScreamTx * self, GstScreamTxPad * pad);
/* What the second of these needs of the first. */
typedef struct
{
  GstScreamLoopSource *source;
  GstClockTime next;
} GstScreamTxSend;

/* The thread that has brought packets of @pad sends those that may leave at once; the
 * first with the lock, the second without it.  FALSE: a thread of the loop is to. */
gboolean gst_scream_tx_begin_send (GstScreamTx * self, GstScreamTxPad * pad,
    GstScreamTxSend * send, RtpCcTime now);
void gst_scream_tx_end_send (GstScreamTx * self, GstScreamTxPad * pad,
    GstScreamTxSend * send);

/* ---- encoder ---- */
/* Of a new pad; and the element's settings for it. */
void gst_scream_tx_setup_encoder (GstScreamTx * self, GstScreamTxPad * pad);
void gst_scream_tx_configure_encoder (GstScreamTx * self, GstScreamTxPad * pad);
/* In the thread that brings packets. FALSE: there is none to control. */
gboolean gst_scream_tx_look_for_encoder (GstScreamTxPad * pad);
/* A message on the bus, with an info where that helps. Without the lock. */
void gst_scream_tx_post_encoder (GstScreamTx * self,
    GstEncoderControlEvent event, GstElement * encoder, const gchar * text);

/* ---- flow ---- */
GstFlowReturn gst_scream_tx_chain (GstPad * sinkpad, GstObject * parent,
    GstBuffer * buffer);
GstFlowReturn gst_scream_tx_chain_list (GstPad * sinkpad, GstObject * parent,
    GstBufferList * list);
/* With the lock: what upstream is told of what it brings. */
GstFlowReturn gst_scream_tx_check_pad (GstScreamTx * self,
    GstScreamTxPad * pad);

/* ---- events ---- */
void gst_scream_tx_setup_sink_pad (GstScreamTx * self, GstScreamTxPad * pad);
void gst_scream_tx_setup_src_pad (GstScreamTx * self, GstPad * pad);

/* ---- session ---- */
/* FALSE, and an error was posted. Without the lock, as the others. */
gboolean gst_scream_tx_start_session (GstScreamTx * self);
/* Encoders that have not started yet get their settings and first rate. */
void gst_scream_tx_find_encoders (GstScreamTx * self);
void gst_scream_tx_start_pads (GstScreamTx * self);
void gst_scream_tx_set_playing (GstScreamTx * self, gboolean playing);
void gst_scream_tx_halt (GstScreamTx * self);
void gst_scream_tx_stop_session (GstScreamTx * self);

/* ---- stats ---- */
GstStructure *gst_scream_tx_create_stats (GstScreamTx * self);
/* Datagrams that came to the sockets of the sinks from elsewhere. With the lock. */
guint64 gst_scream_tx_count_unknown_peers (GstScreamTx * self);
/* NULL: there is no session. */
GstStructure *gst_scream_tx_create_stream_stats (GstScreamTx * self,
    GstScreamTxPad * pad);

/* ---- report ---- */
/* Messages every stats-interval from now on, and none any more. Without the lock. */
void gst_scream_tx_start_reports (GstScreamTx * self);
void gst_scream_tx_stop_reports (GstScreamTx * self);

/* ---- properties ---- */
extern const GstPropertyTable gst_scream_tx_properties;
