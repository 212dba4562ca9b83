/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstkernelpacing.h: the kernel spaces what a socket sends (SO_MAX_PACING_RATE)
 *
 * A socket takes the rate anywhere, but of what paces UDP there is only the queueing
 * discipline fq.  So it is looked for on the interface by which packets leave.
 */
#ifndef __GST_KERNEL_PACING_H__
#define __GST_KERNEL_PACING_H__

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _GstKernelPacing GstKernelPacing;

/* What one answer of the kernel said of the queueing disciplines of an interface. */
typedef struct
{
  gboolean any;                 /* it has some */
  gboolean root_fq, root_mq;
  guint leaves, fq_leaves;      /* below mq */
  gchar root[16];               /* name of the root, for whom it is told */
  gboolean over;                /* that was the last answer */
} GstKernelPacingQdiscs;

/* Adds what @data, an answer to RTM_GETQDISC, says of interface @index. */
void gst_kernel_pacing_read (const guint8 * data, gsize size, gint index,
    GstKernelPacingQdiscs * qdiscs);
/* All that leaves there goes through an fq. */
gboolean gst_kernel_pacing_is_paced (const GstKernelPacingQdiscs * qdiscs);

/* For the packets of @socket to @to. NULL and @error if nobody would pace them; it says
 * why. May take a moment. */
GstKernelPacing *gst_kernel_pacing_new (GSocket * socket, GSocketAddress * to,
    GError ** error);
/* The same without a look at the interface. */
GstKernelPacing *gst_kernel_pacing_new_unchecked (GSocket * socket);
/* The socket is as it was. */
void gst_kernel_pacing_free (GstKernelPacing * self);

/* bit/s, without link headers. Small changes are left out. */
void gst_kernel_pacing_set_rate (GstKernelPacing * self, guint64 rate);
/* What the socket was told last, bit/s; 0: nothing. */
guint64 gst_kernel_pacing_get_rate (const GstKernelPacing * self);

G_END_DECLS

#endif /* __GST_KERNEL_PACING_H__ */
