# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Tests that measure in real time, on machines that do other things, too.

    python3 tests/realtime.py PROGRAM [ARGUMENT...]

runs a program of GstCheck so, if REAL_TIME is in the environment; tests/meson.build
puts it before each test.

A bound that is missed while the machine was late proves nothing: the case is tried
again later, and at last skipped with the reason.  On a machine that was in time a case
fails when it misses its bounds twice: one try is one sample of encoders, kernel and
threads.  A defect, as a warning or a crash, fails at once.  Passing is passing.

Late is: others took the processors, or a sleeping process of the highest priority was
woken too late.  What the case itself needs does not count, so that code which takes
too much is seen.
"""
import array
import contextlib
import ctypes
import fcntl
import functools
import json
import os
import re
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from typing import Any

TRIES = 3
MISSES = 2                      # on a machine in time; then it is no accident
FOREIGN = 0.05                  # of all processors: 2 s of 20 s on two of them
BUSY = 0.97                     # with encoders in real time: too slow a machine
LATE_P99 = 1.0                  # ms, what linkemu-tun takes for trusted
LATE_MAX = 20.0                 # ms, a frame of video is 33
STEP = 0.002                    # s
CALM_SECONDS = 20               # that another try waits for a calm machine
ALONE_SECONDS = 40              # that it waits for other tests in real time to end
SKIPPED = 77
MOST_WORDS = 200                # of what a test said, in the reason
PR_SET_CHILD_SUBREAPER = 36     # linux/prctl.h
TICK = os.sysconf('SC_CLK_TCK')
HERE = os.path.abspath(__file__)


# What no late machine does: a warning, a crash, an exception of a program, what a sanitizer
# finds.  But a check that fails leaves its threads and memory as they are: those are no leaks,
# and what the threads do to its variables is no race of the code.  A true one comes in another
# try, and by itself it fails the program, in any.
DEFECT = re.compile(r'Unexpected (critical|warning)|Received signal|Early exit|CRITICAL|'
                    r'ERROR: AddressSanitizer|UndefinedBehaviorSanitizer|runtime error:|'
                    r'Traceback \(most recent call last\)')


def processor_seconds() -> Any:
    """(used by anybody or stolen from the machine, all that there was)"""
    with open('/proc/stat', encoding='ascii') as stat:
        fields = [int(x) / TICK for x in stat.readline().split()[1:9]]
    user, nice, system, idle, waiting, irq, softirq, stolen = fields
    return user + nice + system + stolen, sum(fields) - irq - softirq


def descendants(pid: int) -> Iterator[int]:
    """What runs below a process, and what has ended but was not waited for."""
    try:
        for task in os.listdir('/proc/%d/task' % pid):
            with open('/proc/%d/task/%s/children' % (pid, task), encoding='ascii') as file:
                children = file.read().split()
            for child in map(int, children):
                yield child
                yield from descendants(child)
    except OSError:
        return                  # it has just ended


def seconds_of(pid: int) -> float:
    """Of a process and of those that it waited for."""
    try:
        with open('/proc/%d/stat' % pid, encoding='utf-8', errors='replace') as file:
            fields = file.read().rsplit(')', 1)[1].split()
    except OSError:
        return 0
    return sum(int(x) for x in fields[11:15]) / TICK


def own_seconds() -> float:
    """Of this process and all that it ever started."""
    used = sum(sum(resource.getrusage(who)[:2])
               for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return used + sum(map(seconds_of, descendants(os.getpid())))


def adopt_orphans() -> None:
    """Or what a browser leaves behind would count as of others."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def sleep_and_measure() -> None:
    """The process that sleeps: prints how late it woke when its input ends."""
    late = array.array('d')
    over: list[bool] = []
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: over.append(True))
    try:
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
    except OSError:
        pass                    # as important as others, then
    parent = os.getppid()
    print('ready', flush=True)
    while not over and os.getppid() == parent:
        begin = time.monotonic()
        time.sleep(STEP)
        late.append(1e3 * (time.monotonic() - begin - STEP))
    sorted_late = sorted(late) or [0.0]
    print(json.dumps([sorted_late[int(0.99 * (len(sorted_late) - 1))], sorted_late[-1]]))


