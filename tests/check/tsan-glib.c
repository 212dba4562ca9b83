/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* tsan-glib.c: tells the thread sanitizer about GLib's locks
 *
 * GLib locks and counts references in code that is not instrumented, so the
 * sanitizer would report as races what a GMutex protects.  The functions here
 * take the place of GLib's in test programs, and for the plugins that they
 * load: they call GLib's and say what that means for the order of things.
 * Compiled into thread sanitizer builds only; as a module, for tests/soak.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <gst/gst.h>

void __tsan_acquire (void *address);
void __tsan_release (void *address);

/* Finds the function that the one here hides. */
#define REAL(name) \
  static gpointer found; \
  __typeof__ (&name) real = g_atomic_pointer_get (&found); \
  if (real == NULL) { \
    real = dlsym (RTLD_NEXT, #name); \
    g_atomic_pointer_set (&found, real); \
  }

#define LOCK(name, Type) \
void name (Type * lock) \
{ \
  REAL (name); \
  real (lock); \
  __tsan_acquire (lock); \
}

#define TRYLOCK(name, Type) \
gboolean name (Type * lock) \
{ \
  gboolean locked; \
  REAL (name); \
  locked = real (lock); \
  if (locked) \
    __tsan_acquire (lock); \
  return locked; \
}

#define UNLOCK(name, Type) \
void name (Type * lock) \
{ \
  REAL (name); \
  __tsan_release (lock); \
  real (lock); \
}

/* The last reference frees: after all that others did before they let go. */
#define UNREF(name, Type) \
void name (Type object) \
{ \
  REAL (name); \
  __tsan_acquire (object); \
  __tsan_release (object); \
  real (object); \
}

/* *INDENT-OFF* */
LOCK (g_mutex_lock, GMutex)
TRYLOCK (g_mutex_trylock, GMutex)
UNLOCK (g_mutex_unlock, GMutex)
LOCK (g_rec_mutex_lock, GRecMutex)
TRYLOCK (g_rec_mutex_trylock, GRecMutex)
UNLOCK (g_rec_mutex_unlock, GRecMutex)
UNREF (g_object_unref, gpointer)
UNREF (gst_object_unref, gpointer)
UNREF (gst_mini_object_unref, GstMiniObject *)
UNREF (g_atomic_rc_box_release, gpointer)
/* *INDENT-ON* */

void
g_atomic_rc_box_release_full (gpointer box, GDestroyNotify clear)
{
  REAL (g_atomic_rc_box_release_full);
  __tsan_acquire (box);
  __tsan_release (box);
  real (box, clear);
}

void
g_cond_wait (GCond * cond, GMutex * mutex)
{
  REAL (g_cond_wait);
  __tsan_release (mutex);
  real (cond, mutex);
  __tsan_acquire (mutex);
}

gboolean
g_cond_wait_until (GCond * cond, GMutex * mutex, gint64 end_time)
{
  gboolean signalled;

  REAL (g_cond_wait_until);
  __tsan_release (mutex);
  signalled = real (cond, mutex, end_time);
  __tsan_acquire (mutex);
  return signalled;
}

/* They are macros too. */
#undef g_once_init_enter
#undef g_once_init_leave

gboolean
g_once_init_enter (volatile void *location)
{
  gboolean first;

  REAL (g_once_init_enter);
  first = real (location);
  __tsan_acquire ((void *) location);
  return first;
}

void
g_once_init_leave (volatile void *location, gsize result)
{
  REAL (g_once_init_leave);
  __tsan_release ((void *) location);
  real (location, result);
}

/* What a GstHarness takes in one thread and gives in another. */
void
g_async_queue_push (GAsyncQueue * queue, gpointer data)
{
  REAL (g_async_queue_push);
  __tsan_release (queue);
  real (queue, data);
}

gpointer
g_async_queue_try_pop (GAsyncQueue * queue)
{
  gpointer data;

  REAL (g_async_queue_try_pop);
  data = real (queue);
  __tsan_acquire (queue);
  return data;
}

gpointer
g_async_queue_timeout_pop (GAsyncQueue * queue, guint64 timeout)
{
  gpointer data;

  REAL (g_async_queue_timeout_pop);
  data = real (queue, timeout);
  __tsan_acquire (queue);
  return data;
}

/* Thread pools lock inside of GLib, out of sight of all this, and OpenSSL counts
 * references inside of itself. */
const char *__tsan_default_suppressions (void);

const char *
__tsan_default_suppressions (void)
{
  return "called_from_lib:libglib-2.0.so.0\n" "race:libcrypto.so\n";
}
