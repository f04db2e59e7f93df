/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Everything. */
#ifndef STICTION_STICTION_H
#define STICTION_STICTION_H

#include "stiction/characterize.h"
#include "stiction/code.h"
#include "stiction/compare.h"
#include "stiction/core.h"
#include "stiction/describe.h"
#include "stiction/ensemble.h"
#include "stiction/exchange.h"
#include "stiction/fmu.h"
#include "stiction/fields.h"
#include "stiction/findings.h"
#include "stiction/fit.h"
#include "stiction/identify.h"
#include "stiction/identify_motion.h"
#include "stiction/identify_tests.h"
#include "stiction/io.h"
#include "stiction/measured.h"
#include "stiction/plot.h"
#include "stiction/remedies.h"
#include "stiction/report.h"
#include "stiction/result.h"
#include "stiction/scenario.h"
#include "stiction/solve.h"
#include "stiction/system.h"
#include "stiction/watch.h"

#endif
