"""rtpbin_test.py ROOT BUILD: the examples beside rtpbin, each against another."""
import os
import re
import socket
import subprocess
import sys
import tempfile
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
SECONDS = 5
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
        receiving = self.start(receiver, SECONDS + 1, port)
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


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
