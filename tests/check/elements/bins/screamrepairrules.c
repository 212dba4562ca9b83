/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Repair without elements: its payload types, which kind fits a path, how much FEC,
 * and what is asked for and answered. */
#include <gst/check/gstcheck.h>

#include "plugins/scream/bins/gstscreampayload.h"
#include "plugins/scream/fec/gstscreamfecrows.h"
#include "plugins/scream/repair/rules/gstscreamrepairanswers.h"
#include "plugins/scream/repair/rules/gstscreamrepairasker.h"
#include "plugins/scream/repair/rules/gstscreamrepairbursts.h"
#include "plugins/scream/repair/rules/gstscreamrepairkeyframes.h"
#include "plugins/scream/repair/gstscreamrepairpolicy.h"

#define STEP (200 * GST_MSECOND)

/* ---- payload types ---- */

/* They are a promise to the receivers of other releases. */
GST_START_TEST (test_payload_types_stay)
{
  static const struct
  {
    guint media, repair;
  } known[] = {
    {96, 112}, {97, 113}, {98, 114}, {99, 115}, {26, 116}, {111, 117},
    {0, 118}, {8, 119}, {102, 120}, {103, 123}, {33, 124}, {104, 125}
  };
  GstScreamRepairTypes types;
  GstStructure *map;
  GstCaps *fec = gst_scream_repair_get_rtp_caps (122);
  guint i, value;

  gst_scream_repair_types_init (&types, NULL);
  map = gst_scream_repair_types_new_map (&types);
  fail_unless_equals_int (gst_structure_n_fields (map), G_N_ELEMENTS (known));
  for (i = 0; i < G_N_ELEMENTS (known); i++) {
    gchar *name = g_strdup_printf ("%u", known[i].media);

    fail_unless (gst_structure_get_uint (map, name, &value));
    fail_unless_equals_int (value, known[i].repair);
    fail_unless (gst_scream_repair_is_known (value));
    g_free (name);
  }
  fail_unless (fec != NULL);
  fail_unless_equals_string (gst_structure_get_string (gst_caps_get_structure
          (fec, 0), "encoding-name"), "X-GST-SCREAM-FEC");
  fail_unless (gst_scream_repair_get_rtp_caps (126) == NULL);
  fail_if (gst_scream_repair_is_known (126));
  fail_unless (gst_scream_repair_is_known (122));
  fail_if (gst_scream_repair_is_known (121));
  gst_caps_unref (fec);
  gst_structure_free (map);
}

GST_END_TEST;

#define RTP "application/x-rtp,payload="

/* What caps say goes before the table, whoever sends. */
GST_START_TEST (test_repair_has_the_numbers_that_caps_give)
{
  GstCaps *given = gst_caps_from_string (RTP "112,encoding-name=SMPTE336M;"
      RTP "101,encoding-name=RTX,apt=(string)99;"
      RTP "100,encoding-name=rtx,apt=(int)97;"
      RTP "122,encoding-name=VP8;"
      RTP "105,encoding-name=RTX,apt=(string)128;" RTP "-1;" RTP "128;"
      "application/x-rtp,encoding-name=RTX");
  GstScreamRepairTypes types;

  gst_scream_repair_types_init (&types, given);
  fail_unless_equals_int (types.repeats[112], -1);
  fail_unless_equals_int (types.repeats[101], 99);
  fail_unless_equals_int (types.repeats[115], -1);
  fail_unless_equals_int (types.repeats[100], 97);
  fail_unless_equals_int (types.repeats[105], -1);
  fail_unless_equals_int (types.repeats[114], 98);
  fail_if (types.has_blocks);
  gst_caps_unref (given);

  given = gst_caps_from_string (RTP "122,encoding-name=X-GST-SCREAM-FEC");
  gst_scream_repair_types_init (&types, given);
  fail_unless (types.has_blocks);
  gst_caps_unref (given);
}

GST_END_TEST;

/* ---- policy ---- */

typedef struct
{
  GstScreamRepairPolicy policy;
  GstScreamFecRows rows;
  GstClockTime now;
  guint64 lost, received;
} Path;

/* For @seconds, of 1000 packets a second. */
static void
pass (Path * path, gdouble seconds, guint rtt, gdouble loss)
{
  gint steps = seconds * GST_SECOND / STEP;

  for (; steps > 0; steps--) {
    path->now += STEP;
    path->lost += 200 * loss;
    path->received += 200 * (1 - loss);
    gst_scream_repair_policy_update (&path->policy, path->now,
        rtt * GST_MSECOND, path->lost, path->received);
  }
}

static guint
get_rows (Path * path, guint packets, gboolean is_key)
{
  path->rows.loss = gst_scream_repair_policy_get_fec_loss (&path->policy);
  return gst_scream_fec_rows_take (&path->rows, packets, is_key);
}

