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

/** A terminal that keeps what it is told. */
export function terminalOf({
  input = '',
  env = {},
  color = false,
  errColumns,
}: Setting & Pick<Terminal, 'errColumns'> = {}) {
  const said = { out: '', err: '' };
  const terminal: Terminal = {
    out: (text) => {
      said.out += text;
    },
    err: (text) => {
      said.err += text;
    },
    colorOut: color,
    colorErr: color,
    errColumns,
    env,
    isInteractive: false,
    readInput: () => Promise.resolve(input),
  };
  return { terminal, said };
}

/** Runs a command line in this process, with a terminal that keeps what it is told. */
export async function gateway(args: readonly string[], setting: Setting = {}): Promise<Recorded> {
  const { terminal, said } = terminalOf(setting);
  const exitCode = await main(args, terminal);
  return { exitCode, ...said };
}
