/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Transport-wide sequence numbers of sent packets. */
#include "gstrtpextension.h"
#include "gsttwccnumbers.h"

/* RFC 3550 section 5.1 */
#define RTP_HEADER_SIZE 12

/* Bytes of the number. */
#define NUMBER_SIZE 2

struct _GstTwccNumbers
{
  gint refs;                    /* one of the owner, one of each probe */
  GMutex lock;                  /* held while func runs */
  GstTwccNumbersFunc func;      /* NULL when freed */
  gpointer user_data;

  GPtrArray *pads;
  GArray *probes;               /* gulong, of the pad at the same place */
};

/* One watched pad. */
typedef struct
{
  GstTwccNumbers *numbers;
  guint id;                     /* of the extension, 0: not known; of the thread
                                 * that pushes */
} Watch;

/* ---- packets ---- */

guint
gst_twcc_extension_id (GstCaps * caps)
{
  if (caps == NULL || gst_caps_is_empty (caps) || gst_caps_is_any (caps))
    return 0;
  return gst_rtp_extension_find_id (gst_caps_get_structure (caps, 0),
      GST_TWCC_URI);
}

gint
gst_twcc_read_number (GstBuffer * buffer, guint id)
{
  guint8 bytes[NUMBER_SIZE];
  gsize size, at = gst_rtp_extension_find (buffer, id, &size);

  if (at == 0 || size != NUMBER_SIZE)
    return -1;
  gst_buffer_extract (buffer, at, bytes, NUMBER_SIZE);
  return GST_READ_UINT16_BE (bytes);
}

/* ---- watching ---- */

static void
numbers_unref (GstTwccNumbers * self)
{
  if (!g_atomic_int_dec_and_test (&self->refs))
    return;
  g_mutex_clear (&self->lock);
  g_ptr_array_unref (self->pads);
  g_array_unref (self->probes);
  g_free (self);
}

static void
watch_free (gpointer data)
{
  Watch *watch = data;

  numbers_unref (watch->numbers);
  g_free (watch);
}

/* Streams in one transport agree on the id (RFC 8843 section 10), and those without
 * the extension in their caps are not to hide it. */
static void
learn_id (Watch * watch, GstCaps * caps)
{
  guint id = gst_twcc_extension_id (caps);

  if (id != 0)
    watch->id = id;
}

static void
take_packet (Watch * watch, GstBuffer * buffer)
{
  gint number = gst_twcc_read_number (buffer, watch->id);
  GstTwccNumbers *self = watch->numbers;
  guint8 head[RTP_HEADER_SIZE];

  if (number < 0)
    return;
  gst_buffer_extract (buffer, 0, head, sizeof (head));
  if (self->func != NULL)
    self->func (GST_READ_UINT32_BE (head + 8), GST_READ_UINT16_BE (head + 2),
        (guint16) number, self->user_data);
}

static GstPadProbeReturn
on_data (GstPad * pad, GstPadProbeInfo * info, gpointer user_data)
{
  Watch *watch = user_data;
  guint i;

  if (info->type & GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM) {
    GstEvent *event = GST_PAD_PROBE_INFO_EVENT (info);
    GstCaps *caps;

    if (GST_EVENT_TYPE (event) == GST_EVENT_CAPS) {
      gst_event_parse_caps (event, &caps);
      learn_id (watch, caps);
    }
    return GST_PAD_PROBE_OK;
  }
  if (watch->id == 0)
    return GST_PAD_PROBE_OK;

  g_mutex_lock (&watch->numbers->lock);
  if (info->type & GST_PAD_PROBE_TYPE_BUFFER) {
    take_packet (watch, GST_PAD_PROBE_INFO_BUFFER (info));
  } else {
    GstBufferList *list = GST_PAD_PROBE_INFO_BUFFER_LIST (info);

    for (i = 0; i < gst_buffer_list_length (list); i++)
      take_packet (watch, gst_buffer_list_get (list, i));
  }
  g_mutex_unlock (&watch->numbers->lock);
  return GST_PAD_PROBE_OK;
}

static void
watch_pad (GstTwccNumbers * self, GstPad * pad)
{
  GstCaps *caps = gst_pad_get_current_caps (pad);
  Watch *watch = g_new0 (Watch, 1);
  gulong probe;

  g_atomic_int_inc (&self->refs);
  watch->numbers = self;
  learn_id (watch, caps);
  gst_clear_caps (&caps);
  probe = gst_pad_add_probe (pad, GST_PAD_PROBE_TYPE_BUFFER |
      GST_PAD_PROBE_TYPE_BUFFER_LIST | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM,
      on_data, watch, watch_free);
  g_ptr_array_add (self->pads, gst_object_ref (pad));
  g_array_append_val (self->probes, probe);
}

GstTwccNumbers *
gst_twcc_numbers_new (GPtrArray * pads, GstTwccNumbersFunc func,
    gpointer user_data)
{
  GstTwccNumbers *self = g_new0 (GstTwccNumbers, 1);
  guint i;

  self->refs = 1;
  g_mutex_init (&self->lock);
  self->func = func;
  self->user_data = user_data;
  self->pads = g_ptr_array_new_with_free_func (gst_object_unref);
  self->probes = g_array_new (FALSE, FALSE, sizeof (gulong));
  for (i = 0; i < pads->len; i++)
    watch_pad (self, g_ptr_array_index (pads, i));
  return self;
}

/* A probe may run until after it is removed: it finds no func then, or is waited
 * for. */
void
gst_twcc_numbers_free (GstTwccNumbers * self)
{
  guint i;

  if (self == NULL)
    return;
  for (i = 0; i < self->pads->len; i++)
    gst_pad_remove_probe (g_ptr_array_index (self->pads, i),
        g_array_index (self->probes, gulong, i));
  g_mutex_lock (&self->lock);
  self->func = NULL;
  g_mutex_unlock (&self->lock);
  numbers_unref (self);
}
