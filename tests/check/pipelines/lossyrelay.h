/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* lossyrelay.h: a path on loopback that loses packets of media
 *
 * What comes to its port goes on to the receiver's, and what comes back goes to the
 * sender. It keeps the order and adds no delay.
 */
#ifndef LOSSYRELAY_H
#define LOSSYRELAY_H

#include "tests/check/elements/elementtest.h"

/* Of a packet of media, the first byte on; the thread of the relay asks, with its lock. */
typedef gboolean (*LossyRelayFunc) (const guint8 * data, gsize size,
    gpointer user_data);

typedef struct _LossyRelay LossyRelay;

/* @loses: is a packet lost? */
LossyRelay *lossy_relay_new (guint16 receiver, LossyRelayFunc loses,
    gpointer user_data);
/* Before the sender starts: it does not read @text in what comes back. */
void lossy_relay_hide (LossyRelay * relay, const gchar * text);
guint16 lossy_relay_port (LossyRelay * relay);
/* For what the function changes. */
void lossy_relay_lock (LossyRelay * relay);
void lossy_relay_unlock (LossyRelay * relay);
void lossy_relay_free (LossyRelay * relay);

#endif /* LOSSYRELAY_H */
