/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "controls.h"

#include <algorithm>
#include <sstream>
#include <stdexcept>

#include <gst/lab/control/rtpcc-lab.h>
#include <gst/rtpcc/control/rtpcc-params.h>

namespace evaluation
{
static std::string
Controllers ()
{
  std::string names;

  for (size_t i = 0; rtp_cc_lab_nth (i); i++)
    names += (i == 0 ? "" : ", ") + std::string (rtp_cc_lab_nth (i)->name);
  return names;
}

static Control
ParseControl (const std::string & text)
{
  size_t colon = text.find (':');
  std::string name = text.substr (0, colon);
  Control control = { rtp_cc_lab_find (name.c_str ()), {} };
  char error[RTP_CC_PARAMS_ERROR_SIZE];

  if (!control.ops)
    throw std::invalid_argument ("--controller: no '" + name + "'; there are "
        + Controllers ());
  if (colon == std::string::npos)
    return control;
  std::string settings = text.substr (colon + 1);
  std::replace (settings.begin (), settings.end (), '+', ',');
  control.params.resize (RTP_CC_PARAMS_MAX);
  if (!rtp_cc_params_read (control.ops, settings.c_str (),
          control.params.data (), error))
    throw std::invalid_argument (std::string ("--controller: ") + error);
  return control;
}

std::vector < Control > ParseControls (const std::string & text, size_t flows)
{
  std::vector < Control > controls;
  std::istringstream parts (text + ";");
  std::string part;

  while (std::getline (parts, part, ';'))
    controls.push_back (ParseControl (part));
  if (controls.size () > flows)
    throw std::invalid_argument ("--controller: '" + text + "' has "
        + std::to_string (controls.size ()) + " controllers, the case "
        + std::to_string (flows) + (flows == 1 ? " flow" : " flows"));
  return controls;
}
}
