# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""An HTTP server for few users, of which nobody takes the place of the others."""
import sys
import time
from http.server import ThreadingHTTPServer
from socket import SHUT_RDWR
from socketserver import TCPServer

STRANGERS = 16                  # connections at once
SECONDS = 10                    # for a request, and for each wait in between


class BoundedServer(ThreadingHTTPServer):
    """A connection is a stranger's until the handler calls admit() for it, or has answered."""
    daemon_threads = True

    def __init__(self, *arguments):
        self.strangers = {}     # connection: since when, the oldest first
        super().__init__(*arguments)

    def server_bind(self):
        """As the original, but does not ask a name server who we are."""
        TCPServer.server_bind(self)
        self.server_name, self.server_port = self.server_address

    def process_request(self, request, client_address):
        """In a thread.  For the newest, the oldest has to go."""
        self.dismiss(list(self.strangers)[:1 - STRANGERS])
        self.strangers[request] = time.monotonic()
        super().process_request(request, client_address)

    def service_actions(self):
        """Twice a second."""
        late = time.monotonic() - SECONDS
        self.dismiss([request for request, since in list(self.strangers.items()) if since < late])

    def dismiss(self, requests):
        """Their threads see the end, and close them."""
        for request in requests:
            if self.strangers.pop(request, None):
                try:
                    request.shutdown(SHUT_RDWR)
                except OSError:         # the client was first
                    pass

    def admit(self, request):
        self.strangers.pop(request, None)

    def shutdown_request(self, request):
        self.admit(request)
        super().shutdown_request(request)

    def handle_error(self, request, client_address):
        """A connection that breaks is no error of ours."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)
