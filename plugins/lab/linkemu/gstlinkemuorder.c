/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Order of events among packets. */
#include "gstlinkemuorder.h"

struct _GstLinkEmuSection
{
  guint under_way;
  GstBufferList *arrived;
  GstEvent *end;                /* NULL: still open */
};

static void
add_section (GstLinkEmuOrder * order)
{
  g_queue_push_tail (&order->sections, g_new0 (GstLinkEmuSection, 1));
}

static void
free_section (gpointer data)
{
  GstLinkEmuSection *section = data;

  gst_clear_buffer_list (&section->arrived);
  gst_clear_event (&section->end);
  g_free (section);
}

void
gst_link_emu_order_init (GstLinkEmuOrder * order)
{
  g_queue_init (&order->sections);
  add_section (order);
}

void
gst_link_emu_order_clear (GstLinkEmuOrder * order)
{
  g_queue_clear_full (&order->sections, free_section);
}

void
gst_link_emu_order_add_event (GstLinkEmuOrder * order, GstEvent * event)
{
  GstLinkEmuSection *section = g_queue_peek_tail (&order->sections);

  section->end = event;
  add_section (order);
}

GstLinkEmuPacket *
gst_link_emu_order_add_packet (GstLinkEmuOrder * order, GstBuffer * buffer)
{
  GstLinkEmuPacket *packet = g_new0 (GstLinkEmuPacket, 1);

  packet->buffer = buffer;
  packet->section = g_queue_peek_tail (&order->sections);
  packet->section->under_way++;
  return packet;
}

void
gst_link_emu_order_arrived (GstLinkEmuPacket * packet)
{
  GstLinkEmuSection *section = packet->section;

  section->under_way--;
  if (section->arrived == NULL)
    section->arrived = gst_buffer_list_new ();
  gst_buffer_list_add (section->arrived, packet->buffer);
  g_free (packet);
}

void
gst_link_emu_order_dropped (GstLinkEmuPacket * packet)
{
  packet->section->under_way--;
  gst_buffer_unref (packet->buffer);
  g_free (packet);
}

static GstMiniObject *
take_arrived (GstLinkEmuSection * section)
{
  GstBufferList *list = section->arrived;
  GstBuffer *buffer;

  section->arrived = NULL;
  if (gst_buffer_list_length (list) > 1)
    return GST_MINI_OBJECT_CAST (list);
  buffer = gst_buffer_ref (gst_buffer_list_get (list, 0));
  gst_buffer_list_unref (list);
  return GST_MINI_OBJECT_CAST (buffer);
}

GstMiniObject *
gst_link_emu_order_next (GstLinkEmuOrder * order)
{
  GstLinkEmuSection *section = g_queue_peek_head (&order->sections);
  GstMiniObject *end;

  if (section->arrived != NULL)
    return take_arrived (section);
  if (section->under_way > 0 || section->end == NULL)
    return NULL;
  end = GST_MINI_OBJECT_CAST (g_steal_pointer (&section->end));
  free_section (g_queue_pop_head (&order->sections));
  return end;
}
