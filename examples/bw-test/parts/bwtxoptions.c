/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "bwtxoptions.h"
#include "bwargs.h"
#include "bwparse.h"

#include <string.h>

#include <gst/rtpcc/control/rtpcc-controllers.h>
#include <gst/rtpcc/control/rtpcc-params.h>

/* Defaults of the SCReAM BW test tool, kbit/s. */
#define DEFAULT_MIN_KBPS 1000
#define DEFAULT_MAX_KBPS 500000
#define DEFAULT_MTU 1200
#define DEFAULT_FPS 50

/* s; more than any queue of a path that a controller can do something about */
#define MAX_DELAY_TARGET 10

/* What fits into a UDP datagram over IPv4, behind 12 bytes of RTP. */
#define MAX_MTU (65535 - 20 - 8 - 12)

/* The options that are parameters of the controller. */
enum
{
  SCALE,
  PACE_HEADROOM,
  WINDOW_HEADROOM,
  IN_FLIGHT_HEADROOM,
  MUL_INCREASE,
  N_PARAMS
};

static const struct
{
  const gchar *option;
  const gchar *names[2];        /* of docs/research/algorithms/scream-tables.md */
} params[N_PARAMS] = {
  {"scale", {"beta-loss", "beta-ecn"}},
  {"paceheadroom", {"packet-pacing-headroom", NULL}},
  {"maxwindowheadroom", {"ref-wnd-overhead-max", NULL}},
  {"inflightheadroom", {"bytes-in-flight-head-room", NULL}},
  {"mulincrease", {"mul-increase-factor", NULL}}
};

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
  {"sierralog", 1, NULL},
  {"ntp", 0, NULL},
  {"append", 0, NULL},
  {"itemlist", 0, NULL},
  {"mtu", 1, NULL},
  {"controller", 1, NULL},
  {"compat", 1, NULL},
  {"json", 0, NULL},
  {"nopace", 0, NULL},
  {"rateincrease", 1, NULL},
  {"hysteresis", 1, NULL},
  {"scale", 1, NULL},
  {"paceheadroom", 1, NULL},
  {"maxwindowheadroom", 1, NULL},
  {"inflightheadroom", 1, NULL},
  {"mulincrease", 1, NULL},
  {"dscale", 1, "it is a gain of SCReAM v1's reaction to delay, which v2 does "
        "not have; -delaytarget moves that of v2"},
  {"nodelaycc", 0, "-delaytarget 1 lets the queue be so long that losses come "
        "first"},
  {"adaptivepaceheadroom", 1,
      "-paceheadroom is that of all frames, large or small"},
  {"relaxedpacing", 0, "it is never on"},
  {"minpktsinflight", 1, "the packets have one size, that of -mtu"},
  {"microburstinterval", 1, "bursts are 1 ms"},
  {"clockdrift", 0, "clock drift is always compensated"},
  {"reordertime", 1, "it adapts by itself"},
  {"detailed", 0, "the log has a line for each feedback packet, and "
        "scream-bw-test-rx --log one for each packet"},
  {"txrxlog", 1, "scream-bw-test-rx --log has the arrival times"},
  {NULL, 0, NULL}
};

/* What GOption fills in before it is read: GOption itself takes "nan" for a
 * number. */
typedef struct
{
  gchar *initrate, *minrate, *maxrate, *fixedrate;
  gchar *rand, *fps, *time, *delaytarget;
  gchar *key, *burst, *mtu, *compat;
  gchar *hysteresis, *rateincrease, *params[N_PARAMS];
  gboolean version;
  gchar **rest;
} Raw;

