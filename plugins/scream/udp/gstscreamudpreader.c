/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Reads many datagrams of a UDP socket at once. */
#define _GNU_SOURCE             /* recvmmsg() */
#include "gstscreamudpreader.h"

#include "plugins/packet/gstsystem.h"
#include "plugins/packet/gsttrafficclass.h"
#include "plugins/scream/net/gstecnsocket.h"
#include "plugins/scream/net/gstlocaladdress.h"

#include <errno.h>
#include <string.h>
#if USE_LINUX
#include <netinet/in.h>
#include <netinet/udp.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <time.h>
#ifndef UDP_GRO
#define UDP_GRO 104
#endif
#ifndef SOL_UDP
#define SOL_UDP 17
#endif
#endif

/* OURS: datagrams of a call. At half a frame of 2 Mbit/s that came at once takes a call
 * more, at double there is nothing to gain. */
#define SLOTS 8

/* OURS: the first bytes of each datagram have a place among those of the others, so that
 * a stream of single packets touches a page or two. Those of Ethernet fit. */
#define FIRST_SIZE 1536

/* The longest datagram of UDP, and its place, into which the first bytes are copied if
 * it is longer than those. Pages that no packet touches take no memory. */
#define SLOT_SIZE 65536

/* Four messages from the kernel, each of up to 32 bytes, and one of 48. */
#define CONTROL_SIZE 176

/* What the kernel puts together at most, UDP_MAX_SEGMENTS. */
#define MAX_SEGMENTS 128

/* Senders whose addresses are kept; a stranger can push them out, which costs only
 * time. */
#define ADDRESSES 4

/* The clock was set, if it is longer than that and than the socket was not read for. */
#define MAX_AGE (gint64) GST_SECOND

/* RFC 3168 section 5: codepoints in the two low bits of the traffic class */
#define CODEPOINTS 4

#if USE_LINUX
typedef union
{
  struct sockaddr any;
  struct sockaddr_in ipv4;
  struct sockaddr_in6 ipv6;
} Name;

typedef struct
{
  Name bytes;
  socklen_t size;
  GstLocalAddress local;        /* of this host, to which it sends */
  GSocketAddress *address;      /* which carries it */
} Known;

/* What a call is given, and what it writes. */
typedef struct
{
  struct mmsghdr messages[SLOTS];
  struct iovec vectors[SLOTS][2];
  Name names[SLOTS];
  union
  {
    struct cmsghdr align;
    guint8 bytes[CONTROL_SIZE];
  } controls[SLOTS];
} Call;

/* What the kernel says of one datagram. */
typedef struct
{
  gboolean has_class, ipv6;
  guint8 traffic_class;
  guint segment;                /* bytes of each packet in it; 0: it is one */
  gint64 time;                  /* ns of the wall clock; 0: unknown */
  GstLocalAddress local;        /* to which it came */
} Notes;
#endif

struct _GstScreamUdpReader
{
  GSocket *socket;
  gboolean plain;               /* by GLib */
  gboolean drained;
  guint vain;
  GSocketAddress *from;         /* of the plain read */
  guint8 *slots;                /* SLOTS times SLOT_SIZE, then as often FIRST_SIZE;
                                 * NULL: none is borrowed */
  GArray *packets;
#if USE_LINUX
  GSocketControlMessage *classes[CODEPOINTS];   /* last of each codepoint */
  guint16 class_keys[CODEPOINTS];
  Known known[ADDRESSES];
  GPtrArray *leaving;
  guint next_known;
  guint32 drops;                /* of the socket, as it counts them */
  gint64 emptied;               /* us: what was in the socket then has been read */
#endif
  GMutex lock;                  /* for what follows */
  GstScreamUdpReaderStats stats;
};

/* ---- memory into which datagrams are read ---- */

/* Readers borrow it for as long as it takes to make buffers of what they read: hundreds of
 * streams need as much as the few that read at the same time. */
#define PLACES (SLOTS * (FIRST_SIZE + SLOT_SIZE))

/* The streams of pipelines that know nothing of each other share it, so it is the
 * process's. What it holds is memory: nobody can tell whose it was, or miss it.
 *
 * OURS: what is kept for the next reader. At half, threads that are interrupted while they
 * read make others ask the system for memory; at double an idle process keeps 4 MB. */
