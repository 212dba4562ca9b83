# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Headless Chromium for tests of pages, over the pipe of its DevTools protocol.

    with Browser(folder) as browser:
        page = browser.open("file:///...", width=360)
        page.value("document.title")

The protocol: https://chromedevtools.github.io/devtools-protocol/; over the pipe a message
is JSON with a 0 at its end, ours at descriptor 3 of the browser, its own at 4.
"""
import base64
import json
import os
import shutil
import signal
import subprocess
import sys
from typing import Any

PROGRAM = "chromium"
STOP_SECONDS = 10
OPTIONS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run",
           "--disable-background-networking", "--disable-component-update", "--disable-sync",
           "--hide-scrollbars", "--remote-debugging-pipe"]
# Becomes the browser, with its two ends of the pipes where it looks for them.
START = """
import fcntl, os, sys
ends = [fcntl.fcntl(int(end), fcntl.F_DUPFD, 10) for end in sys.argv[1:3]]
os.dup2(ends[0], 3)
os.dup2(ends[1], 4)
os.closerange(5, 256)
os.execvp(sys.argv[3], sys.argv[3:])
"""
FAULTS = ("Runtime.exceptionThrown", "Log.entryAdded", "Runtime.consoleAPICalled")


def there() -> bool:
    return shutil.which(PROGRAM) is not None


class Closed(Exception):
    """The browser has gone."""


class Browser:
    """While the block runs; its files and what it prints are in a folder."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.number = 0
        self.pages: dict[Any, Any] = {}
        self.read: Any = None
        self.write: Any = None
        self.process: Any = None

    def __enter__(self) -> "Browser":
        theirs, ours = os.pipe()
        mine, yours = os.pipe()
        command = [sys.executable, "-c", START, str(theirs), str(yours), PROGRAM, *OPTIONS,
                   f"--user-data-dir={self.folder}/browser", "about:blank"]
        with open(os.path.join(self.folder, "browser.log"), "wb") as log:
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                pass_fds=(theirs, yours), start_new_session=True,
                env=dict(os.environ, HOME=self.folder))
        os.close(theirs)
        os.close(yours)
        self.write, self.read = os.fdopen(ours, "wb", 0), os.fdopen(mine, "rb")
        return self

    def __exit__(self, *_: object) -> None:
        self.write.close()
        try:
            self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        self.read.close()

    def message(self) -> Any:
        text = bytearray()
        while not text.endswith(b"\0"):
            part = self.read.read(1)
            if not part:
                raise Closed(f"see {self.folder}/browser.log")
            text += part
        return json.loads(text[:-1])

    def call(self, method: Any, session: Any = None, **parameters: Any) -> Any:
        """What the browser replies; events are given to their pages meanwhile."""
        self.number += 1
        said = {"id": self.number, "method": method, "params": parameters}
        said.update({"sessionId": session} if session else {})
        self.write.write(json.dumps(said).encode() + b"\0")
        while True:
            found = self.message()
            if found.get("id") == self.number:
                if "error" in found:
                    raise RuntimeError(f"{method}: {found['error']['message']}")
                return found["result"]
            page = self.pages.get(found.get("sessionId"))
            if page:
                page.events.append(found)

    def open(self, url: str, width: int, height: int = 900, dark: bool = False,
             before: str = "") -> Any:
        """A page that has loaded; before: a script that runs before its own."""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        page = self.pages[session] = Page(self, target, session)
        page.prepare(width, height, dark, before)
        page.go(url)
        return page

    def close(self) -> None:
        """All pages; the browser stays."""
        for page in list(self.pages.values()):
            page.close()


class Page:
    def __init__(self, browser: Any, target: Any, session: Any) -> None:
        self.browser, self.target, self.session = browser, target, session
        self.events: list[Any] = []

    def call(self, method: Any, **parameters: Any) -> Any:
        return self.browser.call(method, self.session, **parameters)

    def prepare(self, width: int, height: int, dark: Any, before: Any) -> None:
        for domain in ("Page", "Runtime", "Log"):
            self.call(f"{domain}.enable")
        self.resize(width, height)
        self.scheme(dark)
        self.call("Page.addScriptToEvaluateOnNewDocument", source=before)

    def scheme(self, dark: Any) -> None:
        self.call("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def go(self, url: str) -> None:
        found = self.call("Page.navigate", url=url)
        if "errorText" in found:
            raise RuntimeError(f"{url}: {found['errorText']}")
        self.value("document.readyState == 'complete' || "
                   "new Promise(done => addEventListener('load', done))")

    def value(self, expression: str) -> Any:
        """Of JavaScript; it waits for a promise."""
        found = self.call("Runtime.evaluate", expression=expression, awaitPromise=True,
                          returnByValue=True)
        if "exceptionDetails" in found:
            raise RuntimeError(f"{expression}: {found['exceptionDetails']}")
        return found["result"].get("value")

    def press(self, key: str, code: Any, text: str = "") -> None:
        """A key, down and up, on what has the focus."""
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key,
                      windowsVirtualKeyCode=code, text=text if kind == "keyDown" else "")

    def faults(self) -> list[Any]:
        """What the page threw, or said in the console as an error or a warning."""
        return [event["params"] for event in self.events
                if event["method"] in FAULTS and not quiet(event["params"])]

    def resize(self, width: int, height: int = 900) -> None:
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=False)

    def picture(self, path: str) -> None:
        """What is seen of the page, as a PNG."""
        found = self.call("Page.captureScreenshot")
        with open(path, "wb") as file:
            file.write(base64.b64decode(found["data"]))

    def close(self) -> None:
        self.browser.call("Target.closeTarget", targetId=self.target)
        self.browser.pages.pop(self.session)


def quiet(said: Any) -> Any:
    return (said.get("type") in ("log", "info", "debug")
            or said.get("entry", {}).get("level") in ("verbose", "info"))
