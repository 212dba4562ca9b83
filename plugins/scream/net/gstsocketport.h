/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* gstsocketport.h: a port that nobody else has
 *
 * UDP sinks bind their sockets so that others may have the same port. Of some
 * hundred ports that the system chooses for such sockets two are equal, and what
 * comes back for both goes to one of them.
 */
#pragma once

#include <gio/gio.h>

/* Nobody gets the port of @socket any more. @unused: nothing has been sent from
 * it; where the system can do that it gets another port, since somebody may have
 * the first one already. */
void gst_socket_port_keep (GSocket * socket, gboolean unused);
