/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What the two halves of reading a .mat file share: the child (mat_child.c), which runs matio, and
 * the parent (mat_read.c), which believes nothing that it sends. */
#ifndef STICTION_IO_MAT_CHILD_H
#define STICTION_IO_MAT_CHILD_H

#include "stiction/core.h"

enum { STN_MAT_COLUMNS_MAX = 65536 };

/* What the child sends: columns with their numbers behind, then units, then the end. */
typedef enum StnMatPacketKind {
    STN_MAT_PACKET_COLUMN = 1,
    STN_MAT_PACKET_UNIT,
    STN_MAT_PACKET_END
} StnMatPacketKind;
typedef struct StnMatPacket {
    StnMatPacketKind kind;
    StnStatus status;
    size_t index, rows;
    char text[600];
} StnMatPacket;

/* What the child is to read, and the most bytes of the table. */
typedef struct StnMatJob {
    const char *path;
    size_t limit;
} StnMatJob;

/* Loads matio, in the parent: a child would do it for each file, and within its limit of memory.
 * STN_UNAVAILABLE where it is not there. */
StnStatus stn_mat_child_ready(StnError *error);
/* The child's work (io/child.h) on a StnMatJob: writes packets to `to`. */
void stn_mat_child(void *job, int to);

#endif
