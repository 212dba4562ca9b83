/* asan-glib.c: keeps what others never free out of the leak reports
 *
 * GLib replaces its table of quarks by a larger one each 2048 quarks, and leaks
 * the old one on purpose, since other threads may be reading it.  A test that
 * loads plugins gets there.  No suppression can name the place: the stack ends
 * inside GLib.  So the first table, which is there before main(), is looked up
 * among GLib's variables, and the table is grown here.  Compiled into address
 * sanitizer builds only.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <link.h>
#include <string.h>
#include <glib.h>
#include <sanitizer/lsan_interface.h>

#define MORE_QUARKS_THAN_A_TEST_MAKES 8192

/* Of the sanitizer; gcc has no header for them. */
int __sanitizer_get_ownership (const volatile void *p);
size_t __sanitizer_get_allocated_size (const volatile void *p);

/* Each quark is an index into the table of their names. */
static gboolean
is_quark_table (gconstpointer p)
{
  const gchar *const *names = p;

  return p != NULL && __sanitizer_get_ownership (p)
      && __sanitizer_get_allocated_size (p) >= 2 * sizeof (gchar *)
      && names[1] == g_quark_to_string (1);
}

static int
ignore_table (struct dl_phdr_info *info, size_t size, void *data)
{
  int i;

  (void) size;
  (void) data;
  if (strstr (info->dlpi_name, "libglib-2.0") == NULL)
    return 0;

  for (i = 0; i < info->dlpi_phnum; i++) {
    const ElfW (Phdr) * segment = &info->dlpi_phdr[i];
    gpointer *variable = (gpointer *) (info->dlpi_addr + segment->p_vaddr);
    gsize n = segment->p_memsz / sizeof (gpointer);

    if (segment->p_type != PT_LOAD || !(segment->p_flags & PF_W))
      continue;
    for (; n > 0; n--, variable++) {
      if (is_quark_table (*variable))
        __lsan_ignore_object (*variable);
    }
  }
  return 1;
}

/* Asked for by the sanitizer: encoders that leak by themselves. */
const char *__lsan_default_suppressions (void);

const char *
__lsan_default_suppressions (void)
{
  return "leak:libx265\n";
}

static void grow_table (void) __attribute__((constructor));

static void
grow_table (void)
{
  guint i;

  dl_iterate_phdr (ignore_table, NULL);
  __lsan_disable ();
  for (i = 0; i < MORE_QUARKS_THAN_A_TEST_MAKES; i++) {
    gchar *name = g_strdup_printf ("asan-glib-%u", i);

    g_quark_from_string (name);
    g_free (name);
  }
  __lsan_enable ();
}
