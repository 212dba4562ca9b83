/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which RTCP an RTPSession gets. */
#include "gstrtcpfilter.h"

#include <string.h>

/* RFC 3550 section 6.4.1: version, padding and a count in the first byte, which RFC 4585
 * section 6.1 has the format in */
#define HEADER_SIZE 4
#define PADDING 0x20
#define COUNT 0x1f

/* RFC 3550 section 5.1: the SSRC is last */
#define RTP_HEADER_SIZE 12
#define RTP_MAX_CSRC 15

/* RFC 3550 section 6.5: types of items up to the first are texts */
#define SDES_NOTE 7
#define SDES_PRIV 8
#define SDES_CHUNK_SIZE 8

typedef enum
{
  OF_REPORTS,                   /* GST_RTCP_FILTER_BOUNDS */
  OF_DESCRIPTIONS,
  OF_RETRANSMISSIONS,
  OF_KEY_FRAMES
} Bounded;

/* OURS: how many may come at once, and in a second: two packets with each feedback of every
 * 10 ms; 20 Mbit/s of which all is asked for again; a key frame in each round trip of five
 * streams. At half, feedback comes without its reports, and a burst of losses at 10 Mbit/s is
 * not repaired; at double, who sends nothing else takes more than a tenth of a core. */
static const guint bounds[GST_RTCP_FILTER_BOUNDS] = { 200, 200, 2000, 50 };

/* RFC 3550 section 6.3.5: an RTPSession forgets who was silent for five intervals of reports. */
#define FORGOTTEN (30 * GST_SECOND)

/* OURS: new SSRCs at once, and one in this time: so many that places are left until the first
 * are forgotten, however many somebody invents. At half, a conference that was started again
 * waits for twice as long; at double, who is new has no place beside who invents them. */
#define SOURCES_AT_ONCE (GST_RTCP_FILTER_SOURCES / 2)
#define SOURCE_INTERVAL (250 * GST_MSECOND)

typedef struct
{
  guint type, format;           /* RFC 4585 section 6.1, 0: it has a count there */
  gsize header, entry, least;   /* bytes */
  Bounded bounded;
} Kind;

/* RFC 3550 section 6.4.1, 6.4.2, 6.5, 6.6; RFC 4585 section 6.2.1, 6.3.1; RFC 5104 section
 * 4.3.1.1 */
static const Kind kinds[] = {
  {200, 0, 28, 24, 28, OF_REPORTS},
  {201, 0, 8, 24, 8, OF_REPORTS},
  {202, 0, 4, 8, 12, OF_DESCRIPTIONS},
  {203, 0, 4, 4, 8, OF_REPORTS},
  {205, 1, 12, 4, 16, OF_RETRANSMISSIONS},
  {206, 1, 12, 0, 12, OF_KEY_FRAMES},
  {206, 4, 12, 8, 20, OF_KEY_FRAMES},
};

#define SDES (&kinds[2])
#define BYE (&kinds[3])
#define NACK (&kinds[4])
#define FIR (&kinds[6])

/* One packet of a compound. */
typedef struct
{
  guint8 *data;
  gsize size;                   /* all of it, then what is kept */
  const Kind *kind;
} Packet;

/* ---- which kind? ---- */

static gboolean
find_kind (Packet * packet)
{
  guint i;

  for (i = 0; i < G_N_ELEMENTS (kinds); i++) {
    const Kind *kind = packet->kind = &kinds[i];

    if (packet->data[1] == kind->type && (kind->format == 0
            || (packet->data[0] & COUNT) == kind->format))
      return TRUE;
  }
  return FALSE;
}

static gboolean
is_report (const Packet * packet)
{
  return packet->kind < SDES;
}

/* FALSE: it is longer than what it is in. */
static gboolean
strip_padding (Packet * packet)
{
  guint padding = packet->data[packet->size - 1];

  if (!(packet->data[0] & PADDING))
    return TRUE;
  if (padding == 0 || padding % 4 != 0 || padding + HEADER_SIZE > packet->size)
    return FALSE;
  packet->data[0] &= ~PADDING;
  packet->size -= padding;
  return TRUE;
}

