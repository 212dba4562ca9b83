# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""doxygen-filter.py HEADER: the comments of a public header, as doxygen wants them

What stands before a declaration is about it; what stands behind one on its line is about
that one.  @name is a parameter, and the comment at the top is shown as it stands, since
it has diagrams.
"""
import re
import sys


def documented(text):
    head, guard, rest = text.partition("#ifndef ")
    title, _, about = re.search(r"/\* ([\w-]+\.h: [^\n]*)(\n.*?)? ?\*/", head, re.DOTALL)[0] \
        .removeprefix("/* ").removesuffix("*/").partition("\n")
    about = re.sub(r"^ \* ?", "", about, flags=re.MULTILINE).strip("\n ")
    name, _, brief = title.partition(": ")
    # All of its lines in front, so that the numbers of lines in warnings are off by few.
    top = f"/** @file {name}\n * @brief {brief.strip()}\n"
    if about:
        top += " * @verbatim\n" + about + "\n@endverbatim\n"
    rest = re.sub(r"@(\w+)", r"<tt>\1</tt>", rest)
    rest = re.sub(r"(?m)(?<=\S)([ \t]+)/\* ", r"\1/**< ", rest)
    rest = re.sub(r"(?m)^(\s*)/\* ", r"\1/** ", rest)
    return top + " */\n" + guard + rest


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        sys.stdout.write(documented(file.read()))
