/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* replay [--mutants N] PATH...: runs one fuzz target without libFuzzer
 *
 * On each file, and each file of each folder; then on N inputs that are made
 * from those at random, always the same, or with FEW_MUTANTS in the environment,
 * for valgrind, on a tenth of them.  The name of the last file is in "replay: ..."
 * on the standard error if it aborts, and its bytes are in the file KEEP_CRASH, if that
 * is in the environment.
 */
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "fuzz.h"

#define MAX_FILES 20000
#define MAX_SIZE 65536

typedef struct
{
  uint8_t *data;
  size_t size;
} Input;

static Input inputs[MAX_FILES];
static size_t n_inputs;
static char doing[4200];
static const uint8_t *current;
static size_t current_size;

/* KEEP_CRASH in the environment names a file for the input. */
static void
on_signal (int number)
{
  ssize_t written = write (STDERR_FILENO, doing, strlen (doing));
  const char *keep = getenv ("KEEP_CRASH");
  int file = keep != NULL ? creat (keep, 0666) : -1;

  if (file >= 0)
    written = write (file, current, current_size);
  (void) written;
  signal (number, SIG_DFL);
  raise (number);
}

/* In a block of its size, so that sanitizers see each overread. */
static void
run (const uint8_t * data, size_t size)
{
  uint8_t *copy = malloc (size > 0 ? size : 1);

  must (copy != NULL);
  memcpy (copy, data, size);
  current = data;
  current_size = size;
  LLVMFuzzerTestOneInput (copy, size);
  free (copy);
}

static void
run_file (const char *path)
{
  static uint8_t buffer[MAX_SIZE];
  FILE *file = fopen (path, "rb");
  Input *input = &inputs[n_inputs];

  if (file == NULL || n_inputs == MAX_FILES) {
    fprintf (stderr, "replay: cannot read %s\n", path);
    exit (2);
  }
  input->size = fread (buffer, 1, sizeof (buffer), file);
  input->data = malloc (input->size > 0 ? input->size : 1);
  must (input->data != NULL);
  memcpy (input->data, buffer, input->size);
  fclose (file);
  n_inputs++;
  snprintf (doing, sizeof (doing), "replay: crash with %s\n", path);
  run (input->data, input->size);
}

static void
run_path (const char *path)
{
  DIR *folder = opendir (path);
  struct dirent *entry;
  char name[4096];

  if (folder == NULL) {
    run_file (path);
    return;
  }
  while ((entry = readdir (folder)) != NULL) {
    if (entry->d_name[0] == '.')
      continue;
    snprintf (name, sizeof (name), "%s/%s", path, entry->d_name);
    run_file (name);
  }
  closedir (folder);
}

/* ---- mutants ---- */

/* xorshift64 */
static uint64_t
next_random (uint64_t * state)
{
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return *state;
}

/* The head of one input, the tail of another, and some bytes changed. */
static size_t
mutate (uint8_t * data, uint64_t * state)
{
  const Input *a = &inputs[next_random (state) % n_inputs];
  const Input *b = &inputs[next_random (state) % n_inputs];
  size_t head = next_random (state) % (a->size + 1);
  size_t skip = next_random (state) % (b->size + 1);
  size_t tail = b->size - skip, size;

  if (head + tail > MAX_SIZE)
    tail = MAX_SIZE - head;
  size = head + tail;
  memcpy (data, a->data, head);
  memcpy (data + head, b->data + skip, tail);
  for (unsigned n = next_random (state) & 3; n > 0 && size > 0; n--)
    data[next_random (state) % size] ^= (uint8_t) next_random (state);
  return size;
}

static void
run_mutants (unsigned n)
{
  static uint8_t data[MAX_SIZE];
  uint64_t state = 20240507;

  for (unsigned i = 0; i < n && n_inputs > 0; i++) {
    size_t size = mutate (data, &state);

    snprintf (doing, sizeof (doing), "replay: crash with mutant %u\n", i);
    run (data, size);
  }
}

int
main (int argc, char **argv)
{
  unsigned mutants = 0;
  int i = 1;

  signal (SIGABRT, on_signal);
  signal (SIGTRAP, on_signal);
#ifndef __SANITIZE_ADDRESS__
  signal (SIGSEGV, on_signal);
#endif
  if (argc > 2 && strcmp (argv[1], "--mutants") == 0) {
    mutants = (unsigned) strtoul (argv[2], NULL, 10);
    if (getenv ("FEW_MUTANTS") != NULL)
      mutants /= 10;
    i = 3;
  }
  for (; i < argc; i++)
    run_path (argv[i]);
  run_mutants (mutants);
  printf ("%zu files, %u mutants\n", n_inputs, mutants);
  for (size_t k = 0; k < n_inputs; k++)
    free (inputs[k].data);
  return n_inputs == 0;
}