/* Takes off what is behind its entries; FALSE: they are not whole, or there are none. */
static gboolean
strip_rest (Packet * packet)
{
  const Kind *kind = packet->kind;
  gsize size = kind->header;

  if (packet->size < kind->least)
    return FALSE;
  if (kind->format == 0)
    size += (packet->data[0] & COUNT) * kind->entry;
  else if (kind->entry > 0)
    size = packet->size - (packet->size - size) % kind->entry;
  if (size < kind->least || size > packet->size)
    return FALSE;
  if (kind != SDES)
    packet->size = size;
  return TRUE;
}

/* ---- may it come now? ---- */

/* @n of them, if as many as @at_once may come and one each @interval. */
static gboolean
take_turns (GstClockTime * due, guint n, guint at_once, GstClockTime interval,
    GstClockTime now)
{
  GstClockTime next = MAX (*due, now) + n * interval;

  if (next > now + at_once * interval)
    return FALSE;
  *due = next;
  return TRUE;
}

/* ---- who is it of? ---- */

/* FALSE: it was not there. Then @add puts it in the place of who was silent for longest. */
static gboolean
touch (GstRtcpFilterSources * sources, guint32 ssrc, gboolean add,
    GstClockTime now)
{
  gboolean found;
  guint i;

  for (i = 0; i < sources->n && sources->all[i].ssrc != ssrc; i++);
  found = i < sources->n;
  if (!found && !add)
    return FALSE;
  if (!found) {
    sources->n = MIN (i + 1, GST_RTCP_FILTER_SOURCES);
    i = sources->n - 1;
  }
  memmove (sources->all + 1, sources->all, i * sizeof (sources->all[0]));
  sources->all[0].ssrc = ssrc;
  sources->all[0].heard = now;
  return found;
}

static gboolean
has_place (const GstRtcpFilterSources * sources, GstClockTime now)
{
  return sources->n < GST_RTCP_FILTER_SOURCES
      || now - sources->all[sources->n - 1].heard >= FORGOTTEN;
}

static gboolean
remembers (GstRtcpFilter * filter, const guint8 * bytes, GstClockTime now)
{
  guint32 ssrc = GST_READ_UINT32_BE (bytes);

  if (touch (&filter->heard, ssrc, FALSE, now))
    return TRUE;
  if (!has_place (&filter->heard, now)
      || !take_turns (&filter->source_due, 1, SOURCES_AT_ONCE, SOURCE_INTERVAL,
          now))
    return FALSE;
  touch (&filter->heard, ssrc, TRUE, now);
  return TRUE;
}

static gboolean
admits (GstRtcpFilter * filter, const guint8 * ssrc, GstClockTime now)
{
  return filter->knows != NULL ? filter->knows (GST_READ_UINT32_BE (ssrc),
      filter->user_data) : remembers (filter, ssrc, now);
}

static gboolean
sends (GstRtcpFilter * filter, const guint8 * bytes)
{
  guint32 ssrc = GST_READ_UINT32_BE (bytes);
  guint i;

  for (i = 0; i < filter->sent.n; i++) {
    if (filter->sent.all[i].ssrc == ssrc)
      return TRUE;
  }
  return FALSE;
}

/* RFC 3550 section 6.5: items are UTF-8, and rtpjitterbuffer (1.22) puts CNAME into a
 * structure as it comes. */
static gboolean
is_item (const guint8 * data, gsize size)
{
  return size >= 2 && size - 2 >= data[1] && (data[0] > SDES_NOTE
      || g_utf8_validate ((const gchar *) data + 2, data[1], NULL));
}

/* A private item is a name and its length, and a text. An RTPSession reads a name beyond the
 * item, and makes a string for ever of each that is new: here or in the application somebody
 * has to know it. */
