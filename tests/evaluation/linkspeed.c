/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* linkspeed.c: what linkemu takes of a processor for a packet
 *
 * linkspeed [PACKETS [MOST]] sends so many packets of 1200 bytes through links in virtual time, and
 * prints packets for each second of a processor, the most of three tries.  Beside it stands what
 * taking and copying a buffer of that size costs, which who moves packets does anyway.  MOST: status
 * 1 if a packet costs more than that times such a buffer.
 */
#include <gst/lab/linkemu/linkemu.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define SIZE 1200               /* bytes */
#define TRIES 3
#define SECOND 1e9              /* ns */

typedef struct
{
  const char *name, *aqm;
  bool fq;
  uint32_t flows;
  double bitrate, load;
  int64_t delay, jitter;        /* ns */
} Link;

static const Link links[] = {
  {"10 Gbit/s, not full", NULL, false, 1, 10e9, 0.9, 0, 0},
  {"the same, 25 ms", NULL, false, 1, 10e9, 0.9, 25000000, 0},
  {"the same, 25 ms, jitter 1 ms", NULL, false, 1, 10e9, 0.9, 25000000,
      1000000},
  {"1 Gbit/s, full, 25 ms", NULL, false, 1, 1e9, 1.1, 25000000, 0},
  {"the same, codel", "codel", false, 1, 1e9, 1.1, 25000000, 0},
  {"the same, dualpi2, 100 flows", "dualpi2", false, 100, 1e9, 1.1, 25000000,
      0},
  {"the same, fq with codel, 100 flows", "codel", true, 100, 1e9, 1.1, 25000000,
      0},
};

static double
processor_time (void)
{
  struct timespec t;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double) t.tv_sec + (double) t.tv_nsec / SECOND;
}

static double
time_buffers (long packets)
{
  static const char source[SIZE];
  double start = processor_time ();

  for (long i = 0; i < packets; i++) {
    char *volatile buffer = malloc (SIZE);

    if (buffer == NULL)
      abort ();
    memcpy (buffer, source, SIZE);
    free (buffer);
  }
  return processor_time () - start;
}

static LinkEmu *
make_link (const Link * wanted)
{
  LinkEmuConfig config = { 0 };

  config.rate = linkemu_rate_constant ((uint64_t) wanted->bitrate);
  config.delay = wanted->delay;
  config.jitter = wanted->jitter;
  config.queue_limit_time = 100000000;
  config.aqm = wanted->aqm;
  config.fq = wanted->fq;
  config.seed = 1;
  return linkemu_new (&config, 0);
}

static double
time_link (const Link * wanted, long packets)
{
  double gap = 8 * SIZE * SECOND / (wanted->bitrate * wanted->load);
  LinkEmu *link = make_link (wanted);
  char packet;
  double start;

  if (link == NULL)
    abort ();
  start = processor_time ();
  for (long i = 0; i < packets; i++) {
    LinkEmuPacketInfo info = { SIZE, 0, (uint32_t) i % wanted->flows };
    int64_t now = (int64_t) ((double) i * gap);
    LinkEmuDeparture departure;

    while (linkemu_dequeue (link, &departure, now))
      continue;
    linkemu_enqueue (link, &packet, &info, now);
  }
  start = processor_time () - start;
  linkemu_free (link, NULL);
  return start;
}

int
main (int argc, char **argv)
{
  long packets = argc > 1 ? strtol (argv[1], NULL, 10) : 500000;
  double most = argc > 2 ? strtod (argv[2], NULL) : 0, buffers = 0;
  int status = 0;

  if (packets < 1 || packets > 1000000000) {
    fputs ("linkspeed: packets: from 1 to 1000000000\n", stderr);
    return 2;
  }
  for (int try = 0; try < TRIES; try++) {
    double seconds = time_buffers (packets);

    if (try == 0 || seconds < buffers)
      buffers = seconds;
  }
  puts ("| link | million packets/s | times a buffer |\n| --- | --- | --- |");
  for (size_t i = 0; i < sizeof (links) / sizeof (links[0]); i++) {
    double least = 0;

    for (int try = 0; try < TRIES; try++) {
      double seconds = time_link (&links[i], packets);

      if (try == 0 || seconds < least)
        least = seconds;
    }
    printf ("| %s | %.1f | %.1f |\n", links[i].name,
        (double) packets / least / 1e6, least / buffers);
    status |= most > 0 && least > most * buffers;
  }
  printf ("| a buffer alone | %.1f | 1 |\n", (double) packets / buffers / 1e6);
  return status;
}