class Watch:
    """How late the machine was while the block ran: reason is None, or says it."""

    def __init__(self, busy: float = 1, most: float = LATE_MAX) -> None:
        self.busy = busy        # the part of all processors that may be in use
        self.most = most        # ms that a sleeper may be late once
        self.reason: str | None = None

    def __enter__(self) -> "Watch":
        adopt_orphans()
        self.sleeper = subprocess.Popen(
            [sys.executable, '-BS', HERE, '--sleep'],
            stdout=subprocess.PIPE, text=True)
        assert self.sleeper.stdout
        self.sleeper.stdout.readline()
        self.own = own_seconds()
        self.begin = processor_seconds()
        return self

    def __exit__(self, *_: object) -> None:
        end = processor_seconds()
        own = own_seconds() - self.own
        self.sleeper.terminate()
        late = self.sleeper.communicate()[0]
        p99, most = json.loads(late) if late else (0, 0)
        there = max(end[1] - self.begin[1], STEP)
        used = end[0] - self.begin[0]
        self.judge(used / there, (used - own) / there, p99, most)

    def judge(self, used: float, foreign: float, p99: float, most: float) -> None:
        found = []
        if foreign > FOREIGN:
            found.append('others had %.0f %% of the processors' % (100 * foreign))
        elif used > self.busy:
            found.append('the processors were busy to %.0f %%' % (100 * used))
        if p99 > LATE_P99 or most > self.most:
            found.append('the machine was late: p99 %.1f ms, max %.0f ms' % (p99, most))
        self.reason = ', '.join(found) or None


def wait_for_calm() -> None:
    """Until others leave the processors alone for a second; not for ever."""
    limit = time.monotonic() + CALM_SECONDS
    while time.monotonic() < limit:
        before, own = processor_seconds(), own_seconds()
        time.sleep(1)
        after = processor_seconds()
        foreign = after[0] - before[0] - own_seconds() + own
        if foreign < FOREIGN * (after[1] - before[1]):
            return


def lock(path: str, how: int, limit: float) -> Any:
    """A descriptor; after the limit without the lock."""
    held = os.open(path, os.O_RDONLY)
    while time.monotonic() < limit:
        try:
            fcntl.flock(held, how | fcntl.LOCK_NB)
            break
        except BlockingIOError:
            time.sleep(0.05)
    return held


@contextlib.contextmanager
def turn(number: int) -> Iterator[Any]:
    """The first try runs beside other tests in real time, another one without."""
    how = fcntl.LOCK_EX if number else fcntl.LOCK_SH
    limit = time.monotonic() + ALONE_SECONDS
    gate = lock(HERE, how, limit)       # who waits in it is not overtaken
    held = lock(os.path.dirname(HERE), how, limit)
    if not number:
        os.close(gate)
    try:
        if number:
            wait_for_calm()
        yield
    finally:
        os.close(held)
        if number:
            os.close(gate)


LATE = 'untrusted: '            # begins the reason of a case that was skipped for it


class Tries:
    """Of one case: what they say together."""

    def __init__(self, busy: float = 1) -> None:
        self.busy = busy
        self.number = self.misses = 0
        self.fault: Any = None  # of the last one
        self.reason: Any = None      # why it proves nothing, or not much
        self.failed = self.over = False

    def attempt(self, run: Any, faults: Any) -> Any:
        """What it gave; afterwards, fault is None or says what was wrong."""
        self.fault = None
        with turn(self.number):
            watch = Watch(self.busy)
            try:
                with watch:
                    return run()
            except faults as fault:
                self.fault = fault
                self._judge(watch.reason)
            finally:
                self.number += 1
        return None

    def _judge(self, late: Any) -> None:
        self.misses += not late
        self.reason = late or 'missed once'
        self.failed = self.misses >= MISSES or bool(DEFECT.search(str(self.fault)))
        self.over = self.failed or self.number + 1 >= TRIES

    def words(self) -> str:
        """Of the last one, in a line."""
        return '%s (%s)' % (self.reason, ' '.join(str(self.fault)[:MOST_WORDS].split()))


