/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "bwtxoptions.h"
#include "bwargs.h"
#include "bwparse.h"

#include <math.h>
#include <string.h>

/* Defaults of the SCReAM BW test tool, kbit/s. */
#define DEFAULT_MIN_KBPS 1000
#define DEFAULT_MAX_KBPS 500000
#define DEFAULT_MTU 1200
#define DEFAULT_FPS 50

/* What fits into a UDP datagram over IPv4, behind 12 bytes of RTP. */
#define MAX_MTU (65535 - 20 - 8 - 12)

#define FIXED "the controller has its own value"
#define ADAPTS "it adapts by itself"

static const BwOption familiar[] = {
  {"if", 1, NULL},
  {"ipv6", 0, NULL},
  {"time", 1, NULL},
  {"burst", 2, NULL},
  {"fixedrate", 1, NULL},
  {"pushtraffic", 0, NULL},
  {"key", 2, NULL},
  {"rand", 1, NULL},
  {"initrate", 1, NULL},
  {"minrate", 1, NULL},
  {"maxrate", 1, NULL},
  {"ect", 1, NULL},
  {"delaytarget", 1, NULL},
  {"fps", 1, NULL},
  {"verbose", 0, NULL},
  {"nosummary", 0, NULL},
  {"log", 1, NULL},
  {"ntp", 0, NULL},
  {"append", 0, NULL},
  {"itemlist", 0, NULL},
  {"mtu", 1, NULL},
  {"controller", 1, NULL},
  {"compat", 1, NULL},
  {"json", 0, NULL},
  {"nopace", 0, "packets are always paced, in bursts of 1 ms"},
  {"rateincrease", 1, FIXED},
  {"scale", 1, FIXED},
  {"dscale", 1, FIXED},
  {"paceheadroom", 1, FIXED},
  {"maxwindowheadroom", 1, FIXED},
  {"adaptivepaceheadroom", 1, FIXED},
  {"relaxedpacing", 0, FIXED},
  {"inflightheadroom", 1, FIXED},
  {"mulincrease", 1, FIXED},
  {"minpktsinflight", 1, FIXED},
  {"microburstinterval", 1, "bursts are 1 ms"},
  {"clockdrift", 0, "clock drift is always compensated"},
  {"reordertime", 1, ADAPTS},
  {"hysteresis", 1, "the source follows each change"},
  {"detailed", 0, "the log has a line for each feedback packet, and "
        "scream-bw-test-rx --log one for each packet"},
  {"txrxlog", 1, "scream-bw-test-rx --log has the arrival times"},
  {NULL, 0, NULL}
};

/* What GOption fills in before units are changed. */
typedef struct
{
  gdouble initial_kbps, min_kbps, max_kbps, fixed_kbps;
  gdouble rand_percent;
  gchar *key, *burst, *mtu, *compat;
  gboolean version;
  gchar **rest;
} Raw;

