/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamtxpacing.c: the kernel spaces what leaves screamtx together, if it can */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreamtxprivate.h"
#include "plugins/packet/gsthelp.h"
#include "plugins/scream/net/gstkernelpacing.h"

#define GST_CAT_DEFAULT gst_scream_tx_debug

static void
free_pacing (gpointer pacing)
{
  gst_kernel_pacing_free (pacing);
}

static gboolean
wants_kernel_pacing (GstScreamTx * self)
{
  gboolean wants;

  GST_OBJECT_LOCK (self);
  wants = self->kernel_pacing;
  GST_OBJECT_UNLOCK (self);
  return wants;
}

static void
refuse (GstScreamTx * self, const gchar * reason)
{
  gboolean first;

  g_mutex_lock (&self->lock);
  first = self->no_pacing == NULL;
  g_free (self->no_pacing);
  self->no_pacing = g_strdup (reason);
  g_mutex_unlock (&self->lock);
  if (first)
    GST_ELEMENT_WARNING (self, RESOURCE, SETTINGS,
        ("The kernel does not pace packets: %s. kernel-pacing has no effect.",
            reason), ("screamtx paces them, as without it."
            GST_HELP ("kernel-pacing")));
}

/* Several pads may lead to one socket. */
static void
pace_sockets (GstScreamTx * self, GHashTable * pacings, GPtrArray * sockets,
    GSocketAddress * to)
{
  GError *error = NULL;
  guint i;

  for (i = 0; i < sockets->len; i++) {
    GSocket *socket = g_ptr_array_index (sockets, i);
    GstKernelPacing *pacing;

    if (g_hash_table_contains (pacings, socket))
      continue;
    pacing = gst_kernel_pacing_new (socket, to, &error);
    if (pacing != NULL) {
      g_hash_table_insert (pacings, socket, pacing);
      continue;
    }
    refuse (self, error->message);
    g_clear_error (&error);
  }
}

void
gst_scream_tx_find_pacing (GstScreamTx * self, const GstSocketPath * path)
{
  GHashTable *pacings;

  if (!wants_kernel_pacing (self))
    return;
  if (path->peers->len == 0) {
    refuse (self, "no UDP sink with an address follows");
    return;
  }
  g_mutex_lock (&self->lock);
  pacings = g_steal_pointer (&self->pacings);
  g_mutex_unlock (&self->lock);
  if (pacings == NULL)
    pacings = g_hash_table_new_full (NULL, NULL, NULL, free_pacing);
  pace_sockets (self, pacings, path->sockets, g_ptr_array_index (path->peers,
          0));
  pace_sockets (self, pacings, path->shared_sockets,
      g_ptr_array_index (path->peers, 0));
  g_mutex_lock (&self->lock);
  self->pacings = pacings;
  g_mutex_unlock (&self->lock);
}

void
gst_scream_tx_drop_pacing (GstScreamTx * self)
{
  GHashTable *pacings;

  g_mutex_lock (&self->lock);
  pacings = g_steal_pointer (&self->pacings);
  g_mutex_unlock (&self->lock);
  g_clear_pointer (&pacings, g_hash_table_unref);
}

void
gst_scream_tx_set_kernel_rate (GstScreamTx * self, guint64 rate)
{
  GHashTableIter iter;
  gpointer pacing;

  if (self->pacings == NULL)
    return;
  g_hash_table_iter_init (&iter, self->pacings);
  while (g_hash_table_iter_next (&iter, NULL, &pacing))
    gst_kernel_pacing_set_rate (pacing, rate);
}

void
gst_scream_tx_add_pacing (GstScreamTx * self, GstStructure * stats)
{
  const gchar *state = self->no_pacing != NULL ? self->no_pacing : "off";
  GHashTableIter iter;
  guint64 rate = 0;
  gpointer pacing;

  if (self->pacings != NULL) {
    g_hash_table_iter_init (&iter, self->pacings);
    while (g_hash_table_iter_next (&iter, NULL, &pacing)) {
      rate = MAX (rate, gst_kernel_pacing_get_rate (pacing));
      state = "on";
    }
  }
  gst_structure_set (stats, "kernel-pacing", G_TYPE_STRING, state,
      "kernel-pacing-rate", G_TYPE_UINT64, rate, NULL);
}
