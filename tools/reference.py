#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
"""The public headers as a page, and what they must keep.

tools/reference.py [ROOT]           prints docs/c-reference.md
tools/reference.py --names [ROOT]   prints every public function, variable, type and macro with its header
tools/reference.py --check [ROOT]   fails, a line for each, where a line of a header has more than 100
                                    columns, a function or type has no comment, a type is defined twice,
                                    or the page is not what would be printed

A comment belongs to the declarations that follow it, up to an empty line or the next comment.  Functions
do not share the comment of a type, nor types that of a function: what is made and what makes it are two
things to explain.
"""
import glob, os, re, sys

COLUMNS = 100
PAGE = "docs/c-reference.md"

# ---- Reading a header ----

class Declaration:
    """kind: "function", "variable", "type", "enum", "macro" or "other"; text: without comments."""

    def __init__(self, lines, number):
        self.number = number
        self.raw = "\n".join(lines)
        self.text = re.sub(r"/\*.*?\*/", " ", self.raw, flags=re.S).strip()
        self.trailing = re.findall(r"/\*(.*?)\*/", self.raw, re.S) if len(lines) == 1 else []
        self.kind, self.name = self.sort() if self.complete() else ("other", None)

    def sort(self):
        text = self.text
        if text.startswith("#"):
            found = re.match(r"#define (STN_\w+)", text)
            return ("macro", found[1]) if found else ("other", None)
        if text.startswith("STN_API extern"):
            return "variable", re.search(r"(\w+);$", text)[1]
        if text.startswith("STN_API"):
            return "function", re.search(r"(stn_\w+)\(", text)[1]
        if text.startswith("typedef"):
            found = re.search(r"\}\s*(\w+);$", text) or re.search(r"\b(Stn\w+)(\(.*\))?;$", text, re.S)
            return "type", found[1]
        if text.startswith("enum"):
            return "enum", None
        return "other", None

    def complete(self):
        """Whether the text ends here: a macro without a backslash, or a ';' outside of braces."""
        if self.text.startswith("#"):
            return not self.raw.endswith("\\")
        return self.text.endswith(";") and self.text.count("{") == self.text.count("}")

class Group:
    """A comment and what it belongs to; a section ("---- NAME ----") or a free comment has nothing."""

    def __init__(self, comment):
        self.comment = comment
        self.declarations = []

    def section(self):
        found = re.fullmatch(r"-{4} (.*?) -{4,}", self.comment.strip())
        return found and found[1]

def comment_text(lines):
    text = "\n".join(lines).strip()[2:-2]
    return "\n".join(re.sub(r"^ \* ?", "", s).rstrip() for s in text.split("\n")).strip()

def read(path):
    """The comment that opens a header, and its groups."""
    with open(path, encoding="utf-8") as file:
        lines = file.read().split("\n")
    groups, group, block, inside = [], None, [], None
    for number, line in enumerate(lines, 1):
        if inside is None:
            if not line.strip():
                group = None
                continue
            inside = "comment" if line.startswith("/*") else "code"
            block, start = [], number
        block.append(line)
        if inside == "comment":
            if line.rstrip().endswith("*/"):
                text, inside = comment_text(block), None
                if not text.startswith("clang-format "):
                    group = Group(text)
                    groups.append(group)
            continue
        one = Declaration(block, start)
        # Whatever else starts with '#', and the braces of extern "C", stand on lines of their own.
        if one.complete() or line in ("}", 'extern "C" {'):
            inside = None
            if one.kind != "other":
                if group is None:
                    group = Group("")
                    groups.append(group)
                group.declarations.append(one)
    assert inside is None, f"{path}:{start}: where does this end?"
    return groups[1].comment, groups[2:] if not groups[1].declarations else groups[1:]

def public(groups):
    """Without helpers of a header, which it undefines, and with one definition of STN_API, which has
    one for each kind of system."""
    for group in groups:
        names, own = set(), []
        for one in group.declarations:
            if not one.name or not (one.name in names or one.name.endswith("_ENUM")):
                own.append(one)
            names.add(one.name)
        group.declarations = own
        if own or group.comment:
            yield group

