/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The writers of the formats: each puts a joint on a stream. */
#ifndef STN_EXCHANGE_WRITE_H
#define STN_EXCHANGE_WRITE_H

#include "exchange/joint.h"

#include <stdio.h>

typedef struct StnExport {
    const StnScenario *scenario;
    const StnJoint *joint; /* NULL: the format has no need of one */
    const StnExportDef *def;
    const char *title;
    StnRemarks *remarks;
    FILE *out;
} StnExport;

StnStatus stn_write_mujoco(const StnExport *e, StnError *error);
StnStatus stn_write_urdf(const StnExport *e, StnError *error);
StnStatus stn_write_bam(const StnExport *e, StnError *error);
StnStatus stn_write_feedforward(const StnExport *e, StnError *error);
StnStatus stn_write_compensator(const StnExport *e, StnError *error);

/* Ten digits, with a decimal point in every locale. */
void stn_put_number(FILE *out, double value);
/* ` name="1 2 3"`; STN_PUT takes the numbers one by one. */
void stn_put_attribute(FILE *out, const char *name, const double *value, int count);
#define STN_PUT(out, name, ...)                                 \
    stn_put_attribute(out, name, (const double[]){__VA_ARGS__}, \
                      (int)(sizeof((const double[]){__VA_ARGS__}) / sizeof(double)))
/* Text for XML: without what would end an attribute or a comment. */
void stn_put_xml_text(FILE *out, const char *text);

#endif
