#!/usr/bin/env node
import { main } from '../src/cli/main.ts';
import { processTerminal } from '../src/cli/terminal.ts';

// The exit code is set and not forced: what is still on its way to a pipe must arrive.
process.exitCode = await main(process.argv.slice(2), processTerminal());
