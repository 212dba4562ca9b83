/* rtpcc-trace.c: a record as a line of comma-separated values */
#include "rtpcc-trace.h"

#include <stdio.h>

static double
seconds (int64_t ns)
{
  return (double) ns / (double) RTP_CC_SECOND;
}

const char *
rtp_cc_trace_header (void)
{
  return "Time [s],Estimated queue delay [s],RTT [s],Congestion window [byte],"
      "Bytes in flight [byte],Fast increase mode,Total transmit bitrate [bps],"
      "Stream ID,RTP SN,Bytes newly ACKed,Bytes newly ACKed and CE marked,"
      "Media coder bitrate [bps],Transmitted bitrate [bps],"
      "ACKed bitrate [bps],Lost bitrate [bps],CE Marked bitrate [bps],"
      "Marker bit set,Target bitrate [bps],RTP queue delay [s],"
      "Congestion window inflexion point [byte],"
      "Average queue delay [s],Smoothed RTT [s],L4S alpha,Pacing rate [bps]";
}

size_t
rtp_cc_trace_format (char *line, const RtpCcTraceRecord * r)
{
  int n = snprintf (line, RTP_CC_TRACE_LINE_SIZE,
      "%.6f,%.6f,%.6f,%llu,%llu,0,%.0f,%u,%llu,%llu,%llu,%.0f,%.0f,%.0f,%.0f,"
      "%.0f,0,%llu,%.6f,%llu,%.6f,%.6f,%.4f,%llu",
      seconds (r->time), seconds (r->qdelay), seconds (r->rtt),
      (unsigned long long) r->ref_wnd,
      (unsigned long long) r->bytes_in_flight, r->send_rate, r->ssrc,
      (unsigned long long) r->packet_id,
      (unsigned long long) r->bytes_newly_acked,
      (unsigned long long) r->bytes_newly_acked_ce, r->media_rate,
      r->send_rate, r->acked_rate, r->lost_rate, r->ce_rate,
      (unsigned long long) r->target_rate, seconds (r->queue_delay),
      (unsigned long long) r->ref_wnd_i, seconds (r->qdelay_avg),
      seconds (r->s_rtt), r->l4s_alpha, (unsigned long long) r->pacing_rate);

  return n > 0 ? (size_t) n : 0;
}
