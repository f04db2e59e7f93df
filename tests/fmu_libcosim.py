# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
"""fmu_libcosim.py FILE.fmu ROWS.csv STEP: an FMU (FMI 2) in libcosim, an importer that is not FMPy (it reads FMUs by Modelon's
FMI Library), Co-Simulation with the scenario's own inputs: at the end every column has the bits of `stiction run`."""
import csv
import sys

import fmpy
from libcosimpy.CosimExecution import CosimExecution
from libcosimpy.CosimObserver import CosimObserver
from libcosimpy.CosimSlave import CosimLocalSlave

file, rows, step = sys.argv[1], sys.argv[2], float(sys.argv[3])
with open(rows, newline="") as text:
    table = [row for row in csv.reader(text) if row and not row[0].startswith("#")]
names, last = [title.split(" [")[0] for title in table[0]], [float(cell) for cell in table[-1]]
known = {variable.name: variable for variable in fmpy.read_model_description(file).modelVariables}
columns = [known[name if known[name].causality == "output" else name + "_out"].valueReference for name in names[1:]]

execution = CosimExecution.from_step_size(step_size=round(1e9 * step))  # ns
slave = execution.add_local_slave(local_slave=CosimLocalSlave(fmu_path=file, instance_name="block"))
assert execution.boolean_initial_value(slave_index=slave, variable_reference=known["internal_inputs"].valueReference, value=True)
observer = CosimObserver.create_last_value()
execution.add_observer(observer=observer)
assert execution.simulate_until(target_time=round(1e9 * last[0]))
got = list(observer.last_real_values(slave_index=slave, variable_references=columns))
assert got == last[1:], (got, last)
