# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Three network namespaces A - R - B with a kernel rate limit from R to B.

    A 10.90.1.1 --veth-- 10.90.1.2 R 10.90.2.2 --veth-- 10.90.2.1 B
                                    tbf on this egress ^

Nothing of it exists in the namespace of the caller, and everything is gone
at the end: namespaces by name (which holds our pid), processes by their pid.
"""
import ctypes
import os
import signal
import subprocess
import threading
import time
from typing import Any

ADDRESS_A = '10.90.1.1'
ADDRESS_B = '10.90.2.1'
PREFIX = 'gse2e'
RUN_NETNS = '/run/netns'
CLONE_NEWNET = 0x40000000       # linux/sched.h
# What one timer tick of a kernel without high-resolution timers would send;
# with them 4 kB (three packets) are enough and hide less of the queue.
MIN_BURST = 4000
QUEUE_MS = 300                  # drop-tail
TICKS_PER_SECOND = 1000
STOP_SECONDS = 3


class RigError(Exception):
    """The rig could not be built, or a process did not do as told."""


def now() -> Any:
    """Seconds on the clock that the kernel's packet timestamps use."""
    return time.clock_gettime(time.CLOCK_REALTIME)


def _run(*argv: Any) -> Any:
    done = subprocess.run(argv, capture_output=True, text=True)
    if done.returncode:
        raise RigError('%s: %s' % (' '.join(argv),
                                   (done.stderr or done.stdout).strip()))
    return done.stdout


def in_namespace(name: str, function: Any) -> Any:
    """The result of function() called in a thread inside a namespace.

    setns() moves the calling thread only, so the thread ends afterwards;
    sockets stay where they were made.
    """
    libc = ctypes.CDLL(None, use_errno=True)
    result = []

    def body() -> None:
        with open(os.path.join(RUN_NETNS, name), 'rb') as handle:
            if libc.setns(handle.fileno(), CLONE_NEWNET):
                result.append(OSError(ctypes.get_errno(), 'setns ' + name))
                return
        try:
            result.append(function())
        except OSError as error:
            result.append(error)

    thread = threading.Thread(target=body)
    thread.start()
    thread.join()
    if isinstance(result[0], OSError):
        raise RigError(str(result[0]))
    return result[0]


def remove_stale() -> None:
    """Removes the namespaces of runs that were killed."""
    try:
        names = os.listdir(RUN_NETNS)
    except FileNotFoundError:
        return
    for name in names:
        parts = name.split('-')
        if parts[0] == PREFIX and not os.path.exists('/proc/' + parts[1]):
            subprocess.run(['ip', 'netns', 'del', name], check=False)


class Process:
    """A program in a namespace; its output with times, in a log and here."""

    def __init__(self, argv: list[str], env: dict[str, str], log: Any) -> None:
        self.argv = argv
        self.lines: list[Any] = []         # (time, text)
        self.cpu_seconds = 0.0
        # A new session: Ctrl-C reaches us only, and we end it in order.  The
        # kernel ends it if we are killed.
        self.popen = subprocess.Popen(
            ['setpriv', '--pdeathsig', 'KILL'] + argv, env=env,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, errors='replace',
            start_new_session=True)
        self.started = now()
        self._reader = threading.Thread(target=self._read, args=(log,),
                                        daemon=True)
        self._reader.start()

    def _read(self, log: Any) -> None:
        with open(log, 'w', encoding='utf-8') as out:
            out.write('# %s\n' % ' '.join(self.argv))
            for line in self.popen.stdout or ():
                stamp = now()
                self.lines.append((stamp, line.rstrip('\n')))
                out.write('%.6f %s' % (stamp, line))
                out.flush()

    def running(self) -> bool:
        return self.popen.poll() is None

    def sample_cpu(self) -> Any:
        """CPU seconds, user and system, of the process so far."""
        try:
            with open('/proc/%d/stat' % self.popen.pid,
                      encoding='ascii') as stat:
                fields = stat.read().rsplit(')', 1)[1].split()
        except OSError:
            return self.cpu_seconds
        ticks = int(fields[11]) + int(fields[12])
        self.cpu_seconds = ticks / os.sysconf('SC_CLK_TCK')
        return self.cpu_seconds

    def stop(self) -> Any:
        """Ends it: as Ctrl-C would, then harder.  Returns the exit status;
        negative if it needed a signal of its own."""
        if self.running():
            self.sample_cpu()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
            if not self.running():
                break
            self.popen.send_signal(number)
            try:
                self.popen.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                continue
        self._reader.join(1)
        return self.popen.returncode


