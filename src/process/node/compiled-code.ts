/**
 * Starts a bundle of the build with the code that the build compiled it to: to parse a bundle and to compile what a start
 * calls of it is a fifth of what a process takes to start. Code of another version of Node.js or for another kind of
 * processor is not looked at, and the engine refuses what was compiled under other options of its own; the bundle is
 * compiled then, as it would be anyway.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Script } from 'node:vm';

/**
 * Sizes for the young generation are looked at only while the engine sets up its heap. As long as they are told it
 * refuses compiled code, Node.js's own too, so they are taken back first of all.
 */
if (process.execArgv.some((option) => option.includes('semi-space-size'))) {
  for (const end of ['min', 'max']) setFlagsFromString(`--${end}-semi-space-size=0`);
}

/** A bundle, ready to run. */
export interface Compiled {
  /** True if the engine took the code that the build had made. */
  readonly isFromBuild: boolean;
  /** Runs it as the module. */
  run(module: NodeJS.Module): void;
}

/** The place for the compiled form of a bundle under this engine. */
export function codeFile(bundle: string): string {
  return `${bundle}.${process.version}-${process.arch}`;
}

/**
 * Throws where the file can't be read.
 *
 * @param bundle a function of what a CommonJS module sees, in ASCII
 */
export function compiled(bundle: string): Compiled {
  const made = codeFile(bundle);
  const cachedData = existsSync(made) ? readFileSync(made) : undefined;
  const script = new Script(readFileSync(bundle, 'latin1'), { filename: bundle, cachedData });
  return {
    isFromBuild: script.cachedDataRejected === false,
    run(module) {
      const asModule = script.runInThisContext() as (...args: unknown[]) => void;
      asModule(module.exports, createRequire(bundle), module, bundle, dirname(bundle));
    },
  };
}
