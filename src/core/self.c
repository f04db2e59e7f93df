/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The structure that a model's parameters choose: what its functions get as self. */
#include "stiction/core.h"

#include <stddef.h>

StnSelf stn_plant_self(const StnPlant *plant, const double *p, int *choice)
{
    int count = 0;
    if (plant->choose)
        plant->choose(p, choice);
    for (int i = 0; !plant->choose && i < plant->nparam; i++)
        if (plant->params[i].kind == STN_KIND_CHOICE)
            choice[count++] = (int)p[i];
    return (StnSelf){choice, 0, plant->data};
}

StnSelf stn_law_self(const StnLaw *law, const double *p, int n, int *choice)
{
    int count = 0;
    if (law->choose)
        law->choose(p, choice);
    for (int i = 0; !law->choose && i < law->nparam; i++) {
        if (law->params[i]->kind == STN_KIND_CHOICE)
            choice[count++] = (int)*p;
        p += stn_param_width(law->params[i]);
    }
    return (StnSelf){choice, n, law->data};
}
