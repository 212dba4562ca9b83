/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "golden.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define PARTS 4
#define MAX_CHANNELS 64
/* A library of mathematics may round the last bit otherwise; a tenth of what one answer
 * in a thousand adds to a sum if it is off by a part in a thousand. */
#define TOLERANCE 1e-7

typedef struct
{
  const char *name;
  gdouble sums[PARTS], sizes[PARTS];    /* of values, and of their absolutes */
  guint n;
} Channel;

static GHashTable *recorded;    /* "run channel": its sums as text */
static GString *written;
static gchar *path, *run;
static Channel channels[MAX_CHANNELS];
static guint n_channels;
static int step, n_steps;

static void
read_recorded (void)
{
  gchar *text = NULL, **lines;

  fail_unless (g_file_get_contents (path, &text, NULL, NULL),
      "no %s: see \"Recorded answers\" in docs/research/testing.md", path);
  lines = g_strsplit (text, "\n", 0);
  for (gchar ** line = lines; *line != NULL; line++) {
    gchar **words = g_strsplit (*line, " ", 3);

    if (g_strv_length (words) == 3)
      g_hash_table_insert (recorded, g_strjoin (" ", words[0], words[1], NULL),
          g_strdup (words[2]));
    g_strfreev (words);
  }
  g_strfreev (lines);
  g_free (text);
}

void
golden_open (const char *name)
{
  gchar *file = g_strconcat (name, ".txt", NULL);

  path = g_build_filename (g_getenv ("GOLDEN_RECORDED"), file, NULL);
  g_free (file);
  recorded = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  if (g_getenv ("GOLDEN_WRITE") != NULL)
    written = g_string_new (NULL);
  else
    read_recorded ();
}

void
golden_close (void)
{
  if (written != NULL) {
    fail_unless (g_file_set_contents (path, written->str, -1, NULL));
    g_string_free (g_steal_pointer (&written), TRUE);
  }
  g_hash_table_unref (recorded);
  g_free (path);
}

void
golden_begin (const char *name, int steps)
{
  run = g_strdup (name);
  memset (channels, 0, sizeof (channels));
  n_channels = 0;
  step = 0;
  n_steps = steps;
}

static Channel *
find (const char *name)
{
  for (guint i = 0; i < n_channels; i++) {
    if (strcmp (channels[i].name, name) == 0)
      return &channels[i];
  }
  fail_unless (n_channels < MAX_CHANNELS);
  channels[n_channels].name = name;
  return &channels[n_channels++];
}

/* The weights make a sum another one if answers change places. */
void
golden_put (const char *channel, gdouble value)
{
  Channel *c = find (channel);
  int part = MIN (step * PARTS / n_steps, PARTS - 1);
  gdouble weight = 1 + (gdouble) (c->n++ % 61) / 64;

  if (isnan (value))
    value = -7;
  c->sums[part] += weight * value;
  c->sizes[part] += weight * fabs (value);
}

void
golden_put_time (const char *channel, gint64 time, gint64 since)
{
  golden_put (channel, time == G_MAXINT64 ? -3 : (gdouble) (time - since));
}

void
golden_step (void)
{
  step++;
}

static void
compare (const Channel * c, const char *text)
{
  for (int i = 0; i < PARTS; i++) {
    gchar *end;
    gdouble sum = g_ascii_strtod (text, &end);

    fail_unless (end > text && fabs (sum - c->sums[i])
        <= TOLERANCE * c->sizes[i] + 1e-9,
        "%s: %s, part %d, is %.12g, recorded is %.12g: see \"Recorded answers\" in "
        "docs/research/testing.md", run, c->name, i, c->sums[i], sum);
    text = end;
  }
}

void
golden_end (void)
{
  for (guint k = 0; k < n_channels; k++) {
    gchar *key = g_strjoin (" ", run, channels[k].name, NULL);
    const char *text = g_hash_table_lookup (recorded, key);

    if (written != NULL) {
      g_string_append (written, key);
      for (int i = 0; i < PARTS; i++) {
        gchar digits[G_ASCII_DTOSTR_BUF_SIZE];

        g_string_append_printf (written, " %s", g_ascii_formatd (digits,
                sizeof (digits), "%.12g", channels[k].sums[i]));
      }
      g_string_append_c (written, '\n');
    } else {
      fail_unless (text != NULL,
          "%s is not recorded: see \"Recorded answers\" in "
          "docs/research/testing.md", key);
      compare (&channels[k], text);
    }
    g_free (key);
  }
  g_free (g_steal_pointer (&run));
}

guint
golden_random (guint64 * state, guint n)
{
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (guint) ((*state >> 33) % n);
}