static Path
path_new (GstScreamRepair repair)
{
  Path path = { 0, };

  path.rows.burst = 1;
  gst_scream_repair_policy_init (&path.policy, repair, 100 * GST_MSECOND);
  return path;
}

GST_START_TEST (test_auto_takes_what_comes_in_time)
{
  Path path = path_new (GST_SCREAM_REPAIR_AUTO);

  /* Nothing is known of the path. */
  fail_unless (gst_scream_repair_policy_retransmits (&path.policy));
  pass (&path, 5, 60, 0.05);
  fail_unless (gst_scream_repair_policy_retransmits (&path.policy));
  fail_if (gst_scream_repair_policy_get_fec_loss (&path.policy) > 0);
  /* A queue that goes again changes nothing. */
  pass (&path, 0.8, 80, 0.05);
  fail_unless (gst_scream_repair_policy_retransmits (&path.policy));
  pass (&path, 0.2, 60, 0.05);
  pass (&path, 0.8, 80, 0.05);
  fail_unless (gst_scream_repair_policy_retransmits (&path.policy));
  pass (&path, 0.6, 80, 0.05);
  fail_if (gst_scream_repair_policy_retransmits (&path.policy));
  fail_unless (gst_scream_repair_policy_get_fec_loss (&path.policy) > 0);
  /* Short enough once, but not by the margin. */
  pass (&path, 5, 55, 0.05);
  fail_if (gst_scream_repair_policy_retransmits (&path.policy));
  pass (&path, 1.4, 45, 0.05);
  fail_unless (gst_scream_repair_policy_retransmits (&path.policy));
  fail_if (gst_scream_repair_policy_get_fec_loss (&path.policy) > 0);
}

GST_END_TEST;

GST_START_TEST (test_rows_follow_the_loss)
{
  Path path = path_new (GST_SCREAM_REPAIR_FEC);
  guint light = 0, heavy = 0, i;

  fail_unless_equals_int (get_rows (&path, 8, TRUE), 0);
  pass (&path, 10, 50, 0.01);
  for (i = 0; i < 20; i++)
    light += get_rows (&path, 8, FALSE);
  pass (&path, 10, 50, 0.1);
  for (i = 0; i < 20; i++)
    heavy += get_rows (&path, 8, FALSE);
  fail_unless (light >= 20);
  fail_unless (heavy > 2 * light);
  /* As many as the packets, and more than for others. */
  fail_unless (heavy <= 20 * 8);
  fail_unless (get_rows (&path, 20, TRUE) > get_rows (&path, 20, FALSE));
  /* Whatever is lost, rows have an end. */
  pass (&path, 100, 50, 1);
  fail_unless_equals_int (get_rows (&path, 5, TRUE), 5);
}

GST_END_TEST;

/* A hundred losses, @n in a row each, every third asked for twice. */
static void
lose_in_bursts (GstScreamRepairBursts * bursts, guint n, GstClockTime begin)
{
  guint16 seq = bursts->highest + 10;
  guint i;

  for (i = 0; i < 100; i++) {
    seq += i % n == 0 ? 7 : 1;
    gst_scream_repair_bursts_note (bursts, seq, begin + i * GST_MSECOND);
    if (i % 3 == 0)
      gst_scream_repair_bursts_note (bursts, seq, begin + i * GST_MSECOND);
    if (i % 3 == 1)
      gst_scream_repair_bursts_note (bursts, seq - 1, begin + i * GST_MSECOND);
  }
}

GST_START_TEST (test_bursts_are_measured)
{
  GstScreamRepairBursts bursts = { 0, };

  bursts.highest = 65500;
  fail_unless (gst_scream_repair_bursts_get_length (&bursts) <= 1);
  lose_in_bursts (&bursts, 1, 0);
  fail_unless (gst_scream_repair_bursts_get_length (&bursts) <= 1);
  lose_in_bursts (&bursts, 5, 60 * GST_SECOND);
  fail_unless (gst_scream_repair_bursts_get_length (&bursts) > 4);
  fail_unless (gst_scream_repair_bursts_get_length (&bursts) <= 5);
  /* What is long ago is forgotten. */
  lose_in_bursts (&bursts, 1, 120 * GST_SECOND);
  fail_unless (gst_scream_repair_bursts_get_length (&bursts) < 1.1);
}

GST_END_TEST;

/* The same loss takes more rows where it comes together, and not more than there may be. */
GST_START_TEST (test_rows_follow_the_bursts)
{
  Path path = path_new (GST_SCREAM_REPAIR_FEC);
  guint apart, together;

  pass (&path, 10, 50, 0.02);
  apart = get_rows (&path, 20, TRUE);
  /* By chance some are in a row as well. */
  path.rows.burst = 1.02;
  fail_unless_equals_int (get_rows (&path, 20, TRUE), apart);
  path.rows.burst = 2;
  together = get_rows (&path, 20, TRUE);
  fail_unless (together > apart);
  path.rows.burst = 10;
  fail_unless_equals_int (get_rows (&path, 20, TRUE), 20);
}

