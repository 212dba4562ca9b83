/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* linkemu-log.h: one line for each packet sent or dropped
 *
 * time,flow,bytes,ecn,queue-delay,fate
 *
 * time: seconds, when the packet left the queue for the link, or was dropped;
 * so time - queue-delay is when it came.  flow: the caller's text.  bytes: with
 * overhead.  ecn: the codepoint that it came with, 0...3.  queue-delay:
 * seconds.  fate: out, marked (it went out with CE), queue (it did not fit),
 * aqm, loss (at random).
 *
 * A departure is known only when it arrives, so lines are not in the order of
 * their times.
 */
#ifndef LINKEMU_LOG_H
#define LINKEMU_LOG_H

#include "linkemu.h"

#ifdef __cplusplus
extern "C" {
#endif

/* UNIT: more than any line takes, its terminator included */
#define LINKEMU_LOG_LINE_SIZE 128

/* The names of the columns, one line without newline. */
const char *linkemu_log_header (void);

/* One line without newline; returns its length.  @flow: its first 32
 * characters are taken. */
size_t linkemu_log_departure (char *line, const char *flow,
    const LinkEmuDeparture * departure);
/* Of a packet that linkemu_enqueue did not take: with its @info, and the
 * @overhead of the link's configuration. */
size_t linkemu_log_refusal (char *line, const char *flow,
    const LinkEmuPacketInfo * info, uint32_t overhead, LinkEmuFate fate,
    int64_t now);

#ifdef __cplusplus
}
#endif
#endif /* LINKEMU_LOG_H */
