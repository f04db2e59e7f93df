# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# Toolchain of the preset wasm: WebAssembly by the C compiler of ziglang (PyPI), which brings its own C library.
# tools/venv.sh installs it; another one that understands -target is named by STN_ZIG.
set(CMAKE_SYSTEM_NAME Generic) # CMake has no name for it
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES STN_ZIG)

if(NOT STN_ZIG)
    file(GLOB STN_ZIG ${CMAKE_CURRENT_LIST_DIR}/../.venv/lib/python3*/site-packages/ziglang/zig)
endif()
if(NOT STN_ZIG)
    message(FATAL_ERROR "WebAssembly is built by ziglang: run tools/venv.sh, or say -DSTN_ZIG=PATH")
endif()
set(CMAKE_C_COMPILER ${STN_ZIG})
set(CMAKE_C_COMPILER_ARG1 "cc -target wasm32-wasi")
set(CMAKE_C_COMPILER_ID Clang) # asking it would try to run what it builds
set(CMAKE_C_COMPILER_WORKS ON)
set(CMAKE_C_STANDARD_COMPUTED_DEFAULT 17)
set(CMAKE_C_EXTENSIONS_COMPUTED_DEFAULT ON)
set(CMAKE_C_COMPILER_VERSION 19)
set(CMAKE_AR ${STN_ZIG})
set(CMAKE_C_ARCHIVE_CREATE "<CMAKE_AR> ar qc <TARGET> <OBJECTS>")
set(CMAKE_C_ARCHIVE_FINISH "<CMAKE_AR> ranlib <TARGET>")
