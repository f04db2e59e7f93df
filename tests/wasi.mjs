// SPDX-FileCopyrightText: 2026 The Stiction authors
// SPDX-License-Identifier: MIT
// node wasi.mjs PROGRAM.wasm ARGUMENT...: runs a WebAssembly program with its standard streams.
import {readFile} from 'node:fs/promises';
import {WASI} from 'node:wasi';

const wasi = new WASI({version: 'preview1', args: process.argv.slice(2), env: {}});
const program = await WebAssembly.compile(await readFile(process.argv[2]));
process.exitCode = wasi.start(await WebAssembly.instantiate(program, wasi.getImportObject()));
