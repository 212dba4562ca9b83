/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamsuggestion.h: suggested picture size and frame rate for an application
 *
 * The application may follow, so they refer to the largest picture that the encoder has
 * had. */
#pragma once

#include <gst/gst.h>
#include <gst/rtpcc/picture/rtpcc-ladder.h>

typedef struct
{
  RtpCcLadder ladder;
  RtpCcTime next;               /* look again then */
  guint width, height;          /* the largest picture; 0: none yet */
  gdouble framerate;
} GstScreamSuggestion;

void gst_scream_suggestion_init (GstScreamSuggestion * self);
/* Is it time to look at the encoder's picture? */
gboolean gst_scream_suggestion_is_due (const GstScreamSuggestion * self,
    RtpCcTime now);
/* @caps: of the encoder, or NULL; @rate: bit/s; @made: the part of it that the encoder
 * makes. */
void gst_scream_suggestion_look (GstScreamSuggestion * self,
    const GstCaps * caps, guint64 rate, gdouble made, RtpCcTime now);
/* 0: as it is. */
guint gst_scream_suggestion_get_height (const GstScreamSuggestion * self);
gdouble gst_scream_suggestion_get_framerate (const GstScreamSuggestion * self);
