# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
"""Results as data: what the library fills, for people as text and HTML, for programs as dict and tables."""

from __future__ import annotations

import html
import importlib
import json
import os
from typing import Any, NamedTuple

import numpy as np

from ._library import Error, bad_input, check, file_name, new_error, suggestion, take_text, text_of, utf8
from ._native import ffi, lib

WIDTH = 100


def needs(module: str) -> Any:
    """A package that is not required; the message names it where it is missing."""
    try:
        return importlib.import_module(module)
    except ImportError as missing:
        name = module.partition(".")[0]
        raise ImportError(f"this needs {name}, which is not installed: pip install {name}") from missing


def html_table(caption: str, head: list[str], rows: list[list[str]]) -> str:
    def cells(texts: list[str], tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}>{html.escape(t)}</{tag}>" for t in texts) + "</tr>"
    body = "".join(cells(row, "td") for row in rows)
    return (f"<table><caption>{html.escape(caption)}</caption><thead>{cells(head, 'th')}</thead>"
            f"<tbody>{body}</tbody></table>")


class Estimate(NamedTuple):
    """A parameter as it was estimated: value, standard deviation and 95 % interval, NaN where not known."""

    name: str
    unit: str
    path: str
    value: float
    std: float
    low: float
    high: float


class Table(NamedTuple):
    """A table of a result: columns by name, and their units."""

    name: str
    columns: dict[str, np.ndarray[Any, Any]]
    units: dict[str, str]

    def to_pandas(self) -> Any:
        frame = needs("pandas").DataFrame(self.columns)
        frame.attrs["units"] = self.units
        return frame


def _cell(cell: Any) -> Any:
    if cell.kind == lib.STN_CELL_NUMBER:
        return cell.number
    if cell.kind == lib.STN_CELL_COUNT:
        return cell.count
    if cell.kind == lib.STN_CELL_FLAG:
        return bool(cell.count)
    return text_of(cell.text)


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return "-" if value != value else f"{value:.6g}"
    return str(value)


