/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Any text as an SDP description: it gives a port and caps of RTP with as many
 * payload types as there are, or a reason.
 */
#include "plugins/scream/src/gstscreamsdp.h"

#include "tests/fuzz/gst.h"

static void
check_caps (GstCaps * caps)
{
  must (gst_caps_get_size (caps) >= 1 && gst_caps_get_size (caps) <= 128);
  for (guint i = 0; i < gst_caps_get_size (caps); i++) {
    GstStructure *one = gst_caps_get_structure (caps, i);
    gint payload = -1;

    must (gst_structure_has_name (one, "application/x-rtp"));
    must (gst_structure_get_int (one, "payload", &payload));
    must (payload >= 0 && payload <= 127);
  }
}

/* Other elements are given these caps, and people see them. */
static void
check_text (GstCaps * caps)
{
  gchar *text = gst_caps_to_string (caps);

  must (text != NULL);
  g_free (text);
}

static void
read_as (const gchar * text, size_t size, guint port)
{
  GstCaps *caps = gst_caps_new_empty ();
  guint got = port;

  if (gst_scream_sdp_read (text, size, &got, caps) == NULL) {
    must (got >= 1 && got <= 65535 && (port == 0 || got == port));
    check_caps (caps);
  }
  check_text (caps);
  gst_caps_unref (caps);
}

int
LLVMFuzzerTestOneInput (const uint8_t * data, size_t size)
{
  gchar *text = g_malloc (size + 1);

  fuzz_gst_init ();
  memcpy (text, data, size);
  text[size] = '\0';
  read_as (text, size, 0);
  read_as (text, size, 5000);
  g_free (text);
  return 0;
}
