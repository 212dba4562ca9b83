/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Any payload as one of H.264 or H.265: what is sound has a header at least.
 */
#include "plugins/scream/rtp/gstscreamnal.h"

#include "tests/fuzz/gst.h"

int
LLVMFuzzerTestOneInput (const uint8_t * data, size_t size)
{
  FuzzInput in = { data, size };
  gboolean is_h265 = fuzz_8 (&in) & 1;
  guint8 *payload = g_malloc (MAX (in.size, 1));

  if (in.size > 0)
    memcpy (payload, in.data, in.size);
  if (gst_scream_nal_is_sound (is_h265, payload, in.size))
    must (in.size >= (is_h265 ? 2 : 1));
  g_free (payload);
  return 0;
}
