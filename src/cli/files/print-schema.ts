import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../../lib/packages/package-folder.ts';
import { type ExitCode, exitCodes, type Terminal } from '../terminal.ts';

/** Prints the JSON schema of the configuration file. */
export function schema(terminal: Terminal): ExitCode {
  terminal.out(readFileSync(join(packageFolder(), 'schemas', 'gateway.schema.json'), 'utf8'));
  return exitCodes.good;
}
