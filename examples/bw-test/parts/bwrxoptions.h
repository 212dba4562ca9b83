/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* bwrxoptions.h: what scream-bw-test-rx is asked to do */
#ifndef BW_RX_OPTIONS_H
#define BW_RX_OPTIONS_H

#include "bwparse.h"

typedef struct
{
  gchar *sender;                /* NULL: whoever sends */
  guint port;
  gboolean ipv6;
  gchar *interface;             /* NULL: any */
  guint ack_packets;            /* packets for which feedback is sent */
  guint reported;               /* newest packets in each feedback, at least */
  gdouble seconds;              /* 0: until it is interrupted */
  gdouble idle_seconds;         /* without a packet after the first; 0: no end */
  BwCompat compat;
  gboolean verbose, no_summary, json;
  gchar *log;                   /* NULL: none */
} BwRxOptions;

BwParse bw_rx_options_parse (BwRxOptions * options, gchar ** argv);
void bw_rx_options_clear (BwRxOptions * options);

#endif /* BW_RX_OPTIONS_H */
