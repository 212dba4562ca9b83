/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstscreamaes.h: AES with keys of 128 bits, FIPS 197, one block
 *
 * For the few blocks that session keys are made of; not for media: it is slow,
 * and how long it takes tells about the key.
 */
#ifndef __GST_SCREAM_AES_H__
#define __GST_SCREAM_AES_H__

#include <glib.h>

G_BEGIN_DECLS

#define GST_SCREAM_AES_SIZE 16

/* @in and @out may be the same. */
void gst_scream_aes_encrypt (const guint8 key[GST_SCREAM_AES_SIZE],
    const guint8 in[GST_SCREAM_AES_SIZE], guint8 out[GST_SCREAM_AES_SIZE]);

G_END_DECLS

#endif /* __GST_SCREAM_AES_H__ */