GST_END_TEST;

GST_START_TEST (test_retransmission_alone_has_no_fec)
{
  Path path = path_new (GST_SCREAM_REPAIR_RETRANSMISSION);

  pass (&path, 5, 500, 0.1);
  fail_unless (gst_scream_repair_policy_retransmits (&path.policy));
  fail_if (gst_scream_repair_policy_get_fec_loss (&path.policy) > 0);
}

GST_END_TEST;

/* A receiver has 5 s of loss to say that it takes FEC; no loss, and nothing is missed. */
GST_START_TEST (test_others_get_no_fec)
{
  Path path = path_new (GST_SCREAM_REPAIR_FEC);

  gst_scream_repair_policy_set_takes_fec (&path.policy, FALSE);
  pass (&path, 20, 50, 0);
  fail_if (gst_scream_repair_policy_misses_fec (&path.policy));
  pass (&path, 4.8, 50, 0.1);
  fail_if (gst_scream_repair_policy_get_fec_loss (&path.policy) > 0);
  fail_if (gst_scream_repair_policy_misses_fec (&path.policy));
  pass (&path, 0.8, 50, 0.1);
  fail_unless (gst_scream_repair_policy_misses_fec (&path.policy));
  fail_if (gst_scream_repair_policy_retransmits (&path.policy));
  gst_scream_repair_policy_set_takes_fec (&path.policy, TRUE);
  pass (&path, 0.2, 50, 0.1);
  fail_unless (gst_scream_repair_policy_get_fec_loss (&path.policy) > 0);
  fail_if (gst_scream_repair_policy_misses_fec (&path.policy));
}

GST_END_TEST;

/* However far they are. */
GST_START_TEST (test_auto_retransmits_to_others)
{
  Path path = path_new (GST_SCREAM_REPAIR_AUTO);

  gst_scream_repair_policy_set_takes_fec (&path.policy, FALSE);
  pass (&path, 10, 500, 0.1);
  fail_unless (gst_scream_repair_policy_retransmits (&path.policy));
  fail_if (gst_scream_repair_policy_get_fec_loss (&path.policy) > 0);
  fail_if (gst_scream_repair_policy_misses_fec (&path.policy));
  fail_if (gst_scream_repair_policy_tells_ends (&path.policy));
  gst_scream_repair_policy_set_takes_fec (&path.policy, TRUE);
  fail_if (gst_scream_repair_policy_retransmits (&path.policy));
  fail_unless (gst_scream_repair_policy_get_fec_loss (&path.policy) > 0);
}

GST_END_TEST;

/* Of paths that lose much and are near. */
GST_START_TEST (test_ends_are_told_where_much_is_lost)
{
  static const struct
  {
    GstScreamRepair repair;
    gdouble loss;
    guint rtt;
    gboolean tells;
  } paths[] = {
    {GST_SCREAM_REPAIR_RETRANSMISSION, 0.05, 50, TRUE},
    {GST_SCREAM_REPAIR_RETRANSMISSION, 0.02, 50, FALSE},
    {GST_SCREAM_REPAIR_RETRANSMISSION, 0, 50, FALSE},
    {GST_SCREAM_REPAIR_AUTO, 0.05, 50, TRUE},
    {GST_SCREAM_REPAIR_AUTO, 0.05, 200, FALSE},
    {GST_SCREAM_REPAIR_FEC, 0.05, 50, FALSE},
  };
  guint i;

  for (i = 0; i < G_N_ELEMENTS (paths); i++) {
    Path path = path_new (paths[i].repair);

    pass (&path, 10, paths[i].rtt, paths[i].loss);
    fail_unless_equals_int (gst_scream_repair_policy_tells_ends (&path.policy),
        paths[i].tells);
  }
}

GST_END_TEST;

/* ---- requests ---- */

#define T0 GST_SECOND
#define LATENCY (121 * GST_MSECOND)

/* What is asked for at @now is @n numbers from @from on. */
static void
check_asked (GstScreamRepairAsker * asker, guint16 from, guint n,
    GstClockTime now)
{
  guint16 seq;
  guint i;

  for (i = 0; i < n; i++) {
    fail_unless (gst_scream_repair_asker_take (asker, LATENCY, &seq, now));
    fail_unless_equals_int (seq, (guint16) (from + i));
  }
  fail_if (gst_scream_repair_asker_take (asker, LATENCY, &seq, now));
}

