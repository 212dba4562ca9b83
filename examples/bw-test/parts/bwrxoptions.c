/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "bwrxoptions.h"
#include "bwargs.h"

#include <string.h>

/* Those of screamrx, and what it takes. */
#define DEFAULT_ACK_PACKETS 16
#define MAX_ACK_PACKETS 1024
#define DEFAULT_REPORTED 32
#define MAX_REPORTED 512

#define UNSET G_MININT

static const BwOption familiar[] = {
  {"ipv6", 0, NULL},
  {"if", 1, NULL},
  {"ackdiff", 1, NULL},
  {"nreported", 1, NULL},
  {"time", 1, NULL},
  {"idle", 1, NULL},
  {"compat", 1, NULL},
  {"verbose", 0, NULL},
  {"nosummary", 0, NULL},
  {"json", 0, NULL},
  {"log", 1, NULL},
  {NULL, 0, NULL}
};

typedef struct
{
  gint ack_packets, reported;
  gchar *time, *idle, *compat;
  gboolean version;
  gchar **rest;
} Raw;

static GOptionContext *
new_context (BwRxOptions * o, Raw * raw)
{
  const GOptionEntry entries[] = {
    {"ackdiff", 0, 0, G_OPTION_ARG_INT, &raw->ack_packets,
        "Most packets between two feedbacks (packets; default: half of "
          "-nreported, 16 at most)", "N"},
    {"nreported", 0, 0, G_OPTION_ARG_INT, &raw->reported,
          "Newest packets in each feedback (packets; default: 32)",
        "N"},
    {"if", 0, 0, G_OPTION_ARG_STRING, &o->interface,
        "Receive over this network interface (may need root)", "NAME"},
    {"ipv6", 0, 0, G_OPTION_ARG_NONE, &o->ipv6, "Receive over IPv6", NULL},
    {"time", 0, 0, G_OPTION_ARG_STRING, &raw->time,
        "Length of the run (s; default: until Ctrl-C)", "S"},
    {"idle", 0, 0, G_OPTION_ARG_STRING, &raw->idle,
        "End after this time without packets (s; default: continue)", "S"},
    {"compat", 0, 0, G_OPTION_ARG_STRING, &raw->compat,
          "Form of the feedback: auto (default), none: RFC 8888, original: that of "
          "the SCReAM BW test tool and gstscream",
        "HOW"},
    {"verbose", 0, 0, G_OPTION_ARG_NONE, &o->verbose,
        "Also print the statistics of an original sender", NULL},
    {"nosummary", 0, 0, G_OPTION_ARG_NONE, &o->no_summary,
        "No line each 2 s", NULL},
    {"json", 0, 0, G_OPTION_ARG_NONE, &o->json,
        "Output is JSON, one object a line", NULL},
    {"log", 0, 0, G_OPTION_ARG_FILENAME, &o->log,
          "A line for each packet: time (s), sequence number, bytes, marker",
        "FILE"},
    {"version", 0, 0, G_OPTION_ARG_NONE, &raw->version,
        "Print the version", NULL},
    {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_STRING_ARRAY, &raw->rest, NULL,
        "[SENDER] PORT"},
    {NULL, 0, 0, 0, NULL, NULL, NULL}
  };
  GOptionContext *context = g_option_context_new
      ("- receiver of scream-bw-test-tx");

  g_option_context_add_main_entries (context, entries, NULL);
  g_option_context_set_summary (context,
      "Feedback goes to the source address of the media. With SENDER, an address, "
      "datagrams\nof one byte go there until media arrives, which opens a NAT "
      "or firewall in front of this\nmachine. Options may also be written with "
      "one dash, as in \"-ackdiff 8\".");
  g_option_context_set_description (context,
      "Examples:\n"
      "  scream-bw-test-rx 5004\n"
      "  scream-bw-test-rx -ackdiff 8 --json 192.0.2.7 5004\n"
      "\nExit status: 0 done, 1 error, 2 wrong options.\n");
  return context;
}

/* Half of what is reported, so that each packet is in two reports. */
static gboolean
take_feedback (BwRxOptions * o, const Raw * raw, GError ** error)
{
  gint ack_packets = raw->ack_packets;

  if (raw->reported < 1 || raw->reported > MAX_REPORTED)
    return bw_parse_fail (error, "-nreported is 1 to %d packets", MAX_REPORTED);
  if (ack_packets == UNSET)
    ack_packets = CLAMP (raw->reported / 2, 1, DEFAULT_ACK_PACKETS);
  if (ack_packets < 1 || ack_packets > MAX_ACK_PACKETS)
    return bw_parse_fail (error, "-ackdiff is 1 to %d packets",
        MAX_ACK_PACKETS);
  o->ack_packets = (guint) ack_packets;
  o->reported = (guint) raw->reported;
  return TRUE;
}

static gboolean
take (BwRxOptions * o, const Raw * raw, GError ** error)
{
  guint n = raw->rest != NULL ? g_strv_length (raw->rest) : 0;

  if (!take_feedback (o, raw, error))
    return FALSE;
  if (!bw_parse_number ("time", raw->time, 0, BW_MAX_SECONDS, "seconds",
          &o->seconds, error)
      || !bw_parse_number ("idle", raw->idle, 0, BW_MAX_SECONDS, "seconds",
          &o->idle_seconds, error))
    return FALSE;
  if (n < 1 || n > 2)
    return bw_parse_fail (error, "give the port, for example 5004");
  if (n == 2)
    o->sender = g_strdup (raw->rest[0]);
  return bw_parse_port (raw->rest[n - 1], &o->port, error);
}

static void
parse (BwRxOptions * o, Raw * raw, gchar *** args, GError ** error)
{
  GOptionContext *context = new_context (o, raw);

  if (g_option_context_parse_strv (context, args, error) && !raw->version
      && bw_parse_compat (raw->compat, &o->compat, error))
    take (o, raw, error);
  g_option_context_free (context);
}

BwParse
bw_rx_options_parse (BwRxOptions * options, gchar ** argv)
{
  GPtrArray *notes = g_ptr_array_new_with_free_func (g_free);
  GError *error = NULL;
  gchar **args = bw_args_normalise (argv, familiar, notes, &error);
  Raw raw = { UNSET, DEFAULT_REPORTED, NULL, NULL, NULL, FALSE, NULL };
  BwParse result;

  memset (options, 0, sizeof (*options));
  if (args != NULL)
    parse (options, &raw, &args, &error);
  result = bw_parse_finish ("scream-bw-test-rx", notes, raw.version, error);
  g_free (raw.time);
  g_free (raw.compat);
  g_strfreev (raw.rest);
  g_strfreev (args);
  g_ptr_array_unref (notes);
  g_clear_error (&error);
  return result;
}

void
bw_rx_options_clear (BwRxOptions * options)
{
  g_free (options->sender);
  g_free (options->interface);
  g_free (options->log);
  memset (options, 0, sizeof (*options));
}
