#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# Keeps the arrows between the layers true.  Prints every offending line and fails if there is one:
#   - what each folder of src/ and cli/ may include: the table below; cli/ and matlab/ public headers only;
#   - SUNDIALS in src/solve/sundials*.[ch], matio in src/io, SQLite in src/ensemble,
#     cminpack in src/identify, NLopt in src/identify and src/ensemble only;
#   - threads in src/threads, shared objects loaded in src/modules and (plug-ins) src/scenario;
#   - files and streams in io, scenario, compare, ensemble, report, exchange, fmu, windows and macos only (elsewhere, laws and plants included for their
#     warnings, <stdio.h> is for snprintf);
#   - the library never prints to the terminal and never ends the process;
#   - which state is a site's velocity (StnSiteInfo.v) only core/assembly.h and core/modes.c know.
# Usage: check_layers.sh [ROOT]
set -euo pipefail
cd "${1:-$(dirname "$0")/..}"

shopt -s nullglob
files=(include/stiction/*.h src/*/*.[ch] cli/*.[ch] matlab/src/*.[ch])
[[ ${#files[@]} -gt 0 ]] || exit 0

awk '
# ---- The table: folder, folders it may include, public headers it may include ----
function may(layer, folders, headers)
{
    allowed[layer] = " " layer " " folders " "
    public[layer] = " " headers " "
}
BEGIN {
    models = "laws plants compensation signals kernel"
    engine = "solve core " models
    below = "scenario io threads modules lanes " engine
    documents = "core fields system solve io result scenario"
    may("kernel",   "",                                "core")
    may("laws",     "kernel",                          "core")
    may("plants",   "kernel",                          "core")
    may("compensation", "kernel",                      "core")
    may("signals",  "kernel",                          "core fields system")
    may("core",     models,                            "core fields system")
    may("modules",  "",                                "core")
    may("solve",    "modules " engine,                 "core fields system solve")
    may("threads",  "",                                "core watch")
    may("lanes",    engine,                            "core fields system solve")
    may("characterize", "io " engine,                  "core fields system solve io result characterize")
    may("io",       "modules " engine,                 "core fields system solve io result")
    may("scenario", "io " engine,                      "core fields system solve io result scenario")
    may("compare",  below,                             documents " compare plot")
    may("ensemble", "compare " below,                  documents " compare plot ensemble")
    may("remedies", "ensemble compare " below,         documents " compare plot ensemble remedies")
    may("identify", "ensemble compare " below,         documents " compare plot ensemble measured findings identify_tests identify_motion identify fit")
    may("report",   "identify ensemble compare " below, documents " compare plot ensemble identify report")
    may("describe", "report identify ensemble compare characterize " below, documents " compare plot ensemble measured identify fit characterize report describe")
    may("exchange", below,                             documents " exchange code")
    may("fmu",      "exchange report identify ensemble compare " below, documents " compare ensemble identify report exchange code fmu")
    # What is otherwise on Windows and macOS: files that take the place of those of the same name.
    may("windows",  "fmu exchange ensemble io",        "core")
    may("macos",    "io",                              "core")
    # Public headers, by name.
    header["joint"]    = " "
    header["loop"]     = " "
    header["core"]     = " joint loop "
    header["fields"]   = " core "
    header["system"]   = " core fields "
    header["solve"]    = " core fields system "
    header["characterize"] = " core fields system solve io result "
    header["io"]       = " core fields system solve "
    header["result"]   = " core fields system solve io "
    header["scenario"] = " core fields system solve "
    header["compare"]  = " " documents " "
    header["plot"]     = " " documents " "
    header["ensemble"] = " " documents " compare "
    header["remedies"] = " " documents " compare ensemble "
    header["measured"] = " " documents " compare ensemble "
    header["findings"] = " " documents " compare ensemble measured "
    header["identify_tests"]  = header["findings"] "findings "
    header["identify_motion"] = header["findings"] "findings "
    header["identify"] = header["identify_tests"] "identify_tests identify_motion "
    header["fit"]      = header["identify"] "identify "
    header["report"]   = " core "
    header["describe"] = " " documents " "
    header["exchange"] = " " documents " "
    header["watch"]    = " core "
    header["code"]     = " core fields system "
    header["fmu"]      = " " documents " "

    word = "(^|[^A-Za-z0-9_.>])"
    prints = word "(printf|vprintf|puts|putchar|perror|exit|_Exit|quick_exit|abort)[ \t]*[(]"
    streams = word "(FILE|fopen|fdopen|popen|fprintf|vfprintf|fputs|fputc|fwrite|fread|fgets|stdout|stderr)([^A-Za-z0-9_]|$)"
    errors = word "stderr([^A-Za-z0-9_]|$)"
}

function offence(text)
{
    print FILENAME ":" FNR ": " text ": " original
    count++
}

# The line without comments; in_comment runs on from line to line.
function without_comments(line,    out, at)
{
    out = ""
    while (line != "") {
        if (in_comment) {
            at = index(line, "*/")
            if (!at)
                return out
            line = substr(line, at + 2)
            in_comment = 0
        } else if (match(line, /"([^"\\]|\\.)*"|\/\*|\/\//)) {
            at = substr(line, RSTART, RLENGTH)
            out = out substr(line, 1, RSTART - 1)
            line = substr(line, RSTART + RLENGTH)
            if (at == "//")
                return out
            if (at == "/*")
                in_comment = 1
            else
                out = out at
        } else {
            return out line
        }
    }
    return out
}

