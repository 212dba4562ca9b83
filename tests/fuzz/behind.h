/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* behind.h: an element of GStreamer that stands behind a guard of ours, in the process
 *
 * The element itself, of the release of GStreamer that is installed. What it does with an
 * input must not crash, lock up, fill memory (watch.h), log what is critical, or end the
 * pipeline by an error.
 */
#ifndef FUZZ_BEHIND_H
#define FUZZ_BEHIND_H

#include "gst.h"

/* The stock plugins of these names; NULL ends them. The process ends with status 77 where
 * one is not installed. True: it was the first time. */
bool behind_init (const char *const *plugins);

/* A pipeline that plays with the elements that were added. Each input has its own. */
typedef struct
{
  GstElement *pipeline;
  GPtrArray *pads;              /* GstPad, of no element */
} Behind;

void behind_begin (Behind * self);
/* From here on errors are a crash. */
void behind_end (Behind * self);

GstElement *behind_add (Behind * self, const char *factory);
void behind_play (Behind * self);

/* A source pad for what comes from the network, linked to this sink pad, which is asked
 * for. With @caps it has begun a stream, as behind_start() does when the pipeline plays. */
GstPad *behind_feed (Behind * self, GstElement * element, const char *pad,
    const char *caps);
void behind_start (GstPad * feed, const char *caps);
/* Linked behind this source pad, asked for, reads all bytes that leave. @caps: what it
 * takes, NULL is all. */
void behind_drain (Behind * self, GstElement * element, const char *pad,
    const char *caps);
/* The same of each pad that the element adds from now on. */
void behind_drain_all (Behind * self, GstElement * element);

/* In a block of its own. */
GstFlowReturn behind_push (GstPad * feed, const uint8_t * data, size_t size);

/* Is this guard of ours to be left out? By GUARD_OFF in the environment, the name of one. */
bool behind_guard_is_off (const char *guard);

#endif /* FUZZ_BEHIND_H */
