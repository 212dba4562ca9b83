/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstmessagehook.h: sees control messages that others receive
 *
 * udpsrc receives control messages where its socket-timestamp is "realtime", and
 * throws away what it does not know.  But GLib asks each type of control message
 * for each message that comes, in the thread that receives: a type that takes a
 * note and makes no message sees all of them, and a probe on the pad, in the same
 * thread and right after, hangs the note on the buffer.
 */
#pragma once

#include <gst/gst.h>
#include <gio/gio.h>

/* The first time for each @once; @class_init sets deserialize() of a
 * GSocketControlMessageClass. Stays. */
void gst_message_hook_install (gsize * once, const gchar * name,
    GClassInitFunc class_init);

/* The probe of that @name, and @enable for the socket of the @source. In any state, and
 * again when it has got a socket. FALSE: it has none yet, or the system tells nothing. */
gboolean gst_message_hook_listen (GstElement * source, const gchar * name,
    GstPadProbeCallback on_buffer, gboolean (*enable) (GSocket * socket));