#define KEPT 4

static GMutex kept_lock;
static guint8 *kept[KEPT];
static guint n_kept;

#if USE_LINUX

/* A huge page for the few kilobytes of a slow stream would be a waste. */
static guint8 *
places_new (void)
{
  guint8 *places = mmap (NULL, PLACES, PROT_READ | PROT_WRITE,
      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

  if (places == MAP_FAILED)
    g_error ("no memory for %d bytes", PLACES);
  madvise (places, PLACES, MADV_NOHUGEPAGE);
  return places;
}

static void
places_free (guint8 * places)
{
  munmap (places, PLACES);
}

#else

static guint8 *
places_new (void)
{
  return g_malloc (PLACES);
}

static void
places_free (guint8 * places)
{
  g_free (places);
}

#endif

static guint8 *
take_places (void)
{
  guint8 *places = NULL;

  g_mutex_lock (&kept_lock);
  if (n_kept > 0)
    places = kept[--n_kept];
  g_mutex_unlock (&kept_lock);
  return places != NULL ? places : places_new ();
}

static void
give_places (guint8 * places)
{
  gboolean keeps;

  g_mutex_lock (&kept_lock);
  keeps = n_kept < KEPT;
  if (keeps)
    kept[n_kept++] = places;
  g_mutex_unlock (&kept_lock);
  if (!keeps)
    places_free (places);
}

/* ---- packets ---- */

static void
add_packet (GstScreamUdpReader * reader, const guint8 * data, gsize size,
    const GstScreamUdpPacket * like)
{
  GstScreamUdpPacket packet = *like;

  packet.data = data;
  packet.size = size;
  g_array_append_val (reader->packets, packet);
  reader->stats.packets++;
  reader->stats.bytes += size;
}

/* ---- one at a time ---- */

static gboolean
is_of_one_packet (const GError * error)
{
  return g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CONNECTION_REFUSED)
      || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CONNECTION_CLOSED)
      || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_HOST_UNREACHABLE)
      || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NETWORK_UNREACHABLE)
      || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_MESSAGE_TOO_LARGE);
}

static gboolean
read_one (GstScreamUdpReader * reader, GError ** error)
{
  GstScreamUdpPacket like = { NULL, };
  g_autoptr (GError) reason = NULL;
  gssize size;

  reader->drained = !(g_socket_condition_check (reader->socket,
          G_IO_IN | G_IO_ERR) & (G_IO_IN | G_IO_ERR));
  if (reader->drained)
    return TRUE;
  g_clear_object (&reader->from);
  size = g_socket_receive_from (reader->socket, &reader->from,
      (gchar *) reader->slots, SLOT_SIZE, NULL, &reason);
  like.from = reader->from;
  if (size > 0) {
    add_packet (reader, reader->slots, (gsize) size, &like);
    return TRUE;
  }
  reader->drained = g_error_matches (reason, G_IO_ERROR,
      G_IO_ERROR_WOULD_BLOCK);
  if (size == 0) {
    reader->stats.empty++;
  } else if (!reader->drained) {
    reader->stats.errors++;
    if (!is_of_one_packet (reason)) {
      g_propagate_error (error, g_steal_pointer (&reason));
      return FALSE;
    }
  }
  return TRUE;
}

/* ---- many ---- */

#if USE_LINUX

/* Packets of one path come from one address mostly. */
static GSocketAddress *
find_address (GstScreamUdpReader * reader, const struct msghdr *header,
    const GstLocalAddress * local)
{
  Known *known;
  guint i;

  if (header->msg_namelen == 0)
    return NULL;
  for (i = 0; i < ADDRESSES; i++) {
    known = &reader->known[i];
    if (known->size == header->msg_namelen
        && memcmp (&known->bytes, header->msg_name, known->size) == 0
        && memcmp (&known->local, local, sizeof (*local)) == 0)
      return known->address;
  }
  return NULL;
}

/* One that loses its place may be that of a packet of this read: it stays until the
 * next. */
