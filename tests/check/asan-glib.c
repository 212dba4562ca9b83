/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* asan-glib.c: keeps what others never free out of the leak reports
 *
 * GLib replaces its table of quarks by a larger one each 2048 quarks, and leaks
 * the old one on purpose, since other threads may be reading it: a test that
 * loads plugins gets there.  The first table is made while GLib is loaded.  The
 * fast unwinder does not see through GLib, whose functions are to be named.
 * Compiled into address sanitizer builds only.
 */

/* Asked for by the sanitizer. */
const char *__asan_default_options (void);
const char *__lsan_default_options (void);
const char *__lsan_default_suppressions (void);

const char *
__asan_default_options (void)
{
  return "fast_unwind_on_malloc=0:malloc_context_size=12";
}

const char *
__lsan_default_options (void)
{
  return "print_suppressions=0";
}

const char *
__lsan_default_suppressions (void)
{
  return "leak:call_init\n"
      "leak:g_intern_static_string\n"
      "leak:g_intern_string\n"
      "leak:g_quark_from_static_string\n" "leak:g_quark_from_string\n"
      /* an encoder that leaks by itself */
      "leak:libx265\n"
      /* random numbers of threads that still run when the program ends */
      "leak:libcrypto.so\n";
}
