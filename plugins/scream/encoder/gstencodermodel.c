/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Model of an encoder: its response to the bitrate, and the bitrate to set.
 *
 * Four properties of an encoder, each with its decision:
 *
 *   response        bits produced / bits set, over about a second;
 *                   set = wanted * gain, gain = 1 / response
 *   cost of change  time of the next change
 *   debt            bits beyond the bitrate: skipped frames; the queue that they make in
 *                   the sender (waits): a lower bitrate
 *   largest frames  key frame requests, softer pictures, a frame held back
 *
 * The response is relative to the bitrate set, not to the wanted one, so it does not
 * depend on the gain, and nothing oscillates. A low response has two causes: an encoder
 * that stays a few percent below (a VBV buffer that is never full) may be set a little
 * higher; a picture that needs fewer bits teaches nothing. A high response has two,
 * too: an encoder that overshoots by a factor reaches the wanted rate once corrected,
 * which proves the gain; one at its coarsest quantizer does not, and its gain must not
 * outlast the low rate. Where the picture needs no bits, or the wanted rate has risen a
 * lot, the proven gain applies. Skipped frames do not count as time under a setting.
 *
 * An encoder of high cost makes a key frame at each change, which looks like
 * congestion. It gets the rate that was wanted for all of some time: down to the
 * highest of it, up to the lowest, in steps: the wanted rate grows while the encoder
 * stays below the link. The cost is high by the table, or after two changes in a row
 * with a key frame that nobody requested; three without one make it low again. A key
 * frame after another one is no evidence, nor is one at the interval of those without a
 * change.
 *
 * Bits beyond the bitrate would wait before the link. An encoder of low cost gets a lower
 * bitrate meanwhile. One of high cost, or at its coarsest quantizer, skips frames. If that
 * persists, all pictures become softer: soft motion is better than sharp stills.
 *
 * At a scene cut the quantizer does not fit. When detected before the encoder, a key
 * frame is requested at a lower bitrate; if the last cuts began with frames that took
 * too long, the first pictures become softer, which is invisible right after a cut. If
 * it is not detected, and a frame would freeze the picture, that frame is held back and
 * a key frame requested: encoders bound those, and the quantizer has learned from the
 * frame held back. */
#include <math.h>

#include "gstencodermodel.h"

#define SECOND 1e9

/* --- Response --- */

/* One key frame of six times the mean, at 30 frames/s, moves the sums by a
 * sixth; smoothed again it stays inside the dead zone below. Half of these
 * times follows key frames, double of them takes 5 s to find a factor of 2. */
#define TAU_SUMS 1.0
#define TAU_RESPONSE 0.7

/* A gain is proven while the output is this near to the wanted rate. */
#define TAU_PROVEN 1.5
#define PROVEN_LOW 0.9
#define PROVEN_HIGH 1.12

/* A frame ages the sums by this at most, so that they hold ten frames when
 * there is only one in each second (screens). */
#define MAX_AGE 0.1

/* Sums over less say nothing: the first frame is a key frame. */
#define MIN_WEIGHT 0.5

/* Correction begins outside of the first two and ends inside of the others. OURS: without
 * an end of its own the bitrate jumps at them, and six films by vp9enc freeze 49 instead of
 * 30 times. */
#define BEGIN_OVER 1.08
#define BEGIN_UNDER 0.95
#define END_OVER 1.03
#define END_UNDER 0.98

/* Below, the picture is the reason and not the encoder. */
#define SOURCE_LIMITED 0.85

/* Raised only after so many seconds between the two: a picture that becomes
 * still passes there in a fifth of it. */
#define UNDER_TIME 1.0

#define MIN_GAIN 0.25
#define MAX_GAIN 1.15

/* Frames right after a large change still have the previous bitrate. Rate controls vary
 * by a fifth, and the gain must be found nevertheless. */
#define LARGE_CHANGE 0.4
#define FREEZE (300 * GST_MSECOND)

/* OURS: the key frame of a change says nothing of how the encoder follows. Half of it
 * corrects for the key frame with another change, double of it hardly ever corrects. */
#define KEY_FRAME_FADES (2 * GST_SECOND)

