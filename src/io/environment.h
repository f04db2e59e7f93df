/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#ifndef STICTION_IO_ENVIRONMENT_H
#define STICTION_IO_ENVIRONMENT_H

/* The variables of this process, for programs that it starts. */
char **stn_environment(void);

#endif
