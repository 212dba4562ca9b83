/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* txpipeline.c: see txpipeline.h */
#include "txpipeline.h"

void
to_state (GstElement * pipeline, GstState state)
{
  GstStateChangeReturn ret = gst_element_set_state (pipeline, state);

  if (ret == GST_STATE_CHANGE_ASYNC)
    ret = gst_element_get_state (pipeline, NULL, NULL, 5 * GST_SECOND);
  fail_unless (ret == GST_STATE_CHANGE_SUCCESS
      || ret == GST_STATE_CHANGE_NO_PREROLL, "%s: %s",
      gst_element_state_get_name (state),
      gst_element_state_change_return_get_name (ret));
}

void
expect_eos (GstElement * pipeline)
{
  GstBus *bus = gst_element_get_bus (pipeline);
  GstMessage *message = gst_bus_timed_pop_filtered (bus, 5 * GST_SECOND,
      GST_MESSAGE_EOS | GST_MESSAGE_ERROR);

  fail_unless (message != NULL);
  fail_unless_equals_int (GST_MESSAGE_TYPE (message), GST_MESSAGE_EOS);
  gst_message_unref (message);
  gst_object_unref (bus);
}
