/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* udpsource.h: a source that stands for udpsrc in front of screamrx, with a real socket */
#ifndef UDPSOURCE_H
#define UDPSOURCE_H

#include <gst/net/net.h>

#include "screamrxtest.h"

/* An element with the properties of a udpsrc, so that its socket can be had
 * without its timing. */
typedef struct
{
  GstElement parent;
  GstPad *srcpad;
  GSocket *socket;
  gchar *socket_timestamp;
} TestSource;

GType test_source_get_type (void);

GSocket *new_socket (GSocketFamily family);

/* TestSource ! screamrx ! harness; @sender is where packets come from. */
typedef struct
{
  GstHarness *h;
  TestSource *source;
  GSocket *sender;
} Net;

Net new_net (void);
void free_net (Net * net);
void push_from (Net * net, GSocket * sender, GstBuffer * buffer);
gboolean has_datagram (GSocket * socket);

#endif /* UDPSOURCE_H */
