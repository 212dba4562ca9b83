/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "options.h"
#include "values.h"

#include <string.h>

#define DEFAULT_PRIORITY 10
#define MAX_PRIORITY 99

static const gchar examples[] =
    "Times take ns, us, ms, s (a plain number is ms), rates k, M, G (a plain\n"
    "number is bit/s). Options of the link from a to b have the names of the\n"
    "linkemu element's properties; --back-... (see --help-back) set the return "
    "path,\nwhich by default has the same delay and no limit.\n"
    "\n"
    "Examples:\n"
    "  linkemu-netns add ab\n"
    "  linkemu-tun ab --bitrate 2M --delay 25ms\n"
    "  linkemu-tun ab --schedule 0:2M,20:600k,40:2M --delay 25ms "
    "--log link.csv\n"
    "  linkemu-tun ab --trace Verizon-LTE-short.up --delay 20ms "
    "--duration 60\n"
    "  linkemu-netns exec ab b iperf3 -s -1 &\n"
    "  linkemu-netns exec ab a iperf3 -c 10.91.0.2 -C cubic\n"
    "  linkemu-netns del ab\n"
    "\n"
    "Exit status: 0; 1 error; 2 wrong option; 3 untrustworthy run: packets were "
    "late\n(p99 above 1 ms) or lost outside of the link.";

static gboolean
refuse (GError ** error, const gchar * option, const gchar * text,
    const gchar * wanted)
{
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "%s=%s: %s",
      option, text, wanted);
  return FALSE;
}

static gboolean
take_duration (const gchar * option, const gchar * text, gpointer user_data,
    GError ** error)
{
  TunOptions *options = user_data;

  return tun_value_seconds (text, &options->duration) ||
      refuse (error, option, text, "seconds are expected, as 60 or 1.5");
}

static gboolean
take_priority (const gchar * option, const gchar * text, gpointer user_data,
    GError ** error)
{
  TunOptions *options = user_data;
  guint64 priority;

  if (!tun_value_count (text, MAX_PRIORITY, &priority))
    return refuse (error, option, text, "a number from 0 to 99 is expected");
  options->priority = (gint) priority;
  return TRUE;
}

static GOptionGroup *
run_group (TunOptions * options)
{
  /* Shown by --help, which otherwise has the link's alone. */
  const gint flags = G_OPTION_FLAG_IN_MAIN;
  GOptionEntry entries[] = {
    {"log", 0, flags, G_OPTION_ARG_FILENAME, &options->log,
        "a CSV line for each packet from a to b", "FILE"},
    {"summary", 0, flags, G_OPTION_ARG_FILENAME, &options->summary,
        "statistics and lateness as JSON, at the end", "FILE"},
    {"duration", 0, flags, G_OPTION_ARG_CALLBACK, take_duration,
        "end after this time (default: SIGINT or SIGTERM)", "SECONDS"},
    {"priority", 0, flags, G_OPTION_ARG_CALLBACK, take_priority,
        "priority of SCHED_FIFO, 1...99 (default 10; 0: unchanged)", "NUMBER"},
    {"no-offload", 0, flags, G_OPTION_ARG_NONE, &options->no_offload,
        "one packet in a read or write, for captures", NULL},
    {"version", 0, flags, G_OPTION_ARG_NONE, &options->version,
        "print the version", NULL},
    {NULL}
  };
  GOptionGroup *group = g_option_group_new ("run", "Run", "run", options, NULL);

  g_option_group_add_entries (group, entries);
  return group;
}

static GOptionContext *
new_context (TunOptions * options)
{
  GOptionContext *context = g_option_context_new
      ("NAME - an emulated link between the namespaces NAME-a and NAME-b");
  GOptionGroup *main_group = tun_settings_group (&options->forward, "link", "",
      "the link from a to b");

  g_option_context_set_description (context, examples);
  g_option_context_set_main_group (context, main_group);
  g_option_context_add_group (context, run_group (options));
  g_option_context_add_group (context, tun_settings_group (&options->back,
          "back", "back-", "the link from b to a"));
  return context;
}

static gboolean
is_name (const gchar * text)
{
  return text[0] != '\0' && text[0] != '-' && text[0] != '.' &&
      strspn (text, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_.-") ==
      strlen (text);
}

static gboolean
take_name (TunOptions * options, gchar ** arguments, GError ** error)
{
  const gchar *why = NULL;

  if (arguments[0] == NULL || arguments[1] == NULL)
    why = "name the namespaces: linkemu-tun NAME, after linkemu-netns add NAME";
  else if (arguments[2] != NULL)
    why = "one NAME is expected; values of options follow '=' or a blank";
  else if (!is_name (arguments[1]))
    why = "a NAME has letters, digits, '_', '-' and '.'";
  if (why != NULL) {
    g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED, why);
    return FALSE;
  }
  options->name = g_strdup (arguments[1]);
  return TRUE;
}

static gboolean
finish (TunOptions * options, GError ** error)
{
  if (!options->back.delay_set)
    options->back.config.delay = options->forward.config.delay;
  if (!options->back.seed_set)
    options->back.config.seed = options->forward.config.seed + 1;
  return tun_settings_finish (&options->forward, "", error) &&
      tun_settings_finish (&options->back, "back-", error);
}

gboolean
tun_options_parse (TunOptions * options, gchar ** arguments, GError ** error)
{
  gchar **copy = g_strdupv (arguments);
  GOptionContext *context;
  gboolean parsed;

  memset (options, 0, sizeof (*options));
  options->priority = DEFAULT_PRIORITY;
  tun_settings_init (&options->forward);
  tun_settings_init (&options->back);
  context = new_context (options);
  parsed = g_option_context_parse_strv (context, &copy, error);
  if (parsed && !options->version)
    parsed = take_name (options, copy, error) && finish (options, error);
  g_option_context_free (context);
  g_strfreev (copy);
  return parsed;
}

void
tun_options_clear (TunOptions * options)
{
  tun_settings_clear (&options->forward);
  tun_settings_clear (&options->back);
  g_free (options->name);
  g_free (options->log);
  g_free (options->summary);
}
