/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstlinkemusettings.c: checks of the properties before a start */
#include "gstlinkemuprivate.h"
#include "plugins/packet/gsthelp.h"

#define GST_CAT_DEFAULT gst_link_emu_debug

gboolean
gst_link_emu_is_set (const gchar * text)
{
  return text != NULL && text[0] != '\0';
}

static gboolean
has_control (GstLinkEmu * self, const gchar * property)
{
  GstControlBinding *binding =
      gst_object_get_control_binding (GST_OBJECT_CAST (self), property);
  gboolean has = binding != NULL;

  gst_clear_object (&binding);
  return has;
}

static gboolean
check_one_rate (GstLinkEmu * self)
{
  gboolean is_controlled = has_control (self, "bitrate");
  guint n_set = (self->bitrate > 0 || is_controlled)
      + gst_link_emu_is_set (self->schedule)
      + gst_link_emu_is_set (self->trace);

  if (n_set <= 1)
    return TRUE;
  GST_ELEMENT_ERROR (self, LIBRARY, SETTINGS,
      ("Only one of the properties bitrate, schedule and trace may be set."),
      ("bitrate=%" G_GUINT64_FORMAT "%s schedule=\"%s\" trace=\"%s\"",
          self->bitrate, is_controlled ? " with a control binding" : "",
          GST_STR_NULL (self->schedule), GST_STR_NULL (self->trace)));
  return FALSE;
}

/* As the property bitrate does. */
static void
warn_of_slowness (GstLinkEmu * self, gdouble bitrate)
{
  if (bitrate > 0 && bitrate < GST_LINK_EMU_LEAST_BITRATE)
    GST_ELEMENT_WARNING (self, LIBRARY, SETTINGS,
        ("schedule begins with only %.0f bit/s. If kbit/s were meant: "
            "schedule=0:%.0fk", bitrate, bitrate),
        ("schedule=\"%s\"." GST_HELP ("units"), self->schedule));
}

static gboolean
read_rate (GstLinkEmu * self)
{
  gchar error[LINKEMU_ERROR_SIZE];

  if (gst_link_emu_is_set (self->schedule)) {
    self->rate = linkemu_rate_schedule (self->schedule, error);
    if (self->rate == NULL)
      GST_ELEMENT_ERROR (self, LIBRARY, SETTINGS,
          ("Property schedule, %s. Example: 0:2M,20:600k.", error),
          ("schedule=\"%s\"", self->schedule));
    else
      warn_of_slowness (self, linkemu_rate_mean (self->rate, 0, GST_MSECOND));
    return self->rate != NULL;
  }
  if (gst_link_emu_is_set (self->trace)) {
    self->rate = linkemu_rate_trace (self->trace, error);
    if (self->rate == NULL)
      GST_ELEMENT_ERROR (self, RESOURCE, READ, ("Property trace: %s.", error),
          ("Set trace to a file in Mahimahi format: a time in ms on each "
              "line."));
    return self->rate != NULL;
  }
  return TRUE;
}

static gboolean
check_queues (GstLinkEmu * self)
{
  gchar error[LINKEMU_ERROR_SIZE];

  if (linkemu_config_is_valid (&self->config, error))
    return TRUE;
  GST_ELEMENT_ERROR (self, LIBRARY, SETTINGS,
      ("Properties aqm and flow-queueing: %s.", error), (NULL));
  return FALSE;
}

gboolean
gst_link_emu_check_settings (GstLinkEmu * self)
{
  return check_one_rate (self) && check_queues (self) && read_rate (self);
}
