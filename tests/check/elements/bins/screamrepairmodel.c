/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Retransmissions over a path that loses packets, in virtual time: what the receiver asks
 * for, and how often the sender answers. Three times five minutes of 1.5 Mbit/s video, 30
 * frames a second of 1200-byte packets. They and the answers wait in a session, as in
 * screamtx, with the controller "fixed" of 2 Mbit/s, which paces them at 4 Mbit/s. RTT 50 ms;
 * 150 ms from the sender to the screen, of which 4 ms are left for the ends. Requests are not lost. Frames
 * are as large as an encoder makes them, and come from it as late as it has made them: the time
 * of the screen is that of the camera, by the timestamps, and so is the time of a jitter buffer.
 * A frame is seen if it and all before it back to a key frame are there in time; one that comes
 * too late is not seen, but keeps those behind it whole. A key frame comes after each loss that
 * stays, and freezes are those of W3C webrtc-stats. Beside it FEC of 20 %, each packet of it for one loss of its part of a frame. With
 * FEW_SEEDS, as with a sanitizer, it is one minute: the code is the same, and the bounds
 * are wide enough for so few freezes. */
#include <gst/check/gstcheck.h>

#include <math.h>

#include "gst/lab/control/rtpcc-lab.h"
#include "gst/rtpcc/session/rtpcc-session.h"

#include "plugins/scream/repair/rules/gstscreamrepairanswers.h"
#include "plugins/scream/repair/rules/gstscreamrepairasker.h"
#include "plugins/scream/repair/gstscreamrepairpolicy.h"

#define MINUTES 5
#define RUNS 3
#define FEW_MINUTES 1
#define FEW_RUNS 1
/* What chance may add to one minute: freezes, a part of the overhead, and
 * percent of the frames, of which one that a loss breaks for good hides 1.4. */
#define FEW_FREEZES 2
#define FEW_OVERHEAD 0.15
#define FEW_UNSEEN 2
#define FRAMES_A_MINUTE (60 * 30)
#define FRAME_TIME (GST_SECOND / 30)
/* Bytes of RTP; what tells the end of a frame, and its payload. */
#define PACKET 1200
#define HEADER 12
#define END 20
#define END_PAYLOAD 8
/* UDP and IP. */
#define AROUND 28
#define END_SIZE ((gdouble) (END + AROUND) / (PACKET + AROUND))
/* The rate of the controller: packets leave at twice of it. */
#define RATE 2000000
#define ONE_WAY (25 * GST_MSECOND)
/* Threads and queues at both ends, of each way. */
#define JITTER (1500 * GST_USECOND)
#define LATENCY (121 * GST_MSECOND)
/* What encoders take longer than in the best case, by what tests/e2e/repair shows of them on two
 * cores: in the mean, as an exponential distribution; and on a busy machine one frame in so many
 * waits for up to so long. */
#define ENCODING (1800 * GST_USECOND)
#define BUSY_FRAMES 100
#define BUSY (80 * GST_MSECOND)
/* The same of a sender, from a request to its answer. */
#define ANSWERING (500 * GST_USECOND)
/* Between two frames that come from an encoder at once. */
#define ENCODED (3 * GST_MSECOND)
/* From the first frame that is broken to the key frame. */
#define BROKEN_FRAMES 6
/* W3C: the mean time of a frame and 150 ms. */
#define FREEZE (FRAME_TIME + 150 * GST_MSECOND)
/* Nobody asks for what was lost before the first packet. */
#define FIRST_FRAMES 30

/* What 30 s at 1.5 Mbit/s are, by what tests/e2e/repair shows to them. */
typedef struct
{
  const gchar *name;
  guint least, most, key;       /* packets of a frame */
} Encoder;

static const Encoder encoders[] = {
  {"x264enc", 5, 6, 17},
  {"vp8enc", 5, 7, 23}
};

typedef enum
{
  DEPART,                       /* the pacer may let something go */
  ARRIVE,
  LOOK,                         /* the receiver, at its own time */
  ASK,                          /* a request comes to the sender */
  ANSWER,                       /* a copy joins the queue */
  HEAR                          /* the end of a frame is told */
} Kind;

/* What the session has in its queue; SSRCs begin at 1. */
typedef enum
{
  MEDIA = 1,
  COPY,
  FRAME_END
} What;

typedef struct
{
  Kind kind;
  GstClockTime time;
  guint packet;                 /* index; its number are the lower 16 bits */
  gboolean is_answer;
} Event;

