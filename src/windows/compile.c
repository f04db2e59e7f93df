/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* FMUs that are written on Windows have sources only. */
#include "fmu/writer.h"

static const char why[] = "binaries of FMUs are not made on Windows: an importer compiles the "
                          "sources, and stiction fmu on Linux makes binaries for Windows";

StnStatus stn_fmu_binaries(StnFmuWriter *w, StnZip *zip)
{
    (void)zip;
    if (w->def.kind == STN_FMU_BINARY)
        return stn_error(w->error, STN_UNAVAILABLE, "%s", why);
    if (w->remarks)
        stn_remark(w->remarks, "%s", why);
    return STN_OK;
}