static GSocketAddress *
keep_address (GstScreamUdpReader * reader, const struct msghdr *header,
    const GstLocalAddress * local)
{
  GSocketAddress *address = find_address (reader, header, local);
  Known *known;

  if (address != NULL || header->msg_namelen == 0)
    return address;
  address = gst_local_address_attach (local, header->msg_name,
      header->msg_namelen);
  if (address == NULL)
    return NULL;
  known = &reader->known[reader->next_known++ % ADDRESSES];
  if (known->address != NULL)
    g_ptr_array_add (reader->leaving, known->address);
  memcpy (&known->bytes, header->msg_name, header->msg_namelen);
  known->size = header->msg_namelen;
  known->local = *local;
  known->address = address;
  return address;
}

/* Packets of one path have one class and few codepoints, and nobody changes a message. */
static GSocketControlMessage *
get_class (GstScreamUdpReader * reader, const Notes * notes)
{
  guint16 key = (guint16) (notes->traffic_class | (notes->ipv6 ? 0x100 : 0));
  guint i = notes->traffic_class % CODEPOINTS;

  if (!notes->has_class)
    return NULL;
  if (reader->classes[i] == NULL || reader->class_keys[i] != key) {
    if (reader->classes[i] != NULL)
      g_ptr_array_add (reader->leaving, reader->classes[i]);
    reader->classes[i] = gst_traffic_class_message_new (notes->traffic_class,
        notes->ipv6);
    reader->class_keys[i] = key;
  }
  return reader->classes[i];
}

/* IPv4 has its class in one byte, all others are ints. */
static gint
read_int (const struct cmsghdr *control)
{
  gint word = 0;

  if (control->cmsg_len >= CMSG_LEN (sizeof (word)))
    memcpy (&word, CMSG_DATA (control), sizeof (word));
  else if (control->cmsg_len >= CMSG_LEN (1))
    word = *(const guint8 *) CMSG_DATA (control);
  return word;
}

/* The kernel counts from the beginning of the socket on, and wraps. */
static void
note_drops (GstScreamUdpReader * reader, guint32 drops)
{
  reader->stats.dropped += drops - reader->drops;
  reader->drops = drops;
}

static void
read_control (GstScreamUdpReader * reader, struct cmsghdr *control,
    Notes * notes)
{
  gint level = control->cmsg_level, type = control->cmsg_type;
  struct timespec time;

  if (level == IPPROTO_IP && type == IP_TOS) {
    notes->has_class = TRUE;
    notes->traffic_class = read_int (control) & 0xff;
  } else if (level == IPPROTO_IPV6 && type == IPV6_TCLASS) {
    notes->has_class = notes->ipv6 = TRUE;
    notes->traffic_class = read_int (control) & 0xff;
  } else if (level == SOL_SOCKET && type == SO_TIMESTAMPNS
      && control->cmsg_len >= CMSG_LEN (sizeof (time))) {
    memcpy (&time, CMSG_DATA (control), sizeof (time));
    notes->time = time.tv_sec * (gint64) GST_SECOND + time.tv_nsec;
  } else if (level == SOL_UDP && type == UDP_GRO) {
    notes->segment = (guint) MAX (read_int (control), 0);
  } else if (level == SOL_SOCKET && type == SO_RXQ_OVFL) {
    note_drops (reader, (guint32) read_int (control));
  } else {
    gst_local_address_read (level, type, control->cmsg_len - CMSG_LEN (0),
        CMSG_DATA (control), &notes->local);
  }
}

static void
read_controls (GstScreamUdpReader * reader, struct msghdr *header,
    Notes * notes)
{
  struct cmsghdr *control;

  memset (notes, 0, sizeof (*notes));
  for (control = CMSG_FIRSTHDR (header); control != NULL;
      control = CMSG_NXTHDR (header, control))
    read_control (reader, control, notes);
}

/* The wall clock may be set between the two times. @longest: what is in the socket came
 * no longer ago. */
static GstClockTime
get_age (const Notes * notes, gint64 now, gint64 longest)
{
  if (notes->time == 0 || now < notes->time || now - notes->time > longest)
    return 0;
  return (GstClockTime) (now - notes->time);
}

