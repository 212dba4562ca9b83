/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* interpose.h: system calls of the whole program that fail when told to
 *
 * A program's own functions come before those of the C library, for all its
 * libraries; so GLib and the plugins call these.
 */
#ifndef INTERPOSE_H
#define INTERPOSE_H

#include <glib.h>

typedef enum
{
  FAULT_SEND,                   /* sendmsg, sendmmsg, sendto of a UDP socket */
  FAULT_GSO,                    /* sendmmsg of a message that the kernel is to cut */
  FAULT_RECEIVE,                /* recvmsg, recvmmsg, recvfrom of one */
  FAULT_THREAD,                 /* pthread_create of the calling thread */
  FAULT_KINDS
} FaultKind;

/* From now on each @every-th call fails with @error of errno.h; 0: none does. */
void fault_set (FaultKind kind, gint error, gint every);
/* How many calls failed. */
gint fault_count (FaultKind kind);
/* The wall clock is so much ahead, s. */
void fault_set_wall_clock (gint64 ahead);

#endif /* INTERPOSE_H */