def headers(root):
    paths = sorted(glob.glob(f"{root}/include/stiction/*.h"))
    return {os.path.basename(p): read(p) for p in paths if os.path.basename(p) != "stiction.h"}

# ---- Writing the page ----

HEAD = """# Every public name

<!-- Written by tools/reference.py; do not edit. -->

What the headers of the library declare, with their comments. The map, ownership, errors and examples:
[c-api.md](c-api.md). Members of structs are named here and explained in the header.

"""

def escaped(text):
    """Markdown that shows the text as it is, public names as code."""
    parts = re.split(r"(`[^`]*`|\b(?:stn_|STN_|Stn[A-Z])\w*(?:\(\))?)", text)
    for i, part in enumerate(parts):
        if i % 2 == 0:
            parts[i] = re.sub(r"([*_$<|\[\]])", r"\\\1", part)
        elif not part.startswith("`"):
            parts[i] = f"`{part}`"
    return "".join(parts)

def paragraphs(comment):
    """Sentences in running text; indented lines (lists, formulas, code) as they stand."""
    out, plain, block = [], [], []

    def end_plain():
        if plain:
            text = re.sub(r" +", " ", " ".join(plain))
            out.append(escaped(text))
            plain.clear()

    def end_block():
        if block:
            least = min(len(s) - len(s.lstrip()) for s in block if s)
            out.append("```text\n" + "\n".join(s[least:] for s in block).strip("\n") + "\n```")
            block.clear()

    for line in comment.split("\n"):
        if line.startswith("  "):
            end_plain()
            block.append(line)
        elif not line:
            end_plain()
            end_block()
        else:
            end_block()
            plain.append(line.strip())
    end_plain()
    end_block()
    if out and not out[-1].startswith("```") and out[-1][-1] not in ".?!:":
        out[-1] += "."
    return "".join(s + "\n\n" for s in out)

def one_line(text):
    return re.sub(r"\s+", " ", text).strip()

def entries(body):
    """Names in the braces of a struct or an enumeration."""
    if ";" not in body:
        return re.findall(r"\b(STN_\w+)\b(?=\s*(?:=[^,]*)?(?:,|$))", body.strip() + ",")
    names = []
    for member in re.sub(r"__attribute__\(\(.*?\)\)", "", body).split(";"):
        pointer = re.search(r"\(\*(\w+)\)\(", member)
        if pointer:
            names.append(pointer[1])
        elif member.strip():
            names += [re.search(r"(\w+)\s*(?:\[.*\]\s*)*$", m)[1] for m in member.split(",")]
    return names

def shown(one, lists):
    """A declaration in one line, and the names of its members."""
    if one.kind == "macro":
        found = re.match(r"#define (STN_\w+(?:\([^)]*\))?)(.*)", one.text, re.S)
        short = "" if "\n" in found[2] or "\\" in found[2] else found[2].rstrip()
        note = f"  /* {one_line(one.trailing[0])} */" if one.trailing else ""
        return f"#define {found[1]}{short}{note}", []
    if one.kind in ("function", "variable"):
        text = re.sub(r"__attribute__\(\(.*\)\)", "", one.text.removeprefix("STN_API "))
        return one_line(text).replace(" ;", ";"), []
    body = re.search(r"\{(.*)\}", one.text, re.S)
    if not body:
        return one_line(one.text), []
    listed = re.search(r"(STN_\w+_LIST)\(", body[1])
    names = lists[listed[1]] if listed else entries(body[1])
    if one.kind == "enum":
        return one_line(f"enum {{{body[1]}}};"), []
    return re.sub(r"\s*\{.*\}", "", one.text, flags=re.S), names

def lists_of(groups):
    """STN_..._LIST macros: the names of their rows."""
    lists = {}
    for group in groups:
        for one in group.declarations:
            if one.kind == "macro" and one.name.endswith("_LIST"):
                lists[one.name] = re.findall(r"\bX\((STN_\w+)", one.text)
    return lists

