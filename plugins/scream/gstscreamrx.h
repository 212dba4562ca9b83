#ifndef __GST_SCREAM_RX_H__
#define __GST_SCREAM_RX_H__

#include <gst/gst.h>

G_BEGIN_DECLS

#define GST_TYPE_SCREAM_RX (gst_scream_rx_get_type ())
G_DECLARE_FINAL_TYPE (GstScreamRx, gst_scream_rx, GST, SCREAM_RX, GstElement)

/**
 * GstScreamRxFeedback:
 * @GST_SCREAM_RX_FEEDBACK_CCFB: RTP congestion control feedback, RFC 8888
 *
 * Since: 0.1
 */
typedef enum
{
  GST_SCREAM_RX_FEEDBACK_CCFB
} GstScreamRxFeedback;

/**
 * GstScreamRxCompat:
 * @GST_SCREAM_RX_COMPAT_NONE: as the RFC and its errata say
 * @GST_SCREAM_RX_COMPAT_NUM_REPORTS_LAST: num_reports is one less than the
 *   number of reports, and each block ends with a received packet, as the
 *   SCReAM implementation of Ericsson Research wants it
 *
 * Since: 0.1
 */
typedef enum
{
  GST_SCREAM_RX_COMPAT_NONE,
  GST_SCREAM_RX_COMPAT_NUM_REPORTS_LAST
} GstScreamRxCompat;

G_END_DECLS

#endif /* __GST_SCREAM_RX_H__ */
