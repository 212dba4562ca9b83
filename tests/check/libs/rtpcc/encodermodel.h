/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* encodermodel.h: what a real encoder makes of the rates that it is told, frame by frame
 *
 * A model has two parts. The picture has a difficulty: its bytes at a fixed quantizer, as
 * recorded of x264enc. The encoder divides it by its quantizer, which follows what the
 * frame may have: its share of the rate, less a part of what earlier frames had too much.
 * The numbers are fitted to recordings, see tests/evaluation/encoders.
 */
#ifndef ENCODER_MODEL_H
#define ENCODER_MODEL_H

#ifdef __cplusplus
extern "C"
{
#endif

/* Frames that a rate may be late */
#define ENCODER_MODEL_LATE 8

  typedef struct
  {
    double late_down, late_up;  /* frames until a lower and a higher rate take effect; between
                                 * two: the nearer */
    double gain;                /* part of the debt that the next frame pays */
    double memory;              /* part of the debt that is left after a frame */
    double least;               /* of a frame's share, whatever the debt */
    double up, down;            /* ln of the quantizer: most that it goes down and up in a frame,
                                 * which is how fast frames grow and shrink */
    double follow;              /* part of the way to the right quantizer in a frame */
    double learn;               /* the same, of the difficulty that it expects */
    double contrast;            /* exponent of the difficulty: 1 as in x264enc */
    double floor;               /* least frame at the coarsest quantizer, part of its difficulty */
    double use;                 /* part of the rate that it aims at */
    double jump;                /* part of a higher rate that it aims at at once */
    double rise;                /* part of what is left of it, in a frame */
  } EncoderModelParams;

  typedef struct
  {
    const char *name;           /* of the element, and what it was set to */
    EncoderModelParams params;
  } EncoderModelKind;

  typedef struct
  {
    EncoderModelParams params;
    double told[ENCODER_MODEL_LATE];    /* bit/s, ring */
    unsigned frame;
    double aim;                 /* bit/s */
    double debt;                /* bytes */
    double quantizer, expected; /* ln */
  } EncoderModel;

/* The last has no name. */
  extern const EncoderModelKind encoder_model_kinds[];

/* NULL: there is none of this name. */
  const EncoderModelKind *encoder_model_find (const char *name);

/* Bytes at a fixed quantizer of the picture @frame of two short films, one behind the
 * other, each there and back, again and again. */
  double encoder_model_difficulty (unsigned frame);

  void encoder_model_init (EncoderModel * model,
      const EncoderModelParams * params);

/* Bytes of the next frame, whose picture has the @difficulty. @rate: bit/s that the encoder is
 * told right before it. */
  double encoder_model_next (EncoderModel * model, double rate,
      double frame_rate, double difficulty);

/* A picture did not reach the encoder. */
  void encoder_model_skip (EncoderModel * model, double rate,
      double frame_rate);

/* For fits: @n frames at once, @told (bit/s) and @difficulty of each; @params as in
 * EncoderModelParams. */
  void encoder_model_run (const double *params, const double *told,
      const double *difficulty, double *bytes, int n, double frame_rate);

#ifdef __cplusplus
}
#endif

#endif                          /* ENCODER_MODEL_H */
