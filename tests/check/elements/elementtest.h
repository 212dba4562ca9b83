/* elementtest.h: what tests of elements and of pipelines share */
#ifndef ELEMENTTEST_H
#define ELEMENTTEST_H

#include <gst/check/gstcheck.h>

/* Of stock elements by name, ended by NULL; says which are missing. */
gboolean has_elements (const gchar * first, ...) G_GNUC_NULL_TERMINATED;
/* On the loopback device, for UDP; free a moment ago. */
guint16 free_port (void);

#endif /* ELEMENTTEST_H */
