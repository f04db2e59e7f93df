/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* model.c of an FMU: the definition of its scenario as C text, numbers to the last bit, and what tells it from others. */
#include "fmu/writer.h"

#include "stiction/code.h"

#include <inttypes.h>
#include <math.h>

StnStatus stn_fmu_model_text(StnFmuWriter *w, FILE *out)
{
    StnSystemDef def = stn_scenario_def(w->scenario);
    StnError error = {.status = STN_OK};
    def.duration = NAN; /* the host decides how long it runs */
    char *code = stn_def_code(&def, "fmu_model", &error);
    if (code == NULL) {
        if (w->error)
            *w->error = error;
        return error.status;
    }
    fprintf(out,
            "/* The model of this FMU; made by Stiction " STN_VERSION ". */\n"
            "#include \"fmu.h\"\n\n"
            "const char *const fmu_token = FMU_TOKEN;\nconst uint64_t fmu_seed = %" PRIu64 "u;\n\n"
            "%s\n"
            "StnSystem *fmu_system(StnError *error) { return fmu_model_new(error); }\n",
            def.seed, code);
    stn_text_free(code);
    return STN_OK;
}
