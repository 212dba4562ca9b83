/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* screamsrctest.h: a screamsrc with packets made by hand, over the loopback */
#ifndef SCREAMSRCTEST_H
#define SCREAMSRCTEST_H

#include <gio/gio.h>
#include <gst/check/gstcheck.h>
#include <gst/check/gstharness.h>

#include "tests/check/elements/elementtest.h"

#define SSRC 0x12345678
#define OTHER_SSRC 0x87654321

/* Longer than anything here takes; only a failure waits for it. */
#define PATIENCE (10 * G_TIME_SPAN_SECOND)

/* Packets of one stream before the session lets it through */
#define PROBATION 4

#define PCMU 0
#define VP8 97
#define AV1 102
#define PCMU_AGAIN 118
#define BLOCKS 122

typedef struct
{
  GSocket *socket;
  GSocketAddress *to;
  guint16 seq;
  guint32 time;
} Sender;

#define OUT "appsink name=out sync=false"

#define KEY "0123456789abcdef0123456789abcdef0123456789abcdef0123456789ab"

extern guint port;
extern GstElement *pipeline, *source;
extern Sender sender, stranger;

/* ---- packets ---- */

void sender_open (Sender * s, GSocketFamily family);
void sender_close (Sender * s);
void send_bytes (Sender * s, const guint8 * data, gsize size);
void send_rtp (Sender * s, guint payload, guint32 ssrc, const guint8 * data,
    gsize size);
void send_pcmu (Sender * s, guint32 ssrc);
void send_stamped (Sender * s, guint id, gint64 ago);
void send_vp8 (Sender * s, gboolean key);
void send_rtcp (Sender * s, guint32 ssrc, gboolean bye);
gboolean receive (Sender * s, guint8 * data, gsize * size, gint64 wait);
gboolean has_rtcp (const guint8 * data, gsize size, guint8 type, gint format);
void wait_for_rtcp (Sender * s, guint8 type, gint format);

/* ---- the receiver ---- */

void setup (void);
void stop (void);
void teardown (void);
void build (const gchar * properties, const gchar * rest);
GstSample *pull (const gchar * name, GstClockTime wait);
void assert_next (const gchar * name, const gchar * caps_name, gsize size);
guint send_until_seen (Sender * s, guint32 ssrc, const gchar * name);
GstMessage *wait_for (GstMessageType type);
void assert_says (GstMessage * message, const gchar * part,
    const gchar * advice);
void assert_fails (const gchar * part, const gchar * advice);
guint64 get_stat (const gchar * name);
void wait_for_stat (const gchar * name, guint64 value);

/* ---- SRTP ---- */

GstHarness *new_encryption (void);
void send_encrypted (GstHarness * h, Sender * s, gboolean lost,
    gboolean damaged);

#endif /* SCREAMSRCTEST_H */
