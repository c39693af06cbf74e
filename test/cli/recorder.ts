import { main } from '../../src/cli/main.ts';
import type { Terminal } from '../../src/cli/terminal.ts';

export interface Recorded {
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
}

export interface Setting {
  readonly input?: string;
  readonly env?: Terminal['env'];
  readonly color?: boolean;
}

/** Runs a command line in this process, with a terminal that keeps what it is told. */
export async function gateway(args: readonly string[], setting: Setting = {}): Promise<Recorded> {
  const { input = '', env = {}, color = false } = setting;
  let out = '';
  let err = '';
  const terminal: Terminal = {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    colorOut: color,
    colorErr: color,
    env,
    isInteractive: false,
    readInput: () => Promise.resolve(input),
  };
  const exitCode = await main(args, terminal);
  return { exitCode, out, err };
}
