/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* asan-glib.c: keeps what others never free out of the leak reports
 *
 * GLib replaces its table of quarks by a larger one each 2048 quarks, and leaks
 * the old one on purpose, since other threads may be reading it: a test that
 * loads plugins gets there.  The fast unwinder does not see through GLib, whose
 * functions could be named else; the slow one makes tests five times as slow.
 * So these tables are known by their size.
 * Compiled into address sanitizer builds only.
 */
#include <stddef.h>

#include <sanitizer/lsan_interface.h>

#define TABLE (2048 * sizeof (char *))

/* Asked for, and called, by the sanitizer. */
const char *__lsan_default_options (void);
const char *__lsan_default_suppressions (void);
void __sanitizer_malloc_hook (const volatile void *memory, size_t size);

void
__sanitizer_malloc_hook (const volatile void *memory, size_t size)
{
  if (size == TABLE || size == 2 * TABLE)
    __lsan_ignore_object ((const void *) memory);
}

const char *
__lsan_default_options (void)
{
  return "print_suppressions=0";
}

const char *
__lsan_default_suppressions (void)
{
  /* An encoder that leaks by itself; what a library makes while it is loaded; random numbers of
   * threads that still run when the program ends. */
  return "leak:libx265\n" "leak:libsrt\n" "leak:libcrypto.so\n";
}
