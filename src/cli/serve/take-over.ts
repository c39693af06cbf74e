import { resolve } from 'node:path';
import { packageVersion } from '../../process/package-paths.ts';
import { askTakeover } from '../../supervisor/takeover/ask-takeover.ts';
import { requireFile } from '../config-file.ts';
import { type ExitCode, exitCodes, type Terminal } from '../terminal.ts';

/**
 * Has the gateway that runs with a file's `state.dir` start this version in its place. Undefined where none runs: then this
 * process is the one to serve.
 */
export async function takeOver(file: string, terminal: Terminal): Promise<ExitCode | undefined> {
  let said = '';
  const err = (text: string) => {
    said += text;
  };
  const loaded = await requireFile(file, { requireSecrets: false }, { ...terminal, err });
  if (loaded.config === undefined) {
    terminal.err(said);
    return loaded.exitCode;
  }
  const version = packageVersion();
  const outcome = await askTakeover(loaded.config.state.dir, {
    execPath: process.execPath,
    execArgv: process.execArgv,
    script: resolve(process.argv[1]!),
    file: resolve(file),
    version,
  });
  if (outcome === undefined) return undefined;
  if ('failed' in outcome) {
    terminal.err(`gateway: ${outcome.failed}\n`);
    return exitCodes.couldNotRun;
  }
  const { pid, before } = outcome;
  terminal.err(
    `gateway: version ${version} serves (process ${pid}); process ${before.pid}, version ${before.version}, ` +
      'finishes what it has in flight, and ends\n',
  );
  return exitCodes.good;
}