FNR == 1 {
    in_comment = 0
    pointers = ""
    split(FILENAME, part, "/")
    place = part[1]                                   # include, src, cli or matlab
    layer = part[2]
    name = part[3]
    sub(/\.h$/, "", name)
    if (place == "src" && !(layer in allowed)) {
        original = "a folder of src/ that the table in tools/check_layers.sh does not have"
        offence("unknown layer")
    }
}

{
    original = $0
    code = without_comments($0)
}

code ~ /^[ \t]*#[ \t]*include/ {
    target = code
    sub(/^[ \t]*#[ \t]*include[ \t]*/, "", target)
    own = target ~ /^"/
    gsub(/[<>" \t]/, "", target)
    check_include()
    next
}

# Members v of StnSiteInfo: in a list of sites, or behind a pointer that this function declares.
place != "include" && FILENAME !~ /^src\/core\/(assembly\.h|modes\.c)$/ {
    if (code ~ /^}/)
        pointers = ""
    rest_of_line = code
    while (match(rest_of_line, /StnSiteInfo *\* *[A-Za-z_]+/)) {
        pointer = substr(rest_of_line, RSTART, RLENGTH)
        rest_of_line = substr(rest_of_line, RSTART + RLENGTH)
        sub(/.*[* ]/, "", pointer)
        pointers = pointers (pointers ? "|" : "") pointer
    }
    if (code ~ /sites\[.*\]\.v([^A-Za-z0-9_]|$)/ ||
        (pointers && code ~ "(^|[^A-Za-z0-9_])(" pointers ")->v([^A-Za-z0-9_]|$)"))
        offence("the velocity of a site is known in core/assembly.h and core/modes.c only: use stn_site_v")
}

place == "src" {
    gsub(/"([^"\\]|\\.)*"/, "\"\"", code)
    if (code ~ prints || code ~ errors)
        offence("the library never prints and never exits")
    else if (layer !~ /^(io|scenario|compare|ensemble|report|exchange|fmu|windows|macos)$/ && code ~ streams)
        offence("files and streams do not belong into src/" layer)
}

function check_include(    folder, rest)
{
    folder = target
    sub(/\/.*/, "", folder)
    rest = target
    sub(/^[^\/]*\//, "", rest)
    sub(/\.h$/, "", rest)

    if (folder ~ /^(cvode|cvodes|arkode|ida|idas|kinsol|nvector|sunmatrix|sunlinsol|sunnonlinsol|sundials)$/ &&
        FILENAME !~ /^src\/solve\/sundials[^\/]*\.[ch]$/)
        offence("SUNDIALS belongs into src/solve/sundials*")
    if (target == "matio.h" && layer != "io")
        offence("matio belongs into src/io")
    if (target == "sqlite3.h" && layer != "ensemble")
        offence("SQLite belongs into src/ensemble")
    if (target ~ /^(cminpack|minpack)\.h$/ && layer != "identify")
        offence("cminpack belongs into src/identify")
    if (target == "nlopt.h" && layer !~ /^(identify|ensemble)$/)
        offence("NLopt belongs into src/identify and src/ensemble")
    if (target ~ /^(pthread|threads)\.h$/ && layer != "threads")
        offence("threads belong into src/threads")
    if (target == "dlfcn.h" && layer !~ /^(modules|scenario)$/)
        offence("shared objects are loaded in src/modules and src/scenario")
    if (target == "stdio.h" && place == "src" && layer ~ /^(kernel|signals)$/)
        offence("no <stdio.h> in src/" layer)
    if (!own)
        return
    if (target ~ /\.\./) {
        offence("name the folder, as in \"core/x.h\"")
    } else if (place == "include") {
        if (folder != "stiction")
            offence("a public header may include public headers only")
        else if ((name in header) && !index(header[name], " " rest " "))
            offence(name ".h may not include " target)
    } else if (place == "cli" || place == "matlab") {
        if (target ~ /\// && folder != "stiction")
            offence(place " may include public headers only")
    } else if (place == "src" && folder == "stiction") {
        if (!index(public[layer], " " rest " "))
            offence("src/" layer " may not include " target)
    } else if (place == "src" && target ~ /\// && !index(allowed[layer], " " folder " ")) {
        offence("src/" layer " may not include " target)
    }
}

END {
    if (count) {
        print count " offence(s) against the layers"
        exit 1
    }
}' "${files[@]}"
