/**
 * Runs a bundle of the build, and leaves what the engine compiled it to beside it. A process of its own, because a bundle
 * that has nobody to talk to ends it.
 */
import { writeFileSync } from 'node:fs';
import { Module } from 'node:module';
import { codeFile, compiled } from '../src/runtime/compiled.ts';

const [bundle] = process.argv.splice(2) as [string];
const { run, code } = compiled(bundle);
process.on('exit', () => writeFileSync(codeFile(bundle), code()));
run(new Module(bundle));
