/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* FEC of one stream.
 *
 *   payloader ─ rtpulpfecenc ─ [rtprtxsend] ─ screamtx
 *
 * rtpulpfecenc adds its percentage of each packet to a budget and sends what is whole
 * of it behind the last packet of a frame. A percentage for all packets would leave most
 * small frames without FEC. So each packet gets 100 or next to nothing, and a frame has as
 * many packets of FEC as packets with 100. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "plugins/scream/repair/rules/gstscreamrepairbursts.h"
#include "gstscreamrepairlook.h"
#include "gstscreamrepairprotect.h"

#include <gst/rtp/gstrtpbuffer.h>

/* Of rtpulpfecenc: a packet of FEC for each packet; none, and a whole budget that is left
 * is forgotten; and so little that it does not count in a frame of 48 packets, which is
 * all that rtpulpfecenc remembers. */
#define WHOLE 100
#define NOTHING 0
#define NEXT_TO_NOTHING 1

typedef struct
{
  GstElement *encoder;          /* whose pads own this */
  GstScreamRepairProtectStats *stats;

  /* in the thread of the stream */
  GstScreamRepairLook look;
  guint percentage;             /* as it is set */
  gboolean is_video, has_delta, is_key;
  guint packets, granted;       /* of this frame */
} Protection;

static void
protection_clear (gpointer data)
{
  Protection *self = data;

  gst_scream_repair_look_clear (&self->look);
  g_atomic_rc_box_release (self->stats);
}

static void
protection_release (gpointer self)
{
  g_atomic_rc_box_release_full (self, protection_clear);
}

/* Of the packet that comes now. */
static guint
get_percentage (Protection * self, gboolean is_last)
{
  guint wanted = gst_scream_repair_policy_get_fec (&self->look.policy,
      self->packets, self->is_key);

  if (g_atomic_int_get (&self->stats->takes_blocks))
    return NOTHING;
  if (wanted == 0 || (self->packets == 1 && !is_last))
    return NOTHING;
  if (wanted <= self->granted)
    return NEXT_TO_NOTHING;
  self->granted++;
  return WHOLE;
}

static void
set_percentage (Protection * self, guint percentage)
{
  if (percentage == self->percentage)
    return;
  self->percentage = percentage;
  g_object_set (self->encoder, "percentage", percentage,
      "percentage-important", percentage, NULL);
}

/* A payloader that does not tell key frames has none. */
static void
count_packet (Protection * self, GstBuffer * buffer)
{
  gboolean is_delta = GST_BUFFER_FLAG_IS_SET (buffer,
      GST_BUFFER_FLAG_DELTA_UNIT);

  if (self->packets++ == 0)
    self->is_key = FALSE;
  self->has_delta |= is_delta;
  self->is_key |= self->has_delta && !is_delta;
}

/* screamtx adds extensions after this, so the receiver takes all extensions off. A
 * packet that has one already cannot be protected. */
static GstPadProbeReturn
on_packet (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  Protection *self = user_data;
  GstBuffer *buffer = GST_PAD_PROBE_INFO_BUFFER (info);
  GstRTPBuffer rtp = GST_RTP_BUFFER_INIT;
  gboolean is_last, is_plain;

  (void) pad;
  gst_scream_repair_look_update (&self->look,
      g_get_monotonic_time () * GST_USECOND);
  if (!gst_rtp_buffer_map (buffer, GST_MAP_READ, &rtp))
    return GST_PAD_PROBE_DROP;
  is_last = gst_rtp_buffer_get_marker (&rtp);
  is_plain = !gst_rtp_buffer_get_extension (&rtp);
  gst_rtp_buffer_unmap (&rtp);

  count_packet (self, buffer);
  set_percentage (self, self->is_video && is_plain ?
      get_percentage (self, is_last) : NOTHING);
  if (is_last)
    self->packets = self->granted = 0;
  return GST_PAD_PROBE_OK;
}

/* Audio has no frames of several packets. */
static GstPadProbeReturn
on_caps (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  Protection *self = user_data;
  GstEvent *event = GST_PAD_PROBE_INFO_EVENT (info);
  const GstStructure *s;
  GstCaps *caps;

  (void) pad;
  if (GST_EVENT_TYPE (event) != GST_EVENT_CAPS)
    return GST_PAD_PROBE_OK;
  gst_event_parse_caps (event, &caps);
  s = gst_caps_get_structure (caps, 0);
  self->is_video =
      g_strcmp0 (gst_structure_get_string (s, "media"), "video") == 0;
  return GST_PAD_PROBE_OK;
}

