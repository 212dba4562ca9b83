/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A jitter buffer that waits for longer than the pipeline.
 *
 * Its latency is that and the overtime. It adds all of that to what a query for the latency
 * says, and the overtime is taken out of the answer. What is in order passes a jitter buffer at
 * once, so nothing else is later for it. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreamrepairwait.h"

struct _GstScreamRepairWait
{
  GRecMutex setting;            /* the jitter buffer has what was set last */

  GMutex lock;                  /* for what follows */
  guint latency, overtime;      /* ms */
};

typedef GstScreamRepairWait Wait;

static void
wait_clear (gpointer data)
{
  Wait *self = data;

  g_rec_mutex_clear (&self->setting);
  g_mutex_clear (&self->lock);
}

void
gst_scream_repair_wait_unref (GstScreamRepairWait * self)
{
  g_atomic_rc_box_release_full (self, wait_clear);
}

static GstPadProbeReturn
on_query (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  GstQuery *query = GST_PAD_PROBE_INFO_QUERY (info);
  GstClockTime least, most, overtime;
  gboolean is_live;

  (void) pad;
  if (GST_QUERY_TYPE (query) != GST_QUERY_LATENCY)
    return GST_PAD_PROBE_OK;
  overtime = gst_scream_repair_wait_get_overtime (user_data) * GST_MSECOND;
  gst_query_parse_latency (query, &is_live, &least, &most);
  gst_query_set_latency (query, is_live, least - MIN (overtime, least), most);
  return GST_PAD_PROBE_OK;
}

GstScreamRepairWait *
gst_scream_repair_wait_new (GstElement * jitterbuffer)
{
  Wait *self = g_atomic_rc_box_new0 (Wait);
  GstPad *pad = gst_element_get_static_pad (jitterbuffer, "src");

  g_rec_mutex_init (&self->setting);
  g_mutex_init (&self->lock);
  g_object_get (jitterbuffer, "latency", &self->latency, NULL);
  gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_QUERY_UPSTREAM
      | GST_PAD_PROBE_TYPE_PULL, on_query, g_atomic_rc_box_acquire (self),
      (GDestroyNotify) gst_scream_repair_wait_unref);
  gst_object_unref (pad);
  return self;
}

/* The jitter buffer says that it has changed: queries are answered by then as it is. */
static void
set (Wait * self, GstElement * jitterbuffer, guint * what, guint value)
{
  guint whole;

  g_rec_mutex_lock (&self->setting);
  g_mutex_lock (&self->lock);
  *what = value;
  whole = self->latency + self->overtime;
  g_mutex_unlock (&self->lock);
  g_object_set (jitterbuffer, "latency", whole, NULL);
  g_rec_mutex_unlock (&self->setting);
}

static guint
get (Wait * self, const guint * what)
{
  guint value;

  g_mutex_lock (&self->lock);
  value = *what;
  g_mutex_unlock (&self->lock);
  return value;
}

void
gst_scream_repair_wait_set_latency (GstScreamRepairWait * self,
    GstElement * jitterbuffer, guint latency)
{
  set (self, jitterbuffer, &self->latency, latency);
}

guint
gst_scream_repair_wait_get_latency (GstScreamRepairWait * self)
{
  return get (self, &self->latency);
}

void
gst_scream_repair_wait_set_overtime (GstScreamRepairWait * self,
    GstElement * jitterbuffer, guint overtime)
{
  set (self, jitterbuffer, &self->overtime, overtime);
}

guint
gst_scream_repair_wait_get_overtime (GstScreamRepairWait * self)
{
  return get (self, &self->overtime);
}
