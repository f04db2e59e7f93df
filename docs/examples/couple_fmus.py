#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
"""Couples a plant FMU with a controller FMU (FMI 3, Co-Simulation):

    couple_fmus.py PLANT.fmu CONTROLLER.fmu --to plant.u=controller.u --to controller.x=plant.x [--stop 5] [--step 1e-3]

Each --to A.INPUT=B.OUTPUT carries an output of one to an input of the other at every communication point (both FMUs
step by the old values: Jacobi).  Prints all connected values as CSV."""
import argparse

import fmpy
from fmpy.fmi3 import FMU3Slave


def load(name: str, path: str) -> tuple[FMU3Slave, dict[str, int]]:
    description = fmpy.read_model_description(path)
    fmu = FMU3Slave(guid=description.guid, unzipDirectory=fmpy.extract(path),
                    modelIdentifier=description.coSimulation.modelIdentifier, instanceName=name)
    fmu.instantiate()
    return fmu, {variable.name: variable.valueReference for variable in description.modelVariables}


parser = argparse.ArgumentParser()
parser.add_argument("plant")
parser.add_argument("controller")
parser.add_argument("--to", action="append", default=[], help="plant.u=controller.u")
parser.add_argument("--stop", type=float, default=5.0)
parser.add_argument("--step", type=float, default=1e-3)
arguments = parser.parse_args()

fmus = {"plant": load("plant", arguments.plant), "controller": load("controller", arguments.controller)}
wires = []
for text in arguments.to:
    target, source = text.split("=")
    wires.append((*target.split(".", 1), *source.split(".", 1)))


def carry() -> list[float]:
    values = []
    for target, entry, source, exit_ in wires:
        fmu, names = fmus[source]
        values.append(fmu.getFloat64([names[exit_]])[0])
    for (target, entry, source, exit_), value in zip(wires, values):
        fmu, names = fmus[target]
        fmu.setFloat64([names[entry]], [value])
    return values


for fmu, names in fmus.values():
    fmu.enterInitializationMode(startTime=0.0, stopTime=arguments.stop)
carry()
for fmu, names in fmus.values():
    fmu.exitInitializationMode()
print(",".join(["t", *(f"{source}.{exit_}" for target, entry, source, exit_ in wires)]))
for k in range(round(arguments.stop / arguments.step)):
    t = k * arguments.step
    print(",".join(repr(value) for value in [t, *carry()]))
    for fmu, names in fmus.values():
        fmu.doStep(currentCommunicationPoint=t, communicationStepSize=arguments.step)
for fmu, names in fmus.values():
    fmu.terminate()
    fmu.freeInstance()
