/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Nothing is authentic: in the place of gstscreamauth.c in a build without nettle, which
 * takes no key (gstscreamsrtp.h). */
#include "gstscreamauth.h"

GstScreamAuth *
gst_scream_auth_new (GstBuffer * key)
{
  return NULL;
}

void
gst_scream_auth_free (GstScreamAuth * auth)
{
}

gboolean
gst_scream_auth_check (GstScreamAuth * auth, const guint8 * data,
    gsize size, guint * roc)
{
  return FALSE;
}

gboolean
gst_scream_auth_check_rtcp (GstScreamAuth * auth, const guint8 * data,
    gsize size)
{
  return FALSE;
}