static void
split (GstScreamUdpReader * reader, const guint8 * data, gsize size,
    guint segment, const GstScreamUdpPacket * like)
{
  gsize at, n = 0;

  if (segment == 0 || segment >= size) {
    add_packet (reader, data, size, like);
    return;
  }
  for (at = 0; at < size && n < MAX_SEGMENTS; at += segment, n++)
    add_packet (reader, data + at, MIN (segment, size - at), like);
  reader->stats.coalesced += n;
  if (at < size)
    reader->stats.excess += size - at;
}

static guint8 *
first_place (GstScreamUdpReader * reader, guint i)
{
  return reader->slots + (gsize) SLOTS *SLOT_SIZE + (gsize) i *FIRST_SIZE;
}

static guint8 *
place (GstScreamUdpReader * reader, guint i)
{
  return reader->slots + (gsize) i *SLOT_SIZE;
}

/* The datagram in one piece. */
static const guint8 *
join (GstScreamUdpReader * reader, guint i, gsize size)
{
  if (size <= FIRST_SIZE)
    return first_place (reader, i);
  memcpy (place (reader, i), first_place (reader, i), FIRST_SIZE);
  return place (reader, i);
}

static void
take_datagram (GstScreamUdpReader * reader, Call * call, guint i, gint64 now,
    gint64 longest)
{
  struct mmsghdr *message = &call->messages[i];
  GstScreamUdpPacket like = { NULL, };
  Notes notes;

  read_controls (reader, &message->msg_hdr, &notes);
  if (message->msg_len == 0) {
    reader->stats.empty++;
    return;
  }
  like.from = keep_address (reader, &message->msg_hdr, &notes.local);
  like.traffic_class = get_class (reader, &notes);
  like.age = get_age (&notes, now, longest);
  split (reader, join (reader, i, message->msg_len), message->msg_len,
      notes.segment, &like);
}

static void
prepare (GstScreamUdpReader * reader, Call * call)
{
  guint i;

  for (i = 0; i < SLOTS; i++) {
    struct msghdr *header = &call->messages[i].msg_hdr;
    struct iovec *vectors = call->vectors[i];

    vectors[0].iov_base = first_place (reader, i);
    vectors[0].iov_len = FIRST_SIZE;
    vectors[1].iov_base = place (reader, i) + FIRST_SIZE;
    vectors[1].iov_len = SLOT_SIZE - FIRST_SIZE;
    header->msg_iov = vectors;
    header->msg_iovlen = 2;
    header->msg_name = &call->names[i];
    header->msg_namelen = sizeof (call->names[i]);
    header->msg_control = &call->controls[i];
    header->msg_controllen = sizeof (call->controls[i]);
    header->msg_flags = 0;
  }
}

/* A sandbox may forbid the call. FALSE: the socket is of no use any more. */
static gboolean
take_error (GstScreamUdpReader * reader, gint number, GError ** error)
{
  switch (number) {
    case EAGAIN:
    case EINTR:
      reader->drained = TRUE;
      return TRUE;
    case ENOSYS:
    case EPERM:
      reader->plain = TRUE;
      return TRUE;
    case EBADF:
    case ENOTSOCK:
    case EFAULT:
    case EINVAL:
    case ENOTCONN:
      g_set_error_literal (error, G_IO_ERROR, g_io_error_from_errno (number),
          g_strerror (number));
      return FALSE;
    default:                   /* ICMP messages, no memory at this moment */
      reader->stats.errors++;
      return TRUE;
  }
}

static gboolean
read_many (GstScreamUdpReader * reader, GError ** error)
{
  gint64 before = g_get_monotonic_time (), now, longest;
  Call call;
  gint n, i;

  g_ptr_array_set_size (reader->leaving, 0);
  prepare (reader, &call);
  n = recvmmsg (g_socket_get_fd (reader->socket), call.messages, SLOTS,
      MSG_DONTWAIT, NULL);
  if (n < 0)
    return take_error (reader, errno, error);
  now = g_get_real_time () * (gint64) GST_USECOND;
  longest = MAX (MAX_AGE, (g_get_monotonic_time () - reader->emptied)
      * (gint64) GST_USECOND);
  for (i = 0; i < n; i++)
    take_datagram (reader, &call, (guint) i, now, longest);
  reader->drained = n < SLOTS;
  if (reader->drained)
    reader->emptied = before;
  return TRUE;
}

