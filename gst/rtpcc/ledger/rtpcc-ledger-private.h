/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-ledger-private.h: state of the ledger
 *
 * Each file calls only those above it:
 *
 * rtpcc-ledger.c            sent packets
 * rtpcc-ledger-unheard.c    streams without reports
 * rtpcc-ledger-feedback.c   fate of each packet, by feedback
 * rtpcc-ledger-twcc.c       the same by transport-wide numbers
 */
#ifndef RTPCC_LEDGER_PRIVATE_H
#define RTPCC_LEDGER_PRIVATE_H

#include "rtpcc-ledger.h"
#include "rtpcc-skew.h"

/* RFC 3550 section 5.1: 16-bit sequence numbers; half of them are kept */
#define LEDGER_MAX_SIZE 32768

/* OURS: first size of a ring; it doubles when full. */
#define LEDGER_FIRST_SIZE 256

/* OURS: reports of a feedback packet that have room at first; that doubles, too.  A frame
 * of 1 Mbit/s has 5 packets; at double a stream takes 1 KiB more. */
#define LEDGER_FIRST_REPORTS 16

/* RFC 3550 appendix A.1, MAX_DROPOUT: from so far back, the sender has begun
 * anew. */
#define LEDGER_MAX_BACK 3000

/* RFC 3550 appendix A.1, MAX_MISORDER: the same for numbers that we do not
 * keep. */
#define LEDGER_MAX_BACK_UNKEPT 100

/* OURS: SSRCs at a time; the one that was silent longest makes room.  Twice
 * what a conference with simulcast, audio and repair flows needs. */
#define LEDGER_MAX_SSRCS 64

/* OURS: 73 years; only forged timestamps get there, and begin anew. */
#define LEDGER_CLOCK_MAX (INT64_MAX / 4)

/* OURS: a stream of which no report tells, though reports tell of what left so much later,
 * is not reported on.  Reports come each 250 ms at least and are seldom overtaken; at half,
 * one that was would be too late, at double only the warning is later. */
#define LEDGER_UNREPORTED (500 * RTP_CC_MSECOND)

/* OURS: so many packets in a row without a report, over LEDGER_UNREPORTED at least,
 * are a stream that the receiver does not report on.  At half, two frames lost in a
 * stream of few frames look like it; at double a slow stream fills the window for
 * twice as long. */
#define LEDGER_UNHEARD 8

/* OURS: packets that stand in no report count as received while they are no more than this
 * part of all.  A receiver that leaves lost packets out hides as many; the rest of them
 * count as lost.  At half, the rate falls where 45 % of the reports are lost, at double a
 * receiver could leave out all.  Decision 21. */
#define LEDGER_UNNAMED_MAX 0.9

/* OURS: and so many more, or a report that is lost after a pause would be most of all.
 * At half that is a frame of 2 Mbit/s, at double 150 kbit/s can hide. */
#define LEDGER_UNNAMED_FEW 16

/* OURS: the time in which old packets fade out of that part; 40 reports of TWCC, and more
 * of CCFB.  At half, half of the packets is passed by chance when 30 % of the reports are
 * lost; at double, a receiver that leaves packets out is found out after 3 s. */
#define LEDGER_UNNAMED_TIME (2 * RTP_CC_SECOND)

typedef enum
{
  ENTRY_NONE = 0,               /* number was skipped: never sent */
  ENTRY_WAITING,
  ENTRY_RECEIVED,
  ENTRY_LOST,
  ENTRY_FORGOTTEN
} EntryState;

typedef struct
{
  uint64_t id;
  RtpCcTime sent;
  RtpCcTime passed;             /* when a packet that was sent later, with a
                                 * higher number, was acknowledged first */
  uint32_t size;
  uint8_t state;
  uint8_t ecn;
  bool again:1;                 /* this number was sent before */
  bool marker:1;
  bool named:1;                 /* in a report, as received or not */
  bool presumed:1;              /* received, as it was in no report */
} RtpCcLedgerEntry;

_Static_assert (sizeof (RtpCcLedgerEntry) <= 32, "there are thousands of these");

typedef struct
{
  uint32_t ssrc;
  RtpCcLedgerEntry *ring;
  size_t size;                  /* a power of two, 0 before the first packet */
  int64_t first, next;          /* numbers kept: first <= n < next */
  int64_t begin;                /* the first that was sent */
  int64_t edge;                 /* highest acknowledged; below: not in flight */
  int64_t edge_before;          /* edge before the feedback packet being read */
  int64_t unsettled;            /* below: no packet waits */
  uint64_t newest_id;           /* of the acknowledged ones */
  RtpCcTime last_sent;
  uint32_t unreported;          /* packets sent since a report said of any that it
                                 * came */
  RtpCcTime unreported_since;   /* when the first of them left */
  int64_t passed_over;          /* ns, in which others were reported on instead */
  int64_t reported;             /* the newest that came; at first before all */
  RtpCcTime reported_sent;      /* when it left; at first, the first did */
  bool unheard;                 /* others are reported on, this one is not */
  bool told;                    /* that it is */
} RtpCcLedgerStream;

/* A packet by its transport-wide number. */
typedef struct
{
  uint64_t id;                  /* no packet has it: another's */
  int64_t n;                    /* in its stream */
  uint32_t ssrc;
  bool used;
} RtpCcLedgerNumber;

