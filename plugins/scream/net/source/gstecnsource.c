/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Buffers of a udpsrc carry the codepoint of their packets. */
#define __APPLE_USE_RFC_3542    /* IPV6_TCLASS */
#include "gstecnsource.h"

#include "plugins/scream/net/gstecnsocket.h"
#include "gstmessagehook.h"
#include "plugins/packet/gstscreamecn.h"
#include "plugins/packet/gsttrafficclass.h"

#include <string.h>
#include <gst/net/net.h>
#include <gio/gnetworking.h>

/* Not the codepoint of any packet */
#define NONE 0xff

/* What the thread has received last and not handed on. */
typedef struct
{
  gboolean set;
  gboolean ipv6;
  guint8 traffic_class;
  GSocketControlMessage *message;       /* the last that was handed on, or NULL */
  gboolean message_ipv6;
  guint8 message_class;
} Note;

static void
free_note (gpointer data)
{
  Note *note = data;

  g_clear_object (&note->message);
  g_free (note);
}

static GPrivate notes = G_PRIVATE_INIT (free_note);

static Note *
get_note (void)
{
  Note *note = g_private_get (&notes);

  if (note == NULL) {
    note = g_new0 (Note, 1);
    g_private_set (&notes, note);
  }
  return note;
}

/* ---- the type of control message that takes notes and makes no messages ---- */

/* IPv4 has one byte of it, IPv6 an int. */
static GSocketControlMessage *
take_note (gint level, gint type, gsize size, gpointer data)
{
#if defined (IP_TOS) && defined (IPV6_TCLASS)
  gboolean ipv6 = level == IPPROTO_IPV6 && type == IPV6_TCLASS;
  guint8 byte = 0;
  gint word;
  Note *note;

  if (ipv6 && size >= sizeof (word)) {
    memcpy (&word, data, sizeof (word));
    byte = word & 0xff;
  } else if (level == IPPROTO_IP && type == IP_TOS && size >= 1) {
    byte = *(const guint8 *) data;
  } else {
    return NULL;
  }
  note = get_note ();
  note->set = TRUE;
  note->ipv6 = ipv6;
  note->traffic_class = byte;
#endif
  return NULL;
}

static void
hook_class_init (gpointer klass, gpointer class_data)
{
  GSocketControlMessageClass *message_class = klass;

  message_class->deserialize = take_note;
}

/* ---- the probe ---- */

/* What the note says. Packets of one path have one codepoint mostly, and nobody
 * changes a message. */
static GSocketControlMessage *
get_message (Note * note)
{
  if (note->message == NULL || note->message_ipv6 != note->ipv6
      || note->message_class != note->traffic_class) {
    g_clear_object (&note->message);
    note->message = gst_traffic_class_message_new (note->traffic_class,
        note->ipv6);
    note->message_ipv6 = note->ipv6;
    note->message_class = note->traffic_class;
  }
  return note->message;
}

static GstPadProbeReturn
on_buffer (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  GstBuffer *buffer = GST_PAD_PROBE_INFO_BUFFER (info);
  Note *note = get_note ();

  if (!note->set)
    return GST_PAD_PROBE_OK;
  note->set = FALSE;
  /* A source that tells it by itself knows better. */
  if (gst_scream_ecn_get (buffer, NONE) != NONE)
    return GST_PAD_PROBE_OK;

  buffer = gst_buffer_make_writable (buffer);
  gst_buffer_add_net_control_message_meta (buffer, get_message (note));
  GST_PAD_PROBE_INFO_DATA (info) = buffer;
  return GST_PAD_PROBE_OK;
}

gboolean
gst_ecn_source_enable (GstElement * source)
{
  static gsize once = 0;

  gst_message_hook_install (&once, "GstScreamTrafficClassHook",
      hook_class_init);
  return gst_message_hook_listen (source, "gst-scream-ecn-source", on_buffer,
      gst_ecn_socket_enable_receive);
}