typedef struct
{
  GstClockTime taken;           /* by the camera */
  guint frame;
  gboolean is_last, left;
  GstClockTime came;            /* NONE: not yet */
} Packet;

typedef struct
{
  gdouble loss, burst;          /* mean length of bursts; 1: none */
  gboolean is_busy;             /* the machine */
} Place;

typedef struct
{
  GRand *random;
  Place place;
  gboolean is_bad;
  gboolean tells_ends;
  GstScreamRepairAsker asker;
  GstScreamRepairAnswers answers;
  GArray *packets;
  GSequence *events;
  RtpCcSession *session;
  GstClockTime departs;         /* the next look at it */
  GstClockTime seen;            /* last, a path keeps the order */
  guint n_answers, n_ends;
  const Encoder *encoder;
  GstClockTime encoded;         /* the last frame */
  guint judged;                 /* packets whose time is over */
  guint next_key;               /* frame */
  GstClockTime released;        /* by the jitter buffer, what came last */
  GstClockTime seen_last;       /* the frame on the screen, when it was taken */
  guint n_freezes, n_seen, n_broken;
} Model;

static gint
compare (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const Event *x = a, *y = b;

  return x->time < y->time ? -1 : x->time > y->time;
}

static void
add (Model * self, Kind kind, GstClockTime time, guint packet,
    gboolean is_answer)
{
  Event *event = g_new0 (Event, 1);

  event->kind = kind;
  event->time = time;
  event->packet = packet;
  event->is_answer = is_answer;
  g_sequence_insert_sorted (self->events, event, compare, NULL);
}

/* Gilbert's model. */
static gboolean
is_lost (Model * self)
{
  gdouble stay = self->is_bad ? 1 - 1 / self->place.burst
      : self->place.loss / (1 - self->place.loss) / self->place.burst;

  if (self->place.burst <= 1)
    return g_rand_double (self->random) < self->place.loss;
  self->is_bad = g_rand_double (self->random) < stay;
  return self->is_bad;
}

static GstClockTime
get_delay (Model * self, GstClockTime mean)
{
  return -log (1 - g_rand_double (self->random)) * mean;
}

static Packet *
packet_at (Model * self, guint i)
{
  return &g_array_index (self->packets, Packet, i);
}

/* A path keeps the order. */
static void
travel (Model * self, GstClockTime now, What what, guint packet)
{
  GstClockTime time = now + ONE_WAY
      + g_rand_int_range (self->random, 0, JITTER);

  packet_at (self, packet)->left = TRUE;
  if (is_lost (self))
    return;
  self->seen = MAX (self->seen, time);
  add (self, what == FRAME_END ? HEAR : ARRIVE, self->seen, packet,
      what == COPY);
}

static void
depart (Model * self, GstClockTime now)
{
  RtpCcQueueItem item;
  RtpCcTime next;

  while (rtp_cc_session_dequeue (self->session, &item, (RtpCcTime) now) >= 0)
    travel (self, now, item.ssrc, GPOINTER_TO_UINT (item.user));
  next = rtp_cc_session_next_send (self->session);
  if (next == RTP_CC_TIME_NEVER || (self->departs > now
          && self->departs <= (GstClockTime) next))
    return;
  self->departs = MAX ((GstClockTime) next, now + 1);
  add (self, DEPART, self->departs, 0, FALSE);
}

static void
enqueue (Model * self, What what, guint i, GstClockTime now)
{
  const Packet *packet = packet_at (self, i);
  RtpCcSessionPacket queued = { 0, };

  queued.user = GUINT_TO_POINTER (i);
  queued.is_packet = true;
  queued.marker = packet->is_last && what == MEDIA;
  queued.seq = (guint16) i;
  queued.timestamp = packet->frame;
  queued.ssrc = what;
  queued.size = what == FRAME_END ? END : PACKET;
  queued.payload_size = what == FRAME_END ? END_PAYLOAD : PACKET - HEADER;
  queued.repair = what != MEDIA;
  fail_unless (rtp_cc_session_enqueue (self->session, 0, &queued,
          (RtpCcTime) now));
}

/* For packets, by the jitter buffer. */
static GstClockTime
get_waited (Model * self, GstClockTime now)
{
  return LATENCY + (gst_scream_repair_asker_is_repaired (&self->asker, now) ?
      gst_scream_repair_get_overtime (LATENCY) : 0);
}

