/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpbintest.c: see rtpbintest.h */
#include "rtpbintest.h"

Ports
ports_new (void)
{
  Ports ports;

  ports.media = free_port ();
  ports.rtcp = free_port ();
  ports.back = free_port ();
  return ports;
}

guint64
rx_stat (GstElement * pipeline, const gchar * name)
{
  GstStructure *stats;
  guint64 value = 0;

  g_object_get (get (pipeline, "rx"), "stats", &stats, NULL);
  fail_unless (gst_structure_get_uint64 (stats, name, &value), "%s", name);
  gst_structure_free (stats);
  return value;
}

void
wait_for_stat (GstElement * element, const gchar * name, guint64 n)
{
  gint64 end = g_get_monotonic_time () + 10 * G_TIME_SPAN_SECOND;

  while (tx_stat (element, name) < n && g_get_monotonic_time () < end)
    g_usleep (2000);
  fail_unless (tx_stat (element, name) >= n, "%s of %s: %" G_GUINT64_FORMAT,
      name, GST_OBJECT_NAME (element), tx_stat (element, name));
}

void
expect_stat_string (GstElement * tx, const gchar * name, const gchar * want)
{
  gchar *text = tx_stat_string (tx, name);

  fail_unless_equals_string (text, want);
  g_free (text);
}

void
expect_no_complaint (GstElement * pipeline)
{
  fail_unless_equals_int (tx_count_messages (pipeline, GST_MESSAGE_WARNING |
          GST_MESSAGE_ERROR, NULL), 0);
}

/* ---- pipelines ---- */

gchar *
sender_rtcp (const Ports * ports, guint n)
{
  return g_strdup_printf ("s.send_rtcp_src_%u ! udpsink host=127.0.0.1 port=%u "
      "sync=false async=false udpsrc address=127.0.0.1 port=%u "
      "caps=application/x-rtcp ! s.recv_rtcp_sink_%u ", n, ports->rtcp,
      ports->back, n);
}

GstElement *
sender_new (const Ports * ports, const gchar * media)
{
  gchar *rtcp = sender_rtcp (ports, 0);
  gchar *line = g_strdup_printf ("rtpbin name=s " CAMERA H264 "%s ! udpsink "
      "name=out host=127.0.0.1 port=%u async=false %s", media, ports->media,
      rtcp);
  GstElement *pipeline = launch ("%s", line);

  g_free (line);
  g_free (rtcp);
  return pipeline;
}

/* ---- aux sender ---- */

/* rtpbin wants an element that has its pads: sink_N and src_N, N is the session. */
static GstElement *
give_aux (GstElement * rtpbin, guint session, GstElement * aux)
{
  gchar *name = g_strdup_printf ("tx%u", session);
  GstElement *tx = gst_element_factory_make ("screamtx", name);
  GstPad *pad;

  g_free (name);
  name = g_strdup_printf ("sink_%u", session);
  pad = gst_element_request_pad_simple (tx, name);
  g_free (name);
  gst_object_unref (pad);
  return tx;
}

GstElement *
aux_sender_new (const Ports * ports, guint n)
{
  GString *line = g_string_new ("rtpbin name=s ");
  GstElement *pipeline, *rtpbin;
  guint i;

  for (i = 0; i < n; i++) {
    gchar *rtcp = sender_rtcp (&ports[i], i);

    g_string_append_printf (line, CAMERA ENCODER "rtph264pay name=pay%u "
        "pt=96 ! identity name=media%u "
        "udpsink name=out%u host=127.0.0.1 port=%u async=false %s", i, i, i,
        ports[i].media, rtcp);
    g_free (rtcp);
  }
  pipeline = launch ("%s", line->str);
  g_string_free (line, TRUE);
  rtpbin = get (pipeline, "s");
  g_signal_connect (rtpbin, "request-aux-sender", G_CALLBACK (give_aux), NULL);
  for (i = 0; i < n; i++) {
    gchar *names[4];

    names[0] = g_strdup_printf ("media%u", i);
    names[1] = g_strdup_printf ("send_rtp_sink_%u", i);
    names[2] = g_strdup_printf ("send_rtp_src_%u", i);
    names[3] = g_strdup_printf ("out%u", i);
    fail_unless (gst_element_link_pads (get (pipeline, names[0]), "src", rtpbin,
            names[1]));
    fail_unless (gst_element_link_pads (rtpbin, names[2], get (pipeline,
                names[3]), "sink"));
    g_free (names[0]);
    g_free (names[1]);
    g_free (names[2]);
    g_free (names[3]);
  }
  return pipeline;
}