/* After such a rise of the wanted rate, the earlier output may have been the encoder's
 * minimum. */
#define NEW_RATE 2.0

/* More than this for so many seconds is not following; encoders that do need
 * 2 s for the worst step. It counts as following again below the second. */
#define FAR_ABOVE 1.5
#define NOT_ABOVE 1.2
#define FAR_ABOVE_TIME 3.0

/* A gap in time, or time that runs backwards: seek, pause, new source. */
#define MAX_GAP 5.0

/* --- Cost of a change --- */

/* OURS: less would not be seen in any picture. */
#define LEAST_STEP 0.01

/* OURS: while it drains, an encoder does not take frames for up to 20 ms. Half of the
 * step drains for what no picture shows, half of the times keep it busy with that. */
#define DRAIN_STEP 0.03
#define DRAIN_TIME_DOWN (100 * GST_MSECOND)
#define DRAIN_TIME_UP (200 * GST_MSECOND)

/* OURS: libvpx (vp9_check_reset_rc_flag) and libaom (check_reset_rc_flag) forget what they
 * have made too much when the bitrate becomes more than 1.5 times as much from one frame to
 * the next, or less than half: the next frame of a new scene is one of ten mean frames then.
 * A link that halves is followed with the second frame all the same. */
#define STEP_UP 1.4
#define STEP_DOWN 0.6

/* OURS: bridged by skipped frames. Half of it follows dips that a key frame made, double
 * of it skips for too long when a link narrows. */
#define DOWN_TIME (800 * GST_MSECOND)
#define DOWN_PART 0.93

/* OURS: half of it steps before the last step could be felt, double of it needs 13 s for
 * a rise from 1 to 2.5 Mbit/s. To open an encoder again is dearer than a key frame. */
#define UP_TIME_KEY_FRAME (700 * GST_MSECOND)
#define UP_TIME_RESTART GST_SECOND
#define UP_PART 1.05

/* OURS: the step up far from the ceiling; 1.35 loses 3 % of a link that varies, 2.5 fills
 * a queue before it is felt. */
#define STEP 1.6

/* OURS: near the ceiling. Half of the step changes for what no picture shows, double of
 * it is felt as congestion each time; half of the time makes twice the key frames. */
#define NEAR_STEP 1.1
#define NEAR_TIME (2 * GST_SECOND)
#define NEAR_PART 0.8

/* OURS: so long a ceiling counts. Links change within it, but a step of 10 % each 2 s
 * comes past it. */
#define CEILING_TIME (20 * GST_SECOND)

/* OURS: changes running. One may be chance; with three an encoder that makes a key
 * frame at each change loses a tenth more of a second. */
#define TO_BELIEVE 2
#define TO_FORGET 3

/* OURS: so many frames after the one that was changed still belong to the change, and a key
 * frame that was asked for may be as late: encoders have threads of their own. Twice as many
 * make periodic key frames look like those of changes. */
#define LATE_FRAMES 1

/* OURS: frames within which a key frame that was asked for comes, a second or less.
 * Half of it is shorter than the lookahead of x264enc. */
#define ASKED_FRAMES 60

/* OURS: the fewest inside are taken over blocks of so many frames, since an encoder that
 * drops frames would seem to hold more and more of them; half of it does not see through a
 * group with B-frames. */
#define BLOCK_FRAMES 16

/* --- Debt --- */

/* OURS: a frame is skipped while so much waits. Half of it skips frames of an ordinary
 * size, double of it adds as much to the delay of each frame after a key frame. */
#define MAX_DEBT (0.06)

/* OURS: no longer without a picture; half of it leaves no time to pay for a key frame of
 * eight frames, double of it is a freeze. */
#define MAX_DEBT_TIME (200 * GST_MSECOND)

/* OURS: what may wait when a frame comes: half a frame at 30 frames/s. Without it the link
 * would be idle between frames, double of it is felt in the delay of each frame. */
#define FREE_WAIT (0.02)

/* OURS: the rest is paid for in this time. Half of it makes encoders swing that follow
 * late (libvpx: 0.3 s), double of it leaves a second of late frames. */
#define REPAY_TIME (0.25)