class Rig:
    """The namespaces, the limit, and what runs in them.  Use with `with`."""

    def __init__(self) -> None:
        self.name = {side: '%s-%d-%s' % (PREFIX, os.getpid(), side)
                     for side in 'ARB'}
        self.rates: list[Any] = []         # (time, bit/s) as it was put in force
        self._processes: list[Any] = []
        self._rate_set = False

    def __enter__(self) -> "Rig":
        remove_stale()
        try:
            self._build()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _ip(self, side: str, *argv: Any) -> Any:
        return _run('ip', '-n', self.name[side], *argv)

    def _build(self) -> None:
        for side in 'ARB':
            _run('ip', 'netns', 'add', self.name[side])
            # No router solicitations, no duplicate address detection.
            _run('ip', 'netns', 'exec', self.name[side], 'sysctl', '-qw',
                 'net.ipv6.conf.all.disable_ipv6=1',
                 'net.ipv6.conf.default.disable_ipv6=1',
                 'net.ipv4.conf.all.rp_filter=0',
                 'net.ipv4.conf.default.rp_filter=0',
                 'net.ipv4.ip_forward=%d' % (side == 'R'))
            self._ip(side, 'link', 'set', 'lo', 'up')
        self._join('A', 'a0', ADDRESS_A, 'ra', '10.90.1.2')
        self._join('B', 'b0', ADDRESS_B, 'rb', '10.90.2.2')

    def _join(self, side: str, device: str, address: str, peer: str, gateway: str) -> None:
        _run('ip', 'link', 'add', device, 'netns', self.name[side], 'type',
             'veth', 'peer', 'name', peer, 'netns', self.name['R'])
        self._ip(side, 'addr', 'add', address + '/24', 'dev', device)
        self._ip('R', 'addr', 'add', gateway + '/24', 'dev', peer)
        self._ip(side, 'link', 'set', device, 'up')
        self._ip('R', 'link', 'set', peer, 'up')
        self._ip(side, 'route', 'add', 'default', 'via', gateway)
        self._neighbour(side, device, gateway, 'R', peer)
        self._neighbour('R', peer, address, side, device)

    def _neighbour(self, side: str, device: str, address: str, other: str,
                   other_device: str) -> None:
        link = self._ip(other, '-o', 'link', 'show', 'dev', other_device)
        mac = link.split('link/ether ')[1].split()[0]
        self._ip(side, 'neigh', 'replace', address, 'lladdr', mac, 'dev',
                 device, 'nud', 'permanent')

    def set_rate(self, bitrate: int) -> None:
        """Puts a limit in force, or changes it with packets waiting."""
        burst = max(MIN_BURST, int(bitrate / 8 / TICKS_PER_SECOND))
        verb = 'change' if self._rate_set else 'add'
        before = now()
        _run('tc', '-n', self.name['R'], 'qdisc', verb, 'dev', 'rb', 'root',
             'tbf', 'rate', '%dbit' % bitrate, 'burst', str(burst),
             'latency', '%dms' % QUEUE_MS)
        self._rate_set = True
        self.rates.append(((before + now()) / 2, bitrate))

    def queue_drops(self) -> int:
        """Packets that the queue of the limit has dropped."""
        text = _run('tc', '-n', self.name['R'], '-s', 'qdisc', 'show', 'dev',
                    'rb')
        return int(text.split('dropped ')[1].split(',')[0])

    def block_feedback(self, blocked: bool) -> None:
        """R loses all that B sends to A, without a word."""
        self._ip('R', 'route', 'add' if blocked else 'del', 'blackhole',
                 ADDRESS_A + '/32')

    def start(self, side: str, argv: list[str], env: dict[str, str], log: Any) -> Any:
        process = Process(['ip', 'netns', 'exec', self.name[side]] + argv,
                          env, log)
        self._processes.append(process)
        return process

    def close(self) -> None:
        for process in self._processes:
            process.stop()
        self._processes = []
        for name in self.name.values():
            if os.path.exists(os.path.join(RUN_NETNS, name)):
                subprocess.run(['ip', 'netns', 'del', name], check=False)
