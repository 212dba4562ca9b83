/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* linkemu-schedule.c: "0:2M,20:1M,40:2.5M" -> LinkEmuRate
 *
 * Numbers are read here and not with strtod, since that follows the locale and
 * would read 2.5 as 2 where the decimal separator is a comma.
 */
#include "linkemu-rate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* OURS: 31 years; keeps times in ns far from the end of 63 bits */
#define LINKEMU_MAX_SECONDS UINT64_C (1000000000)
/* OURS: ns and nanobits are what is kept behind the point */
#define LINKEMU_DECIMALS 9

typedef struct
{
  const char *text;
  const char *at;
  char *error;
} Parser;

static bool
refuse (const Parser * parser, const char *why)
{
  snprintf (parser->error, LINKEMU_ERROR_SIZE,
      "character %zu (\"%.16s\"): %s", (size_t) (parser->at - parser->text) + 1,
      parser->at, why);
  return false;
}

static bool
is_digit (char c)
{
  return c >= '0' && c <= '9';
}

/* 2.5 is 2 and 500000000 billionths. */
static bool
parse_number (Parser * parser, uint64_t * whole, uint64_t * billionths)
{
  uint64_t scale = LINKEMU_SECOND;

  while (*parser->at == ' ')
    parser->at++;
  if (!is_digit (*parser->at))
    return refuse (parser, "a number is expected");
  *whole = *billionths = 0;
  for (; is_digit (*parser->at); parser->at++) {
    if (*whole > LINKEMU_MAX_BITRATE)
      return refuse (parser, "the number is too large");
    *whole = *whole * 10 + (uint64_t) (*parser->at - '0');
  }
  if (*parser->at != '.')
    return true;
  parser->at++;
  for (int i = 0; is_digit (*parser->at); i++, parser->at++) {
    if (i == LINKEMU_DECIMALS)
      return refuse (parser, "no more than 9 digits may follow the point");
    scale /= 10;
    *billionths += scale * (uint64_t) (*parser->at - '0');
  }
  return true;
}

static uint64_t
parse_suffix (Parser * parser)
{
  static const char suffixes[] = "kMG";
  uint64_t unit = 1;
  const char *found = *parser->at ? strchr (suffixes, *parser->at) : NULL;

  if (found == NULL)
    return 1;
  parser->at++;
  for (const char *s = suffixes; s <= found; s++)
    unit *= 1000;
  return unit;
}

static bool
parse_time (Parser * parser, LinkEmuStep * step, const LinkEmuStep * before)
{
  const char *begin = parser->at;
  uint64_t whole, billionths;

  if (!parse_number (parser, &whole, &billionths))
    return false;
  if (*parser->at != ':')
    return refuse (parser, "':' is expected after the time in seconds");
  if (whole > LINKEMU_MAX_SECONDS) {
    parser->at = begin;
    return refuse (parser, "the time is too large");
  }
  step->start = (int64_t) whole *LINKEMU_SECOND + (int64_t) billionths;
  if (before == NULL ? step->start != 0 : step->start <= before->start) {
    parser->at = begin;
    return refuse (parser, before == NULL ? "the first time must be 0" :
        "the time must be greater than the one before");
  }
  parser->at++;
  return true;
}

static bool
parse_rate (Parser * parser, LinkEmuStep * step)
{
  const char *begin = parser->at;
  uint64_t whole, billionths, unit;

  if (!parse_number (parser, &whole, &billionths))
    return false;
  unit = parse_suffix (parser);
  if (whole > LINKEMU_MAX_BITRATE / unit) {
    parser->at = begin;
    return refuse (parser, "the rate is above 1000G");
  }
  /* At most 10^9 x 10^9: within 64 bits. */
  step->bitrate = whole * unit + billionths * unit / LINKEMU_SECOND;
  while (*parser->at == ' ')
    parser->at++;
  if (*parser->at != ',' && *parser->at != '\0')
    return refuse (parser, "',' or the end is expected after the rate in "
        "bit/s, which may have a suffix k, M or G");
  return true;
}

static bool
parse_steps (Parser * parser, LinkEmuRate * rate)
{
  uint64_t highest = 0;

  for (;;) {
    LinkEmuStep *step = &rate->steps[rate->n_steps];

    if (!parse_time (parser, step, rate->n_steps > 0 ? step - 1 : NULL) ||
        !parse_rate (parser, step))
      return false;
    if (step->bitrate > highest)
      highest = step->bitrate;
    rate->n_steps++;
    if (*parser->at == '\0')
      break;
    parser->at++;
  }
  if (highest == 0)
    return refuse (parser, "all rates are 0: nothing would ever pass");
  return true;
}

LinkEmuRate *
linkemu_rate_schedule (const char *text, char *error)
{
  Parser parser = { text, text, error };
  LinkEmuRate *rate = calloc (1, sizeof (*rate));
  size_t n_steps = 1;

  for (const char *s = text; *s != '\0'; s++)
    n_steps += *s == ',';
  if (rate != NULL)
    rate->steps = calloc (n_steps, sizeof (*rate->steps));
  if (rate == NULL || rate->steps == NULL) {
    snprintf (error, LINKEMU_ERROR_SIZE, "out of memory");
    linkemu_rate_free (rate);
    return NULL;
  }
  if (!parse_steps (&parser, rate)) {
    linkemu_rate_free (rate);
    return NULL;
  }
  return rate;
}
