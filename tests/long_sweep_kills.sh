#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# A study whose process is killed (-KILL) at 50 random moments, with MPI also one of its processes: after each of them the
# file has only rows of the undisturbed study and those that it had before, and the same command goes on to the same rows.
. "$(dirname "${BASH_SOURCE[0]}")/cli_support.sh"
if ! "$STICTION" --version | grep -q "studies in SQLite files: yes" || ! command -v python3 >/dev/null; then
    echo "skipped: SQLite: no studies in files, or no python3 to read them"
    exit 77
fi
[[ -z ${SANITIZED:-} ]] || exit 0 # a killed process leaves no report

begin "50 kills"
cat >../in/kills.py <<'END'
import os, random, signal, sqlite3, subprocess, sys, time

program, with_mpi = sys.argv[1], sys.argv[2] == "mpi"
os.chdir("../in")
study = ["sweep", "block-stick-slip", "--vary", "Fs=+-10%", "--vary", "K=uniform:1 N/m:3 N/m", "--metrics", "period,end(x)",
         "--samples", "6000", "--quiet", "-o"]
os.environ.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")


def rows(path):
    if not os.path.exists(path):
        return []
    db = sqlite3.connect(path)
    try:
        return db.execute("SELECT * FROM run ORDER BY number").fetchall()
    except sqlite3.OperationalError:  # killed before the tables were there
        return []
    finally:
        db.close()


def below(pid):
    """The processes that this one has started, and theirs."""
    try:
        with open(f"/proc/{pid}/task/{pid}/children") as file:
            own = [int(word) for word in file.read().split()]
    except OSError:
        return []
    return own + [p for one in own for p in below(one)]


def kill_once(path, longest, ranks):
    command = [program, *study, path]
    if ranks:
        command = ["mpirun", "--oversubscribe", "-n", str(ranks), *command]
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(random.uniform(0.0, longest))
    victims = below(child.pid) if ranks else [child.pid]
    try:
        os.kill(random.choice(victims or [child.pid]), signal.SIGKILL)
    except ProcessLookupError:
        pass
    return child.wait()


begin = time.monotonic()
subprocess.run([program, *study, "whole.sqlite"], check=True)
longest = min(time.monotonic() - begin, 4.0)
whole = rows("whole.sqlite")
assert len(whole) == 6000
seed = random.randrange(1 << 32)
print("seed", seed)
random.seed(seed)
number, before, kills, ends = 0, [], 0, 0
while kills < 50:
    path = f"killed{number}.sqlite"
    ranks = random.choice([2, 3]) if with_mpi and kills % 5 == 4 else 0
    code = kill_once(path, longest, ranks)
    now = rows(path)
    assert set(before) <= set(now) <= set(whole), f"kill {kills}: rows were lost or changed"
    before = now
    kills += code != 0
    if code == 0:
        assert now == whole, "the rows of a study that ended differ"
        number, before, ends = number + 1, [], ends + 1
subprocess.run([program, *study, f"killed{number}.sqlite"], check=True)
assert rows(f"killed{number}.sqlite") == whole, "the rows of the last study differ"
print(kills, "kills,", ends + 1, "studies ended")
END
kind=alone
command -v mpirun >/dev/null && [[ -x $STICTION-mpi ]] && kind=mpi
ok python3 ../in/kills.py "$STICTION" "$kind"
summary
