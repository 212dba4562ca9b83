/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* See watch.h. */
#include "watch.h"

#include <dirent.h>
#include <execinfo.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define LOOK 50                 /* ms */
#define LOCK_UP 2000            /* ms, of the processor or asleep */
/* kB more than when the input began. The address sanitizer keeps for a while what is
 * freed. */
#ifdef __SANITIZE_ADDRESS__
#define MEMORY (64 << 10)
#else
#define MEMORY (16 << 10)
#endif

/* Under valgrind, which FEW_MUTANTS tells of. */
#define SLOWER 30

static atomic_uint input;       /* odd: in one */
static atomic_long memory;      /* kB when it began */
static atomic_llong processor;  /* ns, the same */
static pid_t main_thread;

void
watch_fail (const char *why)
{
  void *calls[40];

  fprintf (stderr, "watch: %s\n", why);
  backtrace_symbols_fd (calls, backtrace (calls, 40), STDERR_FILENO);
  abort ();
}

static bool
is_slow (void)
{
  return getenv ("FEW_MUTANTS") != NULL;
}

static long long
processor_time (void)
{
  struct timespec t;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec * 1000000000LL + t.tv_nsec;
}

/* A number of /proc/self/@file, behind this word. */
static long
read_number (const char *file, const char *word)
{
  char name[64], line[128];
  long number = 0;
  FILE *opened;

  snprintf (name, sizeof (name), "/proc/self/%s", file);
  opened = fopen (name, "r");
  must (opened != NULL);
  while (fgets (line, sizeof (line), opened) != NULL) {
    if (strncmp (line, word, strlen (word)) == 0)
      number = atol (line + strlen (word));
  }
  fclose (opened);
  return number;
}

/* The most since the input began. */
static long
memory_peak (void)
{
  return read_number ("status", "VmHWM:");
}

/* proc(5), clear_refs: the peak begins anew; where that may not be written, it is that of
 * the process. */
static void
note_memory (void)
{
  FILE *file = fopen ("/proc/self/clear_refs", "w");

  if (file != NULL) {
    fputs ("5", file);
    fclose (file);
  }
  memory = memory_peak ();
}

static void
check_memory (void)
{
  if (memory_peak () - memory > (is_slow ()? SLOWER : 1) * MEMORY)
    watch_fail ("too much memory for one input");
}

/* 'S': it waits for something. */
static char
thread_state (const char *thread)
{
  char name[300], text[400], *end;
  size_t n;
  FILE *file;

  snprintf (name, sizeof (name), "/proc/self/task/%s/stat", thread);
  file = fopen (name, "r");
  if (file == NULL)
    return 0;
  n = fread (text, 1, sizeof (text) - 1, file);
  fclose (file);
  text[n] = 0;
  end = strrchr (text, ')');
  return end != NULL && end[1] != 0 ? end[2] : 0;
}

/* How often the thread of the inputs has waited. */
static long
count_waits (void)
{
  char name[64];

  snprintf (name, sizeof (name), "task/%d/status", main_thread);
  return read_number (name, "voluntary_ctxt_switches:");
}

/* But this one. */
static bool
all_sleep (void)
{
  DIR *threads = opendir ("/proc/self/task");
  long self = syscall (SYS_gettid);
  struct dirent *entry;
  bool sleep = threads != NULL;

  while (sleep && (entry = readdir (threads)) != NULL) {
    if (entry->d_name[0] != '.' && atol (entry->d_name) != self)
      sleep = thread_state (entry->d_name) == 'S';
  }
  if (threads != NULL)
    closedir (threads);
  return sleep;
}

static void
check (unsigned asleep)
{
  if (asleep * LOOK >= LOCK_UP)
    watch_fail ("all threads sleep: a lock-up");
  if (processor_time () - processor >
      (is_slow ()? SLOWER : 1) * LOCK_UP * 1000000LL)
    watch_fail ("2 s of the processor for one input: a lock-up");
  check_memory ();
}

static void *
look_on (void *data)
{
  struct timespec pause = { 0, LOOK * 1000000 };
  unsigned asleep = 0, seen = 0;
  long waits = 0;

  (void) data;
  for (;;) {
    unsigned now = input;
    long waited = count_waits ();

    if (now != seen || waited != waits || !all_sleep ())
      asleep = 0;
    else
      asleep++;
    seen = now;
    waits = waited;
    if (now % 2 == 1 && now == input)
      check (asleep);
    nanosleep (&pause, NULL);
  }
  return NULL;
}

static void
start (void)
{
  pthread_t thread;

  main_thread = (pid_t) syscall (SYS_gettid);
  must (pthread_create (&thread, NULL, look_on, NULL) == 0);
  pthread_detach (thread);
}

void
watch_begin (void)
{
  if (input == 0)
    start ();
  note_memory ();
  processor = processor_time ();
  input++;
}

void
watch_end (void)
{
  check_memory ();
  input++;
}
