# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# Turns scenario files into C:  cmake -DLIST=FILE -DOUTPUT=FILE.c -P embed.cmake
# LIST names one scenario file per line.  The texts become arrays of bytes, so no character needs
# escaping and no limit on string literals applies.

# C string literal of any text.  '?' is escaped because of trigraphs.
function(c_literal text result)
    string(REGEX REPLACE "([\\\\\"?])" "\\\\\\1" text "${text}")
    set(${result} "\"${text}\"" PARENT_SCOPE)
endfunction()

# The value of the top-level `title:` line without quotes and comment; the name where there is none.
function(scenario_title text name result)
    set(title "${name}")
    if("\n${text}" MATCHES "\ntitle:[ \t]+([^\r\n]*)")
        string(STRIP "${CMAKE_MATCH_1}" title)
        if(title MATCHES "^\"(([^\"\\\\]|\\\\.)*)\"")
            string(REGEX REPLACE "\\\\([\\\\\"])" "\\1" title "${CMAKE_MATCH_1}")
        elseif(title MATCHES "^'(([^']|'')*)'")
            string(REPLACE "''" "'" title "${CMAKE_MATCH_1}")
        else()
            string(REGEX REPLACE "[ \t]+#.*$" "" title "${title}")
        endif()
    endif()
    set(${result} "${title}" PARENT_SCOPE)
endfunction()

# Sorted by name, not by file name: "block" stands before "block-slow".
file(STRINGS "${LIST}" files)
set(names "")
foreach(file IN LISTS files)
    get_filename_component(name "${file}" NAME_WLE)
    list(APPEND names "${name}")
    set("file_${name}" "${file}")
endforeach()
list(SORT names)

set(arrays "")
set(rows "")
set(count 0)
foreach(name IN LISTS names)
    set(file "${file_${name}}")
    file(READ "${file}" text)
    scenario_title("${text}" "${name}" title)
    c_literal("${title}" title)
    file(READ "${file}" bytes HEX)
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${bytes}")
    string(REPLACE "x0a'," "x0a',\n    " bytes "${bytes}") # one source line per text line
    string(APPEND arrays "static const char text_${count}[] = { /* ${name} */\n    ${bytes}0\n};\n")
    string(APPEND rows "    {\"${name}\", ${title}, text_${count}},\n")
    math(EXPR count "${count} + 1")
endforeach()
if(count EQUAL 0)
    set(rows "    {0}, /* there are no scenarios */\n")
endif()

file(WRITE "${OUTPUT}" "/* Made by tools/embed.cmake from scenarios/; do not edit. */
#include \"stiction/scenario.h\"

extern const StnBuiltin stn_builtin_list[];
extern const int stn_builtin_list_count;

${arrays}
const StnBuiltin stn_builtin_list[] = {
${rows}};
const int stn_builtin_list_count = ${count};
")
