/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* encodermodel.c: see encodermodel.h */
#include "encodermodel.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

/* A frame has at most so many shares, however much was saved. */
#define MOST_SHARES 2
/* Bytes: a frame of which nothing changed; a picture of middle difficulty */
#define EMPTY_FRAME 20
#define MIDDLE 2000

const EncoderModelKind encoder_model_kinds[] = {
#define ENCODER(...) {__VA_ARGS__},
#include "encodermodels.h"
  {NULL, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}
};

static const unsigned short pictures[] = {
#define PICTURE(bytes) bytes,
#include "encodermodels.h"
};

#define N_PICTURES (sizeof (pictures) / sizeof (pictures[0]))

const EncoderModelKind *
encoder_model_find (const char *name)
{
  for (const EncoderModelKind * k = encoder_model_kinds; k->name != NULL; k++)
    if (strcmp (k->name, name) == 0)
      return k;
  return NULL;
}

double
encoder_model_difficulty (unsigned frame)
{
  return pictures[frame % N_PICTURES];
}

static double
clamp (double value, double low, double high)
{
  return fmin (fmax (value, low), high);
}

void
encoder_model_init (EncoderModel * model, const EncoderModelParams * params)
{
  memset (model, 0, sizeof (*model));
  model->params = *params;
}

/* The rate that has come into effect: the highest of those that may have. */
static double
delay (EncoderModel * m, double rate)
{
  unsigned late = (unsigned) (fmin (m->params.late_up, m->params.late_down)
      + 0.5);
  unsigned down = (unsigned) (m->params.late_down + 0.5);
  double most = 0;

  m->told[m->frame % ENCODER_MODEL_LATE] = rate;
  for (; late <= down; late++)
    most = fmax (most, m->told[(m->frame < late ? 0 : m->frame - late)
            % ENCODER_MODEL_LATE]);
  return most;
}

/* Down at once, up by a jump and then slowly. */
static double
aim (EncoderModel * m, double rate)
{
  m->aim = fmax (m->aim, m->params.jump * rate);
  m->aim += m->params.rise * (rate - m->aim);
  return m->aim = fmin (m->aim, rate);
}

/* Whatever the quantizer would be, the first frame is right. */
static void
start (EncoderModel * m, double share, double difficulty)
{
  m->expected = log (difficulty);
  m->quantizer = m->expected - log (share);
}

double
encoder_model_next (EncoderModel * m, double rate, double frame_rate,
    double difficulty)
{
  const EncoderModelParams *p = &m->params;
  double share, wanted, bytes;

  if (m->frame == 0)
    m->aim = rate;
  share = fmax (p->use * aim (m, delay (m, rate)) / 8 / frame_rate, 1);
  difficulty = MIDDLE * pow (difficulty / MIDDLE, p->contrast);
  if (m->frame++ == 0)
    start (m, share, difficulty);
  wanted = clamp (share - p->gain * m->debt, p->least * share,
      MOST_SHARES * share);
  m->quantizer += clamp (p->follow * (m->expected - log (wanted)
          - m->quantizer), -p->up, p->down);
  bytes = fmax (difficulty * exp (-m->quantizer), EMPTY_FRAME);
  if (bytes < p->floor * difficulty) {
    bytes = p->floor * difficulty;
    m->quantizer = -log (p->floor);
  }
  m->debt = p->memory * m->debt + bytes - share;
  m->expected += p->learn * (log (difficulty) - m->expected);
  return bytes;
}

void
encoder_model_skip (EncoderModel * m, double rate, double frame_rate)
{
  if (m->frame > 0)
    m->debt =
        m->params.memory * m->debt - m->params.use * rate / 8 / frame_rate;
}

/* For fits: @n frames at once, of the rates and the difficulties. */
void
encoder_model_run (const double *params, const double *told,
    const double *difficulty, double *bytes, int n, double frame_rate)
{
  EncoderModel model;
  EncoderModelParams p;

  memcpy (&p, params, sizeof (p));
  encoder_model_init (&model, &p);
  for (int i = 0; i < n; i++)
    bytes[i] = encoder_model_next (&model, told[i], frame_rate, difficulty[i]);
}
