/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* RTCP of anybody's, and the RTPSession of a user that screamrx or screamtx watches or
 * feeds.
 *
 * The first byte chooses how they stand together; then each compound packet takes more
 * bytes.
 */
#include "plugins/scream/rx/gstscreamrx.h"
#include "plugins/scream/tx/gstscreamtx.h"

#include "tests/fuzz/behind.h"
#include "tests/fuzz/rtcp.h"

#define MAX_PACKETS 32
#define RTP "application/x-rtp,media=video,clock-rate=90000,payload=96," \
    "encoding-name=VP8"
#define RTCP "application/x-rtcp"

static const char *const plugins[] = { "coreelements", "rtpmanager", NULL };

static GstElement *
add_session (Behind * behind)
{
  GstElement *element = behind_add (behind, "rtpsession");
  GObject *session;

  g_object_get (element, "internal-session", &session, NULL);
  g_object_set (session, "internal-ssrc", RTCP_OWN, NULL);
  g_object_unref (session);
  behind_drain (behind, element, "send_rtcp_src", NULL);
  return element;
}

static void
push_media (GstPad * feed, uint32_t ssrc)
{
  uint8_t packet[16] = { 0x80, 96 };

  GST_WRITE_UINT32_BE (packet + 8, ssrc);
  for (int i = 0; i < 3; i++) {
    packet[3]++;
    behind_push (feed, packet, sizeof (packet));
  }
}

/* A receiver: media comes, and goes to the user. */
static GstPad *
begin_receiver (Behind * behind)
{
  GstElement *session = add_session (behind);
  GstElement *rx = behind_add (behind, "screamrx");
  GstPad *media = behind_feed (behind, session, "recv_rtp_sink", NULL);
  GstPad *rtcp = behind_feed (behind, session, "recv_rtcp_sink", NULL);

  behind_drain (behind, session, "recv_rtp_src", NULL);
  behind_drain (behind, session, "sync_src", NULL);
  g_object_set (rx, "observe", session, NULL);
  behind_play (behind);
  behind_start (media, RTP);
  behind_start (rtcp, RTCP);
  push_media (media, RTCP_PEER);
  push_media (media, RTCP_OTHER);
  return rtcp;
}

/* A sender: media goes through screamtx. RTCP comes by it, or by the session. */
static GstPad *
begin_sender (Behind * behind, gboolean by_tx)
{
  GstElement *session = add_session (behind);
  GstElement *tx = behind_add (behind, "screamtx");
  GstPad *media = behind_feed (behind, session, "send_rtp_sink", NULL), *rtcp;

  must (gst_element_link_pads (session, "send_rtp_src", tx, "sink"));
  behind_drain (behind, tx, "src", NULL);
  if (by_tx) {
    rtcp = behind_feed (behind, tx, "rtcp_sink", NULL);
    must (gst_element_link_pads (tx, "rtcp_src", session, "recv_rtcp_sink"));
  } else {
    rtcp = behind_feed (behind, session, "recv_rtcp_sink", NULL);
  }
  behind_drain (behind, session, "sync_src", NULL);
  behind_play (behind);
  behind_start (media, RTP);
  behind_start (rtcp, RTCP);
  push_media (media, RTCP_OWN);
  return rtcp;
}

int
LLVMFuzzerTestOneInput (const uint8_t * data, size_t size)
{
  static uint8_t packet[RTCP_SIZE];
  FuzzInput in = { data, size };
  Behind behind;
  uint8_t how;
  GstPad *rtcp;

  if (behind_init (plugins))
    must (GST_ELEMENT_REGISTER (screamrx, NULL)
        && GST_ELEMENT_REGISTER (screamtx, NULL));
  behind_begin (&behind);
  how = fuzz_8 (&in) % 3;
  rtcp = how == 0 ? begin_receiver (&behind) : begin_sender (&behind, how == 1);
  for (int i = 0; in.size > 0 && i < MAX_PACKETS; i++) {
    size_t n = rtcp_make (&in, packet);

    if (n > 0)
      behind_push (rtcp, packet, n);
  }
  behind_end (&behind);
  return 0;
}
