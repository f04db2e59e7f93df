#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# Public names: lines of headers that fit, a comment for each function and type, docs/c-reference.md as the headers
# are, no type that is defined twice, and no name that was given up (old_names.txt).  Each of these is also made
# wrong once in a tree of its own, so that the checks are known to see it.  In pages only names that cannot be words are
# refused (stn_take, not heir); CHANGELOG.md may say what was renamed and what is gone.
source_dir=$(cd "${BASH_SOURCE%/*}/.." && pwd)
. "$source_dir/tests/cli_support.sh"
have python3 || exit 0
reference=$source_dir/tools/reference.py

# old_names ROOT: prints each place where C code or a page of the tree has one, and fails.
old_names() {
    python3 - "$source_dir/tests/old_names.txt" "$1" <<'PY'
import glob, re, sys

with open(sys.argv[1]) as file:
    rows = [line.split(None, 1) for line in file if line.strip() and not line.startswith("#")]
new = {old: instead.strip() for old, instead in rows}
plain = "|".join(re.escape(n) for n in new if not n.startswith("."))
member = "|".join(re.escape(n[1:]) for n in new if n.startswith("."))
old = re.compile(rf"\b(?:{plain})\b|(?<=\.)(?:{member})\b|(?<=->)(?:{member})\b")
# Comments, texts and characters, which are not code; lines keep their numbers.
aside = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)
bad = 0


def report(path, code, found):
    global bad
    bad += 1
    name = found[0] if found[0] in new else "." + found[0]
    line = code.count("\n", 0, found.start()) + 1
    print(f"{path}:{line}: {found[0]} is an old name: {new[name]}")


for pattern in ("include/stiction/*.h", "src/*/*.[ch]", "src/*/*.inc", "cli/*.[ch]"):
    for path in sorted(glob.glob(f"{sys.argv[2]}/{pattern}")):
        with open(path, encoding="utf-8") as file:
            code = aside.sub(lambda c: "\n" * c[0].count("\n") or " ", file.read())
        for found in old.finditer(code):
            report(path, code, found)
only_code = "|".join(re.escape(n) for n in new if re.search(r"^Stn|\w_\w", n))
old = re.compile(rf"\b(?:{only_code})\b")
renamed = re.compile(r"^- Renamed in C.*?(?=^\S|\Z)", re.S | re.M)
gone = re.compile(r"(?:[^.;]|\.(?=\w))*\b(?:is|are) gone\b")
for pattern in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/*.md", "docs/*/*.md"):
    for path in sorted(glob.glob(f"{sys.argv[2]}/{pattern}")):
        with open(path, encoding="utf-8") as file:
            page = file.read()
        if pattern == "CHANGELOG.md":
            page = renamed.sub(lambda c: "\n" * c[0].count("\n"), page)
        for found in old.finditer(page):
            if pattern != "CHANGELOG.md" or not gone.match(page, found.end()):
                report(path, page, found)
sys.exit(bad > 0)
PY
}

# ---- The tree ----

"$reference" --check "$source_dir" >../stdout 2>../stderr
ok test $? -eq 0
old_names "$source_dir" >../stdout 2>../stderr
ok test $? -eq 0
"$reference" --names "$source_dir" >names
ok test "$(wc -l <names)" -gt 400
# What the headers declare, found without the reader of the page.
sed -nE 's/^STN_API .*\b(stn_\w+)\(.*/\1/p; s/^\} (Stn\w+);/\1/p' "$source_dir"/include/stiction/*.h | sort -u >declared
ok test "$(wc -l <declared)" -gt 300
cut -d ' ' -f 1 names | sort -u | comm -13 - declared >../stdout
ok test ! -s ../stdout
grep -oE '\w+' "$source_dir/docs/c-reference.md" | sort -u | comm -13 - declared >../stdout
ok test ! -s ../stdout
# One way to free texts, whichever header made them.
grep -nE '(^|[^_a-z])free\(\)' "$source_dir"/include/stiction/*.h >../stdout
ok test ! -s ../stdout

# ---- What is wrong is seen ----

# tree: a header without a flaw, its page, and some code.
tree() {
    rm -rf tree && mkdir -p tree/include/stiction tree/docs tree/src/core tree/cli
    cat >tree/include/stiction/one.h <<'C'
/* SPDX: none */
/* A header. */
#ifndef ONE_H
#define ONE_H

/* A thing with a size. */
typedef struct StnThing {
    double size; /* m */
} StnThing;

/* Makes one, and frees it. */
STN_API StnThing stn_thing(double size);
STN_API void stn_thing_free(StnThing *thing);

#endif
C
    printf '/* A heir may be lean. */\nstatic const char *text = "stn_tell";\nint builtin;\n' >tree/src/core/one.c
    "$reference" tree >tree/docs/c-reference.md
}

# page: the page anew, after a change of the header that is not about the page.
page() { "$reference" tree >tree/docs/c-reference.md; }

# seen FRAGMENT: the check of the tree fails and says so, once.
seen() {
    "$reference" --check tree >../stdout 2>../stderr
    ok test $? -eq 1
    ok test "$(grep -cF -- "$1" ../stdout)" -eq 1
    ok test "$(wc -l <../stdout)" -eq 1
    tree
}

tree
ok "$reference" --check tree
ok old_names tree
header=tree/include/stiction/one.h

sed -i 's/, and frees it/, and frees it when it is done/' $header
seen "c-reference.md: is not what the headers say"
rm tree/docs/c-reference.md
seen "c-reference.md: is not what the headers say"
sed -i "s/size; /size; \/* $(printf 'µ%.0s' {1..70}) *\/ /" $header
page
seen "one.h:8: 101 columns"
sed -i '/Makes one/d; /stn_thing(/d' $header
page
seen "stn_thing_free has no comment"
sed -i 's/^STN_API void/\n&/' $header
page
seen "stn_thing_free has no comment"
sed -i '/A thing with/d' $header
page
seen "StnThing has no comment"
sed -i '/Makes one/,+1d; /^$/d' $header # a function does not share the comment of a type
page
seen "stn_thing_free has no comment"
printf 'typedef struct StnThing {\n    int n;\n} StnThing;\n' >tree/src/core/two.h
seen "two.h:1: StnThing is defined in tree/include/stiction/one.h:7, too"

for line in 'int lean;' 'S->builtin = 1;' 'law.builtin = 1;' 'stn_tell(S); /* as it was */'; do
    echo "$line" >>tree/src/core/one.c
    old_names tree >../stdout 2>../stderr
    ok test $? -eq 1
    ok grep -q 'one.c:4: .* is an old name' ../stdout
    tree
done

printf -- '- `stn_take` and `StnHow` are gone.\n- Renamed in C:\n  - `StnFit`: x.\n' >tree/CHANGELOG.md
printf 'A heir that tells.\n' >tree/README.md
ok old_names tree
for page in README.md CHANGELOG.md docs/page.md; do
    printf '\n\nCall `stn_take`.\n' >>tree/$page
    old_names tree >../stdout 2>../stderr
    ok test $? -eq 1
    ok grep -q "$page:.* stn_take is an old name: stn_system_alloc" ../stdout
    tree
    printf -- '- `stn_take` is gone.\n' >tree/CHANGELOG.md
done

summary
