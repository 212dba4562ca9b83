/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Streams of a sender and of strangers, restarts and silence: no SSRC has two
 * places, a stream that is heard keeps its own, and no more come in than the rate
 * allows.
 */
#include "plugins/scream/src/gstscreamgate.h"

#include "tests/fuzz/gst.h"

/* Unix time in ns that an NTP timestamp can say, RFC 4330 section 3 */
#define TIME_RANGE (G_GINT64_CONSTANT (4000000000) * 1000000000)

/* Opened at most: so many at once for each sender, and each ms one more */
#define BURST 36

typedef struct
{
  GstScreamGate gate;
  GstClockTime start, now;
  guint opened, senders;
} Host;

static void
check (Host * host)
{
  GstScreamGate *gate = &host->gate;

  must (gate->n_streams <= GST_SCREAM_GATE_STREAMS);
  for (guint i = 0; i < gate->n_streams; i++) {
    GstScreamGateStream *stream = &gate->streams[i];

    must (gst_scream_gate_find (gate, stream->ssrc) == stream);
    must (stream->heard <= host->now);
    if (stream->has_time)
      must (!gst_scream_gate_is_fresh (stream, 0, 0, host->now)
          || stream->timed <= host->now);
  }
  must (host->opened <=
      BURST * host->senders + (host->now - host->start) / GST_MSECOND);
}

static void
on_packet (Host * host, FuzzInput * in, uint8_t what)
{
  guint32 ssrc = fuzz_8 (in), gone = 0;
  guint16 seq = fuzz_16 (in);
  GstScreamGateStream *stream = gst_scream_gate_find (&host->gate, ssrc);
  gboolean leaves = FALSE;

  if (stream != NULL) {
    gst_scream_gate_note (stream, seq, host->now);
    return;
  }
  stream = gst_scream_gate_open (&host->gate, ssrc, seq, what & 8, host->now,
      &leaves, &gone);
  if (stream == NULL)
    return;
  host->opened++;
  must (stream->ssrc == ssrc && stream->seq == seq);
  must (!leaves || gst_scream_gate_find (&host->gate, gone) == NULL);
}

static void
tell_time (Host * host, FuzzInput * in)
{
  GstScreamGateStream *stream = gst_scream_gate_find (&host->gate, fuzz_8 (in));
  gint64 time = (gint64) ((guint64) fuzz_32 (in) << 32 | fuzz_32 (in));

  if (stream == NULL)
    return;
  gst_scream_gate_tell_time (stream, time % TIME_RANGE, host->now);
  gst_scream_gate_is_behind (&host->gate, stream, host->now);
  gst_scream_gate_is_fresh (stream, time % TIME_RANGE, fuzz_32 (in), host->now);
}

static void
sweep (Host * host)
{
  guint before = host->gate.n_streams, n = 0;
  guint32 gone;

  while (gst_scream_gate_sweep (&host->gate, host->now, &gone))
    must (++n <= before);
  must (host->gate.n_streams == before - n);
}

int
LLVMFuzzerTestOneInput (const uint8_t * data, size_t size)
{
  static Host host;
  FuzzInput in = { data, size };

  memset (&host, 0, sizeof (host));
  host.start = host.now = 1234567890123;
  host.senders = 1;
  while (in.size > 0) {
    uint8_t what = fuzz_8 (&in);

    switch (what & 7) {
      case 0:
        host.now += (what >> 3) * 100 * GST_MSECOND;
        break;
      case 1:
        sweep (&host);
        break;
      case 2:
        gst_scream_gate_move (&host.gate, host.now);
        host.senders++;
        break;
      case 3:
        tell_time (&host, &in);
        break;
      default:
        on_packet (&host, &in, what);
        break;
    }
    check (&host);
  }
  return 0;
}