# What may go wrong in a case, beside what it says itself.
FAULTS = (AssertionError, OSError, LookupError, TypeError, ValueError, RuntimeError,
          subprocess.SubprocessError)


# --- programs with cases of their own ------------------------------------

class Count:
    """Of cases, and the lines that say so."""

    def __init__(self, label: str, total: Any) -> None:
        self.label = label
        self.total = total
        self.passed = self.failed = self.skipped = 0

    def line(self, name: str, text: str) -> None:
        print('%d/%d %-20s %s' % (self.passed + self.failed + self.skipped, self.total,
                                  self.label + name, text), flush=True)

    def end(self) -> Any:
        """Prints the sum; the exit status."""
        print('%d passed, %d failed, %d skipped' % (
            self.passed, self.failed, self.skipped), flush=True)
        if self.failed:
            return 1
        return 0 if self.passed or not self.skipped else SKIPPED


def run_cases(label: str, names: Iterable[str], run: Any, faults: Any) -> Any:
    """run (name) returns what is to be said, or raises one of faults.  Those that
    proved nothing are tried again when the others are through."""
    waiting = [(name, Tries(BUSY)) for name in names]
    count = Count(label, len(waiting))
    while waiting:
        name, tries = waiting.pop(0)
        text = tries.attempt(functools.partial(run, name), faults)
        if tries.fault is None:
            count.passed += 1
            count.line(name, text)
        elif tries.failed:
            count.failed += 1
            count.line(name, 'FAILED: %s' % tries.fault)
        elif not tries.over:
            count.line(name, 'again later: %s (%s)' % (tries.reason, tries.fault))
            waiting.append((name, tries))
        else:
            count.skipped += 1
            count.line(name, 'skipped: %s (%s)' % (tries.reason, tries.fault))
    return count.end()


# --- GstCheck --------------------------------------------------------------

FAILED_TEST = re.compile(r'^[^:\s]+:\d+:[FE]:[^:]*:(\w+):\d+: (.*)$', re.MULTILINE)


class CheckFailed(Exception):
    """Some functions of a program of GstCheck."""

    def __init__(self, failed: Any) -> None:
        super().__init__('; '.join('%s: %s' % one for one in failed.items()))
        self.failed = failed


def run_check(argv: list[str], functions: Any) -> None:
    env = dict(os.environ)
    if functions:
        env['GST_CHECKS'] = ','.join(functions)
    text = ''
    with subprocess.Popen(argv, env=env, stdout=subprocess.PIPE, text=True,
                          stderr=subprocess.STDOUT, errors='replace') as program:
        for line in program.stdout or ():
            text += line
            print(line, end='', flush=True)
    if program.returncode == 0:
        return
    failed = dict(FAILED_TEST.findall(text))
    if not failed or DEFECT.search(text):
        sys.exit(program.returncode if program.returncode > 0 else 1)
    raise CheckFailed(failed)


def check_program(argv: list[str]) -> Any:
    """Runs it, and then what failed of it; the exit status."""
    functions: list[Any] = []
    tries = Tries()
    while not tries.over:
        tries.attempt(functools.partial(run_check, argv, functions), CheckFailed)
        if tries.fault is None:
            return 0
        functions = list(tries.fault.failed)
    if tries.failed:
        return 1
    print('skipped: ' + tries.words())
    return SKIPPED


if __name__ == '__main__':
    if sys.argv[1:] == ['--sleep']:
        sleep_and_measure()
    elif os.environ.get('REAL_TIME'):
        sys.exit(check_program(sys.argv[1:]))
    else:
        os.execvp(sys.argv[1], sys.argv[1:])