typedef struct
{
  RtpCcLedgerNumber *ring;
  size_t size;                  /* a power of two, 0 before the first */
  int64_t first, next;          /* numbers kept: first <= number < next */
  int64_t begin;                /* the first that was given */
  int64_t told;                 /* end of the reported numbers */
  int count;                    /* of the last report; < 0: unknown */
  uint32_t others[LEDGER_MAX_SSRCS];    /* SSRCs that share the transport */
  size_t n_others, next_other;
} RtpCcLedgerNumbers;

struct _RtpCcLedger
{
  RtpCcLedgerStream *streams;   /* grows up to LEDGER_MAX_SSRCS */
  size_t n_streams;
  unsigned n_unheard;           /* of these */
  uint64_t next_id;
  uint64_t bytes_in_flight;
  RtpCcTime reported;           /* when the newest of all that came left */
  RtpCcTime reported_before;    /* the same before the feedback being read */
  bool outage;                  /* which told of the end of one */
  int64_t reorder_window;
  double settled, unnamed;      /* packets, and those of them in no report; old ones
                                 * fade */
  RtpCcTime faded;              /* until then */
  bool doubted;                 /* so many of them that a receiver may leave them out */
  RtpCcLedgerStats stats;

  /* receiver's clock */
  bool have_timestamp;
  uint32_t timestamp;           /* newest, as on the wire */
  int64_t clock;                /* the same, unwrapped, ns */
  int64_t report_time;          /* of the feedback packet being read, on it */

  RtpCcLedgerNumbers numbers;
  bool by_number;               /* the last feedback was transport-wide */
  bool have_arrival;
  RtpCcTime arrival;            /* newest of transport-wide feedback, as given */
  int64_t number_clock;         /* the same, unwrapped, ns */

  RtpCcSkew skew;

  /* from one clock to the other */
  bool clock_changed, have_transit;
  int64_t shift, transit;

  /* the feedback packet being read */
  RtpCcReport *reports;
  size_t n_reports, reports_size;
  uint64_t prior_in_flight;
  bool reading;
  RtpCcLedgerStream *named;     /* looked up last; NULL: none, or it was not there */
  uint64_t newly_acked, newly_acked_ce;
  uint64_t newest_id;           /* of all that gave an RTT, ever */
  int64_t rtt;
};

/* Feedback on a received packet. */
typedef struct
{
  RtpCcTime arrival;            /* receiver's clock; NEVER: unknown */
  RtpCcEcn ecn;
  int64_t age;                  /* ns between its arrival and the report, or the
                                 * end of what it reports; < 0: unknown */
  RtpCcTime came;               /* when we could have known, our clock */
} RtpCcLedgerAck;

static inline RtpCcLedgerEntry *
rtp_cc_ledger_entry (const RtpCcLedgerStream * stream, int64_t n)
{
  return &stream->ring[(uint64_t) n & (stream->size - 1)];
}

static inline bool
rtp_cc_ledger_keeps (const RtpCcLedgerStream * stream, int64_t n)
{
  return n >= stream->first && n < stream->next
      && rtp_cc_ledger_entry (stream, n)->state != ENTRY_NONE;
}

/* The number nearest to @reference whose low 16 bits are @seq. */
static inline int64_t
rtp_cc_ledger_unwrap (int64_t reference, uint16_t seq)
{
  return reference + (int16_t) (uint16_t) (seq - (uint16_t) reference);
}

/* It was acknowledged, given up or overwritten. */
static inline void
rtp_cc_ledger_leave_flight (RtpCcLedger * ledger,
    const RtpCcLedgerEntry * entry)
{
  ledger->bytes_in_flight -= entry->size;
}

RtpCcLedgerStream *rtp_cc_ledger_find_stream (const RtpCcLedger * ledger,
    uint32_t ssrc);

/* The same for feedback, in which reports on one SSRC stand together: they are looked
 * up once. */
static inline RtpCcLedgerStream *
rtp_cc_ledger_named_stream (RtpCcLedger * ledger, uint32_t ssrc)
{
  if (ledger->named == NULL || ledger->named->ssrc != ssrc)
    ledger->named = rtp_cc_ledger_find_stream (ledger, ssrc);
  return ledger->named;
}

/* Takes the flight away from a stream: its packets will not be waited for. */
void rtp_cc_ledger_forget_stream (RtpCcLedger * ledger,
    RtpCcLedgerStream * stream);

/* Packet @n of the stream, which left at @sent, came. */
void rtp_cc_ledger_note_reported (RtpCcLedger * ledger,
    RtpCcLedgerStream * stream, int64_t n, RtpCcTime sent);
/* A feedback packet ends: whom do the receiver's reports leave out? */
void rtp_cc_ledger_find_unheard (RtpCcLedger * ledger);

/* A feedback packet begins, if none is being read. */
void rtp_cc_ledger_begin (RtpCcLedger * ledger);
/* The kind of the feedback that is being read. */
void rtp_cc_ledger_set_by_number (RtpCcLedger * ledger, bool by_number);
/* All up to @n leave the flight, acknowledged or not. */
void rtp_cc_ledger_advance_edge (RtpCcLedger * ledger,
    RtpCcLedgerStream * stream, int64_t n);
/* A report names @entry.  Had it been overtaken by more than the reordering window? */
void rtp_cc_ledger_note_named (RtpCcLedger * ledger, RtpCcLedgerEntry * entry,
    RtpCcTime came);
void rtp_cc_ledger_acknowledge (RtpCcLedger * ledger,
    RtpCcLedgerStream * stream, int64_t n, const RtpCcLedgerAck * ack,
    RtpCcTime now);

#endif /* RTPCC_LEDGER_PRIVATE_H */
