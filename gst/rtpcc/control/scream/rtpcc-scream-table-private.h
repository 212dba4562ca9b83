/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-scream-table-private.h: parameters of SCReAM v2 for users, with sources
 *
 * "draft" is draft-ietf-ccwg-rfc8298bis-screamv2-02.  Names are the draft's.
 * Departures are explained in docs/research/algorithms/scream.md.
 *
 * No guard: the including file defines PARAM ().
 *
 *   PARAM (kind, of, name, value, least, most)
 *
 *   kind    TIME in ms (ns in ScreamParams), BYTES, BITRATE in bit/s, NUMBER, or FLAG:
 *           1 or 0
 *   of      DRAFT, OURS, or the departure that it belongs to
 *   value   as it is without controller-params
 *   least, most   what users may set
 */

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.2.2
 * DEVIATES (one MSS in an RTT whatever the RTT): one MSS at this RTT, and as
 * many bit/s in a second at all others; docs/research/algorithms/scream.md D3.  0: as in the
 * draft */
PARAM (TIME, D3, fair_rtt, 150, 0, 10000)

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.2
 * DEVIATES (60 ms there): virtual marks begin at half of it;
 * docs/research/algorithms/scream.md D11; the queue-delay-target property sets another */
PARAM (TIME, D11, qdelay_target_lo, 30, 1, 10000)

/* OURS: whether the time that a packet takes at the rate of the path is no queue, as far as
 * it is more than a quarter of the delay target and more than that of the smallest packet: a
 * full one takes 32 ms at 0.3 Mbit/s.  Without it a quarter of such a link stays unused */
PARAM (FLAG, D11, own_time_is_no_queue, 1, 0, 1)

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.2 */
PARAM (NUMBER, DRAFT, bytes_in_flight_head_room, 1.5, 1, 100)

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.2 */
PARAM (NUMBER, DRAFT, beta_loss, 0.7, 0.01, 1)

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.2: classic ECN */
PARAM (NUMBER, DRAFT, beta_ecn, 0.8, 0.01, 1)

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.2
 * DEVIATES (0.02 there): of a growth that fades with the queue, and with the distance to the last
 * limit; docs/research/algorithms/scream.md D3.  At half a path of 20 times the start rate is
 * used 1.5 s later, at double 0.5 s earlier; ten flows in a queue of 5 ms lose 4.1, 5.6 and
 * 6.2 % */
PARAM (NUMBER, D3, mul_increase_factor, 0.175, 0, 1)

/* OURS: whether a window that is larger because encoders overshoot is taken for one that is
 * used, and no more than the rate needs may be in flight */
PARAM (FLAG, D24, room_is_not_used, 1, 0, 1)

/* OURS: whether the window has room for what leaves between two feedbacks */
PARAM (FLAG, D14, window_waits, 1, 0, 1)

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.3.1
 * DEVIATES (3 there, and 1.5 with virtual marks): what is in flight when a cellular
 * link stops waits until it goes on; docs/research/algorithms/scream.md D14 */
PARAM (NUMBER, D14, ref_wnd_overhead_max, 1.5, 1, 100)

/* draft-ietf-ccwg-rfc8298bis-screamv2-02 section 4.3.2
 * DEVIATES (1.5 there): bursts of the encoder wait here, not in the network;
 * docs/research/algorithms/scream.md D14 */
PARAM (NUMBER, D14, packet_pacing_headroom, 1.1, 1, 100)

/* OURS: whether frames leave faster where the path has jitter, by up to what
 * BYTES_IN_FLIGHT_HEAD_ROOM leaves */
PARAM (FLAG, D14, frames_leave_early, 1, 0, 1)

/* OURS: after a loss, and in a test, the window is what the path delivers less this
 * part.  At half a policer drops a third more, at double a queue of 20 ms is used by 87 %
 * instead of 94 %. */
PARAM (NUMBER, D23, loss_yield, 0.125, 0, 0.9)

/* OURS: losses above the tolerated that begin a test; as many in it say that the path
 * loses them itself, of twice as many as before.  At half the chance decides: 40 % instead
 * of 95 % of 20 Mbit/s are used at 10 % loss.  At double a queue of 5 ms drops a third
 * more. */
PARAM (NUMBER, D23, loss_events, 8, 1, 10000)

/* OURS: losses that were tested and did not become fewer are tolerated so many times over,
 * beside the draft's 1 %, and a start whose rate has grown so many times was a test.  At half
 * tests never end, and 35 % are used at 10 % loss; at double a queue of 5 ms drops a fifth more. */
PARAM (NUMBER, D23, loss_tolerance, 1.5, 0, 100)

/* OURS: more losses than this are no path's own, once there are twice LOSS_EVENTS of them.
 * At 12 % 76 instead of 89 % of 20 Mbit/s are used at 10 % loss; at double ten flows
 * behind a policer lose 37 instead of 17 %. */
PARAM (NUMBER, D23, loss_most, 0.15, 0, 1)

/* OURS: weight of a packet in the part that is lost, and of a feedback in the mean square of the
 * steps of jitter: what the path does by itself.  The latter is about 16 s: at half 70 instead of
 * 75 % of 5 Mbit/s are used with 60 ms of jitter, at double the queue's p95 over LTE traces is 7
 * to 11 % longer. */
PARAM (NUMBER, OURS, path_gain, 1.0 / 512, 0, 1)

