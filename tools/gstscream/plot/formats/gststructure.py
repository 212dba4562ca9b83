# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""GstStructures as GStreamer writes them, in both of its ways.

    name, field=(type)value, other=(structure)"name\\,\\ field\\=...\\;";
    name, other=(structure)[name, field=(type)value];

Structures become dictionaries, with their name as NAME, and arrays lists.
"""
import re
from typing import Any

from . import texts

NAME = ""                       # no field has this name
DEEPEST = 12                    # structures within structures
WORD = re.compile(r"[A-Za-z][\w/.:+-]*")
FIELD = re.compile(r"\s*([A-Za-z][\w/.:+-]*)\s*=\s*(?:\(\s*([\w:+/-]+)\s*\)\s*)?")
TYPE = re.compile(r"\(([\w:+/-]+)\)\s*")
PLAIN = re.compile(r"[^,;<>{}()\[\]\s\"]+")
STRUCTURES = {"structure", "GstStructure"}
ARRAY = "GValueArray"           # does not tell of what it is
INNER = re.compile(r"[A-Za-z][\w/.:+-]*,\s*[\w-]+=\(")
LISTS = {"<": ">", "{": "}"}


class Reader:
    def __init__(self, text: str, place: int = 0, depth: int = 0) -> None:
        self.text, self.place, self.depth = text, place, depth

    def fail(self, what: str) -> ValueError:
        return ValueError(f"{what} at column {self.place + 1}")

    def blanks(self) -> str:
        """The next character that is no blank, "" at the end."""
        while self.place < len(self.text) and self.text[self.place].isspace():
            self.place += 1
        return self.text[self.place:self.place + 1]

    def structure(self) -> dict[str, Any]:
        if self.depth > DEEPEST:
            raise self.fail("structures nested too deeply")
        found = WORD.match(self.text, self.place)
        if not found:
            raise self.fail("no name of a structure")
        self.place = found.end()
        result: dict[str, Any] = {NAME: found[0]}
        while self.blanks() == ",":
            self.place += 1
            name = FIELD.match(self.text, self.place)
            if not name:
                raise self.fail("no field")
            self.place = name.end()
            result[name[1]] = self.value(name[2] or "")
        return result

    def value(self, kind: str) -> Any:
        begin = self.blanks()
        if begin in LISTS:
            return self.list(kind, LISTS[begin])
        if begin == "[":
            return self.bracket(kind)
        text = self.quoted() if begin == '"' else self.plain()
        if kind in STRUCTURES or kind == ARRAY and INNER.match(text):
            return Reader(text, depth=self.depth + 1).structure()
        return number(text) if begin != '"' and kind != "string" else text

    def list(self, kind: str, end: str) -> list[Any]:
        if self.depth > DEEPEST:
            raise self.fail("lists nested too deeply")
        self.place += 1
        self.depth += 1
        result = []
        while self.blanks() != end:
            inner = TYPE.match(self.text, self.place)
            if inner:
                self.place = inner.end()
            result.append(self.value(inner[1] if inner else kind))
            if self.blanks() == ",":
                self.place += 1
            elif self.blanks() != end:
                raise self.fail(f"no {end}")
        self.place += 1
        self.depth -= 1
        return result

    def bracket(self, kind: str) -> Any:
        """A structure, or a range, of which nothing is taken."""
        self.place += 1
        inner = Reader(self.text, self.place, self.depth + 1)
        result = inner.structure() if kind in STRUCTURES else None
        end = self.text.find("]", inner.place)
        if end < 0:
            raise self.fail("no ]")
        self.place = end + 1
        return result

    def plain(self) -> str:
        found = PLAIN.match(self.text, self.place)
        if not found:
            raise self.fail("no value")
        self.place = found.end()
        return found[0]

    def quoted(self) -> str:
        result, place = [], self.place + 1
        while place < len(self.text) and self.text[place] != '"':
            place += self.text[place] == "\\"
            result.append(self.text[place:place + 1])
            place += 1
        if place >= len(self.text):
            raise self.fail("no end of a quotation")
        self.place = place + 1
        return "".join(result)


def number(text: str) -> Any:
    if text in ("true", "false"):
        return text == "true"
    try:
        return float(text) if "." in text or "e" in text else texts.integer(text)
    except ValueError:
        return text


def structure(text: str, place: int = 0) -> dict[str, Any]:
    """ValueError says where it is broken; it ends with a semicolon, or is cut off."""
    reader = Reader(text, place)
    result = reader.structure()
    if reader.blanks() != ";":
        raise reader.fail("no ; at the end")
    return result
