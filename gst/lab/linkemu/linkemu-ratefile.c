/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* linkemu-ratefile.c: a trace in Mahimahi's format -> LinkEmuRate
 *
 * The only file of the library that reads anything but its arguments.
 */
#include "linkemu-rate.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* OURS: a number of 10 digits, blanks, a line end and the terminator */
#define LINKEMU_LINE_SIZE 32
/* OURS: 11 days; a trace is minutes long, and a larger number is a typo */
#define LINKEMU_MAX_MS 1000000000
/* OURS: 64 MB of memory; the longest published traces have some 10^6 lines */
#define LINKEMU_MAX_LINES (16 * 1024 * 1024)

static const char *
parse_ms (const char *line, uint32_t * ms)
{
  uint64_t value = 0;
  const char *s = line;

  for (; *s >= '0' && *s <= '9'; s++) {
    value = value * 10 + (uint64_t) (*s - '0');
    if (value > LINKEMU_MAX_MS)
      return "the time is above 1000000000 ms";
  }
  if (s == line || s[strspn (s, " \t\r\n")] != '\0')
    return "a time in whole ms and nothing else is expected";
  *ms = (uint32_t) value;
  return NULL;
}

static const char *
append (LinkEmuRate * rate, size_t *room, uint32_t ms)
{
  if (rate->n_chances > 0 && ms < rate->chances[rate->n_chances - 1])
    return "the time is less than the one before";
  if (rate->n_chances == *room) {
    size_t more = *room > 0 ? *room * 2 : 1024;
    uint32_t *chances;

    if (more > LINKEMU_MAX_LINES)
      return "there are too many lines";
    chances = realloc (rate->chances, more * sizeof (*chances));
    if (chances == NULL)
      return "out of memory";
    rate->chances = chances;
    *room = more;
  }
  rate->chances[rate->n_chances++] = ms;
  return NULL;
}

/* The line number stays at the line that was refused. */
static const char *
read_lines (FILE * file, LinkEmuRate * rate, size_t *line_number)
{
  char line[LINKEMU_LINE_SIZE];
  size_t room = 0;

  while (fgets (line, sizeof (line), file) != NULL) {
    const char *why;
    uint32_t ms;

    ++*line_number;
    why = parse_ms (line, &ms);
    if (why == NULL)
      why = append (rate, &room, ms);
    if (why != NULL)
      return why;
  }
  if (ferror (file))
    return strerror (errno);
  if (rate->n_chances == 0)
    return "the file is empty";
  if (rate->chances[rate->n_chances - 1] == 0)
    return "the last time is the length of the trace and must not be 0";
  return NULL;
}

LinkEmuRate *
linkemu_rate_trace (const char *path, char *error)
{
  LinkEmuRate *rate = calloc (1, sizeof (*rate));
  FILE *file = fopen (path, "r");
  size_t line_number = 0;
  const char *why;

  if (rate == NULL)
    why = "out of memory";
  else if (file == NULL)
    why = strerror (errno);
  else
    why = read_lines (file, rate, &line_number);
  if (file != NULL)
    fclose (file);
  if (why == NULL)
    return rate;

  if (line_number > 0)
    snprintf (error, LINKEMU_ERROR_SIZE, "%.120s, line %zu: %s", path,
        line_number, why);
  else
    snprintf (error, LINKEMU_ERROR_SIZE, "%.120s: %s", path, why);
  linkemu_rate_free (rate);
  return NULL;
}