/* A packet of a frame that goes on, and what the sender says of it then. */
static void
begin_frame (GstScreamRepairAsker * asker, guint16 seq)
{
  memset (asker, 0, sizeof (*asker));
  gst_scream_repair_asker_note (asker, seq, 1, FALSE,
      GST_SCREAM_REPAIR_BY_ITSELF, T0);
}

GST_START_TEST (test_end_is_asked_for_at_once)
{
  GstScreamRepairAsker asker;

  begin_frame (&asker, 65534);
  check_asked (&asker, 0, 0, T0 + GST_MSECOND);
  gst_scream_repair_asker_note_end (&asker, 65530, 65534, T0 + GST_MSECOND);
  check_asked (&asker, 0, 0, T0 + GST_MSECOND);
  gst_scream_repair_asker_note_end (&asker, 65530, 1, T0 + GST_MSECOND);
  check_asked (&asker, 65535, 3, T0 + GST_MSECOND);
  /* Again it says nothing new, and so does what is behind it. */
  gst_scream_repair_asker_note_end (&asker, 65530, 1, T0 + 2 * GST_MSECOND);
  gst_scream_repair_asker_note (&asker, 2, 2, FALSE,
      GST_SCREAM_REPAIR_BY_ITSELF, T0 + 33 * GST_MSECOND);
  check_asked (&asker, 0, 0, T0 + 33 * GST_MSECOND);
  gst_scream_repair_asker_note_end (&asker, 65530, 1, T0 + 34 * GST_MSECOND);
  check_asked (&asker, 0, 0, T0 + 34 * GST_MSECOND);
}

GST_END_TEST;

/* Where ends are told, one that is not is guessed later: the pacer may hold it. */
GST_START_TEST (test_told_ends_are_waited_for)
{
  GstScreamRepairAsker asker;
  const GstClockTime guessed = T0 + 2 * GST_MSECOND;
  const GstClockTime waited = T0 + 12 * GST_MSECOND;

  begin_frame (&asker, 0);
  asker.has_ends = TRUE;
  asker.calm_from = T0 + GST_SECOND;
  check_asked (&asker, 0, 0, guessed - 1);
  check_asked (&asker, 1, 1, guessed);

  begin_frame (&asker, 0);
  asker.has_ends = TRUE;
  gst_scream_repair_asker_note_end (&asker, 0, 0, T0);
  asker.calm_from = T0 + GST_SECOND;
  check_asked (&asker, 0, 0, waited - 1);
  check_asked (&asker, 1, 1, waited);
}

GST_END_TEST;

/* What comes after it was said to be sent was overtaken: the pacer did not hold it. */
GST_START_TEST (test_end_tells_of_reordering)
{
  GstScreamRepairAsker asker;
  GstClockTime asked = T0 + 3 * GST_MSECOND;

  memset (&asker, 0, sizeof (asker));
  gst_scream_repair_asker_note (&asker, 65534, 1, TRUE,
      GST_SCREAM_REPAIR_BY_ITSELF, T0);
  gst_scream_repair_asker_note (&asker, 65535, 2, FALSE,
      GST_SCREAM_REPAIR_BY_ITSELF, T0);
  asker.calm_from = T0 + GST_SECOND;
  check_asked (&asker, 0, 1, asked);
  if (__i__ == 1)
    gst_scream_repair_asker_note_end (&asker, 65535, 0, asked + GST_MSECOND);
  gst_scream_repair_asker_note (&asker, 0, 2, TRUE,
      GST_SCREAM_REPAIR_BY_ITSELF, asked + 4 * GST_MSECOND);
  fail_unless_equals_uint64 (asker.reordering,
      __i__ == 1 ? 4 * GST_MSECOND : 0);
}

GST_END_TEST;

/* Of a frame of which nothing came, the time begins with its end; numbers that a stranger
 * makes up are no more than there are places. */
GST_START_TEST (test_end_of_what_never_came)
{
  GstScreamRepairAsker asker;
  guint16 seq;
  guint n = 0;

  begin_frame (&asker, 10);
  gst_scream_repair_asker_note_end (&asker, 11, 12, T0 + 100 * GST_MSECOND);
  check_asked (&asker, 11, 2, T0 + 130 * GST_MSECOND);

  begin_frame (&asker, 10);
  gst_scream_repair_asker_note_end (&asker, 20000, 20100, T0);
  while (gst_scream_repair_asker_take (&asker, LATENCY, &seq, T0))
    n++;
  fail_unless_equals_int (n, GST_SCREAM_REPAIR_ASKER_MISSING);
}

GST_END_TEST;

/* ---- what is lost for good ---- */

