/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Is a packet of SRTP or SRTCP authentic? */
#include "gstscreamauth.h"

#include <nettle/aes.h>
#include <nettle/ctr.h>
#include <nettle/hmac.h>
#include <nettle/memops.h>
#include <nettle/version.h>
#include <string.h>

#include "plugins/scream/bins/gstscreamsrtp.h"

/* RFC 3711 section 5.2: bytes of the key, and of the tag of 80 bits */
#define AUTH_KEY_SIZE 20
#define TAG_SIZE 10
/* RFC 3711 sections 4.3.1 and 4.3.2: of the keys for authentication */
#define LABEL_RTP 0x01
#define LABEL_RTCP 0x04
/* RFC 3711 section 3.4: header, SSRC, and the index before the tag */
#define RTCP_SIZE 12

/* RFC 3711 section 4.3 and section 8.2 */
#define MASTER_KEY_SIZE 16
#define MASTER_SALT_SIZE 14

/* RFC 3550 section 5.1, without CSRC */
#define RTP_HEADER_SIZE 12

/* OURS: tried with each packet, the first, and of the others by its number.  Half
 * makes a late receiver wait for twice the packets; double doubles what a
 * stranger's packet costs, some 4 us. */
#define FIRST_GUESSES 8
#define MORE_GUESSES 16

struct _GstScreamAuth
{
  struct hmac_sha1_ctx rtp, rtcp;       /* nothing went in yet */
};

/* RFC 3711 sections 4.3.1 and 4.3.3, with a key derivation rate of 0: a keystream, whose
 * counter begins with the 14 bytes of salt and the label in byte 7. */
static void
derive (struct hmac_sha1_ctx *hmac, const guint8 * master, guint8 label)
{
  guint8 counter[AES_BLOCK_SIZE] = { 0, }, key[AUTH_KEY_SIZE] = { 0, };
  struct aes128_ctx aes;

  memcpy (counter, master + MASTER_KEY_SIZE, MASTER_SALT_SIZE);
  counter[7] ^= label;
  aes128_set_encrypt_key (&aes, master);
  ctr_crypt (&aes, (nettle_cipher_func *) aes128_encrypt, sizeof (counter),
      counter, sizeof (key), key, key);
  hmac_sha1_set_key (hmac, sizeof (key), key);
}

GstScreamAuth *
gst_scream_auth_new (GstBuffer * key)
{
  GstScreamAuth *auth = g_new (GstScreamAuth, 1);
  guint8 master[GST_SCREAM_SRTP_KEY_SIZE] = { 0, };

  gst_buffer_extract (key, 0, master, sizeof (master));
  derive (&auth->rtp, master, LABEL_RTP);
  derive (&auth->rtcp, master, LABEL_RTCP);
  return auth;
}

void
gst_scream_auth_free (GstScreamAuth * auth)
{
  g_free (auth);
}

static gboolean
has_tag (struct hmac_sha1_ctx *hmac, const guint8 * tag)
{
  guint8 digest[SHA1_DIGEST_SIZE];

#if NETTLE_VERSION_MAJOR < 4
  hmac_sha1_digest (hmac, sizeof (digest), digest);
#else
  hmac_sha1_digest (hmac, digest);
#endif
  return memeql_sec (digest, tag, TAG_SIZE);
}

/* RFC 3711 section 4.2: the rollover counter follows what is in @hmac, the packet. */
static gboolean
fits (struct hmac_sha1_ctx hmac, guint roc, const guint8 * tag)
{
  guint8 bytes[4];

  GST_WRITE_UINT32_BE (bytes, roc);
  hmac_sha1_update (&hmac, sizeof (bytes), bytes);
  return has_tag (&hmac, tag);
}

gboolean
gst_scream_auth_check (GstScreamAuth * auth, const guint8 * data,
    gsize size, guint * roc)
{
  struct hmac_sha1_ctx hmac = auth->rtp;
  gboolean found = FALSE;
  guint first, i;

  if (size < RTP_HEADER_SIZE + TAG_SIZE)
    return FALSE;
  hmac_sha1_update (&hmac, size - TAG_SIZE, data);
  first = GST_READ_UINT16_BE (data + 2) * MORE_GUESSES;
  for (i = 0; !found && i < FIRST_GUESSES + MORE_GUESSES; i++) {
    *roc = i < FIRST_GUESSES ? i
        : (first + i - FIRST_GUESSES) % GST_SCREAM_AUTH_MAX_ROC;
    found = fits (hmac, *roc, data + size - TAG_SIZE);
  }
  return found;
}

gboolean
gst_scream_auth_check_rtcp (GstScreamAuth * auth, const guint8 * data,
    gsize size)
{
  struct hmac_sha1_ctx hmac = auth->rtcp;

  if (size < RTCP_SIZE + TAG_SIZE)
    return FALSE;
  hmac_sha1_update (&hmac, size - TAG_SIZE, data);
  return has_tag (&hmac, data + size - TAG_SIZE);
}
