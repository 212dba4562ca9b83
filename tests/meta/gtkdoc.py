# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""gtk-doc comments of C sources, and the same in Markdown."""
import os
import re
from typing import Any

import tree

COMMENT = re.compile(r"/\*\*\n(.*?)\*/", re.DOTALL)
# |[ code ]| caption
EXAMPLE = re.compile(
    r"\s*^\|\[(?: *<!--.*?-->)?\n(.*?)\n *\]\|(?:[ \t]+(\S[^\n]*(?:\n(?!\|\[)[^\n]+)*))?\s*",
    re.DOTALL | re.MULTILINE)
CODE = re.compile(r"(^```.*?^```$|`[^`]*`)", re.DOTALL | re.MULTILINE)
# #Type:property, #Type::signal, and %CONSTANT, #Type, @parameter
NAME = re.compile(r"(?<!\w)(?:#(\w+)::?([a-zA-Z][\w-]*)|[%#@](\w+\*?))")
# Columns of code that are seen at once on a page of 900 pixels
WIDTH = 96
# @name: text, and the lines that go on with it
PARAMETER = re.compile(r"^@(\w+):\s*(.*(?:\n +.*)*)\n?", re.MULTILINE)


def comments(root: str) -> Any:
    """{"GstScreamTx:stats": text} of all gtk-doc comments of the plugins."""
    found = {}
    for path in tree.sources(root, "plugins", ends=(".c",)):
        for match in COMMENT.finditer(tree.text(os.path.join(root, path))):
            lines = [re.sub(r"^ *\* ?", "", line) for line in match[1].rstrip(" ").split("\n")]
            found[lines[0].rstrip(": ")] = "\n".join(lines[1:]).strip()
    return found


def members(text: str) -> list[tuple[str, str]]:
    """(type, property or signal) of each that the text names."""
    return [(match[1], match[2]) for part in CODE.split(text)[::2]
            for match in NAME.finditer(part) if match[2]]


def names(text: str, owner: str, places: dict[str, str]) -> str:
    """Marks what is a name; says of what, unless it is the owner's."""
    def marked(match: re.Match[str]) -> str:
        if match[3] or match[1] == owner:
            return f"`{match[3] or match[2]}`"
        return places.get(match[1], f"`{{}}` of `{match[1]}`").format(match[2])

    parts = CODE.split(text)
    parts[::2] = [NAME.sub(marked, part) for part in parts[::2]]
    return "".join(parts)


def folded(line: str) -> str:
    """A launch line that is too long goes on below."""
    if len(line) <= WIDTH or not line.startswith("gst-launch-1.0 "):
        return line
    first, *rest = line.split(" ! ")
    lines = [first]
    for part in rest:
        if len(lines[-1] + part) + len(" !  ! \\") > WIDTH:
            lines[-1] += " ! \\"
            lines.append("  " + part)
        else:
            lines[-1] += " ! " + part
    return "\n".join(lines)


def example(match: re.Match[str]) -> str:
    """A block between blank lines, below its caption."""
    caption = f"{match[2].rstrip('.:')}:\n\n" if match[2] else ""
    code = "\n".join(map(folded, match[1].split("\n")))
    return f"\n\n{caption}```\n{code}\n```\n\n"


def parameters(text: str) -> str:
    """Those of a signal, as a list."""
    found = [f"- `{name}`: {' '.join(what.split())}" for name, what in PARAMETER.findall(text)]
    return "\n".join(found + ["", PARAMETER.sub("", text).lstrip("\n")])


def markdown(text: str, owner: str, places: dict[str, str]) -> str:
    """@places says how the members of other types are written: {"GstScreamTx": "`{}` of
    [screamtx](#screamtx)"}.  Headings become those below the page's."""
    text = re.sub(r"\n*^Since: .*$", "", text, flags=re.MULTILINE)
    text = re.sub(r"^Returns:( \([^)]*\))+:", "Returns:", text, flags=re.MULTILINE)
    text = re.sub(r"\n{3,}", "\n\n", EXAMPLE.sub(example, text))
    text = re.sub(r"^##+ ", "### ", text.strip(), flags=re.MULTILINE)
    return names(text, owner, places)
