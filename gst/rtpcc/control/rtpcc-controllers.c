/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-controllers.c: the list of controllers */
#include "rtpcc-controllers.h"

#include <string.h>
#include "gst/rtpcc/rtpcc-private.h"

static const RtpCcOps *const all[] = {
  &rtp_cc_scream_ops,
};

const RtpCcOps *
rtp_cc_nth (size_t n)
{
  return n < sizeof (all) / sizeof (all[0]) ? all[n] : NULL;
}

const RtpCcOps *
rtp_cc_find (const char *name)
{
  for (size_t i = 0; i < sizeof (all) / sizeof (all[0]); i++) {
    if (strcmp (all[i]->name, name) == 0)
      return all[i];
  }
  return NULL;
}
