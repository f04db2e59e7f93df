#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# Ten seeds of tests/test_joint_log.sh.
SEEDS=10 exec "$(dirname "${BASH_SOURCE[0]}")/test_joint_log.sh"
