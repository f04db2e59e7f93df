# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
import signal

# A job in the background has SIGINT ignored, and Python then raises nothing.
signal.signal(signal.SIGINT, signal.default_int_handler)
