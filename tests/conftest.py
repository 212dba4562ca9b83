# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What pytest tells Meson and tests/run: 77 for skipped, and the reasons.

A run is skipped if nothing passed, or if the machine was late for one of its cases.
"""
import os
from typing import Any

import pytest

import where
from realtime import LATE, SKIPPED

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
