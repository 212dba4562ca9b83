/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* udptest.h: a screamudpsrc that keeps what comes, and sockets that send to it */
#ifndef UDPTEST_H
#define UDPTEST_H

#include <gio/gio.h>
#include <gst/check/gstcheck.h>

/* Of a busy machine */
#define PATIENCE (20 * G_TIME_SPAN_SECOND)

typedef struct
{
  GstElement *pipeline, *source;
  guint16 port;
  GMutex lock;                  /* for what follows */
  GCond came;
  GPtrArray *buffers;           /* GstBuffer */
  guint lists;
  gboolean held;                /* nothing passes */
} Receiver;

/* @options: of the screamudpsrc, which is in PLAYING afterwards. */
void receiver_start (Receiver * receiver, const gchar * options);
void receiver_stop (Receiver * receiver);
/* Waits for the @n-th buffer since the start. */
GstBuffer *receiver_get (Receiver * receiver, guint n);
void receiver_hold (Receiver * receiver, gboolean hold);
/* A field of the stats. */
guint64 receiver_count (Receiver * receiver, const gchar * field);

/* An error of the element is among the messages; gives its text. */
gchar *get_error (GstElement * pipeline);

GSocket *sender_new (GSocketFamily family);
/* To the loopback address of IPv4 */
GSocket *bound_socket (void);
/* The kernel begins to note arrival times some time after the first socket has asked for
 * them.  Returns one that did, when it does. */
GSocket *switch_arrival_times_on (void);
/* To @port of the loopback address of its family. */
void send_bytes (GSocket * sender, guint16 port, const guint8 * data,
    gsize size);

#endif /* UDPTEST_H */
