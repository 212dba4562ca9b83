/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* controls.h: which controller each media flow has, and with which parameters
 *
 *   text      = control *(";" control)          the first flow's, the second's, and again
 *   control   = name [":" setting *("+" setting)]
 *   setting   = as of the element's controller-params: beta-loss=0.8
 */
#ifndef CONTROLS_H
#define CONTROLS_H

#include <string>
#include <vector>

#include <gst/rtpcc/rtpcc.h>

namespace evaluation
{
struct Control
{
  const RtpCcOps *ops;
  std::vector < double > params;        /* of ops, or empty */
};

/* Throws std::invalid_argument that says what is unknown and what is not, or that there
 * are more than @flows. */
std::vector < Control > ParseControls (const std::string & text, size_t flows);
}
#endif
