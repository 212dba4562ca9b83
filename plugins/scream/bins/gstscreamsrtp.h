/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamsrtp.h: the one key of screamsink's and screamsrc's SRTP
 *
 * AES-128 in counter mode with 80 bits of HMAC-SHA1 for media and RTCP of both
 * ways.
 */
#pragma once

#include <gst/gst.h>

/* RFC 3711 section 5.3: bytes of master key and master salt */
#define GST_SCREAM_SRTP_KEY_SIZE 30

/* Sets @key to the key that @text has in hexadecimal digits, or to NULL for no encryption
 * if @text is NULL or empty. FALSE: @text is no key, or this build has no SRTP, and @key
 * is NULL; the caller must not go on without encryption. */
gboolean gst_scream_srtp_set_key (GstBuffer ** key, const gchar * text);

/* FALSE: @element runs already. It goes on with what it has, an error says so. */
gboolean gst_scream_srtp_admit_key (GstElement * element);

/* Posts the error of @element, whose key was not taken. */
void gst_scream_srtp_post_no_key (GstElement * element);

/* What srtpdec asks for, of the media type @name. */
GstCaps *gst_scream_srtp_caps (const gchar * name, GstBuffer * key);