static void
fill_entries (GOptionEntry * entries, BwTxOptions * o, Raw * raw)
{
  const GOptionEntry all[] = {
    {"initrate", 0, 0, G_OPTION_ARG_DOUBLE, &raw->initial_kbps,
        "Bitrate of the media at the start (kbit/s; default: minrate)", "KBPS"},
    {"minrate", 0, 0, G_OPTION_ARG_DOUBLE, &raw->min_kbps,
        "Lowest bitrate of the media (kbit/s; default: 1000)", "KBPS"},
    {"maxrate", 0, 0, G_OPTION_ARG_DOUBLE, &raw->max_kbps,
        "Highest bitrate of the media (kbit/s; default: 500000)", "KBPS"},
    {"fixedrate", 0, 0, G_OPTION_ARG_DOUBLE, &raw->fixed_kbps,
        "The source does not adapt: this bitrate (kbit/s)", "KBPS"},
    {"pushtraffic", 0, 0, G_OPTION_ARG_NONE, &o->push,
        "With -fixedrate: no congestion control, needs no feedback", NULL},
    {"controller", 0, 0, G_OPTION_ARG_STRING, &o->controller,
          "Algorithm: scream (default), scream-v1, nada, gcc, fixed, ...",
        "NAME"},
    {"delaytarget", 0, 0, G_OPTION_ARG_DOUBLE, &o->delay_target,
        "Queue delay that the controller aims at (s; default: its own)", "S"},
    {"ect", 0, 0, G_OPTION_ARG_INT, &o->ect,
        "Mark packets ECT(0) or ECT(1): 0, 1; -1 for not-ECT (default)", "N"},
    {"fps", 0, 0, G_OPTION_ARG_DOUBLE, &o->frame_rate,
        "Frames each second (default: 50)", "FPS"},
    {"key", 0, 0, G_OPTION_ARG_STRING, &raw->key,
        "Key frame interval (s) and size (mean frames): -key 2.0 5.0", "I M"},
    {"rand", 0, 0, G_OPTION_ARG_DOUBLE, &raw->rand_percent,
        "Frame sizes vary by this much up and down (%)", "PERCENT"},
    {"burst", 0, 0, G_OPTION_ARG_STRING, &raw->burst,
        "Media for so long, then none for so long (s): -burst 1.0 0.2", "A B"},
    {"mtu", 0, 0, G_OPTION_ARG_STRING, &raw->mtu,
          "Largest RTP payload (bytes; default: 1200; of a list the largest)",
        "BYTES"},
    {"time", 0, 0, G_OPTION_ARG_DOUBLE, &o->seconds,
        "Run for so long (s; default: until Ctrl-C)", "S"},
    {"if", 0, 0, G_OPTION_ARG_STRING, &o->interface,
        "Send over this network interface (may need root)", "NAME"},
    {"ipv6", 0, 0, G_OPTION_ARG_NONE, &o->ipv6,
        "The host is a name: take its IPv6 address", NULL},
    {"compat", 0, 0, G_OPTION_ARG_STRING, &raw->compat,
        "auto (default), none, or original: from the port PORT, as the "
          "original receiver wants if it is told an address", "HOW"},
    {"verbose", 0, 0, G_OPTION_ARG_NONE, &o->verbose,
        "A line each 0.2 s", NULL},
    {"nosummary", 0, 0, G_OPTION_ARG_NONE, &o->no_summary,
        "No line each 2 s", NULL},
    {"json", 0, 0, G_OPTION_ARG_NONE, &o->json,
        "Output is JSON, one object a line", NULL},
    {"log", 0, 0, G_OPTION_ARG_FILENAME, &o->log,
        "A line for each feedback packet, 13 columns", "FILE"},
    {"itemlist", 0, 0, G_OPTION_ARG_NONE, &o->item_list,
        "The log has 20 columns, and their names in its first line", NULL},
    {"append", 0, 0, G_OPTION_ARG_NONE, &o->append,
        "Append to the log", NULL},
    {"ntp", 0, 0, G_OPTION_ARG_NONE, &o->epoch,
        "Times in the log are since 1970 (s)", NULL},
    {"version", 0, 0, G_OPTION_ARG_NONE, &raw->version,
        "Print the version", NULL},
    {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_STRING_ARRAY, &raw->rest, NULL,
        "HOST PORT"},
    {NULL, 0, 0, 0, NULL, NULL, NULL}
  };

  memcpy (entries, all, sizeof (all));
}

/* Room for the entries above. */
#define MAX_ENTRIES 40

static GOptionContext *
new_context (BwTxOptions * o, Raw * raw)
{
  GOptionContext *context = g_option_context_new
      ("- what a congestion-controlled video stream would get on this path");
  GOptionEntry entries[MAX_ENTRIES];

  fill_entries (entries, o, raw);
  g_option_context_add_main_entries (context, entries, NULL);
  g_option_context_set_summary (context,
      "Sends fake RTP video to scream-bw-test-rx, at the rate that the network "
      "has to give,\nand says what that is. Options may also be written with "
      "one dash, as in \"-maxrate 20000\".");
  g_option_context_set_description (context,
      "Examples:\n"
      "  On the other machine:      scream-bw-test-rx 5004\n"
      "  What does the path carry?  scream-bw-test-tx 192.0.2.1 5004\n"
      "  At most 20 Mbit/s, 30 s:   scream-bw-test-tx -maxrate 20000 -time 30 "
      "192.0.2.1 5004\n"
      "  Frames as of a camera:     scream-bw-test-tx -fps 30 -key 2 5 -rand 20 "
      "192.0.2.1 5004\n"
      "  Log for scream-plot:       scream-bw-test-tx -log run.csv -itemlist "
      "192.0.2.1 5004\n"
      "\nBitrates are kbit/s of media: RTP payload without headers. "
      "Exit status: 0 done,\n1 could not run, 2 wrong options.\n");
  return context;
}

static gboolean
take_pair (const gchar * text, const gchar * name, gdouble * values,
    GError ** error)
{
  if (text == NULL)
    return TRUE;
  if (bw_args_numbers (text, values, 2) && values[0] > 0 && values[1] >= 0)
    return TRUE;
  return bw_parse_fail (error, "-%s needs two numbers, not \"%s\"", name, text);
}

/* The largest of a list. */
static gboolean
take_mtu (BwTxOptions * o, const gchar * text, GError ** error)
{
  const gchar *last = text != NULL ? strrchr (text, ',') : NULL;
  gdouble mtu = DEFAULT_MTU;

  if (text != NULL && (!bw_args_numbers (last != NULL ? last + 1 : text, &mtu,
              1) || mtu < 64 || mtu > MAX_MTU))
    return bw_parse_fail (error, "-mtu needs 64 to %d bytes, not \"%s\"",
        MAX_MTU, text);
  o->mtu = (guint) mtu;
  return TRUE;
}