/* OURS: less is no picture, and the gain could not tell how the encoder follows. */
#define LEAST_PART 0.5

/* OURS: what a frame that is skipped adds to the blur of the next ones, of which 1 makes them
 * twice as soft. At half, four frames more are skipped before it helps; at double, one gap of
 * the link is seen. */
#define BLUR_UP 0.25

/* OURS: what each other frame takes off it. One frame of 25 is skipped to know that it is
 * still needed; at half of it pictures are soft for 20 s after the link has risen, at double
 * twice as many frames are skipped. */
#define BLUR_DOWN 0.01

/* OURS: log2 of the softest. One less, and the key frames of openh264enc take 0.16 s at
 * 1 Mbit/s; one more shows squares. */
#define MOST_BLUR 3

/* --- Its largest frames --- */

/* OURS: a frame is too large if it takes longer than this. One of 150 ms more than the
 * others is a freeze (W3C webrtc-stats, freezeCount). */
#define LARGE_FRAME (0.2)

/* OURS: ... and than so many intervals, for pictures of a few frames in a second. */
#define LARGE_INTERVALS 4

/* OURS: ... and than so many key frames: the picture that is lost in between has to be
 * worth it. */
#define LARGE_KEYS 2

/* OURS: with more than so many frames inside, a key frame comes too late to be of use. */
#define MOST_INSIDE 3

/* OURS: time between two frames that are held back, so that a picture which is too large
 * for the link at any rate still moves. */
#define HOLD_DISTANCE (GST_SECOND)

/* OURS: the interval is over about eight frames. */
#define INTERVAL_PART 0.125

/* OURS: part of the bitrate for the first frame of a scene. At half, it is seen to be
 * coarse; near 1, x264enc waits half as long again, and libvpx fills the queue. */
#define CUT_PART 0.55

/* OURS: one frame at 25 in a second. At double, a scene costs a tenth of the rate where
 * there is one in 2 s; half is less than a frame. */
#define CUT_TIME (40 * GST_MSECOND)

/* OURS: frames that a scene begins with: the key frame, and the next one, which libvpx makes
 * as large. Half of it does not see that; double of it counts what comes in any scene. */
#define SCENE_FRAMES 2

/* OURS: they may take so long at the bitrate. At half, those of x264enc are softened for
 * nothing; at double, a key frame of openh264enc is a freeze together with what waits. */
#define SOFT_TIME (0.12)

/* OURS: what a softness twice as large takes off their size, by openh264enc and vp8enc. With
 * half of what it is above 1, each other cut is forgotten to be too large; with double,
 * pictures stay soft that need it no more. */
#define SOFT_GAIN (1.3)

/* OURS: frames that are as soft as each other. With half of it libvpx makes of the second
 * one what it has saved of the first; double of it is seen. */
#define SOFT_FRAMES 2

/* OURS: how much of it counts at the next scene, for scenes differ. With half, one easy
 * scene forgets the others; near 1, one hard scene softens all. */
#define SCENE_KEPT (0.8)

void
gst_encoder_model_init (GstEncoderModel * m, GstEncoderCost known,
    gboolean is_sure)
{
  GstEncoderModel empty = { 0, };

  *m = empty;
  m->known = known;
  m->is_sure = is_sure;
  m->told_at = m->last_time = m->passed_at = m->cut_at = GST_CLOCK_TIME_NONE;
  m->response = m->gain = m->proven = 1.0;
  m->follows = TRUE;
  m->inside_next = G_MAXUINT64;
}

/**
 * gst_encoder_model_get_cost:
 *
 * Returns: the known or the observed cost of a change, whichever is higher.
 */
GstEncoderCost
gst_encoder_model_get_cost (const GstEncoderModel * m)
{
  return m->makes_keys && !m->is_sure ?
      MAX (m->known, GST_ENCODER_COST_KEY_FRAME) : m->known;
}

static gboolean
is_dear (const GstEncoderModel * m)
{
  GstEncoderCost cost = gst_encoder_model_get_cost (m);

  return cost == GST_ENCODER_COST_KEY_FRAME || cost == GST_ENCODER_COST_RESTART;
}

