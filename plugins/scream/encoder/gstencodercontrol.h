/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstencodercontrol.h: finds the encoders upstream of a pad and sets their bitrate */
#pragma once

#include <gst/gst.h>

typedef struct _GstEncoderControl GstEncoderControl;

/**
 * GstEncoderControlEvent:
 * @GST_ENCODER_CONTROL_FOUND: an encoder is controlled from now on
 * @GST_ENCODER_CONTROL_NOT_FOUND: no encoder; the text lists the elements seen
 * @GST_ENCODER_CONTROL_NOT_FOLLOWING: its output differs from its bitrate
 * @GST_ENCODER_CONTROL_CANNOT_CHANGE: it cannot change while running, or has no bitrate
 * property
 * @GST_ENCODER_CONTROL_COSTLY: a change turned out to cost more than known
 */
typedef enum
{
  GST_ENCODER_CONTROL_FOUND,
  GST_ENCODER_CONTROL_NOT_FOUND,
  GST_ENCODER_CONTROL_NOT_FOLLOWING,
  GST_ENCODER_CONTROL_CANNOT_CHANGE,
  GST_ENCODER_CONTROL_COSTLY
} GstEncoderControlEvent;

/**
 * GstEncoderControlSkip:
 * @GST_ENCODER_CONTROL_KEEP: the frame goes to the encoder
 * @GST_ENCODER_CONTROL_MAY_SKIP: as above, unless the encoder has a debt: the key frame
 * of a change, or a bitrate that is still too high
 * @GST_ENCODER_CONTROL_SKIP: the frame is dropped
 */
typedef enum
{
  GST_ENCODER_CONTROL_KEEP,
  GST_ENCODER_CONTROL_MAY_SKIP,
  GST_ENCODER_CONTROL_SKIP
} GstEncoderControlSkip;

/**
 * GstEncoderOwner:
 * @notify: @encoder is %NULL for NOT_FOUND, @text is a sentence for users, with the
 * fix. From the thread that calls find() or from the encoder's streaming thread. Once
 * for each encoder; NOT_FOUND once for each reason, COSTLY once for each cost
 * @skip: for each raw video frame before the encoder, in its streaming thread; sets
 * @waits, 0 when called, to the time for sending the queued packets, ns
 * @change: before each change of an encoder's bitrate (bit/s), from the thread that is
 *     about to make it. That is the encoder's streaming thread; for the first change it is
 *     the thread that calls find(), and there it must not call find() again. %TRUE: the
 *     owner has made the change itself
 * @takes: for each event that comes upstream to an encoder. %TRUE: the owner handles it,
 *     and the encoder does not get it
 *
 * Functions of the owner, each may be %NULL. Called without locks.
 */
typedef struct
{
  void (*notify) (GstEncoderControlEvent event, GstElement * encoder,
      const gchar * text, gpointer user_data);
  GstEncoderControlSkip (*skip) (guint64 * waits, gpointer user_data);
  gboolean (*change) (GstElement * encoder, guint64 bitrate,
      gpointer user_data);
  gboolean (*takes) (GstEvent * event, gpointer user_data);
} GstEncoderOwner;

/* @owner: the pad or element of the control, which holds a reference to it only during
 * the functions above. These may run until the end of clear() and free(), so @user_data
 * must live as long as @owner. */
GstEncoderControl *gst_encoder_control_new (gpointer owner);
void gst_encoder_control_free (GstEncoderControl * ctl);

/**
 * GstEncoderPolicy:
 * @GST_ENCODER_POLICY_SLOWEST: the lowest of the targets
 * @GST_ENCODER_POLICY_FASTEST_THAT_FITS: the highest of those that fit, by set_fits();
 * the lowest of all if there is none
 * @GST_ENCODER_POLICY_PERCENTILE: a percentile of them
 *
 * Choice of the target of a shared encoder. Several controls may have one encoder,
 * upstream of a tee: the first one sets it for all, by its policy.
 */
typedef enum
{
  GST_ENCODER_POLICY_SLOWEST,
  GST_ENCODER_POLICY_FASTEST_THAT_FITS,
  GST_ENCODER_POLICY_PERCENTILE
} GstEncoderPolicy;

/**
 * GstEncoderSettings:
 * @encoder: (nullable): the encoder; takes precedence over the name
 * @name: (nullable): of the encoder, "none" or "", see gst_encoder_search()
 * @no_tune: do not set companion properties
 * @latency: a short delay matters most
 * @percentile: 0 to 100, for that policy alone
 *
 * Effective from the next find(), the policy at once.
 */
typedef struct
{
  GstElement *encoder;
  const gchar *name;
  gboolean no_tune;
  gboolean latency;
  GstEncoderPolicy policy;
  guint percentile;
} GstEncoderSettings;

void gst_encoder_control_configure (GstEncoderControl * ctl,
    const GstEncoderSettings * settings);

/* Pictures become smaller, not softer. */
void gst_encoder_control_set_sharp (GstEncoderControl * ctl, gboolean sharp);

/* Before the first find(); @functions stay where they are. */
void gst_encoder_control_set_owner (GstEncoderControl * ctl,
    const GstEncoderOwner * functions, gpointer user_data);

/* While @paused no raw frame passes, and no encoder is changed. */
void gst_encoder_control_set_paused (GstEncoderControl * ctl, gboolean paused);

/* Look for the encoder or encoders (again). An encoder that has not started
 * gets its companions and the target at once: call set_target() before the
 * find() of READY->PAUSED, since some encoders take a bitrate only then.
 * TRUE if a video encoder is controlled. Callable from any thread. */
gboolean gst_encoder_control_find (GstEncoderControl * ctl, GstPad * sinkpad);

/* Total for the encoders upstream, bit/s, payload without RTP headers. Takes
 * effect on the next raw frame. Never blocks, never sets a property itself. */
void gst_encoder_control_set_target (GstEncoderControl * ctl, guint64 bitrate);

/* Whether the receiver says that what it gets arrives. */
void gst_encoder_control_set_fits (GstEncoderControl * ctl, gboolean fits);

/* Send a force-key-unit event upstream out of the pad of the last find().
 * @ssrc is in the event, so that rtpfunnel routes it; 0 = to all. */
gboolean gst_encoder_control_request_key_frame (GstEncoderControl * ctl,
    guint32 ssrc);

/* Structure "scream-encoder-stats", fields of the first video encoder:
 *   encoder, factory, property (string), commanded-bitrate (uint64, bit/s, as
 *   last written), output-bitrate (uint64, bit/s, measured), gain (double),
 *   cost (string, of a change, as known or seen by now),
 *   frames-in, frames-skipped, frames-replaced (by a key frame, since they were too
 *   large), changes, changes-handled (uint64; handled are those that the owner saw to),
 *   follows (boolean)
 * and always:
 *   target-bitrate (uint64), n-encoders (uint),
 *   encoders (GstValueArray of such structures, audio encoders too). */
GstStructure *gst_encoder_control_get_stats (GstEncoderControl * ctl);

/* Caps of what goes into the first video encoder, with a reference; NULL: none yet.
 * @made: the part of its bitrate that it makes. */
GstCaps *gst_encoder_control_get_raw_caps (GstEncoderControl * ctl,
    gdouble * made);

/* Remove the probes and forget the encoders; settings stay. */
void gst_encoder_control_clear (GstEncoderControl * ctl);
