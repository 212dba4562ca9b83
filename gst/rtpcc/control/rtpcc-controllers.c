/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-controllers.c: the list of controllers */
#include "rtpcc-controllers-private.h"

#include <string.h>
#include "gst/rtpcc/rtpcc-private.h"

const RtpCcOps *const rtp_cc_all[] = {
  &rtp_cc_scream_ops,
  &rtp_cc_scream_draft_ops,
  &rtp_cc_screamv1_ops,
  &rtp_cc_nada_ops,
  &rtp_cc_gcc_ops,
  &rtp_cc_gcc_draft02_ops,
  &rtp_cc_gcc_remb_ops,
  &rtp_cc_fixed_ops,
  NULL
};

const RtpCcOps *
rtp_cc_nth (size_t n)
{
  const size_t end = sizeof (rtp_cc_all) / sizeof (rtp_cc_all[0]);

  return n < end ? rtp_cc_all[n] : NULL;
}

const RtpCcOps *
rtp_cc_find (const char *name)
{
  for (size_t i = 0; rtp_cc_all[i] != NULL; i++) {
    if (strcmp (rtp_cc_all[i]->name, name) == 0)
      return rtp_cc_all[i];
  }
  return NULL;
}
