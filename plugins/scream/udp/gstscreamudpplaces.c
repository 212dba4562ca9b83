/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamudpplaces.c: see gstscreamudpplaces.h */
#include "plugins/packet/gstsystem.h"

#if USE_LINUX
#define _GNU_SOURCE             /* MADV_NOHUGEPAGE */
#include <sys/mman.h>
#endif

#include "gstscreamudpplaces.h"

#define PLACES (GST_SCREAM_UDP_SLOTS \
    * (GST_SCREAM_UDP_FIRST_SIZE + GST_SCREAM_UDP_SLOT_SIZE))

/* The streams of pipelines that know nothing of each other share it, so it is the
 * process's. What it holds is memory: nobody can tell whose it was, or miss it.
 *
 * OURS: what is kept for the next reader. At half, threads that are interrupted while they
 * read make others ask the system for memory; at double an idle process keeps 4 MB. */
#define KEPT 4

static GMutex lock;
static guint8 *kept[KEPT];
static guint n_kept;

#if USE_LINUX

/* A huge page for the few kilobytes of a slow stream would be a waste. */
static guint8 *
places_new (void)
{
  guint8 *places = mmap (NULL, PLACES, PROT_READ | PROT_WRITE,
      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

  if (places == MAP_FAILED)
    g_error ("no memory for %d bytes", PLACES);
  madvise (places, PLACES, MADV_NOHUGEPAGE);
  return places;
}

static void
places_free (guint8 * places)
{
  munmap (places, PLACES);
}

#else

static guint8 *
places_new (void)
{
  return g_malloc (PLACES);
}

static void
places_free (guint8 * places)
{
  g_free (places);
}

#endif

guint8 *
gst_scream_udp_places_take (void)
{
  guint8 *places = NULL;

  g_mutex_lock (&lock);
  if (n_kept > 0)
    places = kept[--n_kept];
  g_mutex_unlock (&lock);
  return places != NULL ? places : places_new ();
}

void
gst_scream_udp_places_give (guint8 * places)
{
  gboolean keeps;

  g_mutex_lock (&lock);
  keeps = n_kept < KEPT;
  if (keeps)
    kept[n_kept++] = places;
  g_mutex_unlock (&lock);
  if (!keeps)
    places_free (places);
}