def group_text(group, lists):
    lines, members = [], ""
    for one in group.declarations:
        line, names = shown(one, lists)
        lines.append(line)
        if names:
            kind = "Constants" if names[0].startswith("STN_") else "Members"
            members += f"{kind} of `{one.name}`: " + ", ".join(f"`{n}`" for n in names) + ".\n\n"
    code = "```c\n" + "\n".join(lines) + "\n```\n\n" if lines else ""
    return code + (paragraphs(group.comment) if group.comment else "") + members

def page(found):
    out = HEAD
    for name, (intro, groups) in found.items():
        out += f"- [{name}](#{name.replace('.', '')})\n"
    for name, (intro, groups) in found.items():
        out += f"\n## {name}\n\n" + paragraphs(intro)
        lists = lists_of(groups)
        for group in public(groups):
            out += f"### {group.section()}\n\n" if group.section() else group_text(group, lists)
        out = out.rstrip("\n") + "\n"
    return out

# ---- Checks ----

def long_lines(root):
    for path in sorted(glob.glob(f"{root}/include/stiction/*.h")):
        with open(path, encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                if len(line.rstrip("\n")) > COLUMNS:
                    yield f"{path}:{number}: {len(line) - 1} columns, more than {COLUMNS}"

def silent(root, found):
    """Functions and types without a comment that is theirs."""
    for name, (_, groups) in found.items():
        for group in groups:
            kinds = [d.kind for d in group.declarations if d.kind not in ("macro", "enum")]
            for one in group.declarations:
                if one.kind not in ("function", "variable", "type"):
                    continue
                is_type = one.kind == "type"
                if not group.comment or group.section() or is_type != (kinds[0] == "type"):
                    yield f"{root}/include/stiction/{name}:{one.number}: {one.name} has no comment"

def twice(root):
    """Stn types that two places of the tree define."""
    places = {}
    for path in sorted(glob.glob(f"{root}/include/stiction/*.h") + glob.glob(f"{root}/src/*/*.[ch]") +
                       glob.glob(f"{root}/cli/*.[ch]")):
        with open(path, encoding="utf-8") as file:
            text = re.sub(r"/\*.*?\*/", lambda c: "\n" * c[0].count("\n"), file.read(), flags=re.S)
        for one in re.finditer(r"^typedef\b[^;{]*(?:\{.*?^\}[^;]*|\{[^}]*\}[^;]*)?;", text, re.S | re.M):
            name = re.search(r"\b(Stn\w+)(?:\([^()]*\))?;$", one[0])
            if name:
                line = text.count("\n", 0, one.start()) + 1
                places.setdefault(name[1], []).append(f"{path}:{line}")
    for name, where in places.items():
        if len(where) > 1:
            yield f"{where[1]}: {name} is defined in {where[0]}, too"

def stale(root, found):
    path = f"{root}/{PAGE}"
    try:
        with open(path, encoding="utf-8") as file:
            kept = file.read()
    except OSError:
        kept = ""
    if kept != page(found):
        yield f"{path}: is not what the headers say; tools/docs.sh --reference writes it"

def main(arguments):
    option = arguments.pop(0) if arguments and arguments[0].startswith("--") else ""
    root = os.path.relpath(arguments[0] if arguments else os.path.dirname(os.path.abspath(__file__)) + "/..")
    found = headers(root)
    if option == "--names":
        for header, (_, groups) in found.items():
            for group in public(groups):
                sys.stdout.write("".join(f"{d.name} {header}\n" for d in group.declarations if d.name))
        return 0
    if option == "--check":
        flaws = [*long_lines(root), *silent(root, found), *twice(root), *stale(root, found)]
        sys.stdout.write("".join(f + "\n" for f in flaws))
        return 1 if flaws else 0
    if option:
        sys.exit("usage: tools/reference.py [--names|--check] [ROOT]")
    sys.stdout.write(page(found))
    return 0

sys.exit(main(sys.argv[1:]))
