# SPDX-FileCopyrightText: 2026 The gst-scream authors
# SPDX-License-Identifier: LGPL-2.1-or-later
"""elements_doc.py [--write] ROOT PLUGIN...

Compares docs/elements.md, and docs/research/elements.md for the elements of experiments, with
what the built plugins say of themselves and with the gtk-doc comments of their sources; --write
brings them up to date.  They have what gst-inspect-1.0 cannot say.  Fails too for an element,
property or signal without a comment or without "Since:", for a comment that names a property or
signal that there is not, and for a number whose blurb names no unit or has it outside of brackets.
"""
import difflib
import os
import re
import sys
from collections.abc import Iterator
from typing import Any

try:
    import gi
    gi.require_version("Gst", "1.0")
    from gi.repository import GObject, Gst
except (ImportError, ValueError) as error:
    print(f"skipped: {error} (Debian: python3-gi gir1.2-gstreamer-1.0)")
    sys.exit(77)

import gtkdoc
import tree

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tools"))
from gstscream import enums  # noqa: E402

HEAD = """\
# Elements

Generated from the plugins by `ninja -C build elements-doc`; a test compares. Each property has its
default, and the state up to which it may change, unless it may change at any time. Types, ranges
and short descriptions: `meson devenv -C build gst-inspect-1.0 screamtx`.

Times of properties are in ms, those of statistics and messages in ns, rates in bit/s. A number
that looks like another unit, as `max-bitrate=2000` or `timeout=5`, is refused or warned of.
"""
LAB = """\
# Elements for experiments

As [elements.md](../elements.md), for the elements that no stream in use needs.
"""
PAGES = {"docs/elements.md": HEAD, "docs/research/elements.md": LAB}
NUMBERS = {"gint", "guint", "gint64", "guint64", "glong", "gulong", "gfloat", "gdouble"}
UNIT = re.compile(
    r"\b(bit/s|ms|bytes?|packets?|frames?|fraction|0 ?(\.\.\.|…|to|-) ?1|SSRC|seed|number|port)\b"
    r"|%")

# Bins show the properties of the element inside, others those of their parent: {their type:
# (its type, its name)}.
PROXIES = {
    "GstScreamBwe": ("GstScreamTx", "screamtx"),
    "GstScreamSink": ("GstScreamTx", "screamtx"),
    "GstScreamSinkPad": ("GstScreamTxPad", "screamtx"),
    "GstScreamSrc": ("GstScreamRx", "screamrx"),
}


def media_types(caps: Any) -> str:
    """Without the fields, each once, in their order."""
    return ", ".join(dict.fromkeys(caps.get_structure(number).get_name()
                                   for number in range(caps.get_size()))) or caps.to_string()


def value_of(spec: Any) -> Any:
    default: Any = getattr(spec, "default_value", None)  # a structure has none
    if spec.value_type.is_a(GObject.TYPE_ENUM):
        return enums.nick(spec.value_type, default)
    if spec.value_type.is_a(GObject.TYPE_BOOLEAN):
        return str(bool(default)).lower()
    if spec.value_type.name in ("gfloat", "gdouble"):
        return f"{default:g}"
    return '""' if default == "" else default


def access_of(spec: Any) -> Any:
    flags = int(spec.flags)
    if not flags & GObject.ParamFlags.WRITABLE:
        return "read-only"
    if flags & GObject.ParamFlags.CONSTRUCT_ONLY:
        return "at creation"
    # GST_PARAM_MUTABLE_PLAYING and _PAUSED
    for flag, state in ((1 << 12, "any time"), (1 << 11, "up to PAUSED")):
        if flags & flag:
            return state
    return "up to READY"


def request_pads(factory: Any, element: Any) -> Iterator[Any]:
    """(name of the template, pad) of each that the element gives when asked."""
    for template in factory.get_static_pad_templates():
        if template.presence == Gst.PadPresence.REQUEST:
            pad = element.request_pad_simple(template.name_template)
            if pad is not None:
                yield template.name_template, pad
                element.release_request_pad(pad)


def facts(spec: Any) -> str:
    """Default and state in which it may be set, as words."""
    access = access_of(spec)
    default = value_of(spec)
    if access == "read-only":
        return "*Read-only.*"
    said = [f"default {default}" if default is not None else "", access.replace("any time", "")]
    text = ", ".join(filter(None, said))
    return f"*{text[0].upper()}{text[1:]}.*" if text else ""


