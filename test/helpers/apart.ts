import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Owner } from './serve.ts';
import type { Ask, Figures, Serving } from './served.ts';
import { typescriptOptions } from './started.ts';

/** A gateway in a process of its own, which can be asked how it fares. */
export interface Apart {
  readonly port: number;
  readonly ca: string;
  readonly pid: number;
  reset(): Promise<Figures>;
  figures(): Promise<Figures>;
}

/** Starts one, ended with its owner. */
export async function startApart(owner: Owner, configText: string): Promise<Apart> {
  const dir = mkdtempSync(join(tmpdir(), 'gateway-apart-'));
  const child: ChildProcess = fork(fileURLToPath(new URL('./served.ts', import.meta.url)), {
    execArgv: ['--expose-gc', ...typescriptOptions],
    env: { ...process.env, NODE_TEST_CONTEXT: undefined },
  });
  owner.after(async () => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    rmSync(dir, { recursive: true, force: true });
  });
  const ask = async <Answer>(what: Ask): Promise<Answer> => {
    child.send(what);
    const [answer] = await once(child, 'message');
    return answer as Answer;
  };
  const { port, caFile } = await ask<Serving>({
    start: `${configText}\nstate: { dir: ${JSON.stringify(dir)} }\n`,
  });
  return {
    port,
    ca: readFileSync(caFile, 'utf8'),
    pid: child.pid!,
    reset: () => ask<Figures>('reset'),
    figures: () => ask<Figures>('figures'),
  };
}
