/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which payload types the streams have. All go to one port: a number says what is in a
 * packet, and each must say one thing. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreamsinkprivate.h"
#include "plugins/packet/gsthelp.h"

#include <string.h>

#define GST_CAT_DEFAULT gst_scream_sink_debug

/* RFC 3551 section 6: dynamic ones begin here. */
#define FIRST_DYNAMIC 96

#define FIRST_RTCP 64
#define LAST_RTCP 95

typedef struct
{
  GstPad *pad;                  /* of screamtx, whose caps are looked at */
  const GstCaps *caps;
  gint payload;
  GstPad *other;                /* with the same number for something else; NULL: none */
  guint64 used[GST_SCREAM_REPAIR_PAYLOADS / 64];        /* one bit each */
} Check;

static const gchar *
get_name (const GstCaps * caps)
{
  const gchar *name = gst_structure_get_string (gst_caps_get_structure (caps,
          0), "encoding-name");

  return name != NULL ? name : "something";
}

static gboolean
is_same_encoding (const GstCaps * a, const GstCaps * b)
{
  static const gchar *const fields[] = { "media", "encoding-name", "clock-rate",
    "encoding-params", NULL
  };
  guint i;

  for (i = 0; fields[i] != NULL; i++) {
    const GValue *one =
        gst_structure_get_value (gst_caps_get_structure (a, 0), fields[i]);
    const GValue *other =
        gst_structure_get_value (gst_caps_get_structure (b, 0), fields[i]);

    if (one != other && (one == NULL || other == NULL
            || gst_value_compare (one, other) != GST_VALUE_EQUAL))
      return FALSE;
  }
  return TRUE;
}

static gboolean
look_at (GstElement * tx, GstPad * pad, gpointer user_data)
{
  Check *check = user_data;
  GstCaps *caps = gst_pad_get_current_caps (pad);
  gint payload = -1;

  (void) tx;
  if (caps == NULL)
    return TRUE;
  gst_structure_get_int (gst_caps_get_structure (caps, 0), "payload", &payload);
  if (payload >= 0 && payload < GST_SCREAM_REPAIR_PAYLOADS)
    check->used[payload / 64] |= G_GUINT64_CONSTANT (1) << (payload % 64);
  if (payload == check->payload && !is_same_encoding (caps, check->caps))
    gst_object_replace ((GstObject **) & check->other, GST_OBJECT (pad));
  gst_caps_unref (caps);
  return TRUE;
}

/* One that means nothing here, nor by itself at the other end. */
static guint
find_free (const Check * check)
{
  guint i = FIRST_DYNAMIC;

  while (i < GST_SCREAM_REPAIR_PAYLOADS - 1 && (gst_scream_payload_find (i)
          || gst_scream_repair_is_known (i)
          || check->used[i / 64] & G_GUINT64_CONSTANT (1) << (i % 64)))
    i++;
  return i;
}

/* Of the two the one whose number is not that of the table is to change. */
static void
refuse (GstScreamSink * self, const Check * check, const gchar * what)
{
  const GstScreamPayload *entry = gst_scream_payload_find_caps (check->caps);
  gboolean is_right = check->other != NULL && entry != NULL
      && (gint) entry->payload == check->payload;
  const gchar *wrong = GST_PAD_NAME (is_right ? check->other : check->pad);

  GST_ELEMENT_ERROR (self, STREAM, FORMAT,
      ("%s has payload type %d, as %s of sink%s has.", what, check->payload,
          get_name (check->caps), GST_PAD_NAME (check->pad) + strlen ("src")),
      ("Set pt of the payloader before sink%s to another number, as pt=%u."
          GST_HELP ("same-payload-type"), wrong + strlen ("src"),
          find_free (check)));
}

static void
refuse_other (GstScreamSink * self, const Check * check)
{
  GstCaps *caps = gst_pad_get_current_caps (check->other);
  gchar *what = g_strdup_printf ("%s of sink%s", caps != NULL ? get_name (caps) :
      "something", GST_PAD_NAME (check->other) + strlen ("src"));

  refuse (self, check, what);
  g_free (what);
  gst_clear_caps (&caps);
}

/* Once for each number. */
static void
warn (GstScreamSink * self, const Check * check, const gchar * what,
    const gchar * help)
{
  guint64 bit = G_GUINT64_CONSTANT (1) << (check->payload % 64);
  guint64 *warned = &self->warned[check->payload / 64];
  gboolean first;

  g_mutex_lock (&self->lock);
  first = !(*warned & bit);
  *warned |= bit;
  g_mutex_unlock (&self->lock);
  if (first)
    GST_ELEMENT_WARNING (self, STREAM, FORMAT,
        ("Payload type %d %s.", check->payload, what),
        ("Set pt of the payloader before sink%s to another number, as pt=%u%s",
            GST_PAD_NAME (check->pad) + strlen ("src"), find_free (check),
            help));
}

static gboolean
has_sdp (GstScreamSink * self)
{
  gboolean has;

  GST_OBJECT_LOCK (self);
  has = self->sdp_location != NULL && *self->sdp_location != '\0';
  GST_OBJECT_UNLOCK (self);
  return has;
}

/* With the marker bit 64 to 95 look like types of RTCP: RFC 5761 section 4. */
static gboolean
judge (GstScreamSink * self, const Check * check)
{
  gboolean is_repair = gst_scream_repair_is_known (check->payload);

  if (check->other != NULL) {
    refuse_other (self, check);
    return FALSE;
  }
  if (is_repair && gst_scream_sink_get_repair (self) != GST_SCREAM_REPAIR_NONE) {
    refuse (self, check, "repair");
    return FALSE;
  }
  if (check->payload >= FIRST_RTCP && check->payload <= LAST_RTCP)
    warn (self, check, "cannot be told from RTCP, which has the same port",
        "." GST_HELP ("rtcp-payload-type"));
  if (is_repair && !has_sdp (self))
    warn (self, check, "is one of repair for a screamsrc that is told nothing "
        "else", ", or sdp-location at both ends, or caps of screamsrc."
        GST_HELP ("same-payload-type"));
  return TRUE;
}

gboolean
gst_scream_sink_check_types (GstScreamSink * self, GstPad * pad,
    const GstCaps * caps)
{
  Check check = { pad, caps, -1, NULL, {0,} };
  gboolean ok;

  gst_structure_get_int (gst_caps_get_structure (caps, 0), "payload",
      &check.payload);
  if (check.payload < 0 || check.payload >= GST_SCREAM_REPAIR_PAYLOADS)
    return TRUE;
  gst_element_foreach_src_pad (self->tx, look_at, &check);
  ok = judge (self, &check);
  gst_clear_object (&check.other);
  return ok;
}
