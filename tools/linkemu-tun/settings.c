/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "settings.h"
#include "values.h"

#include <string.h>

#define NS_PER_MS G_GINT64_CONSTANT (1000000)
/* RFC 8868: nominal size of a drop-tail queue; the element's default as well */
#define DEFAULT_QUEUE_LIMIT (300 * NS_PER_MS)

typedef enum
{
  RATE,
  TEXT,
  TIME,
  FRACTION,
  COUNT,
  COUNT32,
  FLAG,
} Kind;

typedef struct
{
  const gchar *name;            /* as the element's property */
  Kind kind;
  gsize offset;                 /* in TunSettings */
  const gchar *argument, *help;
} Setting;

#define OF(member) G_STRUCT_OFFSET (TunSettings, member)

static const Setting settings_table[] = {
  {"bitrate", RATE, OF (bitrate), "RATE",
      "capacity, bit/s with k, M or G (default 0: unlimited)"},
  {"schedule", TEXT, OF (schedule), "STEPS",
      "capacity over time, SECONDS:RATE,... as 0:2M,20:600k"},
  {"trace", TEXT, OF (trace), "FILE", "capacity over time in Mahimahi format"},
  {"delay", TIME, OF (config.delay), "TIME",
      "propagation, one way, as 25ms (default 0)"},
  {"jitter", TIME, OF (config.jitter), "TIME",
      "standard deviation of the added delay (default 0)"},
  {"jitter-reorder", FLAG, OF (config.jitter_reorders), NULL,
      "let jitter reorder packets"},
  {"delivery-interval", TIME, OF (config.delivery_interval), "TIME",
      "interval at which packets arrive together, as 20ms (default 0: none)"},
  {"loss", FRACTION, OF (config.loss), "FRACTION",
      "probability of random loss, 0...1 (default 0)"},
  {"ge-p", FRACTION, OF (config.ge_p), "FRACTION",
      "Gilbert-Elliott: probability good to bad (default 0)"},
  {"ge-r", FRACTION, OF (config.ge_r), "FRACTION",
      "... bad to good (default 1)"},
  {"ge-loss-good", FRACTION, OF (config.ge_loss_good), "FRACTION",
      "... of loss in the good state (default 0)"},
  {"ge-loss-bad", FRACTION, OF (config.ge_loss_bad), "FRACTION",
      "... of loss in the bad state (default 1)"},
  {"queue-limit-time", TIME, OF (config.queue_limit_time), "TIME",
      "queue limit as time at the link's rate (default 300ms, 0: none)"},
  {"queue-limit-bytes", COUNT, OF (config.queue_limit_bytes), "BYTES",
      "queue limit (default 0: none)"},
  {"overhead", COUNT32, OF (config.overhead), "BYTES",
      "added to the size of each IP packet (default 0)"},
  {"aqm", TEXT, OF (aqm), "NAME", "droptail (default), codel, pie or dualpi2"},
  {"ecn", FLAG, OF (config.ecn), NULL,
      "mark ECN-capable packets instead of dropping (codel, pie)"},
  {"flow-queueing", FLAG, OF (config.fq), NULL,
      "a queue for each flow (not with dualpi2)"},
  {"target", TIME, OF (config.target), "TIME",
      "target queue delay of the AQM (default: its RFC's)"},
  {"interval", TIME, OF (config.interval), "TIME",
      "codel's interval (default 100ms)"},
  {"step-threshold", TIME, OF (config.step_threshold), "TIME",
      "dualpi2: delay at which L4S is marked (default: a ramp)"},
  {"seed", COUNT, OF (config.seed), "NUMBER",
      "seed of random numbers (default 1; return path: one more)"},
};

/* What an option's value should have been. */
static const gchar *
wanted (Kind kind)
{
  switch (kind) {
    case RATE:
      return "a rate is expected, bit/s with or without k, M or G, as 2.5M, "
          "at most 1000G";
    case TIME:
      return "a time is expected, as 25ms (units ns, us, ms, s; a plain "
          "number is ms), at most 60s";
    case FRACTION:
      return "a fraction from 0 to 1 is expected, as 0.01";
    case COUNT:
      return "a whole number is expected";
    case COUNT32:
      return "a whole number is expected, at most 65535";
    default:
      return "true or false is expected; NAME goes before it, or has another "
          "option in between";
  }
}

static gboolean
set_count32 (const gchar * text, guint32 * value)
{
  guint64 count;

  if (!tun_value_count (text, G_MAXUINT16, &count))
    return FALSE;
  *value = (guint32) count;
  return TRUE;
}

static gboolean
set_flag (const gchar * text, bool *value)
{
  gboolean flag;

  if (!tun_value_flag (text, &flag))
    return FALSE;
  *value = flag;
  return TRUE;
}

static gboolean
set_text (const gchar * text, gchar ** value)
{
  g_free (*value);
  *value = g_strdup (text);
  return TRUE;
}

