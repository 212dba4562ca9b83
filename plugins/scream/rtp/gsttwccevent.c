/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Transport-wide feedback as an event of rtpsession. */
#include "gsttwccevent.h"

#define EVENT_NAME "RTPTWCCPackets"

gboolean
gst_twcc_event_is (GstEvent * event)
{
  return (GST_EVENT_TYPE (event) == GST_EVENT_CUSTOM_UPSTREAM
      || GST_EVENT_TYPE (event) == GST_EVENT_CUSTOM_DOWNSTREAM)
      && gst_event_has_name (event, EVENT_NAME);
}

static void
add_packet (GArray * packets, const GValue * value)
{
  RtpCcTwccPacket packet = { 0, false, RTP_CC_TIME_NEVER };
  const GstStructure *s;
  guint64 arrival = GST_CLOCK_TIME_NONE;
  gboolean lost = TRUE;
  guint seq;

  if (value == NULL || !GST_VALUE_HOLDS_STRUCTURE (value)
      || packets->len >= RTP_CC_TWCC_MAX_PACKETS)
    return;
  s = gst_value_get_structure (value);
  if (s == NULL || !gst_structure_get_uint (s, "seqnum", &seq)
      || !gst_structure_get_boolean (s, "lost", &lost))
    return;

  packet.seq = (uint16_t) seq;
  packet.received = !lost;
  gst_structure_get_uint64 (s, "remote-ts", &arrival);
  if (packet.received && GST_CLOCK_TIME_IS_VALID (arrival))
    packet.arrival = (RtpCcTime) (arrival % (guint64) RTP_CC_TWCC_PERIOD);
  g_array_append_val (packets, packet);
}

/* GValueArray is deprecated, but rtpsession uses it. */
G_GNUC_BEGIN_IGNORE_DEPRECATIONS
    GArray * gst_twcc_event_parse (GstEvent * event)
{
  GArray *packets = g_array_new (FALSE, FALSE, sizeof (RtpCcTwccPacket));
  const GstStructure *s = gst_event_get_structure (event);
  const GValue *value = s ? gst_structure_get_value (s, "packets") : NULL;
  GValueArray *array;
  guint i;

  if (value == NULL || !G_VALUE_HOLDS (value, g_value_array_get_type ()))
    return packets;
  array = g_value_get_boxed (value);
  for (i = 0; array != NULL && i < array->n_values; i++)
    add_packet (packets, g_value_array_get_nth (array, i));
  return packets;
}

G_GNUC_END_IGNORE_DEPRECATIONS
