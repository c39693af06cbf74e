/**
 * Loaded before all else in a process that runs a bundle: at its end it leaves what the engine has compiled the bundle to
 * by then, for later processes to start with. What was never called is not in it.
 */
import { writeFileSync } from 'node:fs';
import v8 from 'node:v8';
import vm from 'node:vm';
import { codeFile } from '../src/process/node/compiled-code.ts';

const { Script } = vm;
const { setFlagsFromString } = v8;
const bundles = new Map<string, vm.Script>();

vm.Script = class extends Script {
  constructor(code: string, { cachedData: _, filename = '', ...options }: vm.ScriptOptions) {
    super(code, { ...options, filename });
    if (filename.endsWith('.bundle.cjs')) bundles.set(filename, this);
  }
};
// Code is for an engine with the same options, and what a process tunes later it does not begin with.
v8.setFlagsFromString = (options) => {
  if (options.includes('semi-space-size')) setFlagsFromString(options);
};
// Functions that a start calls once must not be forgotten before the end.
setFlagsFromString('--no-flush-bytecode');
process.on('exit', () => {
  setFlagsFromString('--flush-bytecode');
  for (const [bundle, script] of bundles) writeFileSync(codeFile(bundle), script.createCachedData());
});
