/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* aqmtest.h: packets into an AQM and out of it */
#ifndef AQMTEST_H
#define AQMTEST_H

#include <gst/check/gstcheck.h>
#include <gst/lab/linkemu/linkemu-aqm.h>

/* Not zero and not a whole ms: code that takes 0 for "unset" must fail here. */
#define T0 (G_GINT64_CONSTANT (1234567) * GST_USECOND + 89)
#define MS ((gint64) GST_MSECOND)

/* The most that a test of one AQM keeps inside */
#define N_PACKETS 4000

extern LinkEmuPacket pool[N_PACKETS];

LinkEmuAqm *aqm_new (const LinkEmuAqmOps * ops, gboolean ecn);
void aqm_free (LinkEmuAqm * aqm);
LinkEmuFate put (LinkEmuAqm * aqm, guint number, guint8 ecn, guint32 flow,
    gint64 now);

/* Packets start...start + n - 1 */
void put_many (LinkEmuAqm * aqm, guint start, guint n, guint8 ecn, gint64 now);

LinkEmuPacket *get (LinkEmuAqm * aqm, gint64 now);
guint count_dropped (LinkEmuAqm * aqm);

#endif /* AQMTEST_H */
