/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstsystem.h: what this system has
 *
 * USE_LINUX: epoll, recvmmsg, sendmmsg, sockets that get another port.  A build with
 * PORTABLE does without them, as those for other systems do.
 */
#ifndef __GST_SYSTEM_H__
#define __GST_SYSTEM_H__

#if defined (__linux__) && !defined (PORTABLE)
#define USE_LINUX 1
#else
#define USE_LINUX 0
#endif

#endif /* __GST_SYSTEM_H__ */