/* At @now, and not a moment before. */
static void
check_lost (GstScreamRepairAsker * asker, GstClockTime now)
{
  GstClockTime begun;
  guint16 seq;

  while (gst_scream_repair_asker_take (asker, LATENCY, &seq, now - 1)) {
  }
  fail_if (gst_scream_repair_asker_take_lost (asker, &begun));
  while (gst_scream_repair_asker_take (asker, LATENCY, &seq, now)) {
  }
  fail_unless (gst_scream_repair_asker_take_lost (asker, &begun));
  fail_if (gst_scream_repair_asker_take_lost (asker, &begun));
}

static void
note_media (GstScreamRepairAsker * asker, guint16 seq, GstClockTime now)
{
  gst_scream_repair_asker_note (asker, seq, seq / 2, seq % 2,
      GST_SCREAM_REPAIR_BY_ITSELF, now);
}

/* All of @n packets are given up. */
static void
lose_unanswered (GstScreamRepairAsker * asker, guint n)
{
  GstClockTime begun;

  begin_frame (asker, 0);
  note_media (asker, n + 1, T0);
  check_asked (asker, 1, n, T0);
  check_asked (asker, 0, 0, T0 + LATENCY + 3 * GST_MSECOND);
  fail_unless_equals_int (asker->n_missing, 0);
  gst_scream_repair_asker_take_lost (asker, &begun);
}

/* The answer to the last request in time is overdue, and so are its copies: that is before
 * the jitter buffer gives up, and not while an answer may be on its way. */
GST_START_TEST (test_overdue_is_lost)
{
  const GstClockTime rtt = 48 * GST_MSECOND;
  GstScreamRepairAsker asker;
  GstClockTime patience;

  begin_frame (&asker, 0);
  note_media (&asker, 2, T0);
  check_asked (&asker, 1, 1, T0);
  gst_scream_repair_asker_note (&asker, 1, 0, TRUE, GST_SCREAM_REPAIR_ANSWER,
      T0 + rtt);
  fail_unless_equals_uint64 (gst_scream_repair_asker_get_rtt (&asker), rtt);
  note_media (&asker, 3, T0 + rtt);
  note_media (&asker, 5, T0 + rtt);
  check_asked (&asker, 4, 1, T0 + rtt);
  patience = rtt + 2 * asker.deviation + 3 * GST_MSECOND;
  check_asked (&asker, 4, 1, T0 + rtt + patience);
  check_lost (&asker, T0 + rtt + 2 * patience + 8 * GST_MSECOND);
}

GST_END_TEST;

/* No answer to the first request can be in time. */
GST_START_TEST (test_far_is_lost_at_once)
{
  GstScreamRepairAsker asker;

  begin_frame (&asker, 0);
  asker.rtt = LATENCY - GST_MSECOND;
  note_media (&asker, 2, T0);
  check_asked (&asker, 1, 1, T0);
  fail_if (asker.has_lost);
  begin_frame (&asker, 0);
  asker.rtt = LATENCY + 3 * GST_MSECOND;
  note_media (&asker, 2, T0 + GST_MSECOND);
  check_lost (&asker, T0 + GST_MSECOND);
}

GST_END_TEST;

/* With FEC it is lost when the rows of its block have come, and media behind them. */
GST_START_TEST (test_unsolved_is_lost)
{
  GstScreamRepairAsker asker;
  GstClockTime begun;
  guint16 seq;

  begin_frame (&asker, 0);
  gst_scream_repair_asker_note_rows (&asker, 0, 1, T0);
  note_media (&asker, 2, T0);
  check_asked (&asker, 1, 1, T0);
  gst_scream_repair_asker_note_rows (&asker, 1, 3, T0 + GST_MSECOND);
  note_media (&asker, 3, T0 + GST_MSECOND);
  check_asked (&asker, 0, 0, T0 + GST_MSECOND);
  fail_if (gst_scream_repair_asker_take_lost (&asker, &begun));
  note_media (&asker, 4, T0 + 2 * GST_MSECOND);
  check_lost (&asker, T0 + 2 * GST_MSECOND);
  /* What was made is not. */
  note_media (&asker, 6, T0 + 3 * GST_MSECOND);
  gst_scream_repair_asker_note_rows (&asker, 4, 3, T0 + 3 * GST_MSECOND);
  gst_scream_repair_asker_note (&asker, 5, 2, TRUE, GST_SCREAM_REPAIR_MADE,
      T0 + 3 * GST_MSECOND);
  note_media (&asker, 7, T0 + 4 * GST_MSECOND);
  while (gst_scream_repair_asker_take (&asker, LATENCY, &seq,
          T0 + 4 * GST_MSECOND)) {
  }
  fail_if (gst_scream_repair_asker_take_lost (&asker, &begun));
}

GST_END_TEST;

/* Four that are given up, one after the other or at once, say that nobody answers. Then a
 * packet is lost when it is missed, but not the end of a frame that may be none. */
