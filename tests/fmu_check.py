# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
"""FMUs in FMPy: fmu_check.py RUN.csv FILE.fmu...  Each FMU must be valid, give the rows of RUN.csv bit for bit by
Co-Simulation with internal inputs, whatever the communication step, and come near them by Model Exchange."""
import csv
import ctypes
import sys

import fmpy
import numpy as np
from fmpy.validation import validate_fmu


def read(name):
    with open(name, newline="") as file:
        rows = [row for row in csv.reader(file) if row and not row[0].startswith("#")]
    names = [title.split(" [")[0] for title in rows[0]]
    return names, np.array([[float(cell) for cell in row] for row in rows[1:]])


def check(fmu, names, rows):
    assert validate_fmu(fmu) == [], validate_fmu(fmu)
    stop, every = rows[-1, 0], rows[1, 0] - rows[0, 0]
    outputs = {v.name for v in fmpy.read_model_description(fmu).modelVariables if v.causality == "output"}
    keep = [name if name in outputs else name + "_out" for name in names[1:]]  # an input may have the same name
    for step in (every, every / 8):
        result = fmpy.simulate_fmu(fmu, fmi_type="CoSimulation", start_values={"internal_inputs": True}, stop_time=stop,
                                   output_interval=step, output=keep)
        for k, name in enumerate(keep, 1):
            got = result[name][::round(every / step)]
            assert len(got) == len(rows), (fmu, len(got), len(rows))
            same = got == rows[:, k]
            assert same.all(), (fmu, "CS", step, name, int(np.argmin(same)))
    # CVode at 1e-8: its own error is some tens of the tolerance times the size of a column.
    result = fmpy.simulate_fmu(fmu, fmi_type="ModelExchange", solver="CVode", relative_tolerance=1e-8, stop_time=stop,
                               start_values={"internal_inputs": True}, output_interval=every, output=keep,
                               record_events=False)
    for k, name in enumerate(keep, 1):
        size = np.abs(rows[:, k]).max() + 1e-12
        worst = np.abs(result[name] - rows[:, k]).max() / size
        assert worst < 1e-4, (fmu, "ME", name, worst)


def check_errors(fmu):
    """Wrong calls give an error and a reason."""
    description = fmpy.read_model_description(fmu)
    if description.fmiVersion != "3.0":
        return
    from fmpy.fmi3 import FMU3Slave
    folder = fmpy.extract(fmu)
    said = []

    def log(environment, status, category, message):
        said.append(message.decode())

    slave = FMU3Slave(guid=description.guid, unzipDirectory=folder,
                      modelIdentifier=description.coSimulation.modelIdentifier, instanceName="a")
    from fmpy.fmi3 import fmi3LogMessageCallback
    keep = fmi3LogMessageCallback(log)
    library = slave.dll
    library.fmi3InstantiateCoSimulation.restype = ctypes.c_void_p
    slave.instantiate(loggingOn=True)
    library.fmi3GetFloat64.argtypes = None
    value = ctypes.c_double()
    reference = ctypes.c_uint32(0xffffff)
    status = library.fmi3GetFloat64(ctypes.c_void_p(slave.component), ctypes.byref(reference), ctypes.c_size_t(1),
                                    ctypes.byref(value), ctypes.c_size_t(1))
    assert status == 3, status
    assert library.fmi3DoStep(ctypes.c_void_p(slave.component), ctypes.c_double(0), ctypes.c_double(1), False, None,
                              None, None, None) == 3
    assert library.fmi3GetFloat64(None, None, 0, None, 0) == 3
    del keep


names, rows = read(sys.argv[1])
for fmu in sys.argv[2:]:
    check(fmu, names, rows)
    check_errors(fmu)
    print(fmu, "good")
