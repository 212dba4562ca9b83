# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The HTTP of a WHIP client (RFC 9725): an offer goes, an answer comes, and an end."""
from urllib.parse import urljoin, urlsplit

SDP = "application/sdp"
SECONDS = 10                    # that a service may take for an answer
MOST_REDIRECTS = 5
MOST_BYTES = 256 * 1024         # of an answer
MOST_WORDS = 200                # of what a service says of an error
MEANINGS = {
    400: "it does not take the offer",
    401: "it wants another token: --token",
    403: "this token may not send there: --token",
    404: "there is no WHIP endpoint at this address",
    405: "this address takes no offers: it is no WHIP endpoint",
    406: "it does not take the offer: try another --codec",
    415: "it is no WHIP endpoint",
    422: "it does not take the offer: try another --codec",
    429: "it has too many requests: try later",
    503: "it is busy: try later",
}


class WhipError(Exception):
    """What the service did not do, and what to change."""


class Session:
    """One stream at a service, from publish to end."""

    def __init__(self, url, token):
        if urlsplit(url).scheme not in ("http", "https") or not urlsplit(url).hostname:
            raise WhipError("%s is no address of a service: https://HOST/PATH" % url)
        self.url = url
        self.token = token
        self.resource = None    # where the session is, while there is one

    def publish(self, offer):
        """The SDP of the answer."""
        reply, body = self.ask("POST", self.url, offer)
        if reply.status_code != 201:
            raise WhipError(refusal(reply, body))
        if "Location" not in reply.headers:
            raise WhipError("%s names no session (Location) in its answer" % reply.url)
        self.resource = urljoin(reply.url, reply.headers["Location"])
        if reply.headers.get("Content-Type", "").split(";")[0].strip() != SDP:
            raise WhipError("the answer of %s is no SDP" % reply.url)
        return body

    def end(self):
        """Tells the service, if there is a session."""
        if self.resource:
            resource, self.resource = self.resource, None
            reply, body = self.ask("DELETE", resource)
            if not reply.ok and reply.status_code != 404:
                raise WhipError(refusal(reply, body))

    def ask(self, method, url, offer=None):
        """(what it replies, its body); goes where a redirect of RFC 9725 shows."""
        for _ in range(MOST_REDIRECTS + 1):
            reply, body = self.ask_one(method, url, offer)
            if reply.status_code not in (307, 308) or "Location" not in reply.headers:
                return reply, body
            url = urljoin(url, reply.headers["Location"])
        raise WhipError("%s redirects more than %d times" % (self.url, MOST_REDIRECTS))

    def ask_one(self, method, url, offer):
        import requests  # it tries a socket, which --help need not wait for

        try:
            with requests.request(method, url, data=offer, headers=self.headers(url, offer),
                                  timeout=SECONDS, allow_redirects=False, stream=True) as reply:
                body = reply.raw.read(MOST_BYTES + 1, decode_content=True)
        except requests.Timeout:
            raise WhipError("no answer from %s within %d s" % (url, SECONDS)) from None
        except (requests.RequestException, OSError) as error:
            raise WhipError("no answer from %s: %s" % (url, cause(error))) from None
        if len(body) > MOST_BYTES:
            raise WhipError("the answer of %s is longer than %d bytes" % (url, MOST_BYTES))
        return reply, body.decode(errors="replace")

    def headers(self, url, offer):
        """The token goes to the host that it is for, and to no other."""
        found = {"Content-Type": SDP} if offer else {}
        if self.token and urlsplit(url)[:2] == urlsplit(self.url)[:2]:
            found["Authorization"] = "Bearer " + self.token
        return found


def cause(error):
    """What the system said, below what the libraries made of it."""
    while error.__context__:
        error = error.__context__
    return getattr(error, "strerror", None) or str(error)


def refusal(reply, body):
    """One line about a status that is no success."""
    code = reply.status_code
    text = "%s answers %d %s" % (reply.url, code, reply.reason)
    if 300 <= code < 400:
        text += ": WHIP redirects with 307 or 308"
    elif code in MEANINGS:
        text += ": " + MEANINGS[code]
    said = " ".join("".join(c if c.isprintable() else " " for c in body).split())
    return text + (" (%s)" % said[:MOST_WORDS] if said else "")
