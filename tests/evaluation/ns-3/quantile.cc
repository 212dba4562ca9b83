/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* quantile FRACTION...: of the values on the standard input, a line for each
 * quantile freezes: of frames that arrive at these times in ns, captured at once */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <iterator>
#include <vector>

#include "metrics.h"

int
main (int argc, char *argv[])
{
  std::vector < double >values ((std::istream_iterator < double >(std::cin)),
      std::istream_iterator < double >());

  if (argc > 1 && std::strcmp (argv[1], "freezes") == 0) {
    std::vector < std::pair < double, double >>frames;

    for (double value:values)
      frames.push_back ({ value, 0 });
    std::printf ("%.0f\n", evaluation::Freezes (frames));
    return 0;
  }
  for (int i = 1; i < argc; i++)
    std::printf ("%.17g\n", evaluation::Quantile (values, std::atof (argv[i])));
  return 0;
}
