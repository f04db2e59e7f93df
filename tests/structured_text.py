# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
"""One function block of IEC 61131-3 Structured Text as a Python function; refuses everything else.

The part of the standard's grammar that is known (2nd edition, annex B), and nothing beyond it:

    FUNCTION_BLOCK name
    { VAR_INPUT | VAR_OUTPUT | VAR | VAR CONSTANT   { name : (REAL|LREAL|BOOL) [:= [-] number] ; }   END_VAR }
    { name := expression ; }
    END_FUNCTION_BLOCK

with comments (* *), OR, AND, =, <, +, -, *, /, unary - and NOT in the precedence of the standard (table 52), names, real numbers
with digits on both sides of the point, TRUE and FALSE, and the standard functions EXP, LN, SIN, COS, SQRT, EXPT of numbers, SEL of
a BOOL and two numbers.  Types are checked: no BOOL in a sum, no number in a condition, no mixture of REAL and LREAL, no
assignment to an input or a constant, no name that was not declared, none declared twice (names do not tell large letters from
small ones), no word of the standard as a name, no variable that is used before it has a value in this call, unless it is kept.

Numbers of REAL are rounded to 24 bits after every operation.  What makes a controller stop is an error: division by zero, LN of 0 or
less, SQRT below 0, an overflow, also in the side of a SEL that is not taken, because SEL computes both.
"""
import math
import re
import struct

TOKEN = re.compile(
    r"\s+|\(\*.*?\*\)|(?P<number>\d+\.\d+(?:E[+-]?\d+)?(?![\w.]))|(?P<name>[A-Za-z][A-Za-z0-9_]*)|(?P<sign>:=|[:;(),=<+*/-])", re.S
)
FUNCTIONS = {"EXP": 1, "LN": 1, "SIN": 1, "COS": 1, "SQRT": 1, "EXPT": 2, "SEL": 3}
RESERVED = set(
    """ABS ACOS ACTION ADD AND ANY ARRAY ASIN AT ATAN BOOL BY BYTE CAL CASE CONCAT CONFIGURATION CONSTANT COS CTD CTU CTUD DATE DELETE DINT
    DIV DO DT DWORD ELSE ELSIF EN END_ACTION END_CASE END_FOR END_FUNCTION END_FUNCTION_BLOCK END_IF END_PROGRAM END_REPEAT END_STRUCT
    END_TYPE END_VAR END_WHILE ENO EQ EXIT EXP EXPT FALSE FIND FOR FROM FUNCTION FUNCTION_BLOCK F_EDGE F_TRIG GE GT IF INSERT INT
    INTERVAL JMP LD LE LEFT LEN LIMIT LINT LN LOG LREAL LT LWORD MAX MID MIN MOD MOVE MUL MUX NE NOT OF ON OR PRIORITY PROGRAM R
    READ_ONLY READ_WRITE REAL REPEAT REPLACE RESOURCE RET RETAIN RETURN RIGHT ROL ROR RS R_EDGE R_TRIG S SEL SEMA SHL SHR SIN SINGLE SINT
    SQRT SR ST STEP STRING STRUCT SUB TAN TASK THEN TIME TO TOD TOF TON TP TRANSITION TRUE TRUNC TYPE UDINT UINT ULINT UNTIL USINT VAR
    VAR_ACCESS VAR_EXTERNAL VAR_GLOBAL VAR_INPUT VAR_IN_OUT VAR_OUTPUT WHILE WITH WORD WSTRING XOR""".split()
)


class Refused(Exception):
    """Not in the grammar."""


def tokens(text):
    at, line = 0, 1
    while at < len(text):
        found = TOKEN.match(text, at)
        if not found or (found.group().startswith("(*") and "(*" in found.group()[2:]):
            raise Refused(f"line {line}: {text[at:at + 30]!r}")
        if found.lastgroup:
            yield found.lastgroup, found.group(), line
        line += found.group().count("\n")
        at = found.end()
    yield "end", "", line


