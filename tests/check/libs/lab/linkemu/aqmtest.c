/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* aqmtest.c: see aqmtest.h */
#include <string.h>

#include "aqmtest.h"

#define SIZE 1000

LinkEmuPacket pool[N_PACKETS];
static const LinkEmuLinkView open_view = {.limit_bytes = UINT64_MAX };

LinkEmuAqm *
aqm_new (const LinkEmuAqmOps * ops, gboolean ecn)
{
  LinkEmuConfig config = { 0, };
  LinkEmuAqm *aqm;

  config.seed = 1;
  config.ecn = ecn;
  aqm = linkemu_aqm_new (ops, &config);
  fail_unless (aqm != NULL);
  return aqm;
}

void
aqm_free (LinkEmuAqm * aqm)
{
  while (aqm->ops->remove (aqm) != NULL);
  fail_unless_equals_uint64 (aqm->packets, 0);
  fail_unless_equals_uint64 (aqm->bytes, 0);
  linkemu_aqm_free (aqm);
}

LinkEmuFate
put (LinkEmuAqm * aqm, guint number, guint8 ecn, guint32 flow, gint64 now)
{
  LinkEmuPacket *packet = &pool[number];

  memset (packet, 0, sizeof (*packet));
  packet->packet = GUINT_TO_POINTER (number);
  packet->info.size = SIZE;
  packet->info.ecn = ecn;
  packet->info.flow = flow;
  packet->enqueued = now;
  return aqm->ops->enqueue (aqm, packet, &open_view, now);
}

void
put_many (LinkEmuAqm * aqm, guint start, guint n, guint8 ecn, gint64 now)
{
  for (guint i = 0; i < n; i++)
    fail_unless_equals_int (put (aqm, start + i, ecn, 0, now), LINKEMU_TAKEN);
}

LinkEmuPacket *
get (LinkEmuAqm * aqm, gint64 now)
{
  return aqm->ops->dequeue (aqm, &open_view, now);
}

guint
count_dropped (LinkEmuAqm * aqm)
{
  guint n = 0;

  while (linkemu_fifo_pop (&aqm->dropped) != NULL)
    n++;
  return n;
}
