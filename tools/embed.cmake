# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# Turns scenario or paper files, or the core as files, into C:
#     cmake -DKIND=scenarios|papers|core|fmu_sources -DLIST=FILE -DOUTPUT=FILE.c -P embed.cmake
# LIST names one file per line: scenarios/NAME.yaml, papers/NAME/paper.yaml with text.md beside it, what
# tools/amalgamate wrote, or the code inside an FMU, src/fmu/shell.
# The texts become arrays of bytes, so no character needs escaping and no limit on string literals
# applies; those of the core, a megabyte, one long string, which takes a tenth of the time.

# C string literal of any text.  '?' is escaped because of trigraphs.
function(c_literal text result)
    string(REGEX REPLACE "([\\\\\"?])" "\\\\\\1" text "${text}")
    set(${result} "\"${text}\"" PARENT_SCOPE)
endfunction()

# The value of a top-level line `KEY: VALUE` without quotes and comment; `default` where there is none.
function(top_value text key default result)
    set(value "${default}")
    if("\n${text}" MATCHES "\n${key}:[ \t]+([^\r\n]*)")
        string(STRIP "${CMAKE_MATCH_1}" value)
        if(value MATCHES "^\"(([^\"\\\\]|\\\\.)*)\"")
            string(REGEX REPLACE "\\\\([\\\\\"])" "\\1" value "${CMAKE_MATCH_1}")
        elseif(value MATCHES "^'(([^']|'')*)'")
            string(REPLACE "''" "'" value "${CMAKE_MATCH_1}")
        else()
            string(REGEX REPLACE "[ \t]+#.*$" "" value "${value}")
        endif()
    endif()
    set(${result} "${value}" PARENT_SCOPE)
endfunction()

# Adds the bytes of a file to `arrays` as the array `name`.
function(add_array name file comment)
    file(READ "${file}" bytes HEX)
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${bytes}")
    string(REPLACE "x0a'," "x0a',\n    " bytes "${bytes}") # one source line per text line
    set(arrays "${arrays}static const char ${name}[] = { /* ${comment} */\n    ${bytes}0\n};\n" PARENT_SCOPE)
endfunction()

# The same as one string, with a line for each line.
function(add_string name file comment)
    file(READ "${file}" text)
    string(REPLACE "\\" "\\\\" text "${text}")
    string(REPLACE "\"" "\\\"" text "${text}")
    string(REPLACE "?" "\\?" text "${text}")
    string(REPLACE "\n" "\\n\"\n    \"" text "${text}")
    set(arrays "${arrays}static const char ${name}[] = /* ${comment} */\n    \"${text}\";\n" PARENT_SCOPE)
endfunction()

# Sorted by name, not by file name: "block" stands before "block-slow".
file(STRINGS "${LIST}" files)
set(names "")
foreach(file IN LISTS files)
    if(KIND STREQUAL "fmu_sources")
        get_filename_component(name "${file}" NAME)
    elseif(KIND STREQUAL "papers")
        get_filename_component(folder "${file}" DIRECTORY)
        get_filename_component(name "${folder}" NAME)
    elseif(KIND STREQUAL "core")
        get_filename_component(name "${file}" NAME)
    else()
        get_filename_component(name "${file}" NAME_WLE)
    endif()
    list(APPEND names "${name}")
    set("file_${name}" "${file}")
endforeach()
list(SORT names)

set(arrays "")
if(KIND STREQUAL "core")
    set(arrays "#pragma GCC diagnostic ignored \"-Woverlength-strings\"\n\n")
endif()
set(rows "")
set(count 0)
foreach(name IN LISTS names)
    set(file "${file_${name}}")
    if(KIND STREQUAL "core")
        add_string(file_text_${count} "${file}" "${name}")
    else()
        add_array(file_text_${count} "${file}" "${name}")
        file(READ "${file}" text)
        top_value("${text}" title "${name}" title)
        c_literal("${title}" title)
    endif()
    if(KIND STREQUAL "core")
        string(APPEND rows "    {\"${name}\", file_text_${count}, sizeof file_text_${count} - 1},\n")
    elseif(KIND STREQUAL "papers")
        get_filename_component(folder "${file}" DIRECTORY)
        add_array(text_${count} "${folder}/text.md" "${name}")
        top_value("${text}" year 0 year)
        string(APPEND rows "    {\"${name}\", ${title}, ${year}, file_text_${count}, text_${count}},\n")
    elseif(KIND STREQUAL "fmu_sources")
        string(APPEND rows "    {\"${name}\", file_text_${count}},\n")
    else()
        string(APPEND rows "    {\"${name}\", ${title}, file_text_${count}},\n")
    endif()
    math(EXPR count "${count} + 1")
endforeach()
if(count EQUAL 0)
    set(rows "    {0}, /* there are no ${KIND} */\n")
endif()

if(KIND STREQUAL "papers")
    set(header "report/paper.h")
    set(type StnPaperFile)
    set(table stn_paper_files)
    set(number stn_paper_file_count)
elseif(KIND STREQUAL "core")
    set(header "stiction/code.h")
    set(type StnCoreFile)
    set(table stn_core_files)
    set(number stn_core_files_count)
elseif(KIND STREQUAL "fmu_sources")
    set(header "fmu/writer.h")
    set(type StnFmuSource)
    set(table stn_fmu_sources)
    set(number stn_fmu_sources_count)
else()
    set(header "stiction/scenario.h")
    set(type StnBuiltin)
    set(table stn_builtin_list)
    set(number stn_builtin_list_count)
endif()
file(WRITE "${OUTPUT}" "/* Made by tools/embed.cmake from ${KIND}/; do not edit. */
#include \"${header}\"

extern const ${type} ${table}[];
extern const int ${number};

${arrays}
const ${type} ${table}[] = {
${rows}};
const int ${number} = ${count};
")
