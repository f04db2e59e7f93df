# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
# Made from the public headers by python/bindings.py: whatever stiction/stiction.h declares.
from typing import Any

ffi: Any
lib: Any