static gboolean
take_rates (BwTxOptions * o, Raw * raw, GError ** error)
{
  gdouble max = raw->max_kbps > 0 ? raw->max_kbps : DEFAULT_MAX_KBPS;
  gdouble min = raw->min_kbps > 0 ? raw->min_kbps : MIN (DEFAULT_MIN_KBPS, max);
  gdouble first = raw->initial_kbps > 0 ? raw->initial_kbps : min;

  if (raw->fixed_kbps > 0) {
    max = first = raw->fixed_kbps;
    min = MIN (min, max);
  }
  if (raw->min_kbps < 0 || raw->max_kbps < 0 || raw->initial_kbps < 0
      || raw->fixed_kbps < 0 || !(max <= BW_MAX_KBPS))
    return bw_parse_fail (error, "bitrates are 1 to %d kbit/s", BW_MAX_KBPS);
  if (min > max)
    return bw_parse_fail (error, "-minrate (%g) is above -maxrate (%g)", min,
        max);
  if (o->push && raw->fixed_kbps == 0)
    return bw_parse_fail (error, "-pushtraffic needs -fixedrate");

  o->min_rate = (guint64) (min * 1000);
  o->max_rate = (guint64) (max * 1000);
  o->initial_rate = (guint64) (CLAMP (first, min, max) * 1000);
  o->fixed_rate = (guint64) (raw->fixed_kbps * 1000);
  return TRUE;
}

static gboolean
take_source (BwTxOptions * o, Raw * raw, GError ** error)
{
  gdouble key[2] = { 0, 1 };

  if (!take_pair (raw->key, "key", key, error)
      || !take_pair (raw->burst, "burst", o->burst, error)
      || !take_mtu (o, raw->mtu, error))
    return FALSE;
  if (raw->key != NULL && key[1] < 1)
    return bw_parse_fail (error, "-key: a key frame is 1 mean frame or more");
  if (!(raw->rand_percent >= 0 && raw->rand_percent <= 100))
    return bw_parse_fail (error, "-rand is 0 to 100 %%");
  if (!(o->frame_rate >= 1 && o->frame_rate <= 1000))
    return bw_parse_fail (error, "-fps is 1 to 1000 frames a second");
  if (!(o->seconds >= 0) || !(o->delay_target >= 0 && o->delay_target < 10))
    return bw_parse_fail (error, "times are 0 or more seconds, -delaytarget "
        "less than 10");
  if (o->ect < -1 || o->ect > 1)
    return bw_parse_fail (error, "-ect is -1, 0 or 1");

  o->key_interval = key[0];
  o->key_factor = key[1];
  o->variation = raw->rand_percent / 100;
  return TRUE;
}

static gboolean
take_place (BwTxOptions * o, gchar ** rest, GError ** error)
{
  if (rest == NULL || g_strv_length (rest) != 2)
    return bw_parse_fail (error, "give the host and the port of the receiver, "
        "for example 192.0.2.1 5004");
  o->host = g_strdup (rest[0]);
  return bw_parse_port (rest[1], &o->port, error);
}

static gboolean
parse (BwTxOptions * o, Raw * raw, gchar *** args, GError ** error)
{
  GOptionContext *context = new_context (o, raw);
  gboolean ok = g_option_context_parse_strv (context, args, error);

  g_option_context_free (context);
  if (!ok || raw->version)
    return ok;
  return take_rates (o, raw, error) && take_source (o, raw, error)
      && bw_parse_compat (raw->compat, &o->compat, error)
      && take_place (o, raw->rest, error);
}

static void
raw_clear (Raw * raw)
{
  g_free (raw->key);
  g_free (raw->burst);
  g_free (raw->mtu);
  g_free (raw->compat);
  g_strfreev (raw->rest);
}

BwParse
bw_tx_options_parse (BwTxOptions * options, gchar ** argv)
{
  GPtrArray *notes = g_ptr_array_new_with_free_func (g_free);
  GError *error = NULL;
  gchar **args = bw_args_normalise (argv, familiar, notes, &error);
  Raw raw = { 0, };
  BwParse result;

  memset (options, 0, sizeof (*options));
  options->frame_rate = DEFAULT_FPS;
  options->ect = -1;
  if (args != NULL)
    parse (options, &raw, &args, &error);
  result = bw_parse_finish ("scream-bw-test-tx", notes, raw.version, error);
  if (options->controller == NULL)
    options->controller = g_strdup (options->push ? "fixed" : "scream");
  raw_clear (&raw);
  g_strfreev (args);
  g_ptr_array_unref (notes);
  g_clear_error (&error);
  return result;
}

void
bw_tx_options_clear (BwTxOptions * options)
{
  g_free (options->host);
  g_free (options->interface);
  g_free (options->controller);
  g_free (options->log);
  memset (options, 0, sizeof (*options));
}