static GstPadProbeReturn
on_protected (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  Protection *self = user_data;
  GstBuffer *buffer = GST_PAD_PROBE_INFO_BUFFER (info);
  guint8 type = 0;

  (void) pad;
  gst_buffer_extract (buffer, 1, &type, 1);
  if ((type & 0x7f) == GST_SCREAM_REPAIR_FEC_PAYLOAD) {
    g_atomic_int_inc (&self->stats->fec_sent);
    GST_BUFFER_FLAG_SET (buffer, GST_BUFFER_FLAG_DELTA_UNIT);
  }
  return GST_PAD_PROBE_OK;
}

static void
add_probe (Protection * self, GstElement * element, const gchar * name,
    GstPadProbeType type, GstPadProbeCallback callback)
{
  GstPad *pad = gst_element_get_static_pad (element, name);

  gst_pad_add_probe (pad, type, callback, g_atomic_rc_box_acquire (self),
      protection_release);
  gst_object_unref (pad);
}

/* ---- bursts ---- */

#define BURST_UNIT 256.0
/* Longer ones cannot be told: numbers have 16 bits. */
#define MOST_BURST 65536.0

typedef struct
{
  GstScreamRepairProtectStats *stats;

  GMutex lock;                  /* for what follows */
  GstScreamRepairBursts bursts;
} Watch;

static void
watch_free (gpointer data)
{
  Watch *self = data;

  g_atomic_rc_box_release (self->stats);
  g_mutex_clear (&self->lock);
  g_free (self);
}

static GstPadProbeReturn
on_request (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  Watch *self = user_data;
  GstEvent *event = GST_PAD_PROBE_INFO_EVENT (info);
  gdouble length;
  guint seq;

  (void) pad;
  if (!gst_event_has_name (event, "GstRTPRetransmissionRequest")
      || !gst_structure_get_uint (gst_event_get_structure (event), "seqnum",
          &seq))
    return GST_PAD_PROBE_OK;
  g_mutex_lock (&self->lock);
  gst_scream_repair_bursts_note (&self->bursts, (guint16) seq,
      g_get_monotonic_time () * GST_USECOND);
  length = gst_scream_repair_bursts_get_length (&self->bursts);
  g_atomic_int_set (&self->stats->burst,
      (gint) (BURST_UNIT * MIN (length, MOST_BURST)));
  g_mutex_unlock (&self->lock);
  return GST_PAD_PROBE_OK;
}

void
gst_scream_repair_protect_watch (GstElement * element,
    GstScreamRepairProtectStats * stats)
{
  GstPad *pad = gst_element_get_static_pad (element, "src");
  Watch *watch = g_new0 (Watch, 1);

  watch->stats = g_atomic_rc_box_acquire (stats);
  g_mutex_init (&watch->lock);
  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_EVENT_UPSTREAM, on_request, watch,
      watch_free);
  gst_object_unref (pad);
}

gdouble
gst_scream_repair_protect_get_burst (GstScreamRepairProtectStats * stats)
{
  return MAX (g_atomic_int_get (&stats->burst) / BURST_UNIT, 1);
}

/* ---- all ---- */

void
gst_scream_repair_protect (GstElement * encoder, GstElement * transmitter,
    GstScreamRepair repair, GstClockTime deadline,
    GstScreamRepairProtectStats * stats)
{
  Protection *self = g_atomic_rc_box_new0 (Protection);

  self->encoder = encoder;
  self->stats = g_atomic_rc_box_acquire (stats);
  gst_scream_repair_look_init (&self->look, transmitter, repair, deadline);
  g_object_set (encoder, "pt", GST_SCREAM_REPAIR_FEC_PAYLOAD, NULL);
  add_probe (self, encoder, "sink", GST_PAD_PROBE_TYPE_BUFFER, on_packet);
  add_probe (self, encoder, "sink", GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM,
      on_caps);
  add_probe (self, encoder, "src", GST_PAD_PROBE_TYPE_BUFFER, on_protected);
  protection_release (self);
}
