#!/usr/bin/env node
import { main } from '../src/cli/main.ts';

// The exit code is set and not forced: what is still on its way to a pipe must arrive.
void main(process.argv.slice(2)).then((exitCode) => {
  process.exitCode = exitCode;
});
