# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
"""The types of the laws' parameters are those of the library."""

import importlib.util
import os

SOURCE = os.environ["SOURCE_DIR"]


def test_the_stubs_are_up_to_date():
    spec = importlib.util.spec_from_file_location("stubs", os.path.join(SOURCE, "tools", "python_stubs.py"))
    stubs = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(stubs)
    with open(os.path.join(SOURCE, "python", "stiction", "laws.pyi"), encoding="utf-8") as file:
        assert file.read() == stubs.text(), "made by tools/python_stubs.py"
