/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "bwcontrol.h"

#include "plugins/packet/gstcontrollers.h"

#define PROGRAM "scream-bw-test-tx"

static gboolean
set_controller (GstElement * tx, const gchar * name)
{
  gboolean found = gst_controllers_find (name) != NULL;
  gchar *missing;

  if (found) {
    g_object_set (tx, "controller", name, NULL);
  } else {
    missing = gst_controllers_describe_missing (name);
    g_printerr (PROGRAM ": %s\n", missing);
    g_free (missing);
  }
  return found;
}

static void
set_ecn (GstElement * tx, gint ect)
{
  static const gchar *const values[] = { "ect0", "ect1" };

  if (ect < 0)
    return;
  if (g_object_class_find_property (G_OBJECT_GET_CLASS (tx), "ecn"))
    gst_util_set_object_arg (G_OBJECT (tx), "ecn", values[ect]);
  else
    g_printerr (PROGRAM ": -ect does nothing: this screamtx does not mark "
        "packets\n");
}

gboolean
bw_control_configure (GstElement * tx, const BwTxOptions * o)
{
  if (!set_controller (tx, o->controller))
    return FALSE;
  g_object_set (tx, "controller-params", o->params,
      "min-bitrate", (guint) o->min_rate,
      "initial-bitrate", (guint) o->initial_rate,
      "max-bitrate", (guint) o->max_rate,
      "queue-delay-target", (guint) (o->delay_target * 1000 + 0.5),
      "pacing", !o->no_pace, NULL);
  if (o->fixed_rate > 0)
    g_object_set (tx, "encoder-name", "none", NULL);
  set_ecn (tx, o->ect);
  return TRUE;
}
