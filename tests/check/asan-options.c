/* Address sanitizer: what libraries leak on purpose is no finding.
 *
 * GLib gives up its table of quarks when it outgrows it, since other threads
 * read it without a lock; the first one is made when the library is loaded.
 * libx265 keeps some rows. To know them by name the stack must be unwound
 * through libraries without frame pointers, a few calls deep. */
const char *__asan_default_options (void);
const char *__lsan_default_suppressions (void);

const char *
__asan_default_options (void)
{
  return "fast_unwind_on_malloc=0:malloc_context_size=8";
}

const char *
__lsan_default_suppressions (void)
{
  return "leak:g_quark_\nleak:g_intern_\nleak:_dl_init\nleak:libx265\n";
}
