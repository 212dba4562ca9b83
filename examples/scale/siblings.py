# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The programs of this folder as modules, whose names have no suffix; options that they share."""
import argparse
import importlib.machinery
import importlib.util
import os

HERE = os.path.dirname(os.path.realpath(__file__))


def load(name):
    loader = importlib.machinery.SourceFileLoader(name, os.path.join(HERE, name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    loader.exec_module(module)
    return module


class Parser(argparse.ArgumentParser):
    """What decides how a scream-scale runs, with a program's own defaults."""

    def __init__(self, about, count, bitrate, seconds, settle, port, elements):
        super().__init__(description=about,
                         formatter_class=argparse.RawDescriptionHelpFormatter)
        self.add_argument("--build", default=os.path.join(HERE, "..", "..", "build"),
                          help="Meson build directory")
        self.add_argument("-n", "--count", type=int, default=count, help="streams")
        self.add_argument("-b", "--bitrate", type=int, default=bitrate, help="bit/s of a stream")
        self.add_argument("-s", "--seconds", type=float, default=seconds,
                          help="of each case, or of each side")
        self.add_argument("--settle", type=float, default=settle, help="seconds before that")
        self.add_argument("-p", "--port", type=int, default=port, help="first port")
        self.add_argument("--sink", default=f"{elements}sink", help="UDP element that sends")
        self.add_argument("--source", default=f"{elements}src", help="the one that receives")

    def parse(self, argv):
        options = self.parse_args(argv)
        options.build = self.built(options.build)
        return options

    def built(self, folder):
        if not os.path.isfile(os.path.join(folder, "examples", "scale", "scream-scale")):
            self.error(f"no scream-scale in {folder}: give a build directory, with ninja run")
        return os.path.abspath(folder)