static gboolean
set_value (const Setting * setting, const gchar * text, TunSettings * settings)
{
  gpointer value = G_STRUCT_MEMBER_P (settings, setting->offset);

  switch (setting->kind) {
    case RATE:
      return tun_value_rate (text, value);
    case TIME:
      return tun_value_time (text, value);
    case FRACTION:
      return tun_value_fraction (text, value);
    case COUNT:
      return tun_value_count (text, G_MAXUINT64, value);
    case COUNT32:
      return set_count32 (text, value);
    case FLAG:
      return set_flag (text, value);
    default:
      return set_text (text, value);
  }
}

static const Setting *
find_setting (const gchar * option)
{
  const gchar *name = option + strlen ("--");

  if (g_str_has_prefix (name, "back-"))
    name += strlen ("back-");
  for (guint i = 0; i < G_N_ELEMENTS (settings_table); i++) {
    if (strcmp (settings_table[i].name, name) == 0)
      return &settings_table[i];
  }
  return NULL;
}

static void
note_what_is_set (const Setting * setting, TunSettings * settings)
{
  settings->bitrate_set |= setting->offset == OF (bitrate);
  settings->delay_set |= setting->offset == OF (config.delay);
  settings->seed_set |= setting->offset == OF (config.seed);
}

static gboolean
take_option (const gchar * option, const gchar * text, gpointer user_data,
    GError ** error)
{
  const Setting *setting = find_setting (option);

  if (!set_value (setting, text, user_data)) {
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "%s=%s: %s",
        option, text, wanted (setting->kind));
    return FALSE;
  }
  note_what_is_set (setting, user_data);
  return TRUE;
}

GOptionGroup *
tun_settings_group (TunSettings * settings, const gchar * name,
    const gchar * prefix, const gchar * description)
{
  GOptionGroup *group =
      g_option_group_new (name, description, description, settings, NULL);
  guint n = G_N_ELEMENTS (settings_table);
  GOptionEntry *entries = g_new0 (GOptionEntry, n + 1);

  for (guint i = 0; i < n; i++) {
    const Setting *setting = &settings_table[i];
    gchar *option = g_strconcat (prefix, setting->name, NULL);

    /* GLib keeps the pointer and does not free it. */
    entries[i].long_name = g_intern_string (option);
    entries[i].flags = setting->kind == FLAG ? G_OPTION_FLAG_OPTIONAL_ARG : 0;
    entries[i].arg = G_OPTION_ARG_CALLBACK;
    entries[i].arg_data = take_option;
    entries[i].description = setting->help;
    entries[i].arg_description =
        setting->kind == FLAG ? "true|false" : setting->argument;
    g_free (option);
  }
  g_option_group_add_entries (group, entries);
  g_free (entries);
  return group;
}

void
tun_settings_init (TunSettings * settings)
{
  memset (settings, 0, sizeof (*settings));
  settings->config.ge_r = 1;
  settings->config.ge_loss_bad = 1;
  settings->config.queue_limit_time = DEFAULT_QUEUE_LIMIT;
  settings->config.seed = 1;
}

void
tun_settings_clear (TunSettings * settings)
{
  linkemu_rate_free (settings->config.rate);
  g_free (settings->schedule);
  g_free (settings->trace);
  g_free (settings->aqm);
  memset (settings, 0, sizeof (*settings));
}

static gboolean
refuse (GError ** error, const gchar * prefix, const gchar * option,
    const gchar * message)
{
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "--%s%s: %s",
      prefix, option, message);
  return FALSE;
}

static gboolean
make_rate (TunSettings * settings, const gchar * prefix, GError ** error)
{
  gchar message[LINKEMU_ERROR_SIZE];
  LinkEmuConfig *config = &settings->config;

  if (settings->schedule != NULL) {
    config->rate = linkemu_rate_schedule (settings->schedule, message);
    return config->rate != NULL || refuse (error, prefix, "schedule", message);
  }
  if (settings->trace != NULL) {
    config->rate = linkemu_rate_trace (settings->trace, message);
    return config->rate != NULL || refuse (error, prefix, "trace", message);
  }
  config->rate = linkemu_rate_constant (settings->bitrate);
  return config->rate != NULL || refuse (error, prefix, "bitrate", "no memory");
}

gboolean
tun_settings_finish (TunSettings * settings, const gchar * prefix,
    GError ** error)
{
  gchar message[LINKEMU_ERROR_SIZE];

  settings->config.aqm = settings->aqm;
  if (!linkemu_config_is_valid (&settings->config, message))
    return refuse (error, prefix, "aqm", message);
  if (settings->bitrate_set + (settings->schedule != NULL) +
      (settings->trace != NULL) > 1) {
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
        "give only one of --%sbitrate, --%sschedule and --%strace", prefix,
        prefix, prefix);
    return FALSE;
  }
  return make_rate (settings, prefix, error);
}
