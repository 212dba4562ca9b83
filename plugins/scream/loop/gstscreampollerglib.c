/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreampollerglib.c: the poller of systems without epoll
 *
 * A main context waits for the sockets, and one thread at a time for the context.  GLib
 * tells of a socket for as long as it has something, also while another thread is about
 * to read it: so a socket rests after it was told of.
 */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreampoller.h"

/* OURS: so long does a socket rest, in us.  At half of it a slow reader costs twice the
 * wake-ups; at double of it feedback is later than the reader is elsewhere. */
#define REST G_TIME_SPAN_MILLISECOND

/* Instead of a wait without end: who waits may find at any time that nothing came. */
#define LONGEST_WAIT G_TIME_SPAN_HOUR

struct _GstScreamPoller
{
  GMutex lock;
  GCond changed;                /* waiting, woken */
  GMainContext *context;
  GHashTable *watches;          /* GSocket *: Watch *, by GLib's references */
  GPtrArray *told;              /* data of sockets */
  GSource *end;                 /* of a wait */
  GSource *again;               /* sockets have rested */
  gboolean waiting;             /* a thread has the context */
  gboolean woken;
};

/* What is known of a socket; its source has a reference, too. */
typedef struct
{
  GstScreamPoller *poller;      /* atomic: it has the lock */
  GSocket *socket;
  gpointer data;
  GSource *source;              /* NULL: it rests */
} Watch;

static void
watch_unref (gpointer watch)
{
  g_atomic_rc_box_release (watch);
}

/* With the lock.  The source may be in use by the thread that waits. */
static void
watch_stop (Watch * watch)
{
  if (watch->source == NULL)
    return;
  g_source_destroy (watch->source);
  g_clear_pointer (&watch->source, g_source_unref);
}

static gboolean
on_readable (GSocket * socket, GIOCondition condition, gpointer user_data)
{
  Watch *watch = user_data;
  GstScreamPoller *poller = g_atomic_pointer_get (&watch->poller);

  g_mutex_lock (&poller->lock);
  if (g_hash_table_lookup (poller->watches, socket) == watch) {
    g_ptr_array_add (poller->told, watch->data);
    watch_stop (watch);
    if (g_source_get_ready_time (poller->again) < 0)
      g_source_set_ready_time (poller->again, g_get_monotonic_time () + REST);
  }
  g_mutex_unlock (&poller->lock);
  return G_SOURCE_REMOVE;
}

/* With the lock. */
static void
watch_start (Watch * watch)
{
  watch->source = g_socket_create_source (watch->socket, G_IO_IN, NULL);
  g_source_set_callback (watch->source, G_SOURCE_FUNC (on_readable),
      g_atomic_rc_box_acquire (watch), watch_unref);
  g_source_attach (watch->source, watch->poller->context);
}

/* ---- */

static gboolean
on_again (gpointer user_data)
{
  GstScreamPoller *poller = user_data;
  GHashTableIter iter;
  gpointer watch;

  g_mutex_lock (&poller->lock);
  g_hash_table_iter_init (&iter, poller->watches);
  while (g_hash_table_iter_next (&iter, NULL, &watch))
    if (((Watch *) watch)->source == NULL)
      watch_start (watch);
  g_mutex_unlock (&poller->lock);
  return G_SOURCE_CONTINUE;
}

static gboolean
timer_dispatch (GSource * source, GSourceFunc func, gpointer user_data)
{
  g_source_set_ready_time (source, -1);
  return func == NULL || func (user_data);
}

static GSourceFuncs timer_funcs = {.dispatch = timer_dispatch };

static GSource *
add_timer (GstScreamPoller * poller, GSourceFunc func)
{
  GSource *timer = g_source_new (&timer_funcs, sizeof (GSource));

  if (func != NULL)
    g_source_set_callback (timer, func, poller, NULL);
  g_source_attach (timer, poller->context);
  return timer;
}

GstScreamPoller *
gst_scream_poller_new (void)
{
  GstScreamPoller *poller = g_new0 (GstScreamPoller, 1);

  g_mutex_init (&poller->lock);
  g_cond_init (&poller->changed);
  poller->context = g_main_context_new ();
  poller->watches = g_hash_table_new_full (NULL, NULL, NULL, watch_unref);
  poller->told = g_ptr_array_new ();
  poller->end = add_timer (poller, NULL);
  poller->again = add_timer (poller, on_again);
  return poller;
}

