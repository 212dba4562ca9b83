# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What pytest tells Meson and tests/run: 77 for skipped, and the reasons.

A run is skipped if nothing passed, or if the machine was late for one of its cases.
@pytest.mark.patient is for a test that measures in real time: tests/realtime.py judges it,
and each of its tries has fixtures of its own.
"""
import os
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

import where
from realtime import LATE, SKIPPED, Tries

try:
    import hypothesis
    import hypothesis.configuration
except ImportError:
    hypothesis = None

if hypothesis:
    # The same examples on each machine, and none that is too slow for them.
    hypothesis.configuration.set_hypothesis_home_dir(os.path.join(where.BUILD, "hypothesis"))
    hypothesis.settings.register_profile(
        "same", database=None, deadline=None, derandomize=True, max_examples=200,
        suppress_health_check=[hypothesis.HealthCheck.too_slow])
    hypothesis.settings.load_profile("same")


class Missed(Exception):
    """What a try said that failed."""


def words(report: pytest.TestReport) -> str:
    crash = getattr(report.longrepr, "reprcrash", None)
    return str(crash.message) if crash else report.longreprtext


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Only the last try of a patient test is reported, with the reasons of those before it."""
    if item.get_closest_marker("patient") is None:
        return None
    reports: list[pytest.TestReport] = []

    def run() -> None:
        reports[:] = runtestprotocol(item, log=False, nextitem=nextitem)
        for report in reports:
            if report.failed:
                raise Missed(words(report))

    tries, said = Tries(), ""
    while not tries.over:
        tries.attempt(run, Missed)
        if tries.fault is None:
            break
        said += f"{tries.words()}\n"
    for report in reports:
        if tries.fault and report.failed and not tries.failed:
            report.outcome = "skipped"
            report.longrepr = (str(item.path), 0, f"Skipped: {LATE}{tries.words()}")
        report.sections.append(("Tries", said))
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    for report in reports:
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


def reason(report: Any) -> Any:
    """Of a skipped test, or of a skipped file."""
    return report.longrepr[2].removeprefix("Skipped: ")


def skipped_run(passed: list[Any], reports: Any) -> Any:
    return reports and (not passed or any(reason(one).startswith(LATE) for one in reports))


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: Any, exitstatus: Any) -> None:
    stats = session.config.pluginmanager.get_plugin("terminalreporter").stats
    fine = exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)
    if fine and skipped_run(stats.get("passed"), stats.get("skipped")):
        session.exitstatus = SKIPPED


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """As tests/tally.py reads them."""
    for one in terminalreporter.stats.get("skipped", ()):
        name = f"{one.nodeid}: " if one.when != "collect" else ""
        terminalreporter.write_line(f"skipped: {name}{' '.join(reason(one).split())}")