static void
look (Model * self, GstClockTime now)
{
  GstClockTime next;
  guint16 seq;

  while (gst_scream_repair_asker_take (&self->asker, get_waited (self, now),
          &seq, now)) {
    guint newest = self->packets->len - 1;

    add (self, ASK, now + ONE_WAY + g_rand_int_range (self->random, 0, JITTER),
        newest - (guint16) (newest - seq), FALSE);
  }
  next = gst_scream_repair_asker_get_next (&self->asker);
  if (GST_CLOCK_TIME_IS_VALID (next))
    add (self, LOOK, MAX (next, now), 0, FALSE);
}

static void
arrive (Model * self, const Event * event)
{
  Packet *packet = packet_at (self, event->packet);

  gst_scream_repair_asker_note (&self->asker, event->packet, packet->frame,
      packet->is_last, event->is_answer ? GST_SCREAM_REPAIR_ANSWER :
      GST_SCREAM_REPAIR_BY_ITSELF, event->time);
  packet->came = MIN (packet->came, event->time);
  look (self, event->time);
}

/* What is not sent yet is refused by screamtx. */
static void
ask (Model * self, const Event * event)
{
  GstScreamRepairPath path =
      { self->place.loss, 2 * ONE_WAY + JITTER, 2 * ONE_WAY,
    LATENCY, gst_scream_repair_get_overtime (LATENCY)
  };
  GstClockTime time = event->time + get_delay (self, ANSWERING), spacing;
  guint copies;

  if (event->packet >= self->packets->len
      || !packet_at (self, event->packet)->left)
    return;
  copies = gst_scream_repair_answers_take (&self->answers, event->packet,
      &path, &spacing, event->time);
  for (; copies > 0; copies--) {
    add (self, ANSWER, time, event->packet, FALSE);
    time += spacing;
  }
}

static void
hear_end (Model * self, const Event * event)
{
  guint frame = packet_at (self, event->packet)->frame;
  guint first = event->packet;

  while (first > 0 && packet_at (self, first - 1)->frame == frame)
    first--;
  gst_scream_repair_asker_note_end (&self->asker, first, event->packet,
      event->time);
  look (self, event->time);
}

static void
handle (Model * self, const Event * event)
{
  switch (event->kind) {
    case DEPART:
      depart (self, event->time);
      break;
    case ARRIVE:
      arrive (self, event);
      break;
    case LOOK:
      look (self, event->time);
      break;
    case ASK:
      ask (self, event);
      break;
    case HEAR:
      hear_end (self, event);
      break;
    default:
      self->n_answers++;
      enqueue (self, COPY, event->packet, event->time);
      depart (self, event->time);
  }
}

static void
run_until (Model * self, GstClockTime time)
{
  GSequenceIter *first = g_sequence_get_begin_iter (self->events);

  while (!g_sequence_iter_is_end (first)
      && ((Event *) g_sequence_get (first))->time <= time) {
    Event event = *(Event *) g_sequence_get (first);

    g_sequence_remove (first);
    handle (self, &event);
    first = g_sequence_get_begin_iter (self->events);
  }
}

/* What follows in the frame comes with it; a jitter buffer keeps the order. */
static void
see (Model * self, const Packet * last)
{
  if (self->released > last->taken + ONE_WAY + LATENCY)
    return;
  if (last->frame >= FIRST_FRAMES) {
    self->n_seen++;
    self->n_freezes += last->taken - self->seen_last >= FREEZE;
  }
  self->seen_last = last->taken;
}

/* A jitter buffer counts from the timestamp. Each loss that stays breaks the picture until a
 * key frame comes: what is lost meanwhile breaks nothing else. */
static void
judge (Model * self, GstClockTime now)
{
  for (; self->judged < self->packets->len; self->judged++) {
    const Packet *packet = packet_at (self, self->judged);
    GstClockTime end = packet->taken + ONE_WAY + get_waited (self, now);

    if (end > now)
      return;
    self->released = MAX (self->released, MIN (packet->came, end));
    if (packet->came > end && packet->frame >= MAX (self->next_key,
            FIRST_FRAMES)) {
      self->n_broken++;
      self->next_key = packet->frame + BROKEN_FRAMES
          + (get_waited (self, now) - LATENCY) / FRAME_TIME;
    }
    if (packet->is_last && (packet->frame >= self->next_key
            || self->next_key == 0))
      see (self, packet);
  }
}

static guint
get_size (Model * self, guint frame)
{
  return frame == self->next_key ? self->encoder->key :
      (guint) g_rand_int_range (self->random, (gint) self->encoder->least,
      (gint) self->encoder->most + 1);
}