static void
destroy_source (GSource * source)
{
  g_source_destroy (source);
  g_source_unref (source);
}

void
gst_scream_poller_free (GstScreamPoller * poller)
{
  GHashTableIter iter;
  gpointer watch;

  g_hash_table_iter_init (&iter, poller->watches);
  while (g_hash_table_iter_next (&iter, NULL, &watch))
    watch_stop (watch);
  destroy_source (poller->end);
  destroy_source (poller->again);
  g_main_context_unref (poller->context);
  g_hash_table_unref (poller->watches);
  g_ptr_array_unref (poller->told);
  g_mutex_clear (&poller->lock);
  g_cond_clear (&poller->changed);
  g_free (poller);
}

gboolean
gst_scream_poller_add (GstScreamPoller * poller, GSocket * socket,
    gpointer data)
{
  Watch *watch = g_atomic_rc_box_new0 (Watch);

  g_atomic_pointer_set (&watch->poller, poller);
  watch->socket = socket;
  watch->data = data;
  g_mutex_lock (&poller->lock);
  g_hash_table_insert (poller->watches, socket, watch);
  watch_start (watch);
  g_mutex_unlock (&poller->lock);
  return TRUE;
}

void
gst_scream_poller_remove (GstScreamPoller * poller, GSocket * socket)
{
  Watch *watch;

  g_mutex_lock (&poller->lock);
  watch = g_hash_table_lookup (poller->watches, socket);
  if (watch != NULL) {
    watch_stop (watch);
    g_hash_table_remove (poller->watches, socket);
  }
  g_mutex_unlock (&poller->lock);
}

/* ---- */

/* With the lock.  A wait of no time takes no wake-up away. */
static gboolean
is_over (GstScreamPoller * poller, gboolean looks, gint64 end)
{
  if (!looks && poller->woken) {
    poller->woken = FALSE;
    return TRUE;
  }
  return poller->told->len > 0 || g_get_monotonic_time () >= end;
}

/* With the lock, which it lets go of: until no other thread has the context.  FALSE if
 * the wait is over before. */
static gboolean
take_context (GstScreamPoller * poller, gboolean looks, gint64 end)
{
  while (poller->waiting) {
    if (is_over (poller, looks, end))
      return FALSE;
    g_cond_wait_until (&poller->changed, &poller->lock, end);
  }
  poller->waiting = TRUE;
  return TRUE;
}

/* With the lock, which it lets go of while it waits. */
static GPtrArray *
wait_for_told (GstScreamPoller * poller, gboolean looks, gint64 end)
{
  GPtrArray *told;

  g_source_set_ready_time (poller->end, end);
  do {
    if (!looks && is_over (poller, looks, end))
      break;
    g_mutex_unlock (&poller->lock);
    g_main_context_iteration (poller->context, !looks);
    g_mutex_lock (&poller->lock);
  } while (!is_over (poller, looks, end));
  told = poller->told;
  poller->told = g_ptr_array_new ();
  poller->waiting = FALSE;
  g_cond_broadcast (&poller->changed);
  return told;
}

void
gst_scream_poller_wait (GstScreamPoller * poller, gint timeout,
    GstScreamPollerFunc func, gpointer user_data)
{
  gboolean looks = timeout == 0;
  gint64 end = g_get_monotonic_time ();
  GPtrArray *told = NULL;
  guint i;

  end += timeout < 0 ? LONGEST_WAIT : timeout * G_TIME_SPAN_MILLISECOND;
  g_mutex_lock (&poller->lock);
  if (take_context (poller, looks, end))
    told = wait_for_told (poller, looks, end);
  g_mutex_unlock (&poller->lock);
  if (told == NULL)
    return;
  for (i = 0; i < told->len; i++)
    func (g_ptr_array_index (told, i), user_data);
  g_ptr_array_unref (told);
}

void
gst_scream_poller_wake (GstScreamPoller * poller)
{
  g_mutex_lock (&poller->lock);
  poller->woken = TRUE;
  g_cond_broadcast (&poller->changed);
  g_main_context_wakeup (poller->context);
  g_mutex_unlock (&poller->lock);
}
