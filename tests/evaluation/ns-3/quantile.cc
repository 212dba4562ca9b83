/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* quantile FRACTION...: of the values on the standard input, a line for each */
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <vector>

#include "metrics.h"

int
main (int argc, char *argv[])
{
  std::vector < double >values ((std::istream_iterator < double >(std::cin)),
      std::istream_iterator < double >());

  for (int i = 1; i < argc; i++)
    std::printf ("%.17g\n", evaluation::Quantile (values, std::atof (argv[i])));
  return 0;
}