static GstClockTime
encode (Model * self, GstClockTime taken)
{
  GstClockTime time = taken + get_delay (self, ENCODING);

  if (self->place.is_busy
      && g_rand_int_range (self->random, 0, BUSY_FRAMES) == 0)
    time += g_rand_int_range (self->random, 0, BUSY);
  self->encoded = MAX (time, self->encoded + ENCODED);
  return self->encoded;
}

static void
send_frame (Model * self, guint frame)
{
  GstClockTime taken = frame * FRAME_TIME, time = encode (self, taken);
  guint n, i;

  run_until (self, time - 1);
  judge (self, time);
  n = get_size (self, frame);
  for (i = 0; i < n; i++) {
    Packet packet = { taken, frame, i == n - 1, FALSE, GST_CLOCK_TIME_NONE };

    g_array_append_val (self->packets, packet);
    enqueue (self, MEDIA, self->packets->len - 1, time);
    gst_scream_repair_answers_note (&self->answers, self->packets->len - 1,
        frame, time);
  }
  if (self->tells_ends) {
    enqueue (self, FRAME_END, self->packets->len - 1, time);
    self->n_ends++;
  }
  depart (self, time);
}

/* Freezes and losses that stay a minute, frames seen and overhead in percent: of all runs
 * together. */
typedef struct
{
  gdouble freezes, broken, seen, overhead;
} Result;

/* As the policy of the sender does. */
static gboolean
tells_ends (gdouble loss)
{
  GstScreamRepairPolicy policy;

  gst_scream_repair_policy_init (&policy, GST_SCREAM_REPAIR_RETRANSMISSION,
      LATENCY);
  gst_scream_repair_policy_update (&policy, 0, 2 * ONE_WAY, 10000 * loss,
      10000 * (1 - loss));
  return gst_scream_repair_policy_tells_ends (&policy);
}

static RtpCcSession *
session_new (void)
{
  RtpCcStreamConfig stream = { 1.0, 0, 0, 0, false, false, false, false };
  RtpCcSessionConfig config;
  RtpCcSession *session;

  rtp_cc_session_config_init (&config);
  config.ops = rtp_cc_lab_find ("fixed");
  config.packet_overhead = AROUND;
  config.initial_bitrate = config.max_bitrate = RATE;
  session = rtp_cc_session_new (&config, 0);
  fail_unless_equals_int (rtp_cc_session_add_stream (session, &stream, 0), 0);
  return session;
}

static Model *
model_new (const Encoder * encoder, const Place * place, guint32 seed)
{
  Model *self = g_new0 (Model, 1);

  self->random = g_rand_new_with_seed (seed);
  self->place = *place;
  self->encoder = encoder;
  self->tells_ends = tells_ends (place->loss);
  self->packets = g_array_new (FALSE, FALSE, sizeof (Packet));
  self->events = g_sequence_new (g_free);
  self->session = session_new ();
  return self;
}

static void
model_free (Model * self)
{
  rtp_cc_session_free (self->session, NULL, NULL);
  g_sequence_free (self->events);
  g_array_unref (self->packets);
  g_rand_free (self->random);
  g_free (self);
}

static gboolean
are_few (void)
{
  return g_getenv ("FEW_SEEDS") != NULL;
}

static guint
get_minutes (void)
{
  return are_few ()? FEW_MINUTES : MINUTES;
}

static guint
get_runs (void)
{
  return are_few ()? FEW_RUNS : RUNS;
}

static Result
run (const Encoder * encoder, const Place * place)
{
  Result result = { 0, 0, 0, 0 };
  guint minutes = get_minutes (), runs = get_runs (), seed;
  guint frames = minutes * FRAMES_A_MINUTE;

  for (seed = 1; seed <= runs; seed++) {
    Model *self = model_new (encoder, place, seed);
    guint i;

    for (i = 0; i < frames; i++)
      send_frame (self, i);
    run_until (self, (frames + 30) * FRAME_TIME);
    judge (self, (frames + 30) * FRAME_TIME);
    result.freezes += (gdouble) self->n_freezes / (minutes * runs);
    result.broken += (gdouble) self->n_broken / (minutes * runs);
    result.seen += 100.0 * self->n_seen / (frames - FIRST_FRAMES) / runs;
    result.overhead += 100.0 * (self->n_answers + END_SIZE * self->n_ends)
        / self->packets->len / runs;
    model_free (self);
  }
  return result;
}

