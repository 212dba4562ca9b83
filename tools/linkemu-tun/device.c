/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#define _GNU_SOURCE
#include "device.h"
#include "pool.h"

#include <gio/gio.h>

#include <errno.h>
#include <fcntl.h>
#include <linux/if_tun.h>
#include <linux/virtio_net.h>
#include <net/if.h>
#include <sched.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

/* Fields of a line of /proc/net/dev behind the name: 8 of what the device has
 * received, then what it sent: bytes, packets, errors, drops. */
#define TX_DROPS_FIELD 11
/* What headers of Linux 6.1 do not have yet. */
#ifndef TUN_F_USO4
#define TUN_F_USO4 0x20
#define TUN_F_USO6 0x40
#endif

/* Some ms are usual, a second is the most that the kernel puts it off for. */
#define START_SLEEP (1 * G_TIME_SPAN_MILLISECOND)
#define MAX_START_TRIES 3000

static gboolean
fail (GError ** error, const gchar * format, ...)
G_GNUC_PRINTF (2, 3);

     static gboolean fail (GError ** error, const gchar * format, ...)
{
  va_list args;

  va_start (args, format);
  *error = g_error_new_valist (G_IO_ERROR, G_IO_ERROR_FAILED, format, args);
  va_end (args);
  return FALSE;
}

