/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What a sheet A4 holds within its margins, 190 mm x 260 mm, in pixels of 1/96 inch. */
#ifndef STICTION_IO_PAGE_H
#define STICTION_IO_PAGE_H

#define PAGE_WIDTH 718.0
#define PAGE_HEIGHT 982.0

#endif