/* ---- FEC of 20 % ---- */

/* One packet of FEC for each five, or part of five, of a frame. */
static gboolean
is_broken (Model * self, guint packets, guint fec)
{
  guint lost[32] = { 0 }, i;
  gboolean broken = FALSE;

  for (i = 0; i < packets + fec; i++)
    lost[i % fec] += is_lost (self);
  for (i = 0; i < fec; i++)
    broken |= lost[i] > 1;
  return broken;
}

static Result
run_fec (const Encoder * encoder, const Place * place)
{
  Model *self = model_new (encoder, place, 1);
  guint media = 0, fec = 0, frame, minutes = get_minutes () * get_runs ();
  Result result = { 0, 0, 0, 0 };

  for (frame = 0; frame < minutes * FRAMES_A_MINUTE; frame++) {
    guint n = get_size (self, frame), k = (n + 4) / 5;

    media += n;
    fec += k;
    if (is_broken (self, n, k) && frame >= self->next_key) {
      self->n_freezes++;
      self->next_key = frame + BROKEN_FRAMES;
    }
  }
  result.freezes = (gdouble) self->n_freezes / minutes;
  result.overhead = 100.0 * fec / media;
  model_free (self);
  return result;
}

/* The aims of docs/research/repair.md, or less where there is room for it: half of what is
 * frozen at 15 %, a fifth of it in bursts; a tenth as many freezes as FEC of 20 %, for less. Of
 * the frames that are not seen, each hides one or two others: at 10 % one in 70. */
static const struct
{
  Place place;
  gdouble freezes, overhead;    /* at most: a minute, percent */
  gdouble part;                 /* of the freezes of FEC, at most */
  gdouble seen;                 /* percent of the frames, at least */
} paths[] = {
  {{0, 1, FALSE}, 0, 0, 1, 100},
  {{0.01, 1, FALSE}, 0, 2, 0.1, 99.9},
  {{0.05, 1, FALSE}, 0, 7, 0.1, 99.6},
  {{0.10, 1, FALSE}, 0.2, 15, 0.1, 98.6},
  {{0.15, 1, FALSE}, 0.5, 25, 0.1, 97.5},
  {{0.05, 5, FALSE}, 2, 9, 0.1, 98},
  {{0.10, 1, TRUE}, 0.2, 15, 0.1, 98.3},
};

GST_START_TEST (test_few_freezes_for_little)
{
  const Encoder *encoder = &encoders[__i__ % G_N_ELEMENTS (encoders)];
  guint i = (guint) __i__ / G_N_ELEMENTS (encoders);
  const Place *place = &paths[i].place;
  Result result = run (encoder, place), fec = run_fec (encoder, place);
  gdouble freezes = paths[i].freezes + (are_few ()? FEW_FREEZES : 0);
  gdouble overhead = paths[i].overhead * (are_few ()? 1 + FEW_OVERHEAD : 1);

  GST_INFO
      ("%s, %g %%, bursts of %g%s: %.2f freezes a minute, %.2f losses stay, "
      "%.2f %% seen, overhead %.1f %%; FEC of 20 %%: %.1f, %.1f %%",
      encoder->name, 100 * place->loss, place->burst,
      place->is_busy ? ", busy" : "", result.freezes, result.broken,
      result.seen, result.overhead, fec.freezes, fec.overhead);
  fail_unless (result.freezes <= freezes, "%.2f freezes a minute",
      result.freezes);
  fail_unless (result.freezes <= paths[i].part * fec.freezes,
      "%.2f freezes a minute, %.1f with FEC", result.freezes, fec.freezes);
  fail_unless (result.seen >= paths[i].seen - (are_few ()? FEW_UNSEEN : 0),
      "%.2f %% of the frames are seen", result.seen);
  fail_unless (result.overhead <= overhead, "overhead %.1f %%",
      result.overhead);
  fail_unless (place->loss > 0.1 || result.overhead < fec.overhead);
  /* Each loss has an answer. */
  fail_unless (result.overhead >= 100 * place->loss * 0.9, "overhead %.1f %%",
      result.overhead);
}

GST_END_TEST;

static Suite *
screamrepairmodel_suite (void)
{
  Suite *s = suite_create ("screamrepairmodel");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_set_timeout (tc, 60);
  tcase_add_loop_test (tc, test_few_freezes_for_little, 0,
      G_N_ELEMENTS (paths) * G_N_ELEMENTS (encoders));
  return s;
}

GST_CHECK_MAIN (screamrepairmodel);
