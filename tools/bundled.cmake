# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# cminpack, NLopt and SQLite compiled in from their sources in STN_BUNDLED, the folder that tools/bundled.sh makes:
# for Python wheels, which may ask the machine for nothing but its C library.  Included by CMakeLists.txt; makes
# bundled_CMINPACK, bundled_NLOPT and bundled_SQLITE.

function(stn_bundled name folder)
    file(GLOB found ${STN_BUNDLED}/${folder}-*)
    if(NOT found)
        message(FATAL_ERROR "STN_BUNDLED=${STN_BUNDLED} has no ${folder}-*: tools/bundled.sh fetches it")
    endif()
    set(sources "")
    foreach(pattern ${ARGN})
        file(GLOB some ${found}/${pattern})
        list(APPEND sources ${some})
    endforeach()
    add_library(bundled_${name} OBJECT ${sources})
    target_compile_options(bundled_${name} PRIVATE -w) # not ours
    set_target_properties(bundled_${name} PROPERTIES
        POSITION_INDEPENDENT_CODE ON C_EXTENSIONS ON)
    set(STN_BUNDLED_${name} ${found} PARENT_SCOPE)
endfunction()

stn_bundled(CMINPACK cminpack *.c)
target_include_directories(bundled_CMINPACK SYSTEM INTERFACE ${STN_BUNDLED_CMINPACK})
target_compile_definitions(bundled_CMINPACK PUBLIC CMINPACK_NO_DLL)

stn_bundled(NLOPT nlopt src/api/*.c src/util/*.c src/algs/*/*.c)
target_sources(bundled_NLOPT PRIVATE ${PROJECT_SOURCE_DIR}/python/bundled/without_luksan.c)
set(nlopt ${STN_BUNDLED_NLOPT})
set(NLOPT_MAJOR_VERSION 2)
set(NLOPT_MINOR_VERSION 7)
set(NLOPT_BUGFIX_VERSION 1)
set(SIZEOF_UNSIGNED_INT 4)
math(EXPR SIZEOF_UNSIGNED_LONG "${CMAKE_SIZEOF_VOID_P}")
set(THREADLOCAL _Thread_local)
foreach(have COPYSIGN FPCLASSIFY GETPID GETTIMEOFDAY ISINF ISNAN STDINT_H SYS_TIME_H TIME UINT32_T UNISTD_H)
    set(HAVE_${have} 1)
endforeach()
set(TIME_WITH_SYS_TIME 1)
configure_file(${nlopt}/nlopt_config.h.in ${PROJECT_BINARY_DIR}/bundled/nlopt_config.h)
file(GLOB nlopt_folders LIST_DIRECTORIES ON ${nlopt}/src/algs/* ${nlopt}/src/util ${nlopt}/src/api)
target_include_directories(bundled_NLOPT PRIVATE ${PROJECT_BINARY_DIR}/bundled ${nlopt_folders})
target_include_directories(bundled_NLOPT SYSTEM INTERFACE ${nlopt}/src/api)

stn_bundled(SQLITE sqlite-autoconf sqlite3.c)
target_compile_definitions(bundled_SQLITE PRIVATE SQLITE_OMIT_LOAD_EXTENSION SQLITE_DQS=0 SQLITE_THREADSAFE=1
    SQLITE_OMIT_DEPRECATED SQLITE_OMIT_SHARED_CACHE SQLITE_OMIT_JSON SQLITE_DEFAULT_MEMSTATUS=0)
target_include_directories(bundled_SQLITE SYSTEM INTERFACE ${STN_BUNDLED_SQLITE})
