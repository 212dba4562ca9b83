/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstlinkemuprivate.h: shared by the files of linkemu
 *
 * gstlinkemu.c            pads, states
 * gstlinkemuflow.c        chain, events, the task of the src pad
 * gstlinkemuproperties.c  properties
 * gstlinkemusettings.c    their checks before a start
 * gstlinkemustats.c       the stats structure
 * gstlinkemuorder.c       order of events among packets
 * gstlinkemulog.c         one line for each packet
 */
#pragma once

#include <gst/lab/linkemu/linkemu.h>

#include "gstlinkemu.h"
#include "gstlinkemulog.h"
#include "gstlinkemuorder.h"
#include "gstlinkemuproperties.h"

GST_DEBUG_CATEGORY_EXTERN (gst_link_emu_debug);

struct _GstLinkEmu
{
  GstElement parent;

  GstPad *sinkpad, *srcpad;

  /* Guards all below. */
  GMutex lock;
  /* Signalled when the task may have something to do, and when a push has
   * ended. */
  GCond cond;

  guint64 bitrate;
  gchar *schedule, *trace;
  GstLinkEmuAqm aqm;
  GstLinkEmuEcn default_ecn;
  gchar *log_location;
  LinkEmuConfig config;         /* the rest; without a rate */

  gboolean running;             /* PAUSED or PLAYING */
  LinkEmuRate *rate;            /* of schedule or trace, for the link to come */
  LinkEmu *link;                /* from the first buffer to READY */
  gint64 began;                 /* the time of that buffer */
  LinkEmuStats last_stats;      /* when there is no link */
  GstLogFile *log;              /* NULL: none */
  GstLinkEmuOrder order;

  GstFlowReturn flow;           /* flow return for upstream */
  gboolean eos;                 /* EOS came in */
  gboolean pushing;

  GstClock *clock;
  GstClockID clock_id;
  gint64 waiting_until;         /* by the task; LINKEMU_TIME_NEVER: on cond */
  gboolean slack_set;
};

/* flow */
void gst_link_emu_setup_sink_pad (GstPad * pad);
void gst_link_emu_setup_src_pad (GstPad * pad);
/* With the lock, as the next two. There is a clock from PAUSED on. */
gint64 gst_link_emu_get_time (GstLinkEmu * self);
/* The settings to the link, if there is one, and @rate, which it takes; NULL
 * leaves it. */
void gst_link_emu_configure_link (GstLinkEmu * self, LinkEmuRate * rate);
/* With all packets on it. */
void gst_link_emu_free_link (GstLinkEmu * self);

/* settings */
/* Reads the rate of schedule or trace; FALSE after an error message. Without
 * the lock. */
gboolean gst_link_emu_check_settings (GstLinkEmu * self);
gboolean gst_link_emu_is_set (const gchar * text);

/* stats: the second with the lock */
GstStructure *gst_link_emu_create_stats (gpointer object);
void gst_link_emu_reset_stats (GstLinkEmu * self);
