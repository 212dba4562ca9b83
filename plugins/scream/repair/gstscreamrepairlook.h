/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamrepairlook.h: what the sender of one stream knows of its path: what screamtx measures,
 * and how many packets in a row are requested. It sets up FEC accordingly. */
#pragma once

#include "plugins/scream/repair/rules/gstscreamrepairanswers.h"
#include "plugins/scream/repair/rules/gstscreamrepairbursts.h"
#include "gstscreamrepairpolicy.h"

/* Of all streams of a bin, since it started; atomic. A box of g_atomic_rc_box. */
typedef struct
{
  gint is_there;                /* a receiver says that it takes FEC */
  gint is_settled;              /* it has said so, or the user knows that none does */
} GstScreamRepairFecReceiver;

/* A box of g_atomic_rc_box */
typedef struct
{
  GstClock *clock;
  GstElement *transmitter;
  GstScreamRepairFecReceiver *receiver;
  GstClockTime looked;          /* in the thread of the stream; NONE: never */

  GMutex lock;                  /* for what follows */
  GstScreamRepairPolicy policy;
  GstScreamRepairBursts bursts;
  GstClockTime rtt;             /* 0: not known */
  GstClockTime shortest;        /* of late */
  guint payload;                /* type of the media, with the answers */
  GstScreamRepairAnswers answers;
} GstScreamRepairLook;

/* @transmitter: screamtx, which knows the path. */
GstScreamRepairLook *gst_scream_repair_look_new (GstElement * transmitter,
    GstScreamRepair repair, GstClockTime deadline,
    GstScreamRepairFecReceiver * receiver);
void gst_scream_repair_look_unref (GstScreamRepairLook * self);

/* With the lock: the policy gets what is known of the receiver. */
void gst_scream_repair_look_note_receiver (GstScreamRepairLook * self);

/* @callback gets this as long as the pad @name of @element lives. */
void gst_scream_repair_look_add_probe (GstScreamRepairLook * self,
    GstElement * element, const gchar * name, GstPadProbeType type,
    GstPadProbeCallback callback);

/* @encoder, a screamfecenc, is set with its packets from now on. */
void gst_scream_repair_look_guide (GstScreamRepairLook * self,
    GstElement * encoder);
/* Requests come upstream out of @element. */
void gst_scream_repair_look_watch (GstScreamRepairLook * self,
    GstElement * element);
