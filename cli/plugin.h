/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Friction laws and plants from outside: a shared object that exports one or both of
 *   const StnLaw *const *stn_plugin_laws(int *count);
 *   const StnPlant *const *stn_plugin_plants(int *count);
 * with descriptors as in stiction/core.h. */
#ifndef CLI_PLUGIN_H
#define CLI_PLUGIN_H

#include "arguments.h"
#include "stiction/stiction.h"

/* Adds what the files export to the catalogue; 0, or the exit code after a message. */
int plugins_load(const Texts *files, StnCatalog *catalog);

#endif