/* Seconds since @time, 0 if there is no telling. */
static gdouble
seconds_since (guint64 time, guint64 now)
{
  return GST_CLOCK_TIME_IS_VALID (time) && now > time ?
      (gdouble) (now - time) / SECOND : 0;
}

static gboolean
is_within (guint64 time, guint64 now, guint64 most)
{
  return GST_CLOCK_TIME_IS_VALID (time) && now >= time && now - time < most;
}

guint64
gst_encoder_model_get_output_rate (const GstEncoderModel * m)
{
  return m->weight > 0 ? (guint64) (m->out_bits / m->weight) : 0;
}

/* --- Response --- */

/* Observations at a low rate do not apply to a much higher one. */
static void
set_wanted (GstEncoderModel * m, guint64 wanted)
{
  m->wanted = wanted;
  if ((gdouble) wanted * m->weight <= NEW_RATE * m->wanted_bits)
    return;
  m->gain = m->proven;
  m->response = 1.0 / m->proven;
  m->told_bits = m->out_bits * m->proven;
}

/* The time since the last frame belongs to that frame: both are added before
 * they fade, or the sums would not be comparable. */
static void
age_sums (GstEncoderModel * m, gdouble dt, gboolean skipped)
{
  gdouble keep = exp (-MIN (dt, MAX_AGE) / TAU_SUMS);

  m->out_bits *= keep;
  m->told_bits = (m->told_bits + (skipped ? 0 : (gdouble) m->told * dt)) * keep;
  m->wanted_bits = (m->wanted_bits + (gdouble) m->wanted * dt) * keep;
  m->weight = (m->weight + dt) * keep;
}

static void
smooth (gdouble * value, gdouble sample, gdouble dt, gdouble tau)
{
  *value += (1 - exp (-MIN (dt, MAX_AGE) / tau)) * (sample - *value);
}

static void
update_follows (GstEncoderModel * m, gdouble dt)
{
  gdouble above = m->out_bits / m->wanted_bits;

  m->over_time = above > FAR_ABOVE ? m->over_time + dt : 0;
  if (m->over_time > FAR_ABOVE_TIME)
    m->follows = FALSE;
  else if (above < NOT_ABOVE)
    m->follows = TRUE;
}

/* The picture is the reason for a low response. */
static void
use_proven_gain (GstEncoderModel * m)
{
  m->gain = MIN (m->proven, 1.0);
  m->correcting = m->proven != 1.0;
}

static void
correct_gain (GstEncoderModel * m)
{
  gdouble r = m->response;

  if (r > BEGIN_OVER || m->under_time > UNDER_TIME)
    m->correcting = TRUE;
  else if (r > END_UNDER && r < END_OVER)
    m->correcting = FALSE;
  m->gain = m->correcting ? CLAMP (1.0 / r, MIN_GAIN, MAX_GAIN) : 1.0;
}

static void
update_gain (GstEncoderModel * m, gdouble dt)
{
  gdouble reached = m->out_bits / m->wanted_bits;
  gboolean is_limited;

  smooth (&m->response, m->out_bits / m->told_bits, dt, TAU_RESPONSE);
  is_limited = m->response < SOURCE_LIMITED;
  m->under_time = !is_limited && m->response < BEGIN_UNDER ?
      m->under_time + dt : 0;
  if (is_limited)
    use_proven_gain (m);
  else
    correct_gain (m);
  if (reached > PROVEN_LOW && reached < PROVEN_HIGH)
    smooth (&m->proven, m->gain, dt, TAU_PROVEN);
}

static void
learn (GstEncoderModel * m, gdouble dt, gboolean skipped, guint64 now)
{
  age_sums (m, dt, skipped);
  if (m->weight < MIN_WEIGHT || m->told_bits <= 0 || m->wanted_bits <= 0)
    return;
  update_follows (m, dt);
  if (!skipped && now >= m->frozen_until)
    update_gain (m, dt);
}

/* --- What it is told --- */

