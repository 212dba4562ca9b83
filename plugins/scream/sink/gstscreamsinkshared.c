/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The elements between the sessions of all streams of screamsink and its socket. */
#include "gstscreamsinkprivate.h"
#include "plugins/scream/bins/gstscreamsrtp.h"

#define GST_CAT_DEFAULT gst_scream_sink_debug

#define IPV4_UDP_SIZE 28
#define IPV6_UDP_SIZE 48

/* Of hmac-sha1-80. */
#define SRTP_TAG_SIZE 10

static GstCaps *
on_request_key (GstElement * srtpdec, guint ssrc, GstScreamSink * self)
{
  GstCaps *caps = gst_scream_srtp_caps ("application/x-srtcp", self->key);

  gst_caps_set_simple (caps, "ssrc", G_TYPE_UINT, ssrc, NULL);
  return caps;
}

/* What goes in and does not come out did not authenticate. That of new SSRCs must not come to
 * srtpdec, which keeps something of each; it knows what was sent again. */
static GstPadProbeReturn
on_srtcp_in (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  GstScreamSink *self = GST_SCREAM_SINK (user_data);
  GstMapInfo map;
  gboolean good;

  g_mutex_lock (&self->lock);
  self->srtcp_in++;
  g_mutex_unlock (&self->lock);
  if (!gst_buffer_map (GST_PAD_PROBE_INFO_BUFFER (info), &map, GST_MAP_READ))
    return GST_PAD_PROBE_DROP;
  good = gst_scream_auth_check_rtcp (self->auth, map.data, map.size);
  gst_buffer_unmap (GST_PAD_PROBE_INFO_BUFFER (info), &map);
  return good ? GST_PAD_PROBE_OK : GST_PAD_PROBE_DROP;
}

static GstPadProbeReturn
on_srtcp_out (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  GstScreamSink *self = GST_SCREAM_SINK (user_data);

  g_mutex_lock (&self->lock);
  self->srtcp_out++;
  g_mutex_unlock (&self->lock);
  return GST_PAD_PROBE_OK;
}

static gboolean
make_srtpdec (GstScreamSink * self)
{
  if (self->key == NULL)
    return TRUE;
  self->srtpdec = gst_scream_parts_make (GST_BIN_CAST (self), "srtpdec", NULL);
  if (self->srtpdec == NULL)
    return FALSE;
  g_signal_connect_object (self->srtpdec, "request-key",
      G_CALLBACK (on_request_key), self, 0);
  self->auth = gst_scream_auth_new (self->key);
  gst_scream_parts_probe (self->srtpdec, "rtcp_sink",
      GST_PAD_PROBE_TYPE_BUFFER, on_srtcp_in, self, NULL);
  gst_scream_parts_probe (self->srtpdec, "rtcp_src", GST_PAD_PROBE_TYPE_BUFFER,
      on_srtcp_out, self, NULL);
  return gst_element_link_pads (self->srtpdec, "rtcp_src", self->tx,
      "rtcp_sink");
}

static GstEvent *
new_segment (void)
{
  GstSegment segment;

  gst_segment_init (&segment, GST_FORMAT_TIME);
  return gst_event_new_segment (&segment);
}

/* One segment for all streams: the funnel passes that of the first one on, and a
 * sink drops what is outside, though it does not wait for any time.  What is next after
 * a flush may be of another stream, which has had its segment. */
static GstPadProbeReturn
on_event (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  GstEvent *event = GST_PAD_PROBE_INFO_EVENT (info);

  if (GST_EVENT_TYPE (event) == GST_EVENT_SEGMENT) {
    GST_PAD_PROBE_INFO_DATA (info) = new_segment ();
    gst_event_unref (event);
  } else if (GST_EVENT_TYPE (event) == GST_EVENT_FLUSH_STOP) {
    g_autoptr (GstPad) src = gst_element_get_static_pad (user_data, "src");
    g_autoptr (GstEvent) segment = new_segment ();

    gst_pad_store_sticky_event (src, segment);
  }
  return GST_PAD_PROBE_OK;
}

static gboolean
make_shared (GstScreamSink * self)
{
  GstBin *bin = GST_BIN_CAST (self);

  /* A UDP sink need not tell events of one stream from those of another. */
  self->funnel =
      gst_scream_parts_make (bin, "funnel", "forward-sticky-events=false");
  self->udpsink = gst_scream_parts_make (bin, "screamudpsink", NULL);
  self->tee = gst_scream_parts_make (bin, "tee", "allow-not-linked=true");
  if (self->funnel == NULL || self->udpsink == NULL || self->tee == NULL)
    return FALSE;
  g_object_bind_property (self, "ttl", self->udpsink, "ttl",
      G_BINDING_SYNC_CREATE);
  g_object_bind_property (self, "qos-dscp", self->udpsink, "qos-dscp",
      G_BINDING_SYNC_CREATE);
  if (!gst_scream_sink_open_socket (self))
    return FALSE;

  self->tx_rtcp_sinkpad = gst_element_request_pad_simple (self->tx,
      "rtcp_sink");
  self->tx_rtcp_srcpad = gst_element_request_pad_simple (self->tx, "rtcp_src");
  gst_element_link_pads (self->tx, "rtcp_src", self->tee, "sink");
  gst_scream_parts_probe (self->udpsink, "sink",
      GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM | GST_PAD_PROBE_TYPE_EVENT_FLUSH,
      on_event, self->funnel, NULL);
  gst_element_link (self->funnel, self->udpsink);
  return make_srtpdec (self);
}

void
gst_scream_sink_remove_shared (GstScreamSink * self)
{
  GstElement **elements[] = { &self->srtpdec, &self->tee, &self->funnel,
    &self->udpsink
  };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (elements); i++) {
    if (*elements[i] != NULL)
      gst_scream_parts_remove (GST_BIN_CAST (self), *elements[i]);
    *elements[i] = NULL;
  }
  g_clear_pointer (&self->auth, gst_scream_auth_free);
  gst_scream_parts_release (self->tx, &self->tx_rtcp_sinkpad);
  gst_scream_parts_release (self->tx, &self->tx_rtcp_srcpad);
}

/* A wrong key must not send in the clear. */
static gboolean
check_key (GstScreamSink * self)
{
  if (self->bad_key)
    gst_scream_srtp_post_no_key (GST_ELEMENT_CAST (self));
  return !self->bad_key;
}

/* What is around an RTP packet. */
static void
set_overhead (GstScreamSink * self)
{
  guint overhead = gst_scream_sink_is_v6 (self) ? IPV6_UDP_SIZE : IPV4_UDP_SIZE;

  if (self->overhead_is_set)
    return;
  if (self->key != NULL)
    overhead += SRTP_TAG_SIZE;
  g_object_set (self->tx, "packet-overhead", overhead, NULL);
}

gboolean
gst_scream_sink_open_shared (GstScreamSink * self)
{
  GST_OBJECT_LOCK (self);
  gst_buffer_replace (&self->key, self->srtp_key);
  GST_OBJECT_UNLOCK (self);
  if (!check_key (self) || !gst_scream_sink_check_sdp (self)
      || !make_shared (self))
    return FALSE;
  set_overhead (self);
  return TRUE;
}
