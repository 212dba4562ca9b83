/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtcp.h: compound packets of RTCP from the bytes of an input */
#ifndef FUZZ_RTCP_H
#define FUZZ_RTCP_H

#include "fuzz.h"

/* Who is who */
#define RTCP_OWN 0x11111111u    /* the RTPSession's own */
#define RTCP_PEER 0x22222222u   /* media comes from it */
#define RTCP_OTHER 0x33333333u  /* media came once */

#define RTCP_SIZE 8192          /* the longest */

/* Packets of all kinds, with their mistakes. Writes them into @data, which has RTCP_SIZE
 * bytes; returns their size. */
size_t rtcp_make (FuzzInput * in, uint8_t * data);

#endif /* FUZZ_RTCP_H */
