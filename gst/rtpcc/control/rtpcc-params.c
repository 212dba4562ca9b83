/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* rtpcc-params.c: parameters of controllers as text
 *
 *   text     = [setting *("," setting)]
 *   setting  = name "=" number ["/" number]
 *
 * Numbers are read here and not with strtod, since that follows the locale.
 */
#include "rtpcc-params.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* OURS: with more digits than a double has, a number that is none. */
#define DIGITS_MAX 15

/* A part of the text. */
typedef struct
{
  const char *start;
  size_t length;
} Span;

static Span
trim (const char *start, size_t length)
{
  Span span = { start, length };

  while (span.length > 0 && isspace ((unsigned char) *span.start)) {
    span.start++;
    span.length--;
  }
  while (span.length > 0
      && isspace ((unsigned char) span.start[span.length - 1]))
    span.length--;
  return span;
}

/* The text before the first @mark of @all, and that behind it; false: no mark. */
static bool
split (Span all, char mark, Span * before, Span * after)
{
  const char *at = all.length > 0 ? memchr (all.start, mark, all.length) : NULL;
  size_t length = at != NULL ? (size_t) (at - all.start) : all.length;

  *before = trim (all.start, length);
  if (at != NULL)
    *after = trim (at + 1, all.length - length - 1);
  return at != NULL;
}

static bool
is_name (Span span, const char *name)
{
  if (strlen (name) != span.length)
    return false;
  for (size_t i = 0; i < span.length; i++) {
    int c = tolower ((unsigned char) span.start[i]);

    if (c != name[i] && !(c == '-' && name[i] == '_'))
      return false;
  }
  return true;
}

/* Digits with or without a point. */
static bool
read_decimal (Span span, double *number)
{
  int digits = 0, behind = 0;
  bool point = false;

  *number = 0;
  for (size_t i = 0; i < span.length; i++) {
    char c = span.start[i];

    if (c == '.' && !point) {
      point = true;
      continue;
    }
    if (!isdigit ((unsigned char) c) || digits == DIGITS_MAX)
      return false;
    *number = *number * 10 + (c - '0');
    digits++;
    behind += point;
  }
  *number /= pow (10, behind);
  return digits > 0;
}

static bool
read_number (Span span, double *number)
{
  double divisor = 1;
  Span over, under;

  if (split (span, '/', &over, &under) && !(read_decimal (under, &divisor)
          && divisor > 0))
    return false;
  if (!read_decimal (over, number))
    return false;
  *number /= divisor;
  return true;
}

/* ---- errors ---- */

/* A name or number of the text is cut to this. */
#define SHOWN(span) (int) ((span).length < 40 ? (span).length : 40), (span).start

static bool
refuse_controller (const RtpCcOps * ops, char *error)
{
  snprintf (error, RTP_CC_PARAMS_ERROR_SIZE,
      "the controller %s has no parameters", ops->name);
  return false;
}

static bool
is_flag (const RtpCcParam * param)
{
  return strcmp (param->unit, RTP_CC_PARAM_FLAG) == 0;
}

static bool
is_in_range (const RtpCcParam * param, double value)
{
  return is_flag (param) ? value == 0 || value == 1
      : value >= param->least && value <= param->most;
}

static bool
refuse_range (const RtpCcParam * param, Span setting, char *error)
{
  if (is_flag (param)) {
    snprintf (error, RTP_CC_PARAMS_ERROR_SIZE, "%.*s is neither 0 nor 1",
        SHOWN (setting));
    return false;
  }
  snprintf (error, RTP_CC_PARAMS_ERROR_SIZE, "%.*s is out of range: %.15g to "
      "%.15g%s%s", SHOWN (setting), param->least, param->most,
      param->unit[0] != '\0' ? " " : "", param->unit);
  return false;
}

/* ---- one setting ---- */

static bool
read_setting (const RtpCcOps * ops, Span setting, double *values, char *error)
{
  const RtpCcParam *param = ops->params;
  Span name, value;

  if (!split (setting, '=', &name, &value)) {
    snprintf (error, RTP_CC_PARAMS_ERROR_SIZE, "\"%.*s\" is no setting: "
        "name=number is", SHOWN (setting));
    return false;
  }
  while (param->name != NULL && !is_name (name, param->name))
    param++;
  if (param->name == NULL) {
    snprintf (error, RTP_CC_PARAMS_ERROR_SIZE, "the controller %s has no "
        "parameter \"%.*s\"", ops->name, SHOWN (name));
    return false;
  }
  if (!read_number (value, &values[param - ops->params])) {
    snprintf (error, RTP_CC_PARAMS_ERROR_SIZE, "\"%.*s\": not a number",
        SHOWN (setting));
    return false;
  }
  if (!is_in_range (param, values[param - ops->params]))
    return refuse_range (param, setting, error);
  return true;
}

/* ---- all of them ---- */

static void
reset (const RtpCcOps * ops, double *values, char *error)
{
  error[0] = '\0';
  for (size_t i = 0; ops->params != NULL && ops->params[i].name != NULL; i++)
    values[i] = ops->params[i].value;
}

static bool
read_settings (const RtpCcOps * ops, const char *text, double *values,
    char *error)
{
  Span rest = trim (text, strlen (text)), setting;
  bool more = rest.length > 0;

  if (more && ops->params == NULL)
    return refuse_controller (ops, error);
  while (more) {
    more = split (rest, ',', &setting, &rest);
    if (!read_setting (ops, setting, values, error))
      return false;
  }
  return true;
}

bool
rtp_cc_params_read (const RtpCcOps * ops, const char *text,
    double values[RTP_CC_PARAMS_MAX], char error[RTP_CC_PARAMS_ERROR_SIZE])
{
  reset (ops, values, error);
  return read_settings (ops, text, values, error);
}

bool
rtp_cc_params_read_for_latency (const RtpCcOps * ops, const char *text,
    double values[RTP_CC_PARAMS_MAX], char error[RTP_CC_PARAMS_ERROR_SIZE])
{
  reset (ops, values, error);
  return (ops->latency_params == NULL
      || read_settings (ops, ops->latency_params, values, error))
      && read_settings (ops, text, values, error);
}
