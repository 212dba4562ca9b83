/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* counts.c: a library that is loaded before all others (LD_PRELOAD) and counts what a
 * program takes locks, memory and the time for
 *
 * SCALE_COUNTS names a file that has room for COUNTS, twice: those of all threads, and those
 * of the threads of the loop, which read feedback.  examples/scale/profile reads it.
 */
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#include <glib.h>

enum
{ LOCKS, ALLOCATIONS, CLOCK_READINGS, COUNTS };

#define LOOP "screamtx"

/* A thread has its name after its first calls. */
#define NAMELESS_CALLS 64

extern void *__libc_malloc (size_t size);
extern void *__libc_calloc (size_t n, size_t size);
extern void *__libc_realloc (void *old, size_t size);

static
guint64 (*counts)[COUNTS];      /* NULL: nobody reads them */
     static void (*lock) (GMutex *);
     static void (*lock_recursive) (GRecMutex *);
     static gpointer (*alloc_slice) (gsize);
     static int (*read_clock) (clockid_t, struct timespec *);

     /* Later ones take slices from malloc(), where they count. */
#define has_slices() (glib_minor_version < 76)

     static __thread int calls __attribute__((tls_model ("initial-exec")));
     static __thread gboolean reads __attribute__((tls_model ("initial-exec")));

     static gpointer next (const char *name)
{
  return dlsym (RTLD_NEXT, name);
}

__attribute__((constructor))
     static void begin (void)
{
  const char *path = getenv ("SCALE_COUNTS");
  int fd = path != NULL ? open (path, O_RDWR) : -1;
  void *map = MAP_FAILED;

  lock = (void (*)(GMutex *)) next ("g_mutex_lock");
  lock_recursive = (void (*)(GRecMutex *)) next ("g_rec_mutex_lock");
  alloc_slice = (gpointer (*)(gsize)) next ("g_slice_alloc");
  read_clock = (int (*)(clockid_t, struct timespec *)) next ("clock_gettime");
  if (fd < 0)
    return;
  map = mmap (NULL, 2 * sizeof (*counts), PROT_READ | PROT_WRITE, MAP_SHARED,
      fd, 0);
  close (fd);
  if (map != MAP_FAILED)
    counts = map;
}

static void
count (int what)
{
  char name[16] = "";

  if (counts == NULL)
    return;
  if (calls < NAMELESS_CALLS) {
    calls++;
    prctl (PR_GET_NAME, name);
    reads = strcmp (name, LOOP) == 0;
  }
  __atomic_fetch_add (&counts[0][what], 1, __ATOMIC_RELAXED);
  if (reads)
    __atomic_fetch_add (&counts[1][what], 1, __ATOMIC_RELAXED);
}

/* Other libraries may lock before begin(). */
void
g_mutex_lock (GMutex * mutex)
{
  count (LOCKS);
  if (lock == NULL)
    lock = (void (*)(GMutex *)) next ("g_mutex_lock");
  lock (mutex);
}

void
g_rec_mutex_lock (GRecMutex * mutex)
{
  count (LOCKS);
  if (lock_recursive == NULL)
    lock_recursive = (void (*)(GRecMutex *)) next ("g_rec_mutex_lock");
  lock_recursive (mutex);
}

gpointer
g_slice_alloc (gsize size)
{
  if (has_slices ())
    count (ALLOCATIONS);
  if (alloc_slice == NULL)
    alloc_slice = (gpointer (*)(gsize)) next ("g_slice_alloc");
  return alloc_slice (size);
}

void *
malloc (size_t size)
{
  count (ALLOCATIONS);
  return __libc_malloc (size);
}

void *
calloc (size_t n, size_t size)
{
  count (ALLOCATIONS);
  return __libc_calloc (n, size);
}

void *
realloc (void *old, size_t size)
{
  count (ALLOCATIONS);
  return __libc_realloc (old, size);
}

int
clock_gettime (clockid_t clock, struct timespec *time)
{
  count (CLOCK_READINGS);
  if (read_clock == NULL)
    read_clock = (int (*)(clockid_t, struct timespec *)) next ("clock_gettime");
  return read_clock (clock, time);
}
