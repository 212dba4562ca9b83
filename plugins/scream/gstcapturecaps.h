/* gstcapturecaps.h: extmap-N of abs-capture-time in the caps of RTP */
#ifndef __GST_CAPTURE_CAPS_H__
#define __GST_CAPTURE_CAPS_H__

#include <gst/gst.h>

G_BEGIN_DECLS

/* The id that the caps give to abs-capture-time, 0: none */
guint gst_capture_caps_find_id (const GstStructure * s);
/* Whether some header extension has this id. */
gboolean gst_capture_caps_has_id (const GstStructure * s, guint id);
void gst_capture_caps_add_id (GstStructure * s, guint id);

G_END_DECLS

#endif /* __GST_CAPTURE_CAPS_H__ */
