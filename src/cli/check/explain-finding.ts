import { nearestCode, pageText } from '../../check/pages/index.ts';
import { type ExitCode, exitCodes, type Terminal } from '../terminal.ts';

/** Prints the page on one kind of finding. Throws for a code that there is none of. */
export function explainFinding(code: string, terminal: Terminal): ExitCode {
  const text = pageText(code);
  if (text === undefined) {
    const close = nearestCode(code);
    throw new Error(
      `there is no finding ${code}${close === undefined ? '' : ` (did you mean ${close}?)`}; codes look like GW1301`,
    );
  }
  terminal.out(text);
  return exitCodes.good;
}
