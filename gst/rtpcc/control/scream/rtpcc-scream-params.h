/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-scream-params.h: the parameters of SCReAM v2
 *
 * rtpcc-scream-table-private.h has them all, with their values and sources.
 */
#ifndef RTPCC_SCREAM_PARAMS_H
#define RTPCC_SCREAM_PARAMS_H

#include "gst/rtpcc/rtpcc.h"

/* Of each kind: TIME is ns. */
#define SCREAM_TIME int64_t
#define SCREAM_BYTES double
#define SCREAM_BITRATE double
#define SCREAM_NUMBER double
#define SCREAM_FLAG bool

#define PARAM(kind, of, name, value, least, most) SCREAM_##kind name;
typedef struct
{
#include "rtpcc-scream-table-private.h"
} ScreamParams;
#undef PARAM

extern const ScreamParams scream_params;

/* The same for who sets them. */
extern const RtpCcParam scream_param_list[];

/* @values: one for each of the list, in its units. */
void scream_params_set (ScreamParams * params, const double *values);

#endif /* RTPCC_SCREAM_PARAMS_H */
