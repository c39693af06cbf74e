/**
 * Required in front of a program of the tests (`node --require`), and of those that it starts with its own options:
 * where `compile-tests.ts` has compiled the file that is started, that is run in its place, under the source's name.
 */
import { existsSync } from 'node:fs';
import Module from 'node:module';
import { join, relative } from 'node:path';

/** The folder of the sources, and the one of what they were compiled to: put in when this file is compiled. */
declare const sourceRoot: string;
declare const compiledRoot: string;

/** The function that runs a process's first file. It is there to be replaced, and is not in the types. */
const start = Module as unknown as { runMain(file?: string): void };
const { runMain } = start;

start.runMain = (file = process.argv[1]) => {
  const compiled = file?.endsWith('.ts')
    ? join(compiledRoot, relative(sourceRoot, file).replace(/ts$/, 'mjs'))
    : '';
  runMain(existsSync(compiled) ? compiled : file);
};
