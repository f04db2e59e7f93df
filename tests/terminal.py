#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# Runs a command on a terminal of its own and prints what that saw; the exit code is the command's.  --until TEXT: types
# Ctrl-C as soon as the text was seen.  Usage: terminal.py COLUMNS ROWS [--until TEXT] COMMAND...
import fcntl
import os
import pty
import struct
import sys
import termios

columns, rows = int(sys.argv[1]), int(sys.argv[2])
command, until = sys.argv[3:], None
if command[0] == "--until":
    until, command = command[1].encode(), command[2:]

pid, terminal = pty.fork()
if pid == 0:
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    os.execvp(command[0], command)
seen = b""
while True:
    try:
        piece = os.read(terminal, 65536)
    except OSError:  # Linux: the other end was closed
        break
    if not piece:
        break
    seen += piece
    if until and until in seen:
        os.write(terminal, b"\x03")
        until = None
sys.stdout.buffer.write(seen.replace(b"\r\n", b"\n"))
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
