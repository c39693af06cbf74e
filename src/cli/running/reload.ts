import { parseDuration } from '../../config/resolve/units.ts';
import { type ExitCode, exitCodes, type Terminal } from '../terminal.ts';
import { type OneGatewayOptions, oneGateway } from './admin-of-file.ts';
import { indented, originOf, reloaded } from './gateway-status.ts';
import { whyNot } from './gateways.ts';

export interface ReloadOptions extends OneGatewayOptions {
  readonly timeout: string;
}

/** Has the running gateway read its files now, and says what came of it. */
export async function reload(options: ReloadOptions, terminal: Terminal): Promise<ExitCode> {
  const limitMs = parseDuration(options.timeout);
  if (limitMs === undefined) {
    throw new Error(`--timeout ${options.timeout}: write a number and a unit, such as 30s or 2m`);
  }
  const { access } = await oneGateway(options, terminal, 'change');
  const origin = originOf(access);
  const { outcome, from, to, changes, problems, warnings } = await reloaded(access, limitMs).catch(
    (error) => {
      throw new Error(whyNot(error, access), { cause: error });
    },
  );
  switch (outcome) {
    case 'applied':
      terminal.out(`${origin} serves what its files say now (revision ${from} -> ${to})\n`);
      for (const change of changes) terminal.out(`  ${change}\n`);
      if (warnings !== null) terminal.out(`${indented(warnings)}\n`);
      return exitCodes.good;
    case 'unchanged':
      terminal.out(`${origin} serves what its files say already (revision ${from})\n`);
      return exitCodes.good;
    case 'rejected':
      terminal.out(`${origin} has REJECTED its files and serves on as before (revision ${from}):\n`);
      terminal.out(`${indented(problems ?? 'it does not say why')}\n`);
      return exitCodes.notValid;
  }
}
