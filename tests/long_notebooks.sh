#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# The whole notebooks of docs/notebooks, each in a kernel of Jupyter of its own: no cell fails, every cell that draws leaves a
# figure.
. "$(dirname "${BASH_SOURCE[0]}")/python_package.sh"
set -e
wanted=$SOURCE_DIR/docs/notebooks/requirements.txt venv=$BUILD_DIR/notebooks-venv
if ! cmp -s "$wanted" "$venv/requirements.txt"; then
    rm -rf "$venv"
    if ! { python3 -m venv "$venv" && "$venv/bin/pip" install --quiet -r "$wanted"; }; then
        echo "skipped: nbclient: docs/notebooks/requirements.txt cannot be installed"
        exit 77
    fi
    cp "$wanted" "$venv/"
fi
export STICTION_DATA=$SOURCE_DIR/docs/data MPLBACKEND=module://matplotlib_inline.backend_inline
# A kernel of this environment, whatever others the user has.
export JUPYTER_PATH=$venv/share/jupyter JUPYTER_PREFER_ENV_PATH=1 IPYTHONDIR=$package/ipython JUPYTER_RUNTIME_DIR=$package/runtime
cd "$package"
"$venv/bin/python" - "$SOURCE_DIR"/docs/notebooks/*.ipynb <<'PY'
import sys

import nbformat
from nbclient import NotebookClient

for file in sys.argv[1:]:
    notebook = nbformat.read(file, as_version=4)
    nbformat.validate(notebook)
    NotebookClient(notebook, timeout=600, kernel_name="python3").execute()
    drawn = 0
    for cell in notebook.cells:
        if "figure" in cell.metadata.get("tags", []):
            kinds = [kind for out in cell.outputs if "data" in out for kind in out["data"]]
            assert "image/png" in kinds, f"{file}: {cell.id} draws nothing"
            drawn += 1
    assert drawn > 0
    print(f"{file}: {len(notebook.cells)} cells, {drawn} figures")
PY
