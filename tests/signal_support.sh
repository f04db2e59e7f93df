# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
# shellcheck shell=bash
#
# Sourced by tests that send signals.  Nothing here waits for a time: a loaded machine takes longer, and that is
# all.  Linux tells what a process does in /proc.

# started PID SIGNAL-NUMBER: waits until the process is the program (bash, from which it is started, catches
# signals too) and catches the signal; false when it ended before.
started() {
    local caught program
    while program=$([[ /proc/$1/exe -ef $STICTION ]] && echo 1)
        caught=$(sed -n 's/^SigCgt:[[:space:]]*//p' "/proc/$1/status" 2>/dev/null) && [[ -n $caught ]]; do
        [[ -n $program ]] && (((16#$caught >> ($2 - 1)) & 1)) && return 0
        sleep 0.01
    done
    return 1
}

# worked PID TICKS: waits until the process has used so much processor time (1 tick: 10 ms); false when it ended.
worked() {
    local fields
    while read -r fields 2>/dev/null <"/proc/$1/stat"; do
        read -ra fields <<<"${fields##*) }" # behind the name: state, parent, ...; utime is the 12th
        [[ ${fields[0]} != Z ]] || return 1
        ((fields[11] + fields[12] >= $2)) && return 0
        sleep 0.01
    done
    return 1
}
