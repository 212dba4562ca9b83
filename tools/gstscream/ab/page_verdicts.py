"""The lines on top: what can be said of each pair, and how to check it."""
from html import escape

from . import page_words
from .page_columns import column, shown
from .verdict import pairs, rule, spread_text, unit, verdict

TAGS = {"trade": "trade", "alike": "alike", "": "–"}


def verdicts(folder, colours):
    """Controllers against each other, then encoders."""
    parts = [group(page_words.place(scenario), [
        verdict(one, folder.of(scenario, one), other, folder.of(scenario, other))
        for one, other in pairs(there(folder, scenario))], colours, scenario.anchor())
        for scenario in folder.scenarios]
    parts = [part for part in parts if part]
    between = [group(f"{scenario.link}, {controller}", [
        verdict(one, runs_of[one], other, runs_of[other]) for one, other in pairs([*runs_of])],
        colours) for controller, scenario, runs_of in by_encoder(folder)]
    between = [part for part in between if part]
    if between:
        parts.append("<h2>Between encoders</h2>\n" + "\n".join(between))
    if not parts:
        return "<p>Nothing to compare yet.</p>"
    return (f"<details><summary>how this is decided</summary>\n<p class='rule'>"
            f"{escape(rule())}</p>\n</details>\n" + "\n".join(parts))


def there(folder, scenario):
    names = {run.controller for run in folder.of(scenario)}
    return [name for name in folder.controllers if name in names]


def by_encoder(folder):
    """(controller, a scenario of the link, {encoder: runs}) where there are several."""
    found = {}
    for run in folder.runs:
        key = run.controller, run.scenario._replace(encoder="")
        found.setdefault(key, {}).setdefault(run.encoder, []).append(run)
    for (controller, scenario), runs_of in found.items():
        if len(runs_of) > 1:
            yield controller, scenario, runs_of


def group(title, found, colours, anchor=""):
    """A heading, a line for each verdict, and a table that can be opened."""
    if not found:
        return ""
    heading = f"<a href='#{anchor}'>{escape(title)}</a>" if anchor else escape(title)
    lines = "\n".join(f"<li>{tag(each, colours)} {escape(each.text)}</li>" for each in found)
    checks = "\n".join(check_table(each) for each in found if each.checks)
    check = f"<details><summary>the numbers behind it</summary>\n{checks}\n</details>\n" \
        if checks else ""
    return f"<h3>{heading}</h3>\n<ul class='verdicts'>\n{lines}\n</ul>\n{check}"


def tag(found, colours):
    """Who is better; with a question mark where no spread is known."""
    text = TAGS.get(found.better, f"{found.better} better")
    doubt = "" if found.sure or not found.better else "?"
    colour = colours.get(found.better)
    swatch = f"<span class='swatch' style='background:{colour}'></span>" if colour else ""
    return f"<b class='tag'>{swatch}{escape(text)}{doubt}</b>"


def check_table(found):
    rows = "\n".join(check_row(found, each) for each in found.checks)
    return (f"<table><thead><tr><th>{escape(found.one)} – {escape(found.other)}</th>"
            f"<th>{escape(found.one)}</th><th>{escape(found.other)}</th><th>difference</th>"
            f"<th>of chance</th><th>that matters</th><th>counts for</th></tr></thead>\n"
            f"{rows}\n</table>")


def check_row(found, each):
    which = column(each.measure.name)
    chance = "not known" if each.chance is None else shown(each.chance, which)
    sign = "−" if each.difference < 0 else "+"
    better = {1: found.one, -1: found.other, 0: "neither"}[each.sign]
    cells = [f"{spread_text(each.one, which)} {which.unit}",
             f"{spread_text(each.other, which)} {which.unit}",
             f"{sign}{shown(abs(each.difference), which)} {unit(each.measure)}", chance,
             shown(each.least, which), better]
    return (f"<tr><th>{escape(each.measure.title)}</th>"
            + "".join(f"<td>{escape(cell)}</td>" for cell in cells) + "</tr>")
