/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Media and FEC by a block code, right and wrong, in any order: what is made is a packet of
 * RTP of its stream, and no more than rows have come.
 */
#include "plugins/scream/fec/gstscreamfecrecovery.h"

#include "tests/fuzz/gst.h"

#define SSRC 0x01020304

static void
on_media (GstScreamFecRecovery * recovery, FuzzInput * in)
{
  size_t size;
  const uint8_t *data = fuzz_run (in, &size);

  gst_scream_fec_recovery_note (recovery, data, size);
}

static gboolean
on_fec (GstScreamFecRecovery * recovery, FuzzInput * in)
{
  size_t size;
  const uint8_t *data = fuzz_run (in, &size);

  return gst_scream_fec_recovery_take (recovery, data, size);
}

static guint
check_made (GstScreamFecRecovery * recovery)
{
  GstBuffer *buffer;
  guint n = 0;

  for (; (buffer = gst_scream_fec_recovery_next (recovery)) != NULL; n++) {
    guint8 header[12];

    must (gst_buffer_extract (buffer, 0, header, 12) == 12);
    must (header[0] >> 6 == 2 && (header[0] & 0x10) == 0);
    must (GST_READ_UINT32_BE (header + 8) == SSRC);
    must (gst_buffer_get_size (buffer) >= 12 + 4u * (header[0] & 15));
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
  while (in.size > 0) {
    if (fuzz_8 (&in) & 1)
      rows += on_fec (recovery, &in);
    else
      on_media (recovery, &in);
    made += check_made (recovery);
    must (made <= rows);
  }
  gst_scream_fec_recovery_free (recovery);
  return 0;
}
