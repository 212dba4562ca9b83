/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* linkemu-tun: the linkemu element's link between two TUN devices
 *
 * docs/research/linkemu-tun.md is the manual.
 */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "forwarder.h"
#include "options.h"
#include "realtime.h"
#include "summary.h"

#include "plugins/packet/gstwritefile.h"

#include <glib/gprintf.h>
#include <stdio.h>
#include <string.h>

#define EXIT_FAULT 1
#define EXIT_WRONG_OPTION 2
#define EXIT_NOT_TRUSTED 3

static void
complain (const gchar * message)
{
  g_fprintf (stderr, "linkemu-tun: %s\n", message);
}

static void
say (const gchar * message)
{
  g_printf ("linkemu-tun: %s\n", message);
  fflush (stdout);
}

static gint64
end_of_run (const TunOptions * options, gint64 now)
{
  if (options->duration == 0)
    return LINKEMU_TIME_NEVER;
  return now + (gint64) (options->duration * 1e9);
}

static gboolean
begin_realtime (const TunOptions * options)
{
  int status = tun_realtime_begin (options->priority);

  if (status != 0)
    g_fprintf (stderr, "linkemu-tun: no real-time priority (%s): a busy "
        "machine will make packets late; give CAP_SYS_NICE or start it "
        "under chrt -f 10\n", g_strerror (status));
  return status == 0 && options->priority > 0;
}

static gboolean
forward (TunForwarder * forwarder, const TunOptions * options,
    TunSummary * summary, GError ** error)
{
  gint64 started;
  gboolean done;

  summary->realtime = begin_realtime (options);
  started = tun_realtime_now ();
  say ("ready");
  done = tun_forwarder_run (forwarder, end_of_run (options, started), error);
  tun_summary_fill (summary, forwarder, started);
  return done;
}

/* Ends the log also after another error, which then is the one told. */
static gboolean
end_log (TunPacketLog * log, TunSummary * summary, GError ** error)
{
  if (log == NULL)
    return TRUE;
  summary->log_lost = tun_packet_log_lost (log);
  if (summary->log_lost > 0)
    g_fprintf (stderr, "linkemu-tun: %" G_GUINT64_FORMAT " lines are missing "
        "in the log, since it could not be written fast enough\n",
        summary->log_lost);
  return tun_packet_log_free (log, *error == NULL ? error : NULL);
}

static gboolean
run (TunForwarder * forwarder, TunOptions * options, TunSummary * summary,
    GError ** error)
{
  gboolean done;

  if (!tun_forwarder_open (forwarder, options, error))
    return FALSE;
  if (options->log != NULL) {
    forwarder->forward.log = tun_packet_log_new (options->log,
        options->forward.config.overhead, error);
    if (forwarder->forward.log == NULL)
      return FALSE;
  }
  done = forward (forwarder, options, summary, error);
  return end_log (forwarder->forward.log, summary, error) && done;
}

static gboolean
report (const TunOptions * options, const TunSummary * summary, GError ** error)
{
  gchar *line = tun_summary_line (summary);
  gchar *json = tun_summary_json (summary);
  gboolean written = TRUE;

  say (line);
  if (options->summary != NULL)
    written = gst_write_file (options->summary, json, error);
  g_free (json);
  g_free (line);
  return written;
}

static int
forward_and_report (TunOptions * options)
{
  TunForwarder forwarder;
  TunSummary summary;
  GError *error = NULL;
  gchar *doubt;
  gboolean done;

  memset (&forwarder, 0, sizeof (forwarder));
  memset (&summary, 0, sizeof (summary));
  done = run (&forwarder, options, &summary, &error) &&
      report (options, &summary, &error);
  tun_forwarder_close (&forwarder);
  if (!done) {
    complain (error->message);
    g_error_free (error);
    return EXIT_FAULT;
  }
  if (summary.trusted)
    return 0;
  doubt = tun_summary_doubt (&summary);
  complain (doubt);
  g_free (doubt);
  return EXIT_NOT_TRUSTED;
}

int
main (int argc, char **argv)
{
  TunOptions options;
  GError *error = NULL;
  int status;

  if (!tun_options_parse (&options, argv, &error)) {
    complain (error->message);
    g_error_free (error);
    status = EXIT_WRONG_OPTION;
  } else if (options.version) {
    g_printf ("linkemu-tun (%s) %s\n", PACKAGE, VERSION);
    status = 0;
  } else {
    status = forward_and_report (&options);
  }
  tun_options_clear (&options);
  return status;
}
