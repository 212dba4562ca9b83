/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Is a packet of SRTP authentic? */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "gstscreamauth.h"

#include <string.h>

#include "gstscreamaes.h"
#include "plugins/scream/bins/gstscreamsrtp.h"

/* RFC 3711 section 5.2: bytes of the key, and of the tag of 80 bits */
#define AUTH_KEY_SIZE 20
#define TAG_SIZE 10
/* What HMAC-SHA1 gives, RFC 2104 */
#define DIGEST_SIZE 20

/* RFC 3711 section 4.3.1: of the key for authentication */
#define LABEL 0x01

/* RFC 3711 section 4.3 and section 8.2 */
#define MASTER_KEY_SIZE 16
#define MASTER_SALT_SIZE 14

/* RFC 3550 section 5.1, without CSRC */
#define RTP_HEADER_SIZE 12

/* OURS: tried with each packet, the first, and of the others by its number.  Half
 * makes a late receiver wait for twice the packets; double doubles what a
 * stranger's packet costs, some 10 us. */
#define FIRST_GUESSES 8
#define MORE_GUESSES 16

struct _GstScreamAuth
{
  GHmac *hmac;                  /* nothing went in yet */
};

/* RFC 3711 section 4.3.1, with a key derivation rate of 0: the 14 bytes of salt
 * with the label in byte 7, and the number of the block. */
static GHmac *
derive (const guint8 * master)
{
  guint8 block[GST_SCREAM_AES_SIZE] = { 0, };
  guint8 key[2 * GST_SCREAM_AES_SIZE];
  guint i;

  memcpy (block, master + MASTER_KEY_SIZE, MASTER_SALT_SIZE);
  block[7] ^= LABEL;
  for (i = 0; i < 2; i++) {
    block[15] = (guint8) i;
    gst_scream_aes_encrypt (master, block, key + i * GST_SCREAM_AES_SIZE);
  }
  return g_hmac_new (G_CHECKSUM_SHA1, key, AUTH_KEY_SIZE);
}

GstScreamAuth *
gst_scream_auth_new (GstBuffer * key)
{
  GstScreamAuth *auth = g_new0 (GstScreamAuth, 1);
  guint8 master[GST_SCREAM_SRTP_KEY_SIZE] = { 0, };

  gst_buffer_extract (key, 0, master, sizeof (master));
  auth->hmac = derive (master);
  return auth;
}

void
gst_scream_auth_free (GstScreamAuth * auth)
{
  g_hmac_unref (auth->hmac);
  g_free (auth);
}

/* Takes the time of all bytes, wherever they differ. */
static gboolean
has_tag (GHmac * hmac, const guint8 * tag)
{
  guint8 digest[DIGEST_SIZE], differs = 0;
  gsize size = sizeof (digest);
  guint i;

  g_hmac_get_digest (hmac, digest, &size);
  for (i = 0; i < TAG_SIZE; i++)
    differs |= digest[i] ^ tag[i];
  return differs == 0;
}

/* RFC 3711 section 4.2: the rollover counter follows the packet. */
static gboolean
fits (GHmac * packet, guint roc, const guint8 * tag)
{
  GHmac *hmac = g_hmac_copy (packet);
  guint8 bytes[4];
  gboolean same;

  GST_WRITE_UINT32_BE (bytes, roc);
  g_hmac_update (hmac, bytes, sizeof (bytes));
  same = has_tag (hmac, tag);
  g_hmac_unref (hmac);
  return same;
}

gboolean
gst_scream_auth_check (GstScreamAuth * auth, const guint8 * data,
    gsize size, guint * roc)
{
  gboolean found = FALSE;
  GHmac *packet;
  guint first, i;

  if (size < RTP_HEADER_SIZE + TAG_SIZE)
    return FALSE;
  packet = g_hmac_copy (auth->hmac);
  g_hmac_update (packet, data, (gssize) (size - TAG_SIZE));
  first = GST_READ_UINT16_BE (data + 2) * MORE_GUESSES;
  for (i = 0; !found && i < FIRST_GUESSES + MORE_GUESSES; i++) {
    *roc = i < FIRST_GUESSES ? i
        : (first + i - FIRST_GUESSES) % GST_SCREAM_AUTH_MAX_ROC;
    found = fits (packet, *roc, data + size - TAG_SIZE);
  }
  g_hmac_unref (packet);
  return found;
}
