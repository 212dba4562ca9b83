/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-scream-params.c: the parameters of SCReAM v2 */
#include "rtpcc-scream-params.h"

#define FROM_TIME(ms) ((int64_t) ((ms) * (double) RTP_CC_MSECOND + 0.5))
#define FROM_BYTES(bytes) (bytes)
#define FROM_BITRATE(bitrate) (bitrate)
#define FROM_NUMBER(number) (number)
#define FROM_FLAG(flag) ((flag) != 0)

#define UNIT_TIME "ms"
#define UNIT_BYTES "bytes"
#define UNIT_BITRATE "bit/s"
#define UNIT_NUMBER ""
#define UNIT_FLAG RTP_CC_PARAM_FLAG

const ScreamParams scream_params = {
#define PARAM(kind, of, name, value, least, most) \
  .name = FROM_##kind (value),
#include "rtpcc-scream-table-private.h"
#undef PARAM
};

const RtpCcParam scream_param_list[] = {
#define PARAM(kind, of, name, value, least, most) \
  {#name, UNIT_##kind, #of, value, least, most},
#include "rtpcc-scream-table-private.h"
#undef PARAM
  {0}
};

_Static_assert (sizeof (scream_param_list) / sizeof (RtpCcParam)
    <= RTP_CC_PARAMS_MAX, "more parameters than RTP_CC_PARAMS_MAX");

void
scream_params_set (ScreamParams * params, const double *values)
{
#define PARAM(kind, of, name, value, least, most) \
  params->name = FROM_##kind (*values++);
#include "rtpcc-scream-table-private.h"
#undef PARAM
}