GST_START_TEST (test_unanswered_is_lost_at_once)
{
  GstScreamRepairAsker asker;
  GstClockTime begun, later = T0 + 2 * LATENCY;

  lose_unanswered (&asker, 3);
  note_media (&asker, 5, later);
  note_media (&asker, 7, later);
  check_asked (&asker, 6, 1, later);
  fail_if (gst_scream_repair_asker_take_lost (&asker, &begun));

  lose_unanswered (&asker, 4);
  note_media (&asker, 7, later);
  check_lost (&asker, later);
  asker.has_ends = TRUE;
  note_media (&asker, 8, later);
  check_asked (&asker, 9, 1, later + 20 * GST_MSECOND);
  fail_if (gst_scream_repair_asker_take_lost (&asker, &begun));
  note_media (&asker, 10, later + 33 * GST_MSECOND);
  check_lost (&asker, later + 33 * GST_MSECOND);
}

GST_END_TEST;

/* Asks for the packet behind @seq at @asked, and again; the answer comes @rtt after the first
 * request. */
static void
overtake (GstScreamRepairAsker * asker, guint16 seq, GstClockTime asked,
    GstClockTime rtt)
{
  guint16 lost;

  note_media (asker, seq, asked);
  note_media (asker, seq + 2, asked);
  fail_unless (gst_scream_repair_asker_take (asker, LATENCY, &lost, asked));
  fail_unless (gst_scream_repair_asker_take (asker, LATENCY, &lost,
          asked + 54 * GST_MSECOND));
  fail_unless_equals_int (lost, seq + 1);
  gst_scream_repair_asker_note (asker, lost, lost / 2, lost % 2,
      GST_SCREAM_REPAIR_ANSWER, asked + rtt);
}

/* Four answers in a row that come soon after a second request are those to the first: the path
 * is as long as they took at least. Those to requests of one time have waited together. */
GST_START_TEST (test_longer_path_is_noticed)
{
  GstScreamRepairAsker asker;
  GstClockTime at = T0;
  guint16 seq = 1, i;

  begin_frame (&asker, 0);
  asker.rtt = 50 * GST_MSECOND;
  for (i = 0; i < 4; i++, seq += 2)
    overtake (&asker, seq, at, 60 * GST_MSECOND);
  fail_unless_equals_uint64 (asker.rtt, 50 * GST_MSECOND);
  for (i = 0; i < 2; i++, seq += 2) {
    at += 100 * GST_MSECOND;
    overtake (&asker, seq, at, 61 * GST_MSECOND);
    fail_unless_equals_uint64 (asker.rtt, 50 * GST_MSECOND);
  }
  overtake (&asker, seq, at + 100 * GST_MSECOND, 58 * GST_MSECOND);
  fail_unless_equals_uint64 (asker.rtt, 58 * GST_MSECOND);
}

GST_END_TEST;

/* Only who repairs is worth to be waited for when it is too late for the screen. */
GST_START_TEST (test_is_repaired)
{
  GstScreamRepairAsker asker;

  begin_frame (&asker, 0);
  fail_if (gst_scream_repair_asker_is_repaired (&asker, T0));
  note_media (&asker, 2, T0);
  check_asked (&asker, 1, 1, T0);
  gst_scream_repair_asker_note (&asker, 1, 0, TRUE, GST_SCREAM_REPAIR_ANSWER,
      T0 + GST_MSECOND);
  fail_unless (gst_scream_repair_asker_is_repaired (&asker, T0));
  asker.unanswered = 3;
  fail_unless (gst_scream_repair_asker_is_repaired (&asker, T0));
  asker.unanswered = 4;
  fail_if (gst_scream_repair_asker_is_repaired (&asker, T0));
  fail_unless_equals_uint64 (gst_scream_repair_get_overtime (GST_SECOND),
      100 * GST_MSECOND);
  fail_unless_equals_uint64 (gst_scream_repair_get_overtime (GST_MSECOND),
      GST_MSECOND);
  fail_unless_equals_uint64 (gst_scream_repair_get_overtime (0), 0);
  gst_scream_repair_asker_note_rows (&asker, 1, 3, T0);
  fail_unless (gst_scream_repair_asker_is_repaired (&asker, T0 + GST_SECOND
          - 1));
  fail_if (gst_scream_repair_asker_is_repaired (&asker, T0 + GST_SECOND));
}

GST_END_TEST;

/* Pictures that stand alone need no others. */
GST_START_TEST (test_chained_payloads)
{
  guint i;

  for (i = 0; i < gst_scream_n_payloads; i++) {
    const GstScreamPayload *payload = &gst_scream_payloads[i];

    fail_unless_equals_int (gst_scream_repair_is_chained (payload->payload),
        g_str_equal (payload->media, "video")
        && !g_str_equal (payload->encoding_name, "JPEG"));
  }
  fail_if (gst_scream_repair_is_chained (GST_SCREAM_FEC_PAYLOAD));
}

GST_END_TEST;

