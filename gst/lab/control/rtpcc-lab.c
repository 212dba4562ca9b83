/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-lab.c: the list of controllers for research */
#include "rtpcc-lab.h"

#include <string.h>

#include "gst/rtpcc/control/rtpcc-controllers.h"

/* One line for each, in the order in which they are documented. */
#define CONTROLLERS \
  CONTROLLER (rtp_cc_scream_draft_ops) \
  CONTROLLER (rtp_cc_screamv1_ops) \
  CONTROLLER (rtp_cc_nada_ops) \
  CONTROLLER (rtp_cc_gcc_ops) \
  CONTROLLER (rtp_cc_gcc_remb_ops) \
  CONTROLLER (rtp_cc_fixed_ops)

#define CONTROLLER(ops) extern const RtpCcOps ops;
CONTROLLERS
#undef CONTROLLER
#define CONTROLLER(ops) &ops,
static const RtpCcOps *const research[] = { CONTROLLERS NULL };

const RtpCcOps *
rtp_cc_lab_nth (size_t n)
{
  const RtpCcOps *ops;
  size_t i;

  for (i = 0; (ops = rtp_cc_nth (i)) != NULL; i++) {
    if (i == n)
      return ops;
  }
  return n - i < sizeof (research) / sizeof (research[0]) ? research[n - i] :
      NULL;
}

const RtpCcOps *
rtp_cc_lab_find (const char *name)
{
  const RtpCcOps *ops;

  for (size_t i = 0; (ops = rtp_cc_lab_nth (i)) != NULL; i++) {
    if (strcmp (ops->name, name) == 0)
      return ops;
  }
  return NULL;
}
