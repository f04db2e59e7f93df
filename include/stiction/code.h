/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A configured system as C text, for a program that holds the core alone: stiction_core.c and what
 * these functions write.  Numbers keep all their bits, and the same input gives the same text.  The
 * texts are C99 and include "stiction_core.h".  They are freed by stn_text_free(). */
#ifndef STICTION_CODE_H
#define STICTION_CODE_H

#include "stiction/system.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A file of the core in one piece, as tools/amalgamate makes it: stiction_core.h, stiction_core.c
 * and stiction_core_complex.c.  size: of the text without the 0 behind it. */
typedef struct StnCoreFile {
    const char *name, *text;
    size_t size;
} StnCoreFile;
/* The files of the core that this library was built with. */
STN_API int stn_core_file_count(void);
STN_API StnCoreFile stn_core_file_at(int index);

/* `static StnSignal *NAME(void)`, which makes the signal, with the points of its tables before it;
 * NULL when memory is out.  NAME must be an identifier of C that begins with a letter. */
STN_API char *stn_signal_code(const StnSignal *signal, const char *name, StnError *error);

/* A whole file that defines two functions:
 *
 *     bool NAME_def(StnSystemDef *def);     the definition, signals included; false: memory is out
 *     StnSystem *NAME_new(StnError *error); the system; NULL as stn_system_new
 *
 * Who calls NAME_def owns the signals in def->input until a system takes them over.  The plant and
 * the laws must be built in; places in files (StnGiven) are left out.  NULL, and *error says why,
 * on failure. */
STN_API char *stn_def_code(const StnSystemDef *def, const char *name, StnError *error);

/* `static StnStatus NAME(const StnSystem *system, void *block, StnError *error)`, which fills a
 * block of stn_params_size(system) bytes with the numbers of `block` and finishes it, in a program
 * that has a system of the same structure.  NULL, and *error says why, on failure. */
STN_API char *stn_params_code(const StnSystem *system, const void *block, const char *name,
                              StnError *error);

#ifdef __cplusplus
}
#endif
#endif