/* Moves the thread; *@back is for leave(). */
static gboolean
enter (const gchar * path, int *back, GError ** error)
{
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  int status;

  if (fd < 0)
    return fail (error, "%s: %s", path, g_strerror (errno));
  *back = open ("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC);
  status = *back >= 0 ? setns (fd, CLONE_NEWNET) : -1;
  if (status != 0)
    fail (error, "cannot enter %s (%s): run as root", path, g_strerror (errno));
  close (fd);
  if (status != 0 && *back >= 0)
    close (*back);
  return status == 0;
}

static void
leave (int back)
{
  /* It was ours before, so this works. */
  if (setns (back, CLONE_NEWNET) != 0)
    g_error ("setns: %s", g_strerror (errno));
  close (back);
}

static void
fill_name (struct ifreq *request)
{
  memset (request, 0, sizeof (*request));
  g_strlcpy (request->ifr_name, TUN_DEVICE_NAME, IFNAMSIZ);
}

/* The kernel notices in the background that someone has attached to the device,
 * and until then drops what is sent. */
static gboolean
wait_until_running (int fd, struct ifreq *request)
{
  for (guint i = 0; i < MAX_START_TRIES; i++) {
    if (ioctl (fd, SIOCGIFFLAGS, request) != 0
        || !(request->ifr_flags & IFF_UP))
      return FALSE;
    if (request->ifr_flags & IFF_RUNNING)
      return TRUE;
    g_usleep (START_SLEEP);
  }
  return FALSE;
}

/* @fd: any socket of the namespace. */
static gboolean
make_ready (int fd, const gchar * path, GError ** error)
{
  struct ifreq request;

  fill_name (&request);
  if (!wait_until_running (fd, &request))
    return fail (error, "%s in %s does not come up: ip -n %s link set %s up",
        TUN_DEVICE_NAME, path, strrchr (path, '/') + 1, TUN_DEVICE_NAME);
  if (ioctl (fd, SIOCGIFMTU, &request) != 0)
    return fail (error, "MTU of %s in %s: %s", TUN_DEVICE_NAME, path,
        g_strerror (errno));
  /* A larger packet would be cut off without a word. */
  if (request.ifr_mtu > TUN_PACKET_SIZE)
    return fail (error, "the MTU of %s in %s is %d, and %d is the most that "
        "is forwarded", TUN_DEVICE_NAME, path, request.ifr_mtu,
        TUN_PACKET_SIZE);
  /* Changes nothing, but waits for the lock under which the kernel says that
   * the device is running and then makes it so. */
  ioctl (fd, SIOCSIFMTU, &request);
  return TRUE;
}

static int
attach (const gchar * name, const gchar * path, GError ** error)
{
  struct ifreq request;
  int fd;

  /* It would be made by us otherwise, without address and route. */
  if (if_nametoindex (TUN_DEVICE_NAME) == 0) {
    fail (error, "there is no device %s in %s: linkemu-netns del %s, and add "
        "%s, make it anew", TUN_DEVICE_NAME, path, name, name);
    return -1;
  }
  fd = open ("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0) {
    fail (error, "/dev/net/tun: %s: %s", g_strerror (errno),
        errno == EACCES || errno == EPERM ? "run as root" : "modprobe tun");
    return -1;
  }
  fill_name (&request);
  request.ifr_flags = IFF_TUN | IFF_NO_PI | IFF_VNET_HDR;
  if (ioctl (fd, TUNSETIFF, &request) == 0)
    return fd;
  if (errno == EBUSY)
    fail (error, "another linkemu-tun runs on %s: end it, or add other "
        "namespaces", name);
  else
    fail (error, "%s in %s: %s%s", TUN_DEVICE_NAME, path, g_strerror (errno),
        errno == EPERM ? ": run as root" : "");
  close (fd);
  return -1;
}

/* The kernel has them on for who attaches next, too. */
static void
set_offload (TunDevice * device, gboolean on)
{
  const unsigned int tcp = TUN_F_CSUM | TUN_F_TSO4 | TUN_F_TSO6;
  const unsigned int udp = TUN_F_USO4 | TUN_F_USO6;
  int size = sizeof (struct virtio_net_hdr);

  ioctl (device->fd, TUNSETVNETHDRSZ, &size);
  device->udp_pieces = on
      && ioctl (device->fd, TUNSETOFFLOAD, (unsigned long) (tcp | udp)) == 0;
  /* Before Linux 6.2 there is none for UDP. */
  if (!device->udp_pieces)
    ioctl (device->fd, TUNSETOFFLOAD, (unsigned long) (on ? tcp : 0));
}

/* The thread is in the namespace. */
static guint64
read_drops (void)
{
  gchar *text, *line;
  gchar **fields;
  guint64 drops = 0;

  if (!g_file_get_contents ("/proc/thread-self/net/dev", &text, NULL, NULL))
    return 0;
  line = strstr (text, TUN_DEVICE_NAME ":");
  if (line != NULL) {
    guint n = 0;

    line[strcspn (line, "\n")] = '\0';
    fields = g_strsplit_set (line + strlen (TUN_DEVICE_NAME ":"), " ", -1);
    for (gchar ** field = fields; *field != NULL; field++) {
      if (**field != '\0' && n++ == TX_DROPS_FIELD)
        drops = g_ascii_strtoull (*field, NULL, 10);
    }
    g_strfreev (fields);
  }
  g_free (text);
  return drops;
}

/* The thread is in the namespace. */
static gboolean
start (TunDevice * device, const gchar * name, gboolean offload,
    GError ** error)
{
  gboolean ready;
  int fd;

  device->fd = attach (name, device->namespace_path, error);
  if (device->fd < 0)
    return FALSE;
  set_offload (device, offload);
  fd = socket (AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  ready = make_ready (fd, device->namespace_path, error);
  if (fd >= 0)
    close (fd);
  device->drops_before = read_drops ();
  return ready;
}

gboolean
tun_device_open (TunDevice * device, const gchar * name, const gchar * side,
    gboolean offload, GError ** error)
{
  gboolean started;
  int back;

  device->fd = -1;
  device->namespace_path = g_strdup_printf ("/run/netns/%s-%s", name, side);
  if (!g_file_test (device->namespace_path, G_FILE_TEST_EXISTS))
    return fail (error, "there is no namespace %s-%s: make it with "
        "linkemu-netns add %s", name, side, name);
  if (!enter (device->namespace_path, &back, error))
    return FALSE;
  started = start (device, name, offload, error);
  leave (back);
  return started;
}

void
tun_device_close (TunDevice * device)
{
  if (device->fd >= 0)
    close (device->fd);
  device->fd = -1;
  g_clear_pointer (&device->namespace_path, g_free);
}

guint64
tun_device_drops (TunDevice * device)
{
  GError *error = NULL;
  guint64 drops;
  int back;

  /* Removed meanwhile: then there is nothing to read. */
  if (!enter (device->namespace_path, &back, &error)) {
    g_error_free (error);
    return 0;
  }
  drops = read_drops ();
  leave (back);
  return drops > device->drops_before ? drops - device->drops_before : 0;
}