def single(value):
    """Rounded to REAL; an overflow is an error there, too."""
    return struct.unpack("f", struct.pack("f", value))[0]


def finite(value):
    if not math.isfinite(value):
        raise OverflowError("a number is not finite")
    return value


def select(so, if_false, if_true):
    return if_true if so else if_false


class Block:
    def __init__(self):
        self.name, self.kind, self.type, self.start = "", {}, {}, {}
        self.inputs, self.outputs, self.types, self.code = [], [], set(), []

    def instance(self):
        """A function of the inputs by name; it keeps what the block keeps and returns the outputs."""
        real = "LREAL" not in self.types
        rounded = (lambda v: single(finite(v))) if real else finite
        memory = dict(self.start)
        scope = dict(m=memory, r=rounded, select=select, EXP=math.exp, LN=math.log, SIN=math.sin, COS=math.cos, SQRT=math.sqrt, EXPT=math.pow)
        code = compile("\n".join(self.code) or "pass", self.name, "exec")

        def call(**given):
            assert sorted(given) == sorted(self.inputs), given
            for name, value in given.items():
                memory[name] = rounded(value)
            exec(code, scope)
            return {name: memory[name] for name in self.outputs}

        return call


class Parser:
    def __init__(self, text):
        self.list, self.at, self.block = list(tokens(text)), 0, Block()
        self.fresh = set()  # has a value in this call

    def refuse(self, why=""):
        kind, word, line = self.list[self.at]
        raise Refused(f"line {line}: {word or kind!r}{': ' if why else ''}{why}")

    def word(self):
        return self.list[self.at][1]

    def take(self, word):
        if self.word() != word:
            self.refuse(f"not {word}")
        self.at += 1

    def taken(self, word):
        if self.word() != word:
            return False
        self.at += 1
        return True

    def new_name(self):
        kind, word, _ = self.list[self.at]
        if kind != "name" or word.upper() in RESERVED or word.endswith("_") or "__" in word:
            self.refuse("not a name")
        self.at += 1
        return word

    # ---- Declarations

    def declaration(self, kind):
        name = self.new_name()
        if name.lower() in [n.lower() for n in self.block.kind] or name.lower() == self.block.name.lower():
            self.refuse(f"{name} is declared twice")
        self.take(":")
        type_ = self.word()
        if type_ not in ("REAL", "LREAL", "BOOL"):
            self.refuse("not a type that is known")
        self.at += 1
        value = False if type_ == "BOOL" else 0.0
        if self.taken(":="):
            if type_ == "BOOL" or kind in ("VAR_INPUT", "VAR_OUTPUT"):
                self.refuse("a start value here")
            sign = -1.0 if self.taken("-") else 1.0
            if self.list[self.at][0] != "number":
                self.refuse("not a number")
            value = sign * float(self.word())
            value = single(value) if type_ == "REAL" else value
            self.at += 1
            if kind == "VAR":
                self.fresh.add(name)  # kept from call to call
        elif kind == "CONSTANT":
            self.refuse("a constant without a value")
        self.take(";")
        self.block.kind[name], self.block.type[name], self.block.start[name] = kind, type_, value
        self.block.types.add(type_)

    def declarations(self):
        while self.word() in ("VAR_INPUT", "VAR_OUTPUT", "VAR"):
            kind = self.word()
            self.at += 1
            if kind == "VAR" and self.taken("CONSTANT"):
                kind = "CONSTANT"
            if self.word() == "END_VAR":
                self.refuse("nothing is declared")
            while not self.taken("END_VAR"):
                self.declaration(kind)
        if {"REAL", "LREAL"} <= self.block.types:
            raise Refused("REAL and LREAL are mixed")
        block = self.block
        block.inputs = [n for n, k in block.kind.items() if k == "VAR_INPUT"]
        block.outputs = [n for n, k in block.kind.items() if k == "VAR_OUTPUT"]
        self.fresh |= {n for n, k in block.kind.items() if k in ("VAR_INPUT", "CONSTANT")}

    # ---- Expressions: (type, Python)

    def want(self, part, type_):
        if part[0] != type_:
            self.refuse(f"{part[0]} where {type_} has to be")
        return part[1]

    def chain(self, below, words, type_, result, python):
        left = below()
        while self.word() in words:
            sign = self.word()
            self.at += 1
            a, b = self.want(left, type_), self.want(below(), type_)
            left = (result, python(a, words[sign], b))
        return left

    def expression(self):
        return self.chain(self.conjunction, {"OR": "or"}, "BOOL", "BOOL", lambda a, s, b: f"({a} {s} {b})")

    def conjunction(self):
        return self.chain(self.equality, {"AND": "and"}, "BOOL", "BOOL", lambda a, s, b: f"({a} {s} {b})")

    def equality(self):
        return self.chain(self.comparison, {"=": "=="}, "number", "BOOL", lambda a, s, b: f"({a} {s} {b})")

    def comparison(self):
        return self.chain(self.sum, {"<": "<"}, "number", "BOOL", lambda a, s, b: f"({a} {s} {b})")

    def sum(self):
        return self.chain(self.term, {"+": "+", "-": "-"}, "number", "number", lambda a, s, b: f"r({a} {s} {b})")

    def term(self):
        return self.chain(self.unary, {"*": "*", "/": "/"}, "number", "number", lambda a, s, b: f"r({a} {s} {b})")

    def unary(self):
        if self.taken("-"):
            return "number", f"(-{self.want(self.primary(), 'number')})"
        if self.taken("NOT"):
            return "BOOL", f"(not {self.want(self.primary(), 'BOOL')})"
        return self.primary()

    def call(self, name):
        self.take("(")
        parts = [self.expression()]
        while self.taken(","):
            parts.append(self.expression())
        self.take(")")
        if len(parts) != FUNCTIONS[name]:
            self.refuse(f"{name} takes {FUNCTIONS[name]}")
        if name == "SEL":
            return "number", f"select({self.want(parts[0], 'BOOL')}, {self.want(parts[1], 'number')}, {self.want(parts[2], 'number')})"
        return "number", f"r({name}({', '.join(self.want(p, 'number') for p in parts)}))"

    def primary(self):
        kind, word, _ = self.list[self.at]
        self.at += 1
        if kind == "number":
            return "number", f"r({float(word)!r})"
        if word == "(":
            inner = self.expression()
            self.take(")")
            return inner
        if word in ("TRUE", "FALSE"):
            return "BOOL", word.capitalize()
        if word in FUNCTIONS:
            return self.call(word)
        if kind != "name" or word not in self.block.kind:
            self.at -= 1
            self.refuse("not declared, or not known")
        if word not in self.fresh:
            self.at -= 1
            self.refuse("used before it has a value")
        return "BOOL" if self.block.type[word] == "BOOL" else "number", f"m[{word!r}]"

    # ---- The block

    def assignment(self):
        name = self.new_name()
        if self.block.kind.get(name) not in ("VAR", "VAR_OUTPUT"):
            self.refuse(f"{name} cannot be assigned to")
        self.take(":=")
        type_ = "BOOL" if self.block.type[name] == "BOOL" else "number"
        self.block.code.append(f"m[{name!r}] = {self.want(self.expression(), type_)}")
        self.take(";")
        self.fresh.add(name)

    def whole(self):
        self.take("FUNCTION_BLOCK")
        self.block.name = self.new_name()
        self.declarations()
        while not self.taken("END_FUNCTION_BLOCK"):
            self.assignment()
        missing = [n for n in self.block.outputs if n not in self.fresh]
        if self.list[self.at][0] != "end" or missing:
            self.refuse(f"behind the block, or without a value: {missing}")
        return self.block


def translate(text):
    return Parser(text).whole()