static gboolean
keeps_item (const guint8 * item)
{
  gchar name[G_MAXUINT8 + 1] = "";
  const gchar *text = (const gchar *) item + 3;
  guint size = item[1], prefix;

  if (item[0] != SDES_PRIV || size == 0)
    return item[0] <= SDES_NOTE;
  prefix = item[2];
  if (prefix >= size || !g_utf8_validate (text, size - 1, NULL))
    return FALSE;
  memcpy (name, text, prefix);
  return g_quark_try_string (name) != 0;
}

/* Moves a chunk from @at to @to, with what is kept of it. A zero ends the items, and zeros
 * fill 32 bits up. FALSE: it is not whole. */
static gboolean
pack_chunk (Packet * packet, gsize * at, gsize * to)
{
  guint8 *data = packet->data;

  memmove (data + *to, data + *at, 4);
  *to += 4;
  for (*at += 4; *at < packet->size && data[*at] != 0;) {
    gsize size;

    if (!is_item (data + *at, packet->size - *at))
      return FALSE;
    size = 2 + data[*at + 1];
    if (keeps_item (data + *at)) {
      memmove (data + *to, data + *at, size);
      *to += size;
    }
    *at += size;
  }
  *at = (*at / 4 + 1) * 4;
  if (*at > packet->size)
    return FALSE;
  do
    data[(*to)++] = 0;
  while (*to % 4 != 0);
  return TRUE;
}

/* Those of SSRCs that may not come are left out. */
static gboolean
pack_chunks (GstRtcpFilter * filter, Packet * packet, GstClockTime now)
{
  gsize at = HEADER_SIZE, to = HEADER_SIZE, start;
  guint all = packet->data[0] & COUNT, left, n = 0;

  for (left = all; left > 0; left--) {
    gboolean known = packet->size - at >= SDES_CHUNK_SIZE
        && admits (filter, packet->data + at, now);

    start = to;
    if (packet->size - at < SDES_CHUNK_SIZE || !pack_chunk (packet, &at, &to))
      return FALSE;
    if (known)
      n++;
    else
      to = start;
  }
  filter->refused += n > 0 && n < all;
  packet->data[0] = (packet->data[0] & ~COUNT) | n;
  packet->size = to;
  return n > 0;
}

/* A BYE makes nobody known: an RTPSession begins with the first SSRC. */
static gboolean
is_of_known (GstRtcpFilter * filter, Packet * packet, GstClockTime now)
{
  if (packet->kind == SDES)
    return pack_chunks (filter, packet, now);
  if (packet->kind == BYE)
    return filter->knows == NULL || admits (filter, packet->data + 4, now);
  if (packet->kind->format == 0)
    return admits (filter, packet->data + 4, now);
  return packet->kind == FIR || sends (filter, packet->data + 8);
}

/* ---- how much of it? ---- */

/* A NACK counts for each packet that it asks for; 0: it is left out. */
static guint
count (GstRtcpFilter * filter, const Packet * packet, gsize at)
{
  const guint8 *entry = packet->data + at;
  guint n = 1, mask;

  if (packet->kind == FIR)
    return sends (filter, entry);
  for (mask = entry[2] << 8 | entry[3]; mask != 0; mask &= mask - 1)
    n++;
  return n;
}

/* As many entries of feedback as there is room for. */
static gboolean
take_entries (GstRtcpFilter * filter, Packet * packet, GstClockTime * due,
    guint bound, GstClockTime now)
{
  const Kind *kind = packet->kind;
  gsize at, to = kind->header;

  for (at = to; at < packet->size; at += kind->entry) {
    guint n = count (filter, packet, at);

    if (n == 0)
      continue;
    if (!take_turns (due, n, bound, GST_SECOND / bound, now))
      break;
    memmove (packet->data + to, packet->data + at, kind->entry);
    to += kind->entry;
  }
  packet->size = to;
  return to >= kind->least;
}