/* OURS: the queue is looked at in slots of so much sending time, and a shorter one is none that
 * stands.  At 3 ms the bursts of a single flow stand; a queue of 5 ms has to be seen. */
PARAM (TIME, D23, loss_slot, 4.5, 1, 1000)

/* OURS: a queue stands if it is longer than LOSS_SLOT, and its mean this part of the longest
 * of late.  At 0.4 67 instead of 94 % of 5 Mbit/s are used at 10 % loss; at 0.7 ten flows in a
 * queue of 5 ms lose 12 instead of 2.4 %, and 17 % if none ever stands. */
PARAM (NUMBER, D23, loss_stands_part, 0.55, 0, 1)

/* OURS: more is an interruption, not jitter.  At half 48 instead of 75 % of 5 Mbit/s are
 * used with 60 ms of jitter; at double 78 %, and the queue's p95 over LTE traces is 7 to 11 ms
 * longer on those of AT&T. */
PARAM (TIME, O12, ipdv_max, 40, 0, 1000)

/* OURS: steps that the delay target has room for.  At half the queue's p95 over LTE traces is
 * up to 19 ms longer, at double 76 instead of 88 % of 5 Mbit/s are used with 10 ms of jitter. */
PARAM (TIME, O12, ipdv_min, 1.25, 0, 1000)

/* OURS: delay that jitter makes on a path that is well used, for each ms of steps above
 * IPDV_MIN.  It settles where both agree, so that it need not fit the kind of jitter.  At
 * half 40 instead of 75 % of 5 Mbit/s are used with 60 ms of jitter; at double 80 %, and the
 * queue's p95 over LTE traces is 36 to 41 ms longer.  0: nothing is taken for jitter */
PARAM (NUMBER, O12, jitter_per_ipdv, 33, 0, 1000)

/* OURS: a longer delay is that of a link whose capacity changes, and refutes what was
 * taken for jitter.  Half of QDELAY_TARGET_LO is left of it.  At half 3 instead of 75 % of 5 Mbit/s
 * are used with 60 ms of jitter; at double the queue's p95 over the slowest of the LTE traces is
 * 300 instead of 217 ms. */
PARAM (TIME, O12, jitter_max, 190, 0, 10000)

/* OURS: whether queues of other flows are looked for */
PARAM (FLAG, O13, compete, 1, 0, 1)

/* OURS: part of the delay target above which a queue that stays is another's, if one was
 * emptied for a short time before.  At half links with loss and jitter take their own for one,
 * worst tenth of frames 202 -> 280 ms; at double that of BBR is not seen over 10 Mbit/s. */
PARAM (NUMBER, O13, others_queue, 0.4, 0.01, 1)

/* OURS: whether a delay that stays while less arrives is that of a longer way */
PARAM (FLAG, O19, path_moves, 1, 0, 1)

/* RFC 6298 section 2.3: alpha of the smoothed RTT
 * DEVIATES (1/8 for each sample there): half in an RTT, however many samples
 * there are; docs/research/algorithms/scream.md D10 */
PARAM (NUMBER, D10, s_rtt_gain, 1.0 / 2, 0.001, 1)

/* OURS: the window method needs several packets in flight; below this RTT the
 * path is treated as if it were this long.  Timer and scheduling jitter are
 * 1 to 4 ms on common machines, so at half the RTT is mostly jitter; at double
 * growth on fast paths slows down for nothing.  At 1 ms a twelfth of a fast
 * path is lost. */
PARAM (TIME, D10, s_rtt_min, 10, 0.001, 1000)

/* OURS: how long is believed what the path showed: for so long after a reaction to
 * congestion what it delivered is all that it gives (O11), for one to two of these what one
 * feedback told of (D14), the acknowledged rate that is taken for the path's, so that a key frame
 * alone does not raise it, the most in flight that
 * justifies a window (D24; RFC 8298 section 4.1.2.2 looks back 5 s), what queues there were (D23),
 * and that a queue which stays long is another flow's (O13), at first before a test of that, which
 * takes as long at least; a test of losses takes LOSS_EVENTS times as long at most, and growth is
 * additive for so long after it has found a limit without a queue (D23). */
PARAM (TIME, OURS, path_memory, 1000, 1, 100000)

/* OURS: whether a path is taken for full after a reaction: PACKET_PACING_HEADROOM of what it
 * delivered of late bounds the target */
PARAM (FLAG, O11, saturated, 1, 0, 1)

/* OURS: whether a path whose delay rises steadily is taken for one that has become slower */
PARAM (FLAG, O11, rises, 1, 0, 1)

/* OURS: whether the target is kept below BYTES_IN_FLIGHT_HEAD_ROOM times the highest rate that was
 * acknowledged of late, so that a source with little to send cannot raise it */
PARAM (FLAG, D24, acked_bounds_target, 1, 0, 1)

/* OURS: whether a window that is not used is given up, after PATH_MEMORY; else layers of simulcast
 * that are off come back too early */
PARAM (FLAG, D24, window_is_validated, 1, 0, 1)

/* OURS: window of the acknowledged rate, a few frames.  Where frames fill the target the
 * highest of it bounds that (D24), else that of PATH_MEMORY, which a key frame alone does not
 * raise by much.  There is room for what leaves in this time until the next feedback at most
 * (D14).  A longer one is a pause, no frame period. */
PARAM (TIME, OURS, acked_rate_window, 200, 10, 10000)