static gboolean
set_option (GstScreamUdpReader * reader, gint level, gint option, gint value)
{
  return setsockopt (g_socket_get_fd (reader->socket), level, option, &value,
      sizeof (value)) == 0;
}

static void
set_options (GstScreamUdpReader * reader, gboolean gro)
{
  gst_ecn_socket_enable_receive (reader->socket);
  gst_local_address_enable (reader->socket);
  set_option (reader, SOL_SOCKET, SO_RXQ_OVFL, 1);
  reader->stats.arrival_times = set_option (reader, SOL_SOCKET, SO_TIMESTAMPNS,
      1);
  reader->stats.gro = set_option (reader, SOL_UDP, UDP_GRO, gro) && gro;
}

static void
start (GstScreamUdpReader * reader, gboolean gro)
{
  reader->emptied = g_get_monotonic_time ();
  reader->leaving = g_ptr_array_new_with_free_func (g_object_unref);
  set_options (reader, gro);
}

static void
stop (GstScreamUdpReader * reader)
{
  guint i;

  if (reader->stats.gro && !g_socket_is_closed (reader->socket))
    set_option (reader, SOL_UDP, UDP_GRO, 0);
  for (i = 0; i < ADDRESSES; i++)
    g_clear_object (&reader->known[i].address);
  for (i = 0; i < CODEPOINTS; i++)
    g_clear_object (&reader->classes[i]);
  g_ptr_array_unref (reader->leaving);
}

#else

static gboolean
read_many (GstScreamUdpReader * reader, GError ** error)
{
  return read_one (reader, error);
}

static void
start (GstScreamUdpReader * reader, gboolean gro)
{
  reader->plain = TRUE;
}

static void
stop (GstScreamUdpReader * reader)
{
}

#endif

/* ---- */

GstScreamUdpReader *
gst_scream_udp_reader_new (GSocket * socket, gboolean gro)
{
  GstScreamUdpReader *reader = g_new0 (GstScreamUdpReader, 1);

  reader->socket = socket;
  reader->drained = TRUE;
  reader->packets = g_array_new (FALSE, FALSE, sizeof (GstScreamUdpPacket));
  g_mutex_init (&reader->lock);
  start (reader, gro);
  return reader;
}

void
gst_scream_udp_reader_done (GstScreamUdpReader * reader)
{
  if (reader->slots != NULL)
    give_places (g_steal_pointer (&reader->slots));
}

void
gst_scream_udp_reader_free (GstScreamUdpReader * reader)
{
  stop (reader);
  gst_scream_udp_reader_done (reader);
  g_clear_object (&reader->from);
  g_array_unref (reader->packets);
  g_mutex_clear (&reader->lock);
  g_free (reader);
}

gboolean
gst_scream_udp_reader_read (GstScreamUdpReader * reader,
    const GstScreamUdpPacket ** packets, guint * n_packets, GError ** error)
{
  gboolean good;

  reader->drained = FALSE;
  g_array_set_size (reader->packets, 0);
  if (reader->slots == NULL)
    reader->slots = take_places ();
  g_mutex_lock (&reader->lock);
  good = reader->plain ? read_one (reader, error) : read_many (reader, error);
  reader->stats.reads += reader->packets->len > 0;
  g_mutex_unlock (&reader->lock);
  if (reader->packets->len == 0)
    gst_scream_udp_reader_done (reader);
  if (reader->packets->len > 0 || reader->drained)
    reader->vain = 0;
  else
    reader->vain++;
  *packets = (const GstScreamUdpPacket *) reader->packets->data;
  *n_packets = reader->packets->len;
  return good;
}

gboolean
gst_scream_udp_reader_is_drained (const GstScreamUdpReader * reader)
{
  return reader->drained;
}

guint
gst_scream_udp_reader_get_vain (const GstScreamUdpReader * reader)
{
  return reader->vain;
}

void
gst_scream_udp_reader_get_stats (GstScreamUdpReader * reader,
    GstScreamUdpReaderStats * stats)
{
  g_mutex_lock (&reader->lock);
  *stats = reader->stats;
  g_mutex_unlock (&reader->lock);
}