static gboolean
is_in_time (GstRtcpFilter * filter, Packet * packet, GstClockTime now)
{
  guint bound = bounds[packet->kind->bounded];
  GstClockTime *due = &filter->due[packet->kind->bounded];

  if (packet->kind->format != 0 && packet->kind->entry > 0)
    return take_entries (filter, packet, due, bound, now);
  return take_turns (due, 1, bound, GST_SECOND / bound, now);
}

/* ---- all of it ---- */

/* FALSE: it is no RTCP, or cut short. */
static gboolean
next_packet (guint8 * data, gsize size, Packet * packet)
{
  packet->data = data;
  packet->size = size < HEADER_SIZE ? 0 :
      HEADER_SIZE + 4 * GST_READ_UINT16_BE (data + 2);
  return packet->size > 0 && packet->size <= size && data[0] >> 6 == 2;
}

static gboolean
is_compound (guint8 * data, gsize size)
{
  Packet packet;

  for (; size > 0; data += packet.size, size -= packet.size) {
    if (!next_packet (data, size, &packet))
      return FALSE;
  }
  return TRUE;
}

/* @behind: after what is no report. RFC 3550 section 6.1: reports are first; GStreamer (1.26)
 * never frees RTCP in which an SR is behind SDES. */
static gboolean
may_pass (GstRtcpFilter * filter, Packet * packet, gboolean behind,
    GstClockTime now)
{
  return find_kind (packet) && !(behind && is_report (packet))
      && strip_padding (packet) && strip_rest (packet)
      && is_of_known (filter, packet, now) && is_in_time (filter, packet, now);
}

gsize
gst_rtcp_filter_take (GstRtcpFilter * filter, guint8 * data, gsize size,
    GstClockTime now)
{
  gsize at, length, kept = 0;
  gboolean behind = FALSE;
  Packet packet;

  if (!is_compound (data, size)) {
    filter->refused++;
    return 0;
  }
  for (at = 0; next_packet (data + at, size - at, &packet); at += length) {
    length = packet.size;
    if (!may_pass (filter, &packet, behind, now)) {
      filter->refused++;
      continue;
    }
    filter->kept++;
    behind |= !is_report (&packet);
    GST_WRITE_UINT16_BE (packet.data + 2, packet.size / 4 - 1);
    memmove (data + kept, packet.data, packet.size);
    kept += packet.size;
  }
  return kept;
}

GstBuffer *
gst_rtcp_filter_take_buffer (GstRtcpFilter * filter, GstBuffer * buffer,
    GstClockTime now)
{
  GstMapInfo map;
  gsize kept = 0;

  buffer = gst_buffer_make_writable (buffer);
  if (gst_buffer_map (buffer, &map, GST_MAP_READWRITE)) {
    kept = gst_rtcp_filter_take (filter, map.data, map.size, now);
    gst_buffer_unmap (buffer, &map);
  }
  if (kept > 0)
    gst_buffer_set_size (buffer, kept);
  else
    gst_clear_buffer (&buffer);
  return buffer;
}

gboolean
gst_rtcp_filter_admits_rtp (GstRtcpFilter * filter, GstBuffer * rtp,
    GstClockTime now)
{
  guint8 header[RTP_HEADER_SIZE + RTP_MAX_CSRC * 4];
  gsize size = gst_buffer_extract (rtp, 0, header, sizeof (header)), at, end;

  if (size < RTP_HEADER_SIZE)
    return TRUE;
  end = MIN (size, RTP_HEADER_SIZE + 4u * (header[0] & RTP_MAX_CSRC));
  for (at = RTP_HEADER_SIZE - 4; at + 4 <= end; at += 4) {
    if (!remembers (filter, header + at, now)) {
      filter->refused++;
      return FALSE;
    }
  }
  return TRUE;
}

void
gst_rtcp_filter_note_sent (GstRtcpFilter * filter, guint32 ssrc,
    GstClockTime now)
{
  touch (&filter->sent, ssrc, TRUE, now);
}
