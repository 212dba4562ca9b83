/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* bwtxoptions.h: what scream-bw-test-tx is asked to do */
#ifndef BW_TX_OPTIONS_H
#define BW_TX_OPTIONS_H

#include "bwparse.h"

typedef struct
{
  gchar *host;
  guint port;
  gboolean ipv6;
  gchar *interface;             /* NULL: any */
  gdouble seconds;              /* 0: until it is interrupted */
  gdouble burst[2];             /* s of media, s of silence; 0: none */
  gboolean push;                /* without congestion control */
  guint64 fixed_rate;           /* bit/s of the source; 0: follows */
  guint64 initial_rate, min_rate, max_rate;     /* bit/s of media */
  gdouble key_interval;         /* s; 0: no key frames */
  gdouble key_factor;           /* size of a key frame in mean frames */
  gdouble variation;            /* fraction of the frame size, + and - */
  gdouble frame_rate;           /* frames/s */
  guint mtu;                    /* bytes of RTP payload */
  gint ect;                     /* 0 or 1: ECT(0) or ECT(1); -1: not-ECT */
  gdouble delay_target;         /* s; 0: the controller's own */
  gchar *controller;
  gchar *params;                /* of the controller; NULL: its own */
  gboolean no_pace;
  gdouble hysteresis;           /* part of the rate, of the source */
  guint64 rate_increase;        /* bit/s in a second, of the source; 0: any */
  BwCompat compat;
  gboolean verbose, no_summary, json;
  gchar *log;                   /* NULL: none */
  gchar *side_log;              /* file of further columns of it; NULL: none */
  gboolean item_list, append, epoch;
} BwTxOptions;

BwParse bw_tx_options_parse (BwTxOptions * options, gchar ** argv);
void bw_tx_options_clear (BwTxOptions * options);

#endif /* BW_TX_OPTIONS_H */
