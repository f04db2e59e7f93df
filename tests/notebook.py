# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
"""Executes the code cells of notebooks, cell by cell in one namespace, without Jupyter: notebook.py [--no-figures] FILE...

Cells that draw have the tag "figure".  A cell whose last line is an expression shows it, as a notebook would: its HTML
where it has one.  Notebooks must be stored without outputs.
"""

import ast
import json
import sys


def show(value):
    if value is None:
        return
    page = getattr(value, "_repr_html_", None)
    text = page() if page else repr(value)
    assert text, "a cell shows nothing"


def execute(source, name, namespace):
    tree = ast.parse(source, name)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, name, "exec"), namespace)
    if last is not None:
        show(eval(compile(ast.Expression(last.value), name, "eval"), namespace))


def main():
    files = [a for a in sys.argv[1:] if not a.startswith("--")]
    figures = "--no-figures" not in sys.argv
    for file in files:
        with open(file, encoding="utf-8") as text:
            cells = json.load(text)["cells"]
        namespace = {"__name__": "__main__"}
        for cell in cells:
            if cell["cell_type"] != "code":
                continue
            assert not cell["outputs"] and cell["execution_count"] is None, f"{file}: {cell['id']} is stored with outputs"
            if figures or "figure" not in cell["metadata"].get("tags", []):
                execute("".join(cell["source"]), f"{file}, cell {cell['id']}", namespace)
        print(f"{file}: {sum(c['cell_type'] == 'code' for c in cells)} cells")


main()
