/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Buffers of a udpsrc tell to which address of this host they came. */
#include "gstlocalsource.h"

#include "plugins/scream/net/gstlocaladdress.h"
#include "gstmessagehook.h"

#include <string.h>
#include <gst/net/net.h>

/* An address of IPv4 or IPv6, as the system has it. */
#define MAX_NATIVE 28

/* What the thread has received last and not handed on. */
typedef struct
{
  GstLocalAddress local;        /* size 0: nothing */
  GSocketAddress *from;         /* the last that it was attached to, or NULL */
  GSocketAddress *attached;     /* a copy of that, with @attached_local */
  GstLocalAddress attached_local;
} Note;

static void
free_note (gpointer data)
{
  Note *note = data;

  g_clear_object (&note->from);
  g_clear_object (&note->attached);
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

static GSocketControlMessage *
take_note (gint level, gint type, gsize size, gpointer data)
{
  GstLocalAddress local;

  if (gst_local_address_read (level, type, size, data, &local))
    get_note ()->local = local;
  return NULL;
}

static void
hook_class_init (gpointer klass, gpointer class_data)
{
  ((GSocketControlMessageClass *) klass)->deserialize = take_note;
}

static GSocketAddress *
attach (const GstLocalAddress * local, GSocketAddress * from)
{
  guint8 native[MAX_NATIVE];
  gssize size = g_socket_address_get_native_size (from);

  if (size < 0 || !g_socket_address_to_native (from, native, sizeof (native),
          NULL))
    return NULL;
  return gst_local_address_attach (local, native, (gsize) size);
}

/* GSocket keeps the addresses that packets came from last, and others may have them:
 * a copy carries what is attached. NULL: it is no address of IP. */
static GSocketAddress *
get_attached (Note * note, GSocketAddress * from)
{
  if (note->from != from || note->attached_local.size != note->local.size
      || memcmp (note->attached_local.bytes, note->local.bytes,
          note->local.size) != 0) {
    g_clear_object (&note->attached);
    g_set_object (&note->from, from);
    note->attached_local = note->local;
    note->attached = attach (&note->local, from);
  }
  return note->attached;
}

static GstPadProbeReturn
on_buffer (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  GstBuffer *buffer = GST_PAD_PROBE_INFO_BUFFER (info);
  GstNetAddressMeta *meta;
  GSocketAddress *attached;
  Note *note = get_note ();

  if (note->local.size == 0)
    return GST_PAD_PROBE_OK;
  meta = gst_buffer_get_net_address_meta (buffer);
  attached = meta != NULL ? get_attached (note, meta->addr) : NULL;
  note->local.size = 0;
  if (attached == NULL)
    return GST_PAD_PROBE_OK;

  buffer = gst_buffer_make_writable (buffer);
  meta = gst_buffer_get_net_address_meta (buffer);
  g_set_object (&meta->addr, attached);
  GST_PAD_PROBE_INFO_DATA (info) = buffer;
  return GST_PAD_PROBE_OK;
}

gboolean
gst_local_source_enable (GstElement * source)
{
  static gsize once = 0;

  gst_message_hook_install (&once, "GstScreamLocalAddressHook",
      hook_class_init);
  return gst_message_hook_listen (source, "gst-scream-local-source", on_buffer,
      gst_local_address_enable);
}
