/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Detection of several receivers of a stream. */
#include <string.h>

#include "rtpcc-receivers.h"

/* OURS: one that was started again may have a last report on the way that is overtaken:
 * two returns. At half that is two receivers; double is three more reports that count as
 * those of one. */
#define RETURNS 4

/* OURS: receivers report each second at the least. At half, slow ones are never two; double
 * holds the rate down for two seconds more after one of them has left. */
#define LASTS (2 * RTP_CC_SECOND)

/* The one that was silent for longest makes room. */
static RtpCcReceiversStream *
find_stream (RtpCcReceivers * receivers, uint32_t media)
{
  RtpCcReceiversStream *place = &receivers->streams[0];

  for (size_t i = 0; i < RTP_CC_RECEIVERS_STREAMS; i++) {
    RtpCcReceiversStream *stream = &receivers->streams[i];

    if (stream->n_senders > 0 && stream->media == media)
      return stream;
    if (stream->heard < place->heard)
      place = stream;
  }
  memset (place, 0, sizeof (*place));
  place->media = media;
  return place;
}

/* True: it was there, behind another one, or might have been, for all that is known. */
static bool
put_first (RtpCcReceiversStream * stream, uint32_t sender)
{
  bool returns;
  unsigned at = 0;

  while (at < stream->n_senders && stream->senders[at] != sender)
    at++;
  returns = at > 0 && (at < stream->n_senders || at == RTP_CC_RECEIVERS);
  if (at == RTP_CC_RECEIVERS)
    at--;
  else if (at == stream->n_senders)
    stream->n_senders++;
  memmove (&stream->senders[1], &stream->senders[0],
      at * sizeof (stream->senders[0]));
  stream->senders[0] = sender;
  return returns;
}

bool
rtp_cc_receivers_note (RtpCcReceivers * receivers, uint32_t media,
    uint32_t sender, RtpCcTime now)
{
  RtpCcReceiversStream *stream = find_stream (receivers, media);

  if (now - stream->returned > LASTS)
    stream->returns = 0;
  if (put_first (stream, sender)) {
    receivers->news |= ++stream->returns == RETURNS;
    stream->returned = now;
  }
  stream->heard = now;
  return stream->returns >= RETURNS;
}

bool
rtp_cc_receivers_take (RtpCcReceivers * receivers)
{
  bool news = receivers->news;

  receivers->news = false;
  return news;
}
