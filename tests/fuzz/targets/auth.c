/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Any bytes as a packet of SRTP: what is authentic has a counter in its range, and
 * is not any more with a bit changed.
 */
#include "plugins/scream/bins/gstscreamauth.h"
#include "plugins/scream/bins/gstscreamsrtp.h"

#include "tests/fuzz/gst.h"

static bool
is_authentic (GstScreamAuth * auth, const uint8_t * data, size_t size)
{
  guint roc = 0;

  if (!gst_scream_auth_check (auth, data, size, &roc))
    return false;
  must (roc < GST_SCREAM_AUTH_MAX_ROC);
  return true;
}

int
LLVMFuzzerTestOneInput (const uint8_t * data, size_t size)
{
  static const uint8_t key[GST_SCREAM_SRTP_KEY_SIZE] =
      "a key that everybody knows";
  static const uint8_t cuts[2] = { 16, 0 };
  GstBuffer *buffer;
  GstScreamAuth *auth;
  uint8_t *copy;

  fuzz_gst_init ();
  buffer = fuzz_gst_buffer (key, sizeof (key), cuts);
  auth = gst_scream_auth_new (buffer);
  if (is_authentic (auth, data, size)) {
    copy = malloc (size);
    memcpy (copy, data, size);
    copy[size / 2] ^= 1;
    must (!is_authentic (auth, copy, size));
    free (copy);
  }
  gst_scream_auth_free (auth);
  gst_buffer_unref (buffer);
  return 0;
}
