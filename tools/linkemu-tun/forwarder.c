/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* forwarder.c: sleeps until a packet comes, or one is to be written
 *
 * The links replay their events at the times that these should have had, so a
 * late wake-up makes late what is written then, and nothing after it.
 *
 * While packets come and go quickly, it sleeps for a moment whatever comes: a wake-up
 * for each packet would take more of the processor than the packet, and from the
 * sender, which it interrupts.
 */
#define _GNU_SOURCE
#include "forwarder.h"
#include "realtime.h"

#include <gio/gio.h>

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

/* ns.  Short beside the 0.8 ms at which DualPI2 begins to mark, long enough for ten
 * packets at 2 Gbit/s. */
#define NAP 50000

#define NS_PER_SECOND G_GINT64_CONSTANT (1000000000)

static int
open_signals (void)
{
  sigset_t set;

  sigemptyset (&set);
  sigaddset (&set, SIGINT);
  sigaddset (&set, SIGTERM);
  pthread_sigmask (SIG_BLOCK, &set, NULL);
  return signalfd (-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

static void
begin_direction (TunForwarder * self, TunDirection * direction,
    TunDevice * from, TunDevice * to, LinkEmuConfig * config)
{
  direction->from = from;
  direction->to = to;
  direction->config = *config;
  config->rate = NULL;
  direction->pool = &self->pool;
  direction->lateness = &self->lateness;
  direction->buffer = self->buffer;
}

gboolean
tun_forwarder_open (TunForwarder * self, TunOptions * options, GError ** error)
{
  self->a.fd = self->b.fd = -1;
  tun_pool_init (&self->pool);
  self->buffer = g_malloc (TUN_READ_SIZE);
  begin_direction (self, &self->forward, &self->a, &self->b,
      &options->forward.config);
  begin_direction (self, &self->back, &self->b, &self->a,
      &options->back.config);
  self->signals = open_signals ();
  if (self->signals < 0) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "signalfd: %s",
        g_strerror (errno));
    return FALSE;
  }
  return tun_device_open (&self->a, options->name, "a", !options->no_offload,
      error) && tun_device_open (&self->b, options->name, "b",
      !options->no_offload, error);
}

void
tun_forwarder_close (TunForwarder * self)
{
  tun_direction_clear (&self->forward);
  tun_direction_clear (&self->back);
  tun_device_close (&self->a);
  tun_device_close (&self->b);
  tun_pool_clear (&self->pool);
  g_clear_pointer (&self->buffer, g_free);
  if (self->signals >= 0)
    close (self->signals);
}

/* FALSE: nothing can be waited for. */
static gboolean
wait_until (gint64 time, struct pollfd *polled, nfds_t n_polled)
{
  gint64 left = time - tun_realtime_now ();
  struct timespec timeout;

  /* MAX () would read the clock twice. */
  if (left < 0)
    left = 0;
  timeout.tv_sec = left / NS_PER_SECOND;
  timeout.tv_nsec = left % NS_PER_SECOND;
  for (nfds_t i = 0; i < n_polled; i++)
    polled[i].revents = 0;
  return ppoll (polled, n_polled, time == LINKEMU_TIME_NEVER ? NULL : &timeout,
      NULL) >= 0 || errno == EINTR;
}

/* FALSE: a device is gone. */
static gboolean
move_packets (TunForwarder * self, gboolean * moved)
{
  guint64 before = self->forward.moved + self->back.moved;
  gboolean there = tun_direction_read (&self->forward);

  there = tun_direction_read (&self->back) && there;
  tun_direction_write (&self->forward);
  tun_direction_write (&self->back);
  *moved = self->forward.moved + self->back.moved > before;
  return there;
}

/* ns; 0: what comes is worth a wake-up. */
static gint64
nap_end (TunForwarder * self, gboolean moved)
{
  gint64 now = tun_realtime_now ();
  gboolean quickly = moved && now - self->moved_at < 2 * NAP;

  if (moved)
    self->moved_at = now;
  return quickly ? now + NAP : 0;
}

/* FALSE: nothing can be waited for. */
static gboolean
wait_for_work (TunForwarder * self, gint64 end, gint64 nap,
    struct pollfd *polled, nfds_t n_polled)
{
  gint64 next = MIN (tun_direction_next_time (&self->forward),
      tun_direction_next_time (&self->back));

  if (nap > 0)
    return wait_until (MIN (nap, end), NULL, 0);
  return wait_until (MIN (next, end), polled, n_polled)
      && !((polled[0].revents | polled[1].revents) & POLLERR);
}

/* Takes it. */
static gboolean
has_signal (const TunForwarder * self)
{
  struct signalfd_siginfo info;

  return read (self->signals, &info, sizeof (info)) > 0;
}

gboolean
tun_forwarder_run (TunForwarder * self, gint64 end, GError ** error)
{
  struct pollfd polled[] = {
    {.fd = self->a.fd,.events = POLLIN},
    {.fd = self->b.fd,.events = POLLIN},
    {.fd = self->signals,.events = POLLIN},
  };
  gint64 nap = 0;

  while (tun_realtime_now () < end && !has_signal (self)) {
    gboolean moved;

    if (!wait_for_work (self, end, nap, polled, G_N_ELEMENTS (polled))
        || !move_packets (self, &moved)) {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED,
          "a device %s is gone: were the namespaces removed?", TUN_DEVICE_NAME);
      return FALSE;
    }
    nap = nap_end (self, moved);
  }
  return TRUE;
}
