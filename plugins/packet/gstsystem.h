/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstsystem.h: features of this system
 *
 * USE_LINUX: epoll, recvmmsg, sendmmsg, sockets rebound to another port.  PORTABLE
 * disables them, as on other systems.
 */
#pragma once

#if defined (__linux__) && !defined (PORTABLE)
#define USE_LINUX 1
#else
#define USE_LINUX 0
#endif
