# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""markup.py ROOT

Fails for Python that has HTML in a text, and for anything but the one place that takes
text for markup: pages are made by the templates, which escape what they are given.  Tests
may say what they give to a page and expect on it; SVG is not looked at.
"""
import ast
import os
import re
import sys
from collections.abc import Iterator

import modules
import tree

TEMPLATES = "tools/gstscream/report/templates/"
PLACE = "tools/gstscream/report/render.py"      # knows which text is markup
TAG = re.compile(r"</?(?:html|head|body|main|footer|section|table|caption|thead|tbody|tr|"
                 r"td|th|p|div|span|h[1-6]|[uod]l|li|d[td]|a|b|i|code|pre|small|details|summary|"
                 r"style|script|meta)(?:\s[^<>]*)?>")
UNESCAPED = re.compile(r"\|\s*safe\b|\bautoescape\b|\bMarkup\b")
EXPECTS = re.compile(r"(?:.*_test|test_.*|.*_fake|meta_can_fail)\.py")


def in_python(path: str, text: str) -> Iterator[tuple[int, str]]:
    """(line, what is wrong)"""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found = TAG.search(node.value)
            if found:
                yield node.lineno, f"{found[0]} belongs into a template"
        name = getattr(node, "attr", getattr(node, "id", None))
        if isinstance(node, ast.expr) and name in ("Markup", "autoescape") and path != PLACE:
            yield node.lineno, f"{name}: only {PLACE} takes text for markup"


def in_template(text: str) -> Iterator[tuple[int, str]]:
    """(line, what is wrong)"""
    for number, line in enumerate(text.split("\n"), 1):
        found = UNESCAPED.search(line)
        if found:
            yield number, f"{found[0]} would let markup through"


def main(root: str) -> int:
    faults = [f"{path}:{line}: {what}" for path, text in modules.sources(root).items()
              if not EXPECTS.fullmatch(os.path.basename(path))
              for line, what in in_python(path, text)]
    templates = tree.sources(root, TEMPLATES, ends=(".html",))
    faults += [f"{path}:{line}: {what}" for path in templates
               for line, what in in_template(tree.text(os.path.join(root, path)))]
    return tree.said(faults) or not templates


if __name__ == "__main__":
    sys.exit(main(os.path.abspath(sys.argv[1])))
