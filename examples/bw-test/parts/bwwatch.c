/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "bwwatch.h"

#include <string.h>

/* RFC 3550 section 5.1 */
#define RTP_HEADER_SIZE 12
#define IP_UDP_SIZE 28

/* RFC 5761 section 4: packet types of RTCP */
#define RTCP_PT_MIN 192
#define RTCP_PT_MAX 223

/* The original tool: its text, its packets. */
#define TEXT_TYPE 0x7f
#define ORIGINAL_PT 98
#define ORIGINAL_SSRC 100

/* So many packets in a row of another kind, and it is another sender. */
#define PACKETS_TO_BELIEVE 4

/* A jump of more is a new stream and no loss. */
#define MAX_GAP 3000

/* Lines that wait; more are counted only. */
#define MAX_LINES 20

/* Of a text. */
#define MAX_TEXT 256

struct _BwWatch
{
  GMutex lock;
  BwWatchStats stats;
  gboolean started;
  guint32 ssrc;
  guint16 newest;
  guint disagreeing;            /* packets that are not of stats.original */
  GString *losses, *texts;
  guint n_losses;               /* in losses and beyond */
  guint n_texts;
};

BwWatch *
bw_watch_new (void)
{
  BwWatch *watch = g_new0 (BwWatch, 1);

  g_mutex_init (&watch->lock);
  watch->losses = g_string_new (NULL);
  watch->texts = g_string_new (NULL);
  return watch;
}

void
bw_watch_free (BwWatch * watch)
{
  g_mutex_clear (&watch->lock);
  g_string_free (watch->losses, TRUE);
  g_string_free (watch->texts, TRUE);
  g_free (watch);
}

static void
add_text (BwWatch * watch, const guint8 * data, gsize size)
{
  gsize i;

  if (watch->n_texts++ >= MAX_LINES)
    return;
  for (i = 0; i < size && i < MAX_TEXT && data[i] != '\0'; i++)
    g_string_append_c (watch->texts, g_ascii_isprint (data[i])
        ? (gchar) data[i] : ' ');
  g_string_append_c (watch->texts, '\n');
}

static void
note_gap (BwWatch * watch, guint16 seq)
{
  watch->stats.gaps++;
  if (watch->n_losses++ < MAX_LINES)
    g_string_append_printf (watch->losses, "Packet(s) lost or reordered : %5u "
        "was received, previous rcvd is %5u\n", seq, watch->newest);
}

static void
note_sender (BwWatch * watch, gboolean original)
{
  if (original == watch->stats.original) {
    watch->disagreeing = 0;
    return;
  }
  if (++watch->disagreeing < PACKETS_TO_BELIEVE && watch->stats.packets > 0)
    return;
  watch->stats.original = original;
  watch->disagreeing = 0;
}

static void
note_packet (BwWatch * watch, const guint8 * data, gsize size)
{
  guint16 seq = (guint16) (data[2] << 8 | data[3]);
  guint32 ssrc = (guint32) data[8] << 24 | (guint32) data[9] << 16
      | (guint32) data[10] << 8 | data[11];
  gint step = (gint16) (guint16) (seq - watch->newest);

  note_sender (watch, ssrc == ORIGINAL_SSRC && (data[1] & 0x7f) == ORIGINAL_PT);
  watch->stats.packets++;
  watch->stats.bytes += size + IP_UDP_SIZE;
  if (!watch->started || ssrc != watch->ssrc || ABS (step) > MAX_GAP) {
    watch->started = TRUE;
    watch->ssrc = ssrc;
    watch->newest = seq;
    return;
  }
  if (step > 1)
    note_gap (watch, seq);
  if (step > 0)
    watch->newest = seq;
}

BwWatchKind
bw_watch_take (BwWatch * watch, const guint8 * data, gsize size)
{
  BwWatchKind kind = BW_WATCH_PACKET;

  g_mutex_lock (&watch->lock);
  if (size >= 2 && data[0] == 0x80 && data[1] == TEXT_TYPE) {
    add_text (watch, data + 2, size - 2);
    kind = BW_WATCH_TEXT;
  } else if (size < RTP_HEADER_SIZE || data[0] >> 6 != 2
      || (data[1] >= RTCP_PT_MIN && data[1] <= RTCP_PT_MAX)) {
    kind = BW_WATCH_OTHER;
  } else {
    note_packet (watch, data, size);
  }
  g_mutex_unlock (&watch->lock);
  return kind;
}

void
bw_watch_get_stats (BwWatch * watch, BwWatchStats * stats)
{
  g_mutex_lock (&watch->lock);
  *stats = watch->stats;
  g_mutex_unlock (&watch->lock);
}

gchar *
bw_watch_take_lines (BwWatch * watch, gboolean texts)
{
  gchar *lines = NULL;

  g_mutex_lock (&watch->lock);
  if (watch->n_losses > MAX_LINES)
    g_string_append_printf (watch->losses, "... and %u more\n",
        watch->n_losses - MAX_LINES);
  if (texts)
    g_string_append (watch->losses, watch->texts->str);
  if (watch->losses->len > 0)
    lines = g_strdup (watch->losses->str);
  g_string_truncate (watch->losses, 0);
  g_string_truncate (watch->texts, 0);
  watch->n_losses = watch->n_texts = 0;
  g_mutex_unlock (&watch->lock);
  return lines;
}