/* One for all losses before it can come, and nothing for who does not want it. */
GST_START_TEST (test_one_key_frame_for_several_losses)
{
  const GstClockTime ms = GST_MSECOND, rtt = 50 * ms;
  GstScreamRepairKeyFrames keys = { 0, };

  fail_if (gst_scream_repair_key_frames_lose (&keys, T0, T0 + LATENCY, rtt,
          T0 + 30 * ms));
  fail_unless (gst_scream_repair_key_frames_take (&keys, T0 + LATENCY,
          rtt, T0 + LATENCY));
  fail_unless (keys.needed);
  fail_unless (gst_scream_repair_key_frames_lose (&keys, T0, T0 + LATENCY, rtt,
          T0 + 30 * ms));
  fail_if (gst_scream_repair_key_frames_lose (&keys, T0 + 79 * ms,
          T0 + 79 * ms + LATENCY, rtt, T0 + 90 * ms));
  /* What the jitter buffer gives up for them is no news. */
  fail_if (gst_scream_repair_key_frames_take (&keys, 0, rtt, T0 + 119 * ms
          + LATENCY));
  fail_unless (gst_scream_repair_key_frames_take (&keys, 0, rtt, T0 + 120 * ms
          + LATENCY));
  /* The key frame itself may be lost. */
  fail_unless (gst_scream_repair_key_frames_lose (&keys, T0 + 80 * ms,
          T0 + 80 * ms + LATENCY, rtt, T0 + 110 * ms));
}

GST_END_TEST;

/* An application asks for itself, at any time. */
GST_START_TEST (test_key_frames_of_others)
{
  GstScreamRepairKeyFrames keys = { 0, };

  fail_unless (gst_scream_repair_key_frames_take (&keys, T0,
          50 * GST_MSECOND, T0 + 41 * GST_MSECOND));
  fail_if (keys.needed);
}

GST_END_TEST;

/* As often as depayloaders ask, which is with each packet that they cannot use. */
static guint
count_requests (GstScreamRepairKeyFrames * keys, GstClockTime rtt,
    GstClockTime from)
{
  guint n = 0, i;

  for (i = 0; i < 100; i++)
    n += gst_scream_repair_key_frames_take (keys, 0, rtt,
        from + i * 10 * GST_MSECOND);
  return n;
}

GST_START_TEST (test_key_frame_requests_are_bounded)
{
  const GstClockTime ms = GST_MSECOND;
  GstScreamRepairKeyFrames keys = { 0, };

  /* In a second, one in 100 ms or in a round trip; the first one at once. */
  fail_unless_equals_int (count_requests (&keys, 50 * ms, T0), 10);
  gst_scream_repair_key_frames_come (&keys);
  fail_unless_equals_int (count_requests (&keys, 250 * ms, T0 + 991 * ms), 4);
  /* A loss since the one that was asked for can have come. */
  gst_scream_repair_key_frames_come (&keys);
  fail_unless (gst_scream_repair_key_frames_take (&keys, T0, 50 * ms, T0));
  fail_if (gst_scream_repair_key_frames_take (&keys, T0 + 49 * ms, 50 * ms,
          T0 + 50 * ms));
  fail_unless (gst_scream_repair_key_frames_take (&keys, T0 + 50 * ms,
          50 * ms, T0 + 50 * ms));
}

GST_END_TEST;

/* Who is told of key frames asks until there is one, for 5 s. */
GST_START_TEST (test_key_frame_is_asked_for_again)
{
  const GstClockTime ms = GST_MSECOND, rtt = 50 * ms;
  GstScreamRepairKeyFrames keys = { 0, };
  guint i, n = 0;

  fail_unless (gst_scream_repair_key_frames_take (&keys, 0, rtt, T0));
  fail_if (gst_scream_repair_key_frames_take_again (&keys, rtt, T0 + 5000 *
          ms));
  keys.is_told = TRUE;
  fail_if (gst_scream_repair_key_frames_take_again (&keys, rtt, T0 + 99 * ms));
  /* These packets may be one. */
  fail_if (gst_scream_repair_key_frames_take_again (&keys, rtt, T0 + 200 * ms));
  fail_if (gst_scream_repair_key_frames_take_again (&keys, rtt, T0 + 239 * ms));
  fail_unless (gst_scream_repair_key_frames_take_again (&keys, rtt,
          T0 + 240 * ms));
  gst_scream_repair_key_frames_come (&keys);
  fail_if (gst_scream_repair_key_frames_take_again (&keys, rtt, T0 + 300 * ms));
  fail_unless (gst_scream_repair_key_frames_take (&keys, 0, rtt,
          T0 + 300 * ms));
  for (i = 31; i < 1000; i++)
    n += gst_scream_repair_key_frames_take_again (&keys, rtt, T0 + i * 10 * ms);
  fail_unless_equals_int (n, 35);
}

