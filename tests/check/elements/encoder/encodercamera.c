/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Cameras that encode themselves: what has the name of one is found, told a bitrate, and
 * never asked to skip. */
#include "encodertest.h"

#include <gst/base/gstpushsrc.h>

#define FRAMES 90
#define RATE 30

typedef struct
{
  GstPushSrc parent;
  gint bitrate;
  guint n;
} Camera;

typedef GstPushSrcClass CameraClass;

GType camera_get_type (void);
G_DEFINE_TYPE (Camera, camera, GST_TYPE_PUSH_SRC);

static GstFlowReturn
camera_create (GstPushSrc * src, GstBuffer ** buffer)
{
  Camera *self = (Camera *) src;

  if (self->n == FRAMES)
    return GST_FLOW_EOS;
  *buffer = gst_buffer_new_allocate (NULL,
      (gsize) self->bitrate / 8 / RATE, NULL);
  gst_buffer_memset (*buffer, 0, 0, (gsize) self->bitrate / 8 / RATE);
  GST_BUFFER_PTS (*buffer) = self->n * GST_SECOND / RATE;
  GST_BUFFER_DURATION (*buffer) = GST_SECOND / RATE;
  if (self->n++ > 0)
    GST_BUFFER_FLAG_SET (*buffer, GST_BUFFER_FLAG_DELTA_UNIT);
  return GST_FLOW_OK;
}

static void
camera_set_property (GObject * object, guint id, const GValue * value,
    GParamSpec * pspec)
{
  (void) id;
  (void) pspec;
  ((Camera *) object)->bitrate = g_value_get_int (value);
}

static void
camera_get_property (GObject * object, guint id, GValue * value,
    GParamSpec * pspec)
{
  (void) id;
  (void) pspec;
  g_value_set_int (value, ((Camera *) object)->bitrate);
}

static void
camera_class_init (CameraClass * klass)
{
  static GstStaticPadTemplate template = GST_STATIC_PAD_TEMPLATE ("src",
      GST_PAD_SRC, GST_PAD_ALWAYS, GST_STATIC_CAPS ("video/x-raw; image/jpeg; "
          "video/x-h264, stream-format=byte-stream, alignment=au"));
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GstElementClass *element_class = GST_ELEMENT_CLASS (klass);

  object_class->set_property = camera_set_property;
  object_class->get_property = camera_get_property;
  g_object_class_install_property (object_class, 1, g_param_spec_int ("bitrate",
          "Bitrate", "Bitrate in bit/s", 1000, 25000000, 17000000,
          G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS));
  gst_element_class_add_static_pad_template (element_class, &template);
  gst_element_class_set_static_metadata (element_class, "Camera",
      "Source/Video", "Pictures that are encoded already", "tests");
  klass->create = camera_create;
}

static void
camera_init (Camera * self)
{
  self->bitrate = 17000000;
  gst_base_src_set_format (GST_BASE_SRC (self), GST_FORMAT_TIME);
}

/* Of a name that the table does not have. */
typedef Camera OtherCamera;
typedef CameraClass OtherCameraClass;

GType other_camera_get_type (void);
G_DEFINE_TYPE (OtherCamera, other_camera, camera_get_type ());

static void
other_camera_class_init (OtherCameraClass * klass)
{
  gst_element_class_set_static_metadata (GST_ELEMENT_CLASS (klass),
      "Other camera", "Source/Video", "The same", "tests");
}

static void
other_camera_init (OtherCamera * self)
{
  self->n = 0;
}

static void
register_cameras (void)
{
  fail_unless (gst_element_register (NULL, "rpicamsrc", GST_RANK_NONE,
          camera_get_type ()));
  fail_unless (gst_element_register (NULL, "othercamsrc", GST_RANK_NONE,
          other_camera_get_type ()));
}

GST_START_TEST (test_camera_follows)
{
  Rig rig;

  rig_init (&rig, g_strdup ("rpicamsrc name=src ! video/x-h264 ! "),
      "identity");
  gst_encoder_control_set_target (rig.ctl, 900000);
  rig.schedule[30] = 250000;
  fail_unless (gst_encoder_control_find (rig.ctl, rig.pad));
  assert_told (&rig, 0, GST_ENCODER_CONTROL_FOUND,
      "src (rpicamsrc) is controlled by its bitrate in bit/s");
  rig_run (&rig);
  fail_unless_equals_int (rig.n_out, FRAMES);
  assert_rate (&rig, 0, 30, 900000, 0.01);
  /* A frame is made before the target of its time is known. */
  assert_rate (&rig, 32, FRAMES, 250000, 0.01);
  fail_unless (rig_follows (&rig));
  rig_clear (&rig);
}

GST_END_TEST;

/* Its frames are coded when they are seen. */
GST_START_TEST (test_camera_cannot_skip)
{
  Rig rig;

  rig_init (&rig, g_strdup ("rpicamsrc name=src ! video/x-h264 ! "),
      "identity");
  gst_encoder_control_set_target (rig.ctl, 900000);
  rig.owner.skip = on_skip;
  rig.skip_from = 10;
  rig.skip_to = 20;
  fail_unless (gst_encoder_control_find (rig.ctl, rig.pad));
  rig_run (&rig);
  fail_unless (rig.n_asked > 0);
  fail_unless_equals_int (rig.n_out, FRAMES);
  rig_clear (&rig);
}

GST_END_TEST;

/* {launch line, is there a camera to control} */
static const struct
{
  const gchar *launch;
  gboolean found;
} lines[] = {
  {"rpicamsrc ! video/x-h264 ! identity name=tx ! fakesink", TRUE},
  {"rpicamsrc ! video/x-raw ! identity name=tx ! fakesink", FALSE},
  {"rpicamsrc ! image/jpeg ! identity name=tx ! fakesink", FALSE},
  {"othercamsrc ! video/x-h264 ! identity name=tx ! fakesink", FALSE},
};

GST_START_TEST (test_camera_is_found_where_it_encodes)
{
  Rig rig;

  rig_init_launch (&rig, lines[__i__].launch);
  fail_unless_equals_int (gst_encoder_control_find (rig.ctl, rig.pad),
      lines[__i__].found);
  rig_clear (&rig);
}

GST_END_TEST;

static Suite *
encodercamera_suite (void)
{
  Suite *s = suite_create ("encodercamera");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, register_cameras, NULL);
  tcase_add_test (tc, test_camera_follows);
  tcase_add_test (tc, test_camera_cannot_skip);
  tcase_add_loop_test (tc, test_camera_is_found_where_it_encodes, 0,
      G_N_ELEMENTS (lines));
  return s;
}

GST_CHECK_MAIN (encodercamera);
