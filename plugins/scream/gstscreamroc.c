/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How often the sequence numbers of SRTP streams have wrapped. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreamroc.h"

/* 18 hours of 1000 packets a second */
#define MAX_ROC 1024

static GstScreamRocStream *
find (GstScreamRoc * roc, guint32 ssrc)
{
  guint i;

  for (i = 0; i < GST_SCREAM_ROC_STREAMS; i++) {
    if (roc->streams[i].used && roc->streams[i].ssrc == ssrc)
      return &roc->streams[i];
  }
  return NULL;
}

/* One that is proven goes only if all are: a stranger may invent streams. */
static GstScreamRocStream *
take_place (GstScreamRoc * roc)
{
  guint i;

  for (i = 0; i < GST_SCREAM_ROC_STREAMS; i++) {
    GstScreamRocStream *stream =
        &roc->streams[roc->next++ % GST_SCREAM_ROC_STREAMS];

    if (!stream->proven)
      return stream;
  }
  return &roc->streams[roc->next++ % GST_SCREAM_ROC_STREAMS];
}

gboolean
gst_scream_roc_packet (GstScreamRoc * roc, guint32 ssrc, guint32 * forget)
{
  GstScreamRocStream *stream = find (roc, ssrc);
  gboolean leaves;

  if (stream != NULL) {
    if (stream->proven)
      return FALSE;
    stream->guesses++;
    *forget = ssrc;
    return TRUE;
  }
  stream = take_place (roc);
  leaves = stream->used;
  *forget = stream->ssrc;
  stream->used = TRUE;
  stream->ssrc = ssrc;
  stream->guesses = 0;
  stream->proven = FALSE;
  return leaves;
}

void
gst_scream_roc_prove (GstScreamRoc * roc, guint32 ssrc)
{
  GstScreamRocStream *stream = find (roc, ssrc);

  if (stream != NULL)
    stream->proven = TRUE;
}

guint
gst_scream_roc_guess (GstScreamRoc * roc, guint32 ssrc)
{
  const GstScreamRocStream *stream = find (roc, ssrc);

  if (stream == NULL || stream->guesses % 2 == 0)
    return 0;
  return (stream->guesses + 1) / 2 % MAX_ROC;
}