/* As near to @wanted as one change may come; 0: it is not worth it now. */
static guint64
choose_cheap (const GstEncoderModel * m, guint64 wanted, guint64 now)
{
  guint64 told = m->asked;
  gboolean down = wanted < told;
  gdouble step;

  if (m->known == GST_ENCODER_COST_STEPS)
    wanted = CLAMP (wanted, (guint64) (told * STEP_DOWN),
        (guint64) (told * STEP_UP));
  step = (down ? told - wanted : wanted - told) / (gdouble) told;
  if (m->known != GST_ENCODER_COST_DRAIN)
    return step >= LEAST_STEP ? wanted : 0;
  return step >= DRAIN_STEP && !is_within (m->told_at, now,
      down ? DRAIN_TIME_DOWN : DRAIN_TIME_UP) ? wanted : 0;
}

/* Since when is all that is wanted less, or more? */
static void
watch_wanted (GstEncoderModel * m, guint64 wanted, guint64 now)
{
  gint side = wanted < m->asked * DOWN_PART ? -1 :
      wanted > m->asked * UP_PART ? 1 : 0;

  if (side != m->side || now < m->side_at) {
    m->side = side;
    m->side_at = now;
    m->nearest = wanted;
  }
  m->nearest = side < 0 ? MAX (m->nearest, wanted) : MIN (m->nearest, wanted);
}

static guint64
choose_up (const GstEncoderModel * m, guint64 since, guint64 now)
{
  gboolean is_near = m->asked < m->ceiling
      && m->asked > m->ceiling * NEAR_PART
      && is_within (m->ceiling_at, now, CEILING_TIME);
  guint64 time = is_near ? NEAR_TIME : m->known == GST_ENCODER_COST_RESTART ?
      UP_TIME_RESTART : UP_TIME_KEY_FRAME;

  return since < time ? 0 :
      MIN (m->nearest, (guint64) (m->asked * (is_near ? NEAR_STEP : STEP)));
}

static guint64
choose_dear (GstEncoderModel * m, guint64 wanted, guint64 now)
{
  guint64 since;

  watch_wanted (m, wanted, now);
  since = now - m->side_at;
  if (m->side > 0)
    return choose_up (m, since, now);
  if (m->side == 0 || since < DOWN_TIME)
    return 0;
  m->ceiling = m->asked;
  m->ceiling_at = now;
  return m->nearest;
}

/**
 * gst_encoder_model_repay:
 * @waits: ns for sending the queue
 *
 * Returns: the part of the bitrate that leaves room for it.
 */
gdouble
gst_encoder_model_repay (guint64 waits)
{
  gdouble owed = (gdouble) waits / SECOND - FREE_WAIT;

  return CLAMP (1 - owed / REPAY_TIME, LEAST_PART, 1);
}

/**
 * gst_encoder_model_tell:
 * @now: time of the frame that comes, which is not skipped
 *
 * Returns: bit/s to tell it before this frame, 0 = leave it.
 */
guint64
gst_encoder_model_tell (GstEncoderModel * m, guint64 now)
{
  gdouble ask = (gdouble) m->wanted * m->gain;

  if (m->wanted == 0 || m->known >= GST_ENCODER_COST_FIXED)
    return 0;
  if (is_dear (m) && m->asked > 0)
    return choose_dear (m, (guint64) ask, now);
  if (!is_dear (m))
    ask *= MIN (gst_encoder_model_repay (m->waits),
        is_within (m->cut_at, now, CUT_TIME) ? CUT_PART : 1);
  return m->asked == 0 ? (guint64) ask : choose_cheap (m, (guint64) ask, now);
}

/**
 * gst_encoder_model_told:
 * @asked: bit/s that were intended
 * @told: bit/s as written, after rounding and limits
 * @now: time of the frame that comes next; %GST_CLOCK_TIME_NONE: it has not started
 */
void
gst_encoder_model_told (GstEncoderModel * m, guint64 asked, guint64 told,
    guint64 now)
{
  gdouble change = fabs ((gdouble) told - (gdouble) m->told);
  guint64 freeze = is_dear (m) ? KEY_FRAME_FADES : FREEZE;

  if (GST_CLOCK_TIME_IS_VALID (now) && (is_dear (m)
          || (m->told > 0 && change > LARGE_CHANGE * (gdouble) m->told)))
    m->frozen_until = now + freeze;
  m->asked = asked;
  m->told = told;
  m->told_at = now;
  m->side = 0;
}