class Result:
    """What a verb found.  str() is the page of the program, Jupyter shows tables; as_dict() has full precision."""

    def __init__(self, method: str | None = None, site: str | None = None) -> None:
        self._kept: list[Any] = []
        self.c = ffi.gc(ffi.new("StnResult *"), lib.stn_result_free)
        if method:
            self.c.method = self.keep(method)
        if site:
            self.c.site = self.keep(site)

    def __copy__(self) -> Result:
        return self  # nobody can change it

    def __deepcopy__(self, memo: Any) -> Result:
        return self

    def __reduce__(self) -> Any:
        raise TypeError(f"a {type(self).__name__} is memory of this process: send as_dict()")

    def keep(self, text: str) -> Any:
        """A text that the C struct only borrows."""
        self._kept.append(ffi.new("char[]", utf8(text)))
        return self._kept[-1]

    def checked(self) -> Result:
        error = new_error()
        if lib.stn_result_check(self.c, error) != lib.STN_OK:
            raise Error(error)
        return self

    def as_dict(self) -> dict[str, Any]:
        """Everything, in SI or in the units that "units" has."""
        error = new_error()
        text = lib.stn_result_json(self.c, ffi.NULL, ffi.NULL, error)
        if not text:
            raise Error(error)
        return json.loads(take_text(text))  # type: ignore[no-any-return]

    def __str__(self) -> str:
        error = new_error()
        text = lib.stn_result_plain(self.c, WIDTH, error)
        if not text:
            raise Error(error)
        return take_text(text).rstrip("\n")

    __repr__ = __str__

    def _items(self) -> list[Any]:
        return [self.c.item[i] for i in range(self.c.count)]

    @property
    def estimates(self) -> dict[str, Estimate]:
        """What was estimated, by name."""
        found: dict[str, Estimate] = {}
        for item in self._items():
            if item.kind == lib.STN_RESULT_ESTIMATES:
                for i in range(item.nestimate):
                    e = item.estimate[i]
                    name = ffi.string(e.name).decode()
                    found[name] = Estimate(name, ffi.string(e.unit).decode(), ffi.string(e.path).decode(),
                                           e.value, e.std, e.low, e.high)
        return found

    def __getitem__(self, name: str) -> float:
        """The value of an estimate."""
        return self._estimate(name).value

    def _estimate(self, name: str) -> Estimate:
        found = self.estimates
        if name not in found:
            raise KeyError(f'no estimate "{name}"{suggestion(name, list(found))}')
        return found[name]

    def interval(self, name: str) -> tuple[float, float]:
        """The 95 % interval of an estimate."""
        one = self._estimate(name)
        return one.low, one.high

    @property
    def remarks(self) -> list[str]:
        """What a reader must know: assumptions, what was left out and why."""
        found = []
        for item in self._items():
            if item.kind == lib.STN_RESULT_REMARKS and item.remarks:
                found += [ffi.string(item.remarks.text[i]).decode() for i in range(item.remarks.count)]
        return found

    @property
    def tables(self) -> dict[str, Table]:
        """The tables for programs, by name."""
        found = {}
        for item in self._items():
            if item.kind == lib.STN_RESULT_TABLE and item.name:
                table = _table(item)
                if table.columns:
                    found[table.name] = table
        return found

    @property
    def rows(self) -> dict[str, np.ndarray[Any, Any]]:
        """Measured, modelled and residual, row by row; empty where the method has none."""
        from ._record import view
        c = self.c.rows
        return {ffi.string(c.column[i].name).decode(): view(self, c.data[i], c.rows) for i in range(c.ncolumn)}

    def plot(self, axes: Any = None) -> Any:
        """Draws the figure of the result with matplotlib, in SI; axes: as many as it has panels.  Returns them."""
        figure = self.c.figure
        if figure.npanel == 0:
            raise bad_input("this result has no figure")
        if axes is None:
            columns = max(figure.columns, 1)
            rows = -(-figure.npanel // columns)
            size = (figure.width / 100 or 6.4 * columns, figure.height / 100 or 3.2 * rows)
            drawing, axes = needs("matplotlib.pyplot").subplots(rows, columns, squeeze=False, figsize=size, layout="constrained")
            drawing.suptitle(text_of(figure.title))
        axes = np.atleast_1d(axes).reshape(-1)
        for i in range(figure.npanel):
            _draw(axes[i], figure.panel[i])
        return axes

    def write_figure(self, path: str | os.PathLike[str]) -> None:
        """The figure as the program draws it, by gnuplot: .svg, .png or .pdf."""
        error = new_error()
        if self.c.figure.npanel == 0:
            raise bad_input("this result has no figure")
        check(lib.stn_figure_write(file_name(path), ffi.addressof(self.c, "figure"), error), error)

    def _repr_html_(self) -> str:
        parts = [f"<h4>{html.escape(text_of(self.c.title))}</h4>"] if self.c.title else []
        for item in self._items():
            parts += _item_html(item)
        return "\n".join(parts)


def _draw(axis: Any, panel: Any) -> None:
    styles = {lib.STN_STYLE_LINES: "-", lib.STN_STYLE_POINTS: ".", lib.STN_STYLE_DASHES: "--", lib.STN_STYLE_MARKS: "o",
              lib.STN_STYLE_HAIRLINE: "-"}
    for k in range(panel.ncurve):
        curve = panel.curve[k]
        x, y = (np.array(ffi.unpack(values, curve.count)) for values in (curve.x, curve.y))
        axis.plot(x, y, styles[curve.style], label=text_of(curve.label) or None,
                  linewidth=0.6 if curve.style == lib.STN_STYLE_HAIRLINE else None)
    axis.set(title=text_of(panel.title), xlabel=text_of(panel.xlabel), ylabel=text_of(panel.ylabel))
    if panel.logx:
        axis.set_xscale("log")
    if panel.xmin < panel.xmax:
        axis.set_xlim(panel.xmin, panel.xmax)
    if panel.ymin < panel.ymax:
        axis.set_ylim(panel.ymin, panel.ymax)
    if axis.get_legend_handles_labels()[1]:
        axis.legend()
    axis.grid(True)


def _table(item: Any) -> Table:
    names = [text_of(item.column[k].name) for k in range(item.ncolumn)]
    cells = [[_cell(item.cell[r * item.ncolumn + k]) for r in range(item.nrow)] for k in range(item.ncolumn)]
    used = [k for k in range(item.ncolumn) if names[k]]
    return Table(text_of(item.name), {names[k]: np.array(cells[k]) for k in used},
                 {names[k]: text_of(item.column[k].unit) for k in used})


def _item_html(item: Any) -> list[str]:
    if not item.text:
        return []
    text = text_of(item.text)
    if item.kind in (lib.STN_RESULT_FACT, lib.STN_RESULT_PARAGRAPH):
        return [f"<div style='white-space: pre-wrap'>{html.escape(text.lstrip(chr(10)))}</div>"]
    if item.kind == lib.STN_RESULT_TABLE and item.nshown:
        shown = [k for k in range(item.ncolumn) if item.column[k].heading]
        head = [" ".join(text_of(item.column[k].heading).split()) for k in shown]
        rows = [[_shown(_cell(item.cell[r * item.ncolumn + k])) for k in shown]
                for r in range(item.nrow) if item.shown[r]]
        return [html_table(text, head, rows)]
    if item.kind == lib.STN_RESULT_ESTIMATES:
        rows = []
        for i in range(item.nestimate):
            e = item.estimate[i]
            rows.append([ffi.string(e.name).decode(), _shown(e.value), ffi.string(e.unit).decode(),
                         "-" if e.low != e.low else f"{_shown(e.low)} ... {_shown(e.high)}"])
        return [html_table(text, ["parameter", "value", "unit", "95 % interval"], rows)]
    if item.kind == lib.STN_RESULT_REMARKS and item.remarks:
        lines = [ffi.string(item.remarks.text[i]).decode() for i in range(item.remarks.count)]
        return [f"<p>{html.escape(text)}</p><ul>" + "".join(f"<li>{html.escape(t)}</li>" for t in lines) + "</ul>"]
    return []