static void
fill_entries (GOptionEntry * entries, BwTxOptions * o, Raw * raw)
{
  const GOptionEntry all[] = {
    {"initrate", 0, 0, G_OPTION_ARG_STRING, &raw->initrate,
        "Bitrate of the media at the start (kbit/s; default: minrate)", "KBPS"},
    {"minrate", 0, 0, G_OPTION_ARG_STRING, &raw->minrate,
        "Lowest bitrate of the media (kbit/s; default: 1000)", "KBPS"},
    {"maxrate", 0, 0, G_OPTION_ARG_STRING, &raw->maxrate,
        "Highest bitrate of the media (kbit/s; default: 500000)", "KBPS"},
    {"fixedrate", 0, 0, G_OPTION_ARG_STRING, &raw->fixedrate,
        "The source does not adapt: this bitrate (kbit/s)", "KBPS"},
    {"pushtraffic", 0, 0, G_OPTION_ARG_NONE, &o->push,
        "With -fixedrate: no congestion control, needs no feedback", NULL},
    {"controller", 0, 0, G_OPTION_ARG_STRING, &o->controller,
          "Algorithm: scream (default), scream-v1, nada, gcc, fixed, ...",
        "NAME"},
    {"delaytarget", 0, 0, G_OPTION_ARG_STRING, &raw->delaytarget,
        "Target queue delay of the controller (s; default: its own)", "S"},
    {"scale", 0, 0, G_OPTION_ARG_STRING, &raw->params[SCALE],
        "Least remaining part of the window after a loss or CE (default: the "
          "controller's)", "PART"},
    {"mulincrease", 0, 0, G_OPTION_ARG_STRING, &raw->params[MUL_INCREASE],
          "Multiplicative increase in an RTT (default: the controller's)",
        "PART"},
    {"inflightheadroom", 0, 0, G_OPTION_ARG_STRING,
          &raw->params[IN_FLIGHT_HEADROOM],
          "Limit of the window, in bytes in flight (default: the controller's)",
        "TIMES"},
    {"maxwindowheadroom", 0, 0, G_OPTION_ARG_STRING,
          &raw->params[WINDOW_HEADROOM],
          "Limit of the bytes in flight, in windows (default: the controller's)",
        "TIMES"},
    {"paceheadroom", 0, 0, G_OPTION_ARG_STRING, &raw->params[PACE_HEADROOM],
          "Limit of the pacing rate, in targets (default: the controller's)",
        "TIMES"},
    {"nopace", 0, 0, G_OPTION_ARG_NONE, &o->no_pace,
        "Send as soon as the window has room", NULL},
    {"rateincrease", 0, 0, G_OPTION_ARG_STRING, &raw->rateincrease,
          "Largest rise of the source in a second (kbit/s; default: 0, any)",
        "KBPS"},
    {"hysteresis", 0, 0, G_OPTION_ARG_STRING, &raw->hysteresis,
        "The source ignores changes of less than +PART and -PART/4 "
          "(default: 0)", "PART"},
    {"ect", 0, 0, G_OPTION_ARG_INT, &o->ect,
        "Mark packets ECT(0) or ECT(1): 0, 1; -1 for not-ECT (default)", "N"},
    {"fps", 0, 0, G_OPTION_ARG_STRING, &raw->fps,
        "Frames each second (default: 50)", "FPS"},
    {"key", 0, 0, G_OPTION_ARG_STRING, &raw->key,
        "Key frame interval (s) and size (mean frames): -key 2.0 5.0", "I M"},
    {"rand", 0, 0, G_OPTION_ARG_STRING, &raw->rand,
        "Random variation of frame sizes, up and down (%)", "PERCENT"},
    {"burst", 0, 0, G_OPTION_ARG_STRING, &raw->burst,
        "Times with and without media (s): -burst 1.0 0.2", "A B"},
    {"mtu", 0, 0, G_OPTION_ARG_STRING, &raw->mtu,
          "Largest RTP payload (bytes; default: 1200; of a list the largest)",
        "BYTES"},
    {"time", 0, 0, G_OPTION_ARG_STRING, &raw->time,
        "Length of the run (s; default: until Ctrl-C)", "S"},
    {"if", 0, 0, G_OPTION_ARG_STRING, &o->interface,
        "Send over this network interface (may need root)", "NAME"},
    {"ipv6", 0, 0, G_OPTION_ARG_NONE, &o->ipv6,
        "Use the IPv6 address of a host name", NULL},
    {"compat", 0, 0, G_OPTION_ARG_STRING, &raw->compat,
        "auto (default), none, or original: send from the port PORT, for an "
          "original receiver that was started with an address", "HOW"},
    {"verbose", 0, 0, G_OPTION_ARG_NONE, &o->verbose, "Line each 0.2 s", NULL},
    {"nosummary", 0, 0, G_OPTION_ARG_NONE, &o->no_summary,
        "No line each 2 s", NULL},
    {"json", 0, 0, G_OPTION_ARG_NONE, &o->json,
        "Output is JSON, one object a line", NULL},
    {"log", 0, 0, G_OPTION_ARG_FILENAME, &o->log,
        "A line for each feedback packet, 13 columns", "FILE"},
    {"itemlist", 0, 0, G_OPTION_ARG_NONE, &o->item_list,
        "The log has 20 columns, and their names in its first line", NULL},
    {"sierralog", 0, 0, G_OPTION_ARG_FILENAME, &o->side_log,
        "With -itemlist: the log has further columns of FILE, which grows by "
          "lines \"TIME NAME=VALUE ...\", of a modem or GPS for example (TIME: s "
          "since 1970, or since the start)", "FILE"},
    {"append", 0, 0, G_OPTION_ARG_NONE, &o->append, "Append to the log", NULL},
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
#define MAX_ENTRIES 48

static void
set_description (GOptionContext * context)
{
  gchar *obsolete = bw_args_obsolete (familiar);
  gchar *description = g_strconcat ("Examples:\n"
      "  On the other machine:      scream-bw-test-rx 5004\n"
      "  Capacity of the path:      scream-bw-test-tx 192.0.2.1 5004\n"
      "  At most 20 Mbit/s, 30 s:   scream-bw-test-tx -maxrate 20000 -time 30 "
      "192.0.2.1 5004\n"
      "  Frames of a camera:        scream-bw-test-tx -fps 30 -key 2 5 -rand 20 "
      "192.0.2.1 5004\n"
      "  Log for scream-plot:       scream-bw-test-tx -log run.csv -itemlist "
      "192.0.2.1 5004\n"
      "\nBitrates are kbit/s of media: RTP payload without headers. "
      "Exit status: 0 done,\n1 could not run, 2 wrong options.\n"
      "\nOptions of the SCReAM BW test tool without effect:\n", obsolete,
      NULL);

  g_option_context_set_description (context, description);
  g_free (description);
  g_free (obsolete);
}

static GOptionContext *
new_context (BwTxOptions * o, Raw * raw)
{
  GOptionContext *context = g_option_context_new
      ("- capacity of a path for a congestion-controlled video stream");
  GOptionEntry entries[MAX_ENTRIES];

  fill_entries (entries, o, raw);
  g_option_context_add_main_entries (context, entries, NULL);
  g_option_context_set_summary (context,
      "Sends synthetic RTP video to scream-bw-test-rx, at the capacity of the "
      "network, and\nprints its rate. Options may also be written with one "
      "dash, as in \"-maxrate 20000\".");
  set_description (context);
  return context;
}

static gboolean
take_pair (const gchar * text, const gchar * name, gdouble * values,
    GError ** error)
{
  if (text == NULL)
    return TRUE;
  if (bw_args_numbers (text, values, 2) && values[0] > 0 && values[1] >= 0
      && values[0] <= BW_MAX_SECONDS && values[1] <= BW_MAX_SECONDS)
    return TRUE;
  return bw_parse_fail (error, "-%s needs two numbers up to %d, not \"%s\"",
      name, BW_MAX_SECONDS, text);
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

/* Nothing and 0: @value stays. */
static gboolean
take_rate (const gchar * name, const gchar * text, gdouble * value,
    GError ** error)
{
  gdouble rate = 0;

  if (!bw_parse_number (name, text, 0, BW_MAX_KBPS, "kbit/s", &rate, error))
    return FALSE;
  if (rate > 0 && rate < 1)
    return bw_parse_fail (error, "-%s is 1 kbit/s or more, not \"%s\"", name,
        text);
  if (rate > 0)
    *value = rate;
  return TRUE;
}

static gboolean
take_rates (BwTxOptions * o, const Raw * raw, GError ** error)
{
  gdouble max = DEFAULT_MAX_KBPS, min, first, fixed = 0;

  if (!take_rate ("maxrate", raw->maxrate, &max, error))
    return FALSE;
  min = MIN (DEFAULT_MIN_KBPS, max);
  if (!take_rate ("minrate", raw->minrate, &min, error))
    return FALSE;
  first = min;
  if (!take_rate ("initrate", raw->initrate, &first, error)
      || !take_rate ("fixedrate", raw->fixedrate, &fixed, error))
    return FALSE;
  if (fixed > 0) {
    max = first = fixed;
    min = MIN (min, max);
  }
  if (min > max)
    return bw_parse_fail (error, "-minrate (%g) is above -maxrate (%g)", min,
        max);
  if (o->push && fixed == 0)
    return bw_parse_fail (error, "-pushtraffic needs -fixedrate");

  o->min_rate = (guint64) (min * 1000);
  o->max_rate = (guint64) (max * 1000);
  o->initial_rate = (guint64) (CLAMP (first, min, max) * 1000);
  o->fixed_rate = (guint64) (fixed * 1000);
  return TRUE;
}

/* @text has to be a number, and nothing behind it. @ops: NULL, and screamtx judges. */
static gboolean
take_param (GString * all, const RtpCcOps * ops, guint n, const gchar * text,
    GError ** error)
{
  gdouble values[RTP_CC_PARAMS_MAX], number;
  gchar why[RTP_CC_PARAMS_ERROR_SIZE];
  guint i;

  if (!bw_args_numbers (text, &number, 1))
    return bw_parse_fail (error, "-%s needs a number, not \"%s\"",
        params[n].option, text);
  for (i = 0; i < G_N_ELEMENTS (params[n].names)
      && params[n].names[i] != NULL; i++) {
    gchar *setting = g_strconcat (params[n].names[i], "=", text, NULL);
    gboolean ok = ops == NULL || rtp_cc_params_read (ops, setting, values, why);

    g_string_append_printf (all, "%s%s", all->len > 0 ? "," : "", setting);
    g_free (setting);
    if (!ok)
      return bw_parse_fail (error, "-%s: %s", params[n].option, why);
  }
  return TRUE;
}

/* That of a plugin is known later; with -pushtraffic there is none. */
static gboolean
take_params (BwTxOptions * o, const Raw * raw, GError ** error)
{
  const gchar *name = o->push || o->controller == NULL ? "scream"
      : o->controller;
  const RtpCcOps *ops = rtp_cc_find (name);
  GString *all = g_string_new (NULL);
  gboolean ok = TRUE;
  guint i;

  for (i = 0; ok && i < N_PARAMS; i++) {
    if (raw->params[i] != NULL)
      ok = take_param (all, ops, i, raw->params[i], error);
  }
  ok = ok && all->len > 0 && !o->push;
  o->params = g_string_free (all, !ok);
  return *error == NULL;
}

static gboolean
take_numbers (BwTxOptions * o, const Raw * raw, GError ** error)
{
  gdouble percent = 0, increase = 0;

  if (!bw_parse_number ("rand", raw->rand, 0, 100, "%", &percent, error)
      || !bw_parse_number ("fps", raw->fps, 1, 1000, "frames a second",
          &o->frame_rate, error)
      || !bw_parse_number ("time", raw->time, 0, BW_MAX_SECONDS, "seconds",
          &o->seconds, error)
      || !bw_parse_number ("delaytarget", raw->delaytarget, 0,
          MAX_DELAY_TARGET, "seconds", &o->delay_target, error)
      || !bw_parse_number ("hysteresis", raw->hysteresis, 0, 1, "of the rate",
          &o->hysteresis, error)
      || !bw_parse_number ("rateincrease", raw->rateincrease, 0, BW_MAX_KBPS,
          "kbit/s in a second", &increase, error))
    return FALSE;
  o->rate_increase = (guint64) (increase * 1000);
  o->variation = percent / 100;
  return TRUE;
}

static gboolean
take_source (BwTxOptions * o, const Raw * raw, GError ** error)
{
  gdouble key[2] = { 0, 1 };

  if (!take_pair (raw->key, "key", key, error)
      || !take_pair (raw->burst, "burst", o->burst, error)
      || !take_mtu (o, raw->mtu, error))
    return FALSE;
  if (raw->key != NULL && (key[1] < 1 || key[1] > 100))
    return bw_parse_fail (error, "-key: a key frame is 1 to 100 mean frames");
  if (o->ect < -1 || o->ect > 1)
    return bw_parse_fail (error, "-ect is -1, 0 or 1");

  o->key_interval = key[0];
  o->key_factor = key[1];
  return TRUE;
}

static gboolean
take_log (const BwTxOptions * o, GError ** error)
{
  if (o->side_log != NULL && (o->log == NULL || !o->item_list))
    return bw_parse_fail (error, "-sierralog FILE needs -log and -itemlist: "
        "its columns are behind those of the log, and have names");
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
  return take_rates (o, raw, error) && take_numbers (o, raw, error)
      && take_params (o, raw, error) && take_source (o, raw, error)
      && take_log (o, error) && bw_parse_compat (raw->compat, &o->compat, error)
      && take_place (o, raw->rest, error);
}

static void
raw_clear (Raw * raw)
{
  guint i;

  for (i = 0; i < N_PARAMS; i++)
    g_free (raw->params[i]);
  g_free (raw->hysteresis);
  g_free (raw->rateincrease);
  g_free (raw->initrate);
  g_free (raw->minrate);
  g_free (raw->maxrate);
  g_free (raw->fixedrate);
  g_free (raw->rand);
  g_free (raw->fps);
  g_free (raw->time);
  g_free (raw->delaytarget);
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
  g_free (options->params);
  g_free (options->log);
  g_free (options->side_log);
  memset (options, 0, sizeof (*options));
}
