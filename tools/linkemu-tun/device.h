/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* device.h: the TUN device of a network namespace that linkemu-netns made */
#ifndef LINKEMU_TUN_DEVICE_H
#define LINKEMU_TUN_DEVICE_H

#include <glib.h>

/* What linkemu-netns calls it. */
#define TUN_DEVICE_NAME "link0"

typedef struct
{
  gchar *namespace_path;
  int fd;                       /* does not block; see split.h and merge.h */
  gboolean udp_pieces;          /* it takes UDP in pieces */
  guint64 drops_before;
} TunDevice;

/* @side: "a" or "b".  @offload: several packets in a read or write, as far as the
 * kernel knows how.  FALSE: @error says what to do. */
gboolean tun_device_open (TunDevice * device, const gchar * name,
    const gchar * side, gboolean offload, GError ** error);
void tun_device_close (TunDevice * device);
/* Packets that the kernel had for us since tun_device_open(), and dropped as we
 * did not read them in time. */
guint64 tun_device_drops (TunDevice * device);

#endif /* LINKEMU_TUN_DEVICE_H */
