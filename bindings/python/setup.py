# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The version is that of the checkout, the declarations are those of its headers."""
import pathlib
import re

from setuptools import setup

PROJECT = pathlib.Path("../../meson.build")    # this is run in its own folder

setup(
    version=re.findall(r"\bversion : '(.+)'", PROJECT.read_text("utf-8"))[0],
    cffi_modules=["declarations.py:ffi"],
)