/* --- A raw frame --- */

/* Seconds since the last frame, 0 if there is no telling. */
static gdouble
take_step (GstEncoderModel * m, guint64 now)
{
  gdouble dt = seconds_since (m->last_time, now);

  if (GST_CLOCK_TIME_IS_VALID (m->last_time) && now < m->last_time)
    m->frozen_until = 0;
  m->last_time = now;
  if (dt > 0)
    m->interval += (m->interval > 0 ? INTERVAL_PART : 1) * (dt - m->interval);
  m->debt = MAX (m->debt - (gdouble) m->wanted * dt, 0);
  return dt > MAX_GAP ? 0 : dt;
}

/* Does the debt come first? An encoder of low cost pays it with smaller frames, if it
 * can: in a film a frame would be skipped for each large one. */
static gboolean
is_owed (const GstEncoderModel * m, guint64 now)
{
  return m->debt > (gdouble) m->wanted * MAX_DEBT && m->wanted > 0
      && (m->blur >= 1 || is_dear (m))
      && is_within (m->passed_at, now, MAX_DEBT_TIME);
}

/**
 * gst_encoder_model_add_raw:
 * @wanted: target, bit/s, 0 = not known yet
 * @waits: ns for sending the queue
 * @skip: what the owner says of the frame
 * @now: time of the frame that comes
 *
 * Returns: whether the frame is skipped.
 */
gboolean
gst_encoder_model_add_raw (GstEncoderModel * m, guint64 wanted, guint64 waits,
    GstEncoderControlSkip skip, guint64 now)
{
  gboolean skipped;
  gdouble dt;

  set_wanted (m, wanted);
  m->waits = waits;
  dt = take_step (m, now);
  skipped = skip == GST_ENCODER_CONTROL_SKIP
      || (skip == GST_ENCODER_CONTROL_MAY_SKIP && is_owed (m, now));
  m->blur = CLAMP (m->blur + (skipped && waits > 0 && !m->is_sharp ? BLUR_UP :
          -BLUR_DOWN), 0, MOST_BLUR);
  if (dt > 0)
    learn (m, dt, skipped, now);
  return skipped;
}

/**
 * gst_encoder_model_pass:
 * @changed: the bitrate was changed before this frame
 * @now: time of the frame, which goes to the encoder
 */
void
gst_encoder_model_pass (GstEncoderModel * m, gboolean changed, guint64 now)
{
  m->passed_at = now;
  if (changed && m->window_until == 0) {
    m->window_until = m->frames_out + m->inside + 1 + LATE_FRAMES;
    m->key_in_window = m->explained_in_window = FALSE;
  }
  m->frames_in++;
}

/**
 * gst_encoder_model_begin_scene:
 * @now: time of the frame that comes
 *
 * A scene cut: a key frame is requested.
 */
void
gst_encoder_model_begin_scene (GstEncoderModel * m, guint64 now)
{
  gdouble most = SOFT_TIME * (gdouble) m->wanted, bits = m->scene_most;

  m->cut_at = now;
  for (m->scene_blur = 0; bits > most && m->scene_blur < MOST_BLUR;
      bits /= SOFT_GAIN)
    m->scene_blur++;
  m->n_soft = SOFT_FRAMES * m->scene_blur;
}

/**
 * gst_encoder_model_soften:
 *
 * Returns: divisor for scaling the picture down and up again; 1: unchanged.
 */
guint
gst_encoder_model_soften (GstEncoderModel * m)
{
  guint scene = (m->n_soft + SOFT_FRAMES - 1) / SOFT_FRAMES;

  if (m->n_soft > 0)
    m->n_soft--;
  return MAX (1u << scene, (guint) exp2 (m->blur));
}

/* --- What it makes --- */

/**
 * gst_encoder_model_expect_key:
 *
 * The next key frame was requested.
 */
void
gst_encoder_model_expect_key (GstEncoderModel * m)
{
  m->asked_until = m->frames_out + m->inside + ASKED_FRAMES;
}