class Page:
    def __init__(self, comments: Any, path: str) -> None:
        self.comments = comments
        self.path = path
        self.places: dict[Any, Any] = {}        # of each of our types, how others write its members
        self.members: set[Any] = set()    # (type, property or signal)
        self.text = PAGES[path]
        self.faults: list[Any] = []

    def add(self, *lines: Any) -> None:
        self.text += "\n" + "\n".join(lines) + "\n"

    def know(self, thing: Any, place: Any) -> None:
        """What a comment may name."""
        kind = thing.__gtype__
        if self.is_ours(kind):
            self.places[kind.name] = place
        self.members |= {(kind.name, spec.name) for spec in thing.list_properties()}
        self.members |= {(kind.name, name) for name in GObject.signal_list_names(kind)}

    def know_element(self, factory: Any) -> None:
        element = factory.create(None)
        home = path_of(factory)
        page = "" if home == self.path else os.path.relpath(home, os.path.dirname(self.path))
        self.know(element, f"`{{}}` of [{factory.get_name()}]({page}#{factory.get_name()})")
        for template, pad in request_pads(factory, element):
            self.know(pad, f"`{template}::{{}}`")

    def comment(self, name: str, owner: Any) -> Any:
        """The gtk-doc text of this name, as what describes the type owner."""
        text = self.comments.get(name)
        if text is None:
            self.faults.append(f"no gtk-doc comment {name}: in plugins/")
            return ""
        if "Since: " not in text:
            self.faults.append(f"{name}: its comment lacks Since:")
        self.faults += [f"{name}: there is no #{':'.join(member)}"
                        for member in gtkdoc.members(text)
                        if member[0] in self.places and member not in self.members]
        text = gtkdoc.PARAMETER.sub("", text) if name.startswith("SECTION:") \
            else gtkdoc.parameters(text)
        return gtkdoc.markdown(text, owner, self.places)

    def properties(self, title: str, thing: Any) -> None:
        own = [spec for spec in thing.list_properties() if self.is_ours(spec.owner_type)]
        if not own:
            return
        self.add(f"### {title}")
        elsewhere = [spec for spec in own if self.is_elsewhere(spec, thing)]
        proxied = [f"`{spec.name}`" for spec in elsewhere]
        if proxied:
            inner = PROXIES[thing.__gtype__.name][1]
            self.add(f"As those of [{inner}](#{inner}): {', '.join(proxied)}.")
        for spec in own:
            if spec in elsewhere:
                continue
            blurb = spec.blurb or ""
            where = f"{spec.owner_type.name}:{spec.name}"
            if not blurb:
                self.faults.append(f"{where} has no blurb")
            if spec.value_type.name in NUMBERS and not UNIT.search(blurb):
                self.faults.append(f"{where}: its blurb names no unit: {blurb}")
            if re.search(r"\bin (ms|bit/s)\b", blurb):
                self.faults.append(f"{where}: a unit stands in brackets, as (ms): {blurb}")
            self.add(f"#### `{spec.name}`", "", facts(spec), "",
                     self.comment(where, spec.owner_type.name))

    def is_elsewhere(self, spec: Any, thing: Any) -> Any:
        """A property of the element inside, or of the parent, which has no comment of its own."""
        owner = thing.__gtype__.name
        return f"{owner}:{spec.name}" not in self.comments and owner in PROXIES \
            and f"{PROXIES[owner][0]}:{spec.name}" in self.comments

    @staticmethod
    def is_ours(gtype: Any) -> Any:
        """Not a property of GstObject, GstPad or another base class."""
        return gtype.name.startswith(("GstScream", "GstLinkEmu"))

    def pads(self, factory: Any) -> Any:
        names = {Gst.PadDirection.SRC: "src", Gst.PadDirection.SINK: "sink"}
        when = {Gst.PadPresence.ALWAYS: "always", Gst.PadPresence.SOMETIMES: "sometimes",
                Gst.PadPresence.REQUEST: "request"}
        templates = sorted(factory.get_static_pad_templates(),
                           key=lambda pad: str(pad.name_template))
        self.add("### Pads", "", "| pad | direction | presence | caps |",
                 "| --- | --- | --- | --- |",
                 *(f"| `{pad.name_template}` | {names[pad.direction]} | {when[pad.presence]} "
                   f"| {media_types(pad.get_caps())} |" for pad in templates))

    def element(self, factory: Any) -> None:
        element = factory.create(None)
        kind = element.__gtype__
        self.add(f"## {factory.get_name()}", "",
                 f"{factory.get_metadata('long-name')} ({factory.get_metadata('klass')}): "
                 f"{factory.get_metadata('description')}.", "",
                 self.comment(f"SECTION:element-{factory.get_name()}", kind.name))
        if self.is_ours(kind.parent):       # it has the pads and signals of that
            self.properties("Properties", element)
            return
        self.pads(factory)
        self.properties("Properties", element)
        for template, pad in request_pads(factory, element):
            self.properties(f"Properties of `{template}`", pad)
        for signal in GObject.signal_list_names(kind):
            self.add(f"### Signal `{signal}`", "",
                     self.comment(f"{kind.name}::{signal}", kind.name))


def path_of(factory: Any) -> str:
    """The page that describes the element."""
    users, lab = PAGES
    return lab if factory.get_plugin_name() == "screamlab" else users


def factories_of(plugins: Any) -> list[Any]:
    registry = Gst.Registry.get()
    factories: list[Any] = []
    for path in plugins:
        plugin = Gst.Plugin.load_file(path)
        features = registry.get_feature_list_by_plugin(plugin.get_name())
        factories += sorted((feature for feature in features
                             if isinstance(feature, Gst.ElementFactory)),
                            key=lambda feature: str(feature.get_name()))
    return factories


def page_of(root: str, path: str, factories: list[Any]) -> Page:
    page = Page(gtkdoc.comments(root), path)
    for factory in factories:
        page.know_element(factory)
    for factory in factories:
        if path_of(factory) == path:
            page.element(factory)
    page.text = re.sub(r"\n{3,}", "\n\n", page.text).rstrip("\n") + "\n"
    return page


def renew(root: str, page: Page, write: bool) -> list[Any]:
    """What is wrong with a page, after it is written."""
    path = os.path.join(root, page.path)
    if write:
        with open(path, "w", encoding="utf-8") as file:
            file.write(page.text)
    committed = tree.text(path)
    if committed != page.text:
        sys.stdout.writelines(difflib.unified_diff(
            committed.splitlines(True), page.text.splitlines(True), page.path, "plugins"))
        page.faults.append(f"{page.path} is not up to date: ninja -C build elements-doc")
    return page.faults


def main(arguments: list[str]) -> int:
    write = arguments[0] == "--write"
    root, *plugins = arguments[1:] if write else arguments
    Gst.init(None)
    factories = factories_of(plugins)
    return tree.said([fault for path in PAGES
                      for fault in renew(root, page_of(root, path, factories), write)])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
