# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What programs have in common that measure cases whose names stand on the command line."""
from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Callable, Iterable
from typing import Any, NoReturn

import tunrig

PREFIX = 'case_'


class Failure(Exception):
    """A figure that is not within its bounds."""


def check(what: str, value: float, low: float, high: float) -> None:
    if not low <= value <= high:
        raise Failure(f'{what} is {value:.6g}, not within {low:.6g}...{high:.6g}')


def named(scope: dict[str, Any]) -> dict[str, Callable[..., Any]]:
    """The functions case_... of a program, by the names of the command line."""
    return {name.removeprefix(PREFIX).replace('_', '-'): function
            for name, function in scope.items() if name.startswith(PREFIX)}


def parse(about: str, known: Iterable[str], **flags: str) -> argparse.Namespace:
    """flags: further options without a value, each with its help."""
    parser = argparse.ArgumentParser(
        description=about, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument('case', nargs='*', help=' '.join(known))
    parser.add_argument('--build', required=True, metavar='DIR')
    for name, text in flags.items():
        parser.add_argument(f'--{name}', action='store_true', help=text)
    options = parser.parse_args()
    for name in options.case:
        if name not in known:
            parser.error(f'{name}: known are {" ".join(known)}')
    return options


def environment(build: str) -> dict[str, str]:
    """With the plugins of a build directory."""
    return {**os.environ, 'GST_REGISTRY': os.path.join(build, 'e2e-registry.bin'),
            'GST_PLUGIN_PATH': ':'.join(
                os.path.join(build, 'plugins', name) for name in ('scream', 'lab'))}


def interrupted(*_: object) -> NoReturn:
    raise KeyboardInterrupt


def run(main: Callable[[], int]) -> NoReturn:
    """Ends the program with the status of main (), or with what stopped it."""
    signal.signal(signal.SIGTERM, interrupted)
    try:
        sys.exit(main())
    except (tunrig.TunError, KeyboardInterrupt) as error:
        sys.exit(f'{os.path.basename(sys.argv[0])}: {str(error) or "interrupted"}')