void
gst_encoder_model_add_bytes (GstEncoderModel * m, gsize bytes)
{
  m->out_bits += 8.0 * (gdouble) bytes;
  m->debt += 8.0 * (gdouble) bytes;
}

/* Whether a key frame came without the change; @distance is that to the last one. */
static gboolean
explain_key (GstEncoderModel * m, guint64 distance)
{
  if (m->frames_out <= m->asked_until) {
    m->asked_until = 0;
    return TRUE;
  }
  if (m->window_until == 0)
    m->period = distance;
  return m->window_until == 0 || m->last_was_key || distance == m->period;
}

static void
note_key (GstEncoderModel * m)
{
  gboolean explained = explain_key (m, m->frames_out - m->key_at);

  m->explained_in_window |= explained;
  m->key_in_window |= !explained;
  m->last_was_key |= explained;
  m->key_at = m->frames_out;
}

/* One more change did or did not make a key frame. */
static void
close_window (GstEncoderModel * m)
{
  m->window_until = 0;
  if (m->explained_in_window)
    return;
  m->with_key = m->key_in_window ? m->with_key + 1 : 0;
  m->without_key = m->key_in_window ? 0 : m->without_key + 1;
  if (m->with_key >= TO_BELIEVE)
    m->makes_keys = TRUE;
  else if (m->without_key >= TO_FORGET)
    m->makes_keys = FALSE;
}

/* The fewest frames that were inside when one had come out. */
static void
count_inside (GstEncoderModel * m)
{
  guint64 inside = MAX (m->frames_in, m->frames_out) - m->frames_out;

  m->inside_next = MIN (m->inside_next, inside);
  m->inside = MIN (m->inside, inside);
  if (m->frames_out % BLOCK_FRAMES == 0) {
    m->inside = m->inside_next;
    m->inside_next = G_MAXUINT64;
  }
}

/* The first frame of a scene; any key frame counts. */
static void
note_scene (GstEncoderModel * m, gdouble bits, gboolean key)
{
  if (key)
    m->scene_bits = m->n_scene = 0;
  else if (m->n_scene == 0)
    return;
  m->scene_bits += bits;
  if (++m->n_scene < SCENE_FRAMES)
    return;
  m->scene_most = MAX (m->scene_bits * pow (SOFT_GAIN, m->scene_blur),
      SCENE_KEPT * m->scene_most);
  m->scene_blur = m->n_scene = 0;
}

/**
 * gst_encoder_model_add_frame:
 * @bytes: of a frame that comes out
 * @key: it is a key frame
 */
void
gst_encoder_model_add_frame (GstEncoderModel * m, gsize bytes, gboolean key)
{
  gdouble bits = 8.0 * (gdouble) bytes;

  m->frames_out++;
  if (key) {
    note_key (m);
    m->key_time = m->wanted > 0 ? bits / (gdouble) m->wanted : 0;
  } else {
    m->last_was_key = FALSE;
  }
  count_inside (m);
  if (m->window_until > 0 && m->frames_out >= m->window_until)
    close_window (m);
  note_scene (m, bits, key);
}

/**
 * gst_encoder_model_is_too_large:
 * @bytes: of a frame that comes out and is no key frame
 *
 * Returns: whether to hold it back and request a key frame.
 */
gboolean
gst_encoder_model_is_too_large (GstEncoderModel * m, gsize bytes)
{
  gdouble time =
      m->wanted > 0 ? 8.0 * (gdouble) bytes / (gdouble) m->wanted : 0;

  if (m->is_stubborn || m->inside > MOST_INSIDE || m->passed_at < m->next_hold
      || m->key_time <= 0 || time <= LARGE_FRAME
      || time <= LARGE_INTERVALS * m->interval
      || time <= LARGE_KEYS * m->key_time)
    return FALSE;
  m->next_hold = m->passed_at + HOLD_DISTANCE;
  return TRUE;
}

/**
 * gst_encoder_model_key_distance:
 *
 * Returns: frames until a requested key frame, if there is one at all.
 */
guint64
gst_encoder_model_key_distance (const GstEncoderModel * m)
{
  return m->inside + 1 + LATE_FRAMES;
}
