/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How often a frame takes the lock of the encoder control. The linker puts
 * __wrap_g_mutex_lock() where the sources of the control call g_mutex_lock(). */
#include <gst/check/gstcheck.h>
#include <gst/check/gstharness.h>

#include "plugins/scream/encoder/gstencodercontrol-private.h"
#include "fakeencoder.h"

void __wrap_g_mutex_lock (GMutex * mutex);
void __real_g_mutex_lock (GMutex * mutex);

static GMutex *counted;
static gint n_locks;

void
__wrap_g_mutex_lock (GMutex * mutex)
{
  if (mutex == g_atomic_pointer_get (&counted))
    g_atomic_int_inc (&n_locks);
  __real_g_mutex_lock (mutex);
}

typedef struct
{
  GstHarness *h;
  GstPad *pad;                  /* sink pad behind the encoder */
  GstEncoderControl *ctl;
  guint n_frames;
  guint n_asked;
  gboolean skip, handle;
} Rig;

static void
on_told (GstEncoderControlEvent event, GstElement * encoder,
    const gchar * text, gpointer user_data)
{
}

static GstEncoderControlSkip
on_skip (guint64 * waits, gpointer user_data)
{
  Rig *rig = user_data;

  rig->n_asked++;
  return rig->skip ? GST_ENCODER_CONTROL_SKIP : GST_ENCODER_CONTROL_MAY_SKIP;
}

static gboolean
on_change (GstElement * encoder, guint64 bitrate, gpointer user_data)
{
  return ((Rig *) user_data)->handle;
}

static void
rig_init (Rig * rig)
{
  static const GstEncoderOwner owner = { on_told, on_skip, on_change, NULL };
  GstElement *tx;

  memset (rig, 0, sizeof (*rig));
  rig->h = gst_harness_new_parse ("fakeratedenc ! identity name=tx");
  tx = gst_harness_find_element (rig->h, "identity");
  rig->pad = gst_element_get_static_pad (tx, "sink");
  gst_object_unref (tx);
  rig->ctl = gst_encoder_control_new (rig->pad);
  gst_encoder_control_set_owner (rig->ctl, &owner, rig);
  gst_encoder_control_set_target (rig->ctl, 1000000);
  gst_harness_set_src_caps_str (rig->h, "video/x-raw");
  fail_unless (gst_encoder_control_find (rig->ctl, rig->pad));
  g_atomic_pointer_set (&counted, &rig->ctl->lock);
}

static void
rig_clear (Rig * rig)
{
  g_atomic_pointer_set (&counted, NULL);
  gst_encoder_control_free (rig->ctl);
  gst_object_unref (rig->pad);
  gst_harness_teardown (rig->h);
}

static void
push (Rig * rig)
{
  GstBuffer *buffer = gst_buffer_new_allocate (NULL, 16, NULL);

  GST_BUFFER_PTS (buffer) = rig->n_frames++ * 33 * GST_MSECOND;
  GST_BUFFER_DURATION (buffer) = 33 * GST_MSECOND;
  gst_buffer_unref (gst_harness_push_and_pull (rig->h, buffer));
}

/* Locks for the next frame, without the one for what the encoder makes of it. */
static guint
locks_for_frame (Rig * rig)
{
  g_atomic_int_set (&n_locks, 0);
  push (rig);
  return g_atomic_int_get (&n_locks) - 1;
}

static void
settle (Rig * rig)
{
  guint i;

  for (i = 0; i < 90; i++)
    push (rig);
}

GST_START_TEST (test_frame_takes_the_lock_once)
{
  Rig rig;

  rig_init (&rig);
  settle (&rig);
  rig.n_asked = 0;
  fail_unless_equals_int (locks_for_frame (&rig), 1);
  fail_unless_equals_int (rig.n_asked, 1);
  rig_clear (&rig);
}

GST_END_TEST;

/* Once to decide, once to note what the encoder was told; the first time, too,
 * when its property is read back. */
GST_START_TEST (test_change_takes_the_lock_twice)
{
  Rig rig;
  guint i;

  rig_init (&rig);
  settle (&rig);
  for (i = 0; i < 3; i++) {
    GstStructure *s;
    guint64 changes;

    rig.handle = i == 2;
    gst_encoder_control_set_target (rig.ctl, 500000 - i * 100000);
    fail_unless_equals_int (locks_for_frame (&rig), 2);
    s = gst_encoder_control_get_stats (rig.ctl);
    fail_unless (gst_structure_get_uint64 (s, "changes", &changes));
    fail_unless_equals_uint64 (changes, i + 2);
    gst_structure_free (s);
    settle (&rig);
  }
  rig_clear (&rig);
}

GST_END_TEST;

/* Skipped, or paused: the encoder makes nothing of it. */
GST_START_TEST (test_skipped_frame_takes_the_lock_once)
{
  GstBuffer *buffer;
  Rig rig;
  guint i;

  rig_init (&rig);
  settle (&rig);
  for (i = 0; i < 2; i++) {
    rig.skip = i == 0;
    gst_encoder_control_set_paused (rig.ctl, i == 1);
    buffer = gst_buffer_new_allocate (NULL, 16, NULL);
    GST_BUFFER_PTS (buffer) = rig.n_frames++ * 33 * GST_MSECOND;
    g_atomic_int_set (&n_locks, 0);
    gst_harness_push (rig.h, buffer);
    fail_unless_equals_int (g_atomic_int_get (&n_locks), 1);
    fail_unless (gst_harness_try_pull (rig.h) == NULL);
  }
  rig_clear (&rig);
}

GST_END_TEST;

static void
register_fakes (void)
{
  static const FakeEncoder fake = { "fakeratedenc", "Codec/Encoder/Video",
    "bitrate", "Bitrate in bit/s", 1, 2000000, FALSE, 0,.factor = 1
  };

  fake_encoder_register (&fake);
}

static Suite *
encoderlocks_suite (void)
{
  Suite *s = suite_create ("encoderlocks");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_checked_fixture (tc, register_fakes, NULL);
  tcase_add_test (tc, test_frame_takes_the_lock_once);
  tcase_add_test (tc, test_change_takes_the_lock_twice);
  tcase_add_test (tc, test_skipped_frame_takes_the_lock_once);

  return s;
}

GST_CHECK_MAIN (encoderlocks);
