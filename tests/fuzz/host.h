/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* host.h: a host of a session, which keeps time
 *
 * It calls the session when that wants to be called, and counts what goes in and comes
 * out.
 */
#ifndef FUZZ_HOST_H
#define FUZZ_HOST_H

#include <gst/rtpcc/session/rtpcc-session.h>

#include "sent.h"

#define MAX_STREAMS 4
#define MAX_TIME (60 * RTP_CC_SECOND)
#define N_OLD 4

/* Bytes on the wire of the largest packet */
#define MAX_SIZE (12 + 255 * 6 + 1 + 48)

typedef struct
{
  int id;                       /* -1: there is none */
  RtpCcStreamConfig config;
  uint32_t ssrc;
  uint16_t seq;
  uint32_t timestamp;
  bool blocked;
  size_t waiting;               /* packets in the session */
} Stream;

typedef struct
{
  RtpCcSession *session;
  RtpCcSessionConfig config;
  Stream streams[MAX_STREAMS];
  Sent sent;
  bool numbered, host_numbers;
  uint16_t number;              /* the next that the host gives */
  RtpCcTime start, now;
  int64_t silent;               /* ns with packets that wait, none leaves */
  int64_t longest;              /* ns, as that may be */
  uint64_t taken, out;          /* things that the session has had and gave */
  uint64_t sent_bytes;

  uint8_t old[N_OLD][SENT_REPORT_SIZE];
  size_t old_size[N_OLD];
  unsigned n_old;
  uint8_t twist, twist_at;      /* of the next feedback */
} Host;

/* For the session: what it throws away; @user is the host. */
void host_drop (const RtpCcQueueItem * item, void *user);

/* Takes what may leave now. */
void host_pump (Host * host);

/* Time passes, and the host calls the session when it wants to be. */
void host_run_until (Host * host, RtpCcTime end);

/* Counters, flight and rates are in their bounds. */
void host_check (Host * host);

#endif /* FUZZ_HOST_H */
