/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Any packets at any time: what is missing has a bound, no packet is asked for more often
 * than once a millisecond, and what is asked for has not come.
 */
#include "plugins/scream/repair/rules/gstscreamrepairasker.h"

#include "tests/fuzz/gst.h"

#define LATENCY (100 * GST_MSECOND)

static void
check (const GstScreamRepairAsker * asker, GstClockTime now)
{
  guint i, j;

  must (asker->n_missing <= GST_SCREAM_REPAIR_ASKER_MISSING);
  must (asker->rtt < 100 * GST_SECOND);
  for (i = 0; i < asker->n_missing; i++) {
    must (asker->missing[i].noticed <= now);
    for (j = 0; j < i; j++)
      must (asker->missing[i].seq != asker->missing[j].seq);
  }
}

static void
ask (GstScreamRepairAsker * asker, gboolean came, guint16 newest,
    GstClockTime now)
{
  guint n = 0;
  guint16 seq;

  while (gst_scream_repair_asker_take (asker, LATENCY, &seq, now)) {
    must (++n <= GST_SCREAM_REPAIR_ASKER_MISSING);
    must (!came || seq != newest);
  }
  must (gst_scream_repair_asker_get_next (asker) > now);
}

int
LLVMFuzzerTestOneInput (const uint8_t * data, size_t size)
{
  FuzzInput in = { data, size };
  GstScreamRepairAsker asker = { 0 };
  GstClockTime now = GST_SECOND;
  guint16 newest = 0;
  gboolean came;

  while (in.size > 0) {
    uint8_t what = fuzz_8 (&in);

    now += (what & 0x0f) * 3 * GST_MSECOND;
    newest = what & 0x10 ? fuzz_16 (&in) : newest + (what >> 6);
    came =
        gst_scream_repair_asker_note (&asker, newest, newest / 4, what & 0x20,
        what % 3, now);
    check (&asker, now);
    ask (&asker, came, newest, now);
    if (what % 5 == 0) {
      gst_scream_repair_asker_note_rows (&asker, newest - (what >> 5),
          what >> 2, now);
      check (&asker, now);
      ask (&asker, came, newest, now);
    }
    if (what % 7 == 0) {
      gst_scream_repair_asker_note_end (&asker, newest - (what >> 5),
          newest + (what >> 3), now);
      check (&asker, now);
      ask (&asker, came, newest, now);
    }
  }
  return 0;
}