GST_END_TEST;

/* ---- answers ---- */

/* The last copy of an answer that cannot be asked for again leaves in time, though copies
 * may take longer than they do in the mean. */
GST_START_TEST (test_copies_come_in_time)
{
  static GstScreamRepairAnswers answers;
  const GstScreamRepairPath path = { 0.1, 51 * GST_MSECOND, 50 * GST_MSECOND,
    LATENCY, 0
  };
  GstClockTime spacing, passed;
  guint copies;

  for (passed = 0; passed <= LATENCY; passed += GST_MSECOND) {
    memset (&answers, 0, sizeof (answers));
    gst_scream_repair_answers_note (&answers, 7, 1, T0);
    /* Asked for in the moment that it leaves, it is on its way. */
    if (passed < 40 * GST_MSECOND)
      continue;
    copies = gst_scream_repair_answers_take (&answers, 7, &path, &spacing,
        T0 + passed);
    fail_unless_equals_int (copies, passed < 60 * GST_MSECOND ? 1 : 3);
    fail_unless (copies == 1 || spacing <= 2 * GST_MSECOND);
    fail_unless (copies == 1
        || passed + 2 * spacing <= LATENCY - 2 * GST_MSECOND || spacing == 0);
  }
}

GST_END_TEST;

/* What is the last chance for the screen, but not for the frames behind, takes fewer copies;
 * the last one of all as many as without overtime. */
GST_START_TEST (test_copies_in_overtime)
{
  static const struct
  {
    guint passed;               /* ms */
    gdouble copies;             /* in the mean */
  } steps[] = {
    {50, 1}, {62, 1.7}, {121, 1.7}, {122, 1}, {150, 1}, {162, 3}, {221, 3},
    {222, 1}
  };
  static GstScreamRepairAnswers answers;
  const GstScreamRepairPath path = { 0.1, 51 * GST_MSECOND, 50 * GST_MSECOND,
    LATENCY, 100 * GST_MSECOND
  };
  GstClockTime spacing;
  guint i, n;

  for (i = 0; i < G_N_ELEMENTS (steps); i++) {
    guint copies = 0;

    memset (&answers, 0, sizeof (answers));
    for (n = 0; n < 100; n++) {
      gst_scream_repair_answers_note (&answers, (guint16) n, n, T0);
      copies += gst_scream_repair_answers_take (&answers, (guint16) n, &path,
          &spacing, T0 + steps[i].passed * GST_MSECOND);
      fail_unless (spacing <= 2 * GST_MSECOND);
      fail_unless (ABS (copies - (n + 1) * steps[i].copies) < 1.5);
    }
  }
}

GST_END_TEST;

static Suite *
screamrepairrules_suite (void)
{
  Suite *s = suite_create ("screamrepairrules");
  TCase *tc = tcase_create ("general");

  suite_add_tcase (s, tc);
  tcase_add_test (tc, test_payload_types_stay);
  tcase_add_test (tc, test_repair_has_the_numbers_that_caps_give);
  tcase_add_test (tc, test_auto_takes_what_comes_in_time);
  tcase_add_test (tc, test_rows_follow_the_loss);
  tcase_add_test (tc, test_bursts_are_measured);
  tcase_add_test (tc, test_rows_follow_the_bursts);
  tcase_add_test (tc, test_ends_are_told_where_much_is_lost);
  tcase_add_test (tc, test_end_is_asked_for_at_once);
  tcase_add_test (tc, test_told_ends_are_waited_for);
  tcase_add_loop_test (tc, test_end_tells_of_reordering, 0, 2);
  tcase_add_test (tc, test_end_of_what_never_came);
  tcase_add_test (tc, test_overdue_is_lost);
  tcase_add_test (tc, test_far_is_lost_at_once);
  tcase_add_test (tc, test_unsolved_is_lost);
  tcase_add_test (tc, test_unanswered_is_lost_at_once);
  tcase_add_test (tc, test_longer_path_is_noticed);
  tcase_add_test (tc, test_is_repaired);
  tcase_add_test (tc, test_chained_payloads);
  tcase_add_test (tc, test_one_key_frame_for_several_losses);
  tcase_add_test (tc, test_key_frames_of_others);
  tcase_add_test (tc, test_key_frame_requests_are_bounded);
  tcase_add_test (tc, test_key_frame_is_asked_for_again);
  tcase_add_test (tc, test_copies_come_in_time);
  tcase_add_test (tc, test_copies_in_overtime);
  tcase_add_test (tc, test_retransmission_alone_has_no_fec);
  tcase_add_test (tc, test_others_get_no_fec);
  tcase_add_test (tc, test_auto_retransmits_to_others);
  return s;
}

GST_CHECK_MAIN (screamrepairrules);
