/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Media and FEC by a block code, right and wrong, in any order: what is made is a packet of
 * RTP of its stream, and no more than rows have come. All of it goes through screamfecdec as well,
 * as packets of RTP: what it restores is sound, and no more than it has taken of FEC.
 */
#include "plugins/scream/fec/gstscreamfec.h"
#include "plugins/scream/fec/gstscreamfecrecovery.h"

#include "tests/fuzz/gst.h"

#define SSRC 0x01020304

#define MOST 4096

static GstElement *decoder;
static GstPad *feed, *drain;
static guint64 restored;

static void
check_packet (GstBuffer * buffer)
{
  guint8 header[12];

  must (gst_buffer_extract (buffer, 0, header, 12) == 12);
  must (header[0] >> 6 == 2 && (header[0] & 0x10) == 0);
  must (GST_READ_UINT32_BE (header + 8) == SSRC);
  must (gst_buffer_get_size (buffer) >= 12 + 4u * (header[0] & 15));
}

/* ---- the element ---- */

static GstFlowReturn
on_out (GstPad * pad, GstObject * parent, GstBuffer * buffer)
{
  (void) pad;
  (void) parent;

  if (GST_BUFFER_FLAG_IS_SET (buffer, GST_SCREAM_FEC_FLAG_RESTORED)) {
    check_packet (buffer);
    restored++;
  }
  gst_buffer_unref (buffer);
  return GST_FLOW_OK;
}

static GstPad *
join (const char *name, GstPadDirection direction)
{
  GstPad *pad = gst_pad_new (name, direction);
  GstPad *of = gst_element_get_static_pad (decoder, name);

  gst_pad_set_active (pad, TRUE);
  must ((direction == GST_PAD_SRC ? gst_pad_link (pad, of)
          : gst_pad_link (of, pad)) == GST_PAD_LINK_OK);
  gst_object_unref (of);
  return pad;
}

/* @behind bytes of a header before it; the stream is one that there is. */
static void
push (const uint8_t * data, size_t size, size_t behind)
{
  static const uint8_t whole[2];
  static uint8_t packet[MOST];
  size_t ssrc = behind > 0 ? behind : 8;

  size = MIN (size, MOST - behind);
  packet[0] = 0x80;
  packet[1] = GST_SCREAM_FEC_PAYLOAD;
  if (size > 0)
    memcpy (packet + behind, data, size);
  size += behind;
  if (size >= ssrc + 4)
    GST_WRITE_UINT32_BE (packet + ssrc, SSRC);
  if (size > 0)
    must (gst_pad_push (feed, fuzz_gst_buffer (packet, size, whole)) ==
        GST_FLOW_OK);
}

/* Each input finds a new one, which has had FEC and keeps what comes: what was before is flushed. */
static void
begin (void)
{
  static const uint8_t media[12] = { 0x80 }, row[17] = {[6] = 1 };
  GstSegment segment;

  if (decoder == NULL) {
    decoder = g_object_new (GST_TYPE_SCREAM_FEC_DEC, NULL);
    feed = join ("sink", GST_PAD_SRC);
    drain = join ("src", GST_PAD_SINK);
    gst_pad_set_chain_function (drain, on_out);
    gst_element_set_state (decoder, GST_STATE_PAUSED);
    gst_pad_push_event (feed, gst_event_new_stream_start ("fec"));
  }
  gst_pad_push_event (feed, gst_event_new_flush_start ());
  gst_pad_push_event (feed, gst_event_new_flush_stop (TRUE));
  gst_segment_init (&segment, GST_FORMAT_TIME);
  gst_pad_push_event (feed, gst_event_new_segment (&segment));
  push (media, sizeof (media), 0);
  push (row, sizeof (row), 12);
}

static guint64
get_received (void)
{
  GstStructure *stats;
  guint64 received;

  g_object_get (decoder, "stats", &stats, NULL);
  gst_structure_get_uint64 (stats, "fec-packets-received", &received);
  gst_structure_free (stats);
  return received;
}

/* ---- the code ---- */

static void
on_media (GstScreamFecRecovery * recovery, FuzzInput * in)
{
  size_t size;
  const uint8_t *data = fuzz_run (in, &size);

  gst_scream_fec_recovery_note (recovery, data, size);
  push (data, size, 0);
}

static gboolean
on_fec (GstScreamFecRecovery * recovery, FuzzInput * in)
{
  size_t size;
  const uint8_t *data = fuzz_run (in, &size);

  push (data, size, 12);
  return gst_scream_fec_recovery_take (recovery, data, size);
}

static guint
check_made (GstScreamFecRecovery * recovery)
{
  GstBuffer *buffer;
  guint n = 0;

  for (; (buffer = gst_scream_fec_recovery_next (recovery)) != NULL; n++) {
    check_packet (buffer);
    gst_buffer_unref (buffer);
  }
  return n;
}

int
LLVMFuzzerTestOneInput (const uint8_t * data, size_t size)
{
  FuzzInput in = { data, size };
  GstScreamFecRecovery *recovery = gst_scream_fec_recovery_new (SSRC);
  guint rows = 0, made = 0;

  fuzz_gst_init ();
  begin ();
  while (in.size > 0) {
    if (fuzz_8 (&in) & 1)
      rows += on_fec (recovery, &in);
    else
      on_media (recovery, &in);
    made += check_made (recovery);
    must (made <= rows);
  }
  must (restored <= get_received ());
  gst_scream_fec_recovery_free (recovery);
  return 0;
}
