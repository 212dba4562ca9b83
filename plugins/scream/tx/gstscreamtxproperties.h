/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamtxproperties.h: numbers and defaults of the properties of screamtx */
#ifndef __GST_SCREAM_TX_PROPERTIES_H__
#define __GST_SCREAM_TX_PROPERTIES_H__

#include "gstscreamtxprivate.h"

G_BEGIN_DECLS

#define DEFAULT_CONTROLLER GST_SCREAM_TX_CONTROLLER_SCREAM
#define DEFAULT_GOAL RTP_CC_GOAL_BALANCED
#define DEFAULT_MIN_BITRATE 100000
#define DEFAULT_INITIAL_BITRATE 1000000
#define DEFAULT_MAX_BITRATE 20000000
/* Who controls nothing says so. */
#define DEFAULT_NO_FEEDBACK_BITRATE 0
#define DEFAULT_ENCODER_NAME ""
#define DEFAULT_TUNE_ENCODER TRUE
/* No receiver gets more than its path carries. */
#define DEFAULT_SHARED_POLICY GST_ENCODER_POLICY_SLOWEST
/* Who asks for a percentile and names none gets what half of them can take. */
#define DEFAULT_SHARED_PERCENTILE 50
#define DEFAULT_QUEUE_DELAY_TARGET 0
#define DEFAULT_QUEUE_DELAY_TARGET_MAX 0
#define DEFAULT_ECN GST_SCREAM_TX_ECN_NOT_ECT
#define DEFAULT_MAX_QUEUE_DELAY 200     /* ms, as all times here */
#define DEFAULT_FRAME_SKIP TRUE
/* What it costs is not to be seen, and others profit from it. */
#define DEFAULT_VERIFY_FEEDBACK TRUE
#define DEFAULT_PACKET_OVERHEAD 28
#define DEFAULT_PACING TRUE
#define DEFAULT_PACING_BURST 1
#define DEFAULT_KERNEL_PACING FALSE
#define DEFAULT_CAPTURE_TIME_EXTENSION 0
#define DEFAULT_TWCC_EXTENSION 0
#define DEFAULT_STATS_INTERVAL 0

enum
{
  PROP_0,
  PROP_CONTROLLER,
  PROP_CONTROLLER_PARAMS,
  PROP_GOAL,
  PROP_MIN_BITRATE,
  PROP_INITIAL_BITRATE,
  PROP_MAX_BITRATE,
  PROP_NO_FEEDBACK_BITRATE,
  PROP_ESTIMATED_BITRATE,
  PROP_ENCODER_NAME,
  PROP_ENCODER,
  PROP_TUNE_ENCODER,
  PROP_SHARED_POLICY,
  PROP_SHARED_PERCENTILE,
  PROP_QUEUE_DELAY_TARGET,
  PROP_QUEUE_DELAY_TARGET_MAX,
  PROP_MAX_QUEUE_DELAY,
  PROP_ECN,
  PROP_FRAME_SKIP,
  PROP_PACKET_OVERHEAD,
  PROP_PACING,
  PROP_PACING_BURST,
  PROP_KERNEL_PACING,
  PROP_CAPTURE_TIME_EXTENSION,
  PROP_TWCC_EXTENSION,
  PROP_VERIFY_FEEDBACK,
  PROP_LOG_LOCATION,
  PROP_STATS_INTERVAL,
  PROP_STATS
};

#define GST_TYPE_SCREAM_TX_ECN (gst_scream_tx_ecn_get_type ())
GType gst_scream_tx_ecn_get_type (void);

#define GST_TYPE_SCREAM_TX_SHARED_POLICY (gst_scream_tx_shared_policy_get_type ())
GType gst_scream_tx_shared_policy_get_type (void);

/* What they are, with their documentation. */
void gst_scream_tx_install_specs (GObjectClass * klass);

G_END_DECLS

#endif /* __GST_SCREAM_TX_PROPERTIES_H__ */
