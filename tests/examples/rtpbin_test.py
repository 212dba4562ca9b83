"""rtpbin_test.py ROOT BUILD: the examples beside rtpbin, each against another, and
the gst-launch lines of docs/media-servers.md."""
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest

try:
    import gi
    gi.require_version("Gst", "1.0")
except (ImportError, ValueError) as error:
    print(f"skipped: {error} (Debian: python3-gi gir1.2-gstreamer-1.0)")
    sys.exit(77)

ROOT, BUILD = sys.argv[1:3]
SOURCE = os.path.join(ROOT, "examples", "rtpbin")
PROGRAMS = os.path.join(BUILD, "examples", "rtpbin")
SECONDS = 4
PATIENCE = 40                   # for starting, on a busy machine


def free_ports():
    """The first of three UDP ports in a row that nobody has."""
    while True:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as first:
            first.bind(("127.0.0.1", 0))
            port = first.getsockname()[1]
            try:
                for further in (1, 2):
                    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
                        probe.bind(("127.0.0.1", port + further))
            except (OSError, OverflowError):
                continue
            return port


def wait_until_bound(port):
    """The first key frame must find a listener: the next is seconds away."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        for name in ("udp", "udp6"):
            with open("/proc/net/" + name, encoding="ascii") as table:
                if f":{port:04X} " in table.read():
                    return
        time.sleep(0.02)
    raise AssertionError(f"nobody listens to port {port}")


def documented_lines():
    """(senders, receivers): the lines of the page's part on rtpbin, joined."""
    with open(os.path.join(ROOT, "docs", "media-servers.md"), encoding="utf-8") as page:
        part = page.read().split("\n## rtpbin\n")[1].split("\n## ")[0]
    lines = re.findall("^gst-launch-1.0 .*$", part.replace("\\\n", " "), re.MULTILINE)
    return [[line for line in lines if f" {name} " in line] for name in ("screamtx", "screamrx")]


def python(name):
    return [sys.executable, "-B", os.path.join(SOURCE, name)]


class Rtpbin(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.env = dict(os.environ)
        self.env["GST_PLUGIN_PATH"] = os.path.join(BUILD, "plugins", "scream")
        self.env["GST_REGISTRY"] = os.path.join(self.folder.name, "registry.bin")
        subprocess.run(["gst-inspect-1.0", "screamtx"], env=self.env, check=True,
                       stdout=subprocess.DEVNULL)

    def start(self, argv, seconds, port):
        argv = argv + ["--test", f"--seconds={seconds}", "127.0.0.1", str(port)]
        return subprocess.Popen(argv, env=self.env, text=True, stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT)

    def check(self, receiver, sender, route):
        """Runs both for some seconds; they say by what way feedback went."""
        port = free_ports()
        receiving = self.start(receiver, SECONDS + 2, port)
        wait_until_bound(port)
        sending = self.start(sender, SECONDS, port)
        try:
            sent = sending.communicate(timeout=PATIENCE)[0]
            received = receiving.communicate(timeout=PATIENCE)[0]
        finally:
            for process in (sending, receiving):
                if process.poll() is None:
                    process.kill()
                    process.communicate()
        self.assertEqual((sending.returncode, receiving.returncode), (0, 0),
                         sent + received)
        self.assertRegex(sent, f"encoder [1-9][0-9]* kbit/s.*feedback by {route}\n$")
        counts = re.findall(
            rf"(\d+) packets, (\d+) lost, (\d+) of feedback by {route}\n", received)
        self.assertTrue(counts, received)
        packets, lost, feedback = (int(count) for count in counts[-1])
        self.assertGreater(packets, 30 * SECONDS / 2)  # a frame is one at least
        # Not 0 on a busy machine, where a socket may overflow.
        self.assertLess(lost, packets / 10)
        self.assertGreater(feedback, 10 * SECONDS)

    def test_c_sends_python_receives(self):
        self.check(python("rtpbin_receive.py"), [os.path.join(PROGRAMS, "rtpbin-send")],
                   "socket")

    def test_python_sends_c_receives(self):
        self.check([os.path.join(PROGRAMS, "rtpbin-receive"), "--rtp-session"],
                   python("rtpbin_send.py"), "rtp-session")

    def run_line(self, line, port):
        """As typed, but for camera, window, addresses and ports."""
        for text, instead in (
                ("v4l2src", "videotestsrc is-live=true pattern=snow ! "
                 "video/x-raw,width=320,height=180,framerate=30/1"),
                ("autovideosink", "fakesink silent=false"),
                ("HOST", "127.0.0.1"), ("SENDER", "127.0.0.1")):
            line = line.replace(text, instead)
        for number in range(3):
            line = line.replace(f"port={5000 + number}", f"port={port + number}")
        argv = shlex.split(line.replace("gst-launch-1.0", "gst-launch-1.0 -v", 1))
        return subprocess.Popen(argv, env=self.env, text=True, stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT)

    def run_lines(self, receiver, sender, port):
        """What both print in some seconds."""
        receiving = self.run_line(receiver, port)
        wait_until_bound(port)
        sending = self.run_line(sender, port)
        time.sleep(SECONDS)
        texts = []
        for process in (receiving, sending):
            process.send_signal(signal.SIGINT)
            try:
                texts.append(process.communicate(timeout=PATIENCE)[0])
            finally:
                process.kill()
        return texts

    def test_documented_lines(self):
        senders, receivers = documented_lines()
        self.assertEqual((len(senders), len(receivers)), (2, 2))
        for sender, receiver in zip(senders, receivers):
            port = free_ports()
            received, sent = self.run_lines(receiver, sender, port)
            self.assertFalse(re.findall("^(?:WARNING|ERROR).*", sent + received, re.MULTILINE))
            self.assertGreater(received.count("chain"), 30, received[-2000:])
            estimates = [int(x) for x in re.findall(
                r"estimated-bitrate = (?:\(guint\) )?(\d+)", sent)]
            # It went up, since loopback has room: so feedback came.
            self.assertGreater(estimates[-1], estimates[0])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
