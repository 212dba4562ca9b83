/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* settings.h: the options that make a link, for either way */
#ifndef LINKEMU_TUN_SETTINGS_H
#define LINKEMU_TUN_SETTINGS_H

#include <gst/lab/linkemu/linkemu.h>

#include <glib.h>

typedef struct
{
  LinkEmuConfig config;         /* without the rate, until finish */
  guint64 bitrate;
  gchar *schedule, *trace;
  gchar *aqm;
  gboolean delay_set, seed_set, bitrate_set;
} TunSettings;

void tun_settings_init (TunSettings * settings);
void tun_settings_clear (TunSettings * settings);
/* A group with all options, each with @prefix; values go to @settings. */
GOptionGroup *tun_settings_group (TunSettings * settings, const gchar * name,
    const gchar * prefix, const gchar * description);
/* Makes the rate; what an option alone could not tell is told here. */
gboolean tun_settings_finish (TunSettings * settings, const gchar * prefix,
    GError ** error);

#endif /* LINKEMU_TUN_SETTINGS_H */
