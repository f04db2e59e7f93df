/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The value references of an FMU: what the writer of modelDescription.xml and the code inside the FMU agree on.  A
 * parameter is referred to by the place of its address (stn_address_at). */
#ifndef STN_FMU_REFERENCES_H
#define STN_FMU_REFERENCES_H

enum {
    FMU_PARAMETER = 0,
    FMU_INPUT = 0x10000,  /* by the plant's list */
    FMU_SLOPE = 0x11000,  /* d/dt of an input, where the plant uses it */
    FMU_COLUMN = 0x20000, /* outputs, states of laws, sensors */
    FMU_MODE = 0x21000,   /* of a friction site: 1 backward, 2 stuck, 3 forward */
    FMU_STATE = 0x30000,  /* continuous states */
    FMU_RATE = 0x40000,   /* and their derivatives */
    FMU_GUARD = 0x50000,  /* event indicators; the last is the time to the next sample or kink */
    FMU_TIME = 0x60000,
    FMU_INTERNAL = 0x60001, /* internal_inputs */
    FMU_KIND_SIZE = 0x1000
};

#endif
