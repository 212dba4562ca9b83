/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The one key of screamsink's and screamsrc's SRTP. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreamsrtp.h"
#include "plugins/packet/gsthelp.h"

#include <string.h>

/* Without nettle gstscreamauth.c is not there, and a receiver with a key would keep
 * something of each stranger's packet. */
#ifdef HAVE_NETTLE
#define HAS_SRTP TRUE
#else
#define HAS_SRTP FALSE
#endif

/* NULL: not as many digits as that, or others. */
static GstBuffer *
parse_key (const gchar * text)
{
  guint8 key[GST_SCREAM_SRTP_KEY_SIZE];
  guint i;

  if (strlen (text) != 2 * GST_SCREAM_SRTP_KEY_SIZE)
    return NULL;
  for (i = 0; i < GST_SCREAM_SRTP_KEY_SIZE; i++) {
    gint high = g_ascii_xdigit_value (text[2 * i]);
    gint low = g_ascii_xdigit_value (text[2 * i + 1]);

    if (high < 0 || low < 0)
      return NULL;
    key[i] = (guint8) (high << 4 | low);
  }
  return gst_buffer_new_memdup (key, sizeof (key));
}

gboolean
gst_scream_srtp_set_key (GstBuffer ** key, const gchar * text)
{
  gst_clear_buffer (key);
  if (text == NULL || *text == '\0')
    return TRUE;
  *key = HAS_SRTP ? parse_key (text) : NULL;
  return *key != NULL;
}

gboolean
gst_scream_srtp_admit_key (GstElement * element)
{
  gboolean runs;

  GST_OBJECT_LOCK (element);
  runs = GST_STATE (element) > GST_STATE_READY;
  GST_OBJECT_UNLOCK (element);
  if (runs)
    GST_ELEMENT_ERROR (element, RESOURCE, SETTINGS,
        ("The property srtp-key was set too late and has no effect."),
        ("The running stream keeps its key, or stays unencrypted. Set "
            "srtp-key up to the state READY."));
  return !runs;
}

void
gst_scream_srtp_post_no_key (GstElement * element)
{
  if (HAS_SRTP)
    GST_ELEMENT_ERROR (element, RESOURCE, SETTINGS,
        ("srtp-key is invalid: it takes a key of %d bytes.",
            GST_SCREAM_SRTP_KEY_SIZE),
        ("Set it to %d hexadecimal digits, as from \"openssl rand -hex %d\", "
            "the same at both ends.", 2 * GST_SCREAM_SRTP_KEY_SIZE,
            GST_SCREAM_SRTP_KEY_SIZE));
  else
    GST_ELEMENT_ERROR (element, CORE, DISABLED,
        ("The property srtp-key cannot be used: gst-scream was built without SRTP."),
        ("Install nettle with its headers (Debian: nettle-dev), and build again "
            "with \"meson configure -Dsrtp=enabled\". Without srtp-key nothing is "
            "encrypted." GST_HELP ("srtp-key")));
}

GstCaps *
gst_scream_srtp_caps (const gchar * name, GstBuffer * key)
{
  return gst_caps_new_simple (name, "srtp-key", GST_TYPE_BUFFER, key,
      "srtp-cipher", G_TYPE_STRING, "aes-128-icm",
      "srtp-auth", G_TYPE_STRING, "hmac-sha1-80",
      "srtcp-cipher", G_TYPE_STRING, "aes-128-icm",
      "srtcp-auth", G_TYPE_STRING, "hmac-sha1-80", NULL);
}
