/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstlinkemusettings.c: properties set, read, and checked before a start */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstlinkemuprivate.h"
#include "plugins/packet/gsthelp.h"
#include "plugins/packet/gstmemberproperty.h"
#include "plugins/packet/gststrictproperty.h"

#define GST_CAT_DEFAULT gst_link_emu_debug

gboolean
gst_link_emu_is_set (const gchar * text)
{
  return text != NULL && text[0] != '\0';
}

static void
set_bitrate (GstLinkEmu * self, guint64 bitrate)
{
  gboolean refused;

  g_mutex_lock (&self->lock);
  refused = self->running && (gst_link_emu_is_set (self->schedule)
      || gst_link_emu_is_set (self->trace));
  if (!refused) {
    self->bitrate = bitrate;
    if (self->link != NULL)
      gst_link_emu_configure_link (self, linkemu_rate_constant (bitrate));
  }
  g_mutex_unlock (&self->lock);
  if (refused)
    GST_ELEMENT_WARNING (self, LIBRARY, SETTINGS,
        ("Property bitrate was not changed, since property schedule or trace "
            "gives the rate."),
        ("Go to READY and unset that one before." GST_HELP ("linkemu-rate")));
}

void
gst_link_emu_set_property (GObject * object, guint prop_id,
    const GValue * value, GParamSpec * pspec)
{
  GstLinkEmu *self = GST_LINK_EMU (object);
  LinkEmuConfig *config = &self->config;

  if (!gst_strict_property_admit (object, value, pspec))
    return;
  if (prop_id == PROP_BITRATE) {
    set_bitrate (self, g_value_get_uint64 (value));
    return;
  }

  g_mutex_lock (&self->lock);
  switch (prop_id) {
    case PROP_JITTER_REORDER:
      config->jitter_reorders = g_value_get_boolean (value);
      break;
    case PROP_AQM:
      self->aqm = g_value_get_enum (value);
      config->aqm = gst_link_emu_aqm_get_name (self->aqm);
      break;
    case PROP_ECN:
      config->ecn = g_value_get_boolean (value);
      break;
    case PROP_FLOW_QUEUEING:
      config->fq = g_value_get_boolean (value);
      break;
    default:
      gst_member_property_set (self, pspec, value);
  }
  gst_link_emu_configure_link (self, NULL);
  g_mutex_unlock (&self->lock);
}

void
gst_link_emu_get_property (GObject * object, guint prop_id, GValue * value,
    GParamSpec * pspec)
{
  GstLinkEmu *self = GST_LINK_EMU (object);
  const LinkEmuConfig *config = &self->config;

  g_mutex_lock (&self->lock);
  switch (prop_id) {
    case PROP_JITTER_REORDER:
      g_value_set_boolean (value, config->jitter_reorders);
      break;
    case PROP_AQM:
      g_value_set_enum (value, self->aqm);
      break;
    case PROP_ECN:
      g_value_set_boolean (value, config->ecn);
      break;
    case PROP_FLOW_QUEUEING:
      g_value_set_boolean (value, config->fq);
      break;
    case PROP_STATS:
      g_value_take_boxed (value, gst_link_emu_create_stats (self));
      break;
    default:
      gst_member_property_get (self, pspec, value);
  }
  g_mutex_unlock (&self->lock);
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

static gboolean
read_rate (GstLinkEmu * self)
{
  gchar error[LINKEMU_ERROR_SIZE];

  if (gst_link_emu_is_set (self->schedule)) {
    self->rate = linkemu_rate_schedule (self->schedule, error);
    if (self->rate == NULL)
      GST_ELEMENT_ERROR (self, LIBRARY, SETTINGS,
          ("Property schedule, %s. It should be like 0:2M,20:600k.", error),
          ("schedule=\"%s\"", self->schedule));
    return self->rate != NULL;
  }
  if (gst_link_emu_is_set (self->trace)) {
    self->rate = linkemu_rate_trace (self->trace, error);
    if (self->rate == NULL)
      GST_ELEMENT_ERROR (self, RESOURCE, READ, ("Property trace: %s.", error),
          ("It should name a trace in Mahimahi's format: one time in ms for "
              "each line."));
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

void
gst_link_emu_init_settings (GstLinkEmu * self)
{
  gst_member_property_init (self);
  self->aqm = GST_LINK_EMU_DEFAULT_AQM;
}
