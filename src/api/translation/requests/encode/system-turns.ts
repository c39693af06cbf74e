/** Instructions: those at the start, which most dialects have a place for, and those behind other turns. */
import type { Block, TextBlock, Turn, TurnRequest } from '../../neutral/turn-request.ts';
import type { TranslationReport } from '../../report.ts';

export interface SplitTurns {
  /** The run of instructions that a conversation begins with, */
  readonly leading: readonly Turn[];
  /** and all that follows it. */
  readonly rest: readonly Turn[];
}

export function isInstruction({ role }: Turn): boolean {
  return role === 'system' || role === 'developer';
}

export function splitTurns(turns: readonly Turn[]): SplitTurns {
  const start = turns.findIndex((turn) => !isInstruction(turn));
  return start === -1
    ? { leading: turns, rest: [] }
    : { leading: turns.slice(0, start), rest: turns.slice(start) };
}

/** The texts of instructions; anything but text is untranslatable there. */
export function textsOf(turn: Turn, report: TranslationReport): TextBlock[] {
  const texts: TextBlock[] = [];
  for (const block of turn.blocks) {
    if (block.kind === 'text') texts.push(block);
    else report.never(block.path, 'instructions are text');
  }
  return texts;
}

const billingHeader = '"x-anthropic-billing-header:';

/**
 * Turns without the line that a client of messages writes for its vendor's bills: it differs in each request, so that no
 * other vendor's cache would ever know the prompt again.
 */
export function withoutBillingHeader(
  { client, turns }: TurnRequest,
  report: TranslationReport,
): readonly Turn[] {
  const [first, ...others] = turns;
  if (client !== 'messages' || first?.role !== 'system') return turns;
  const [header, ...blocks] = first.blocks;
  if (header === undefined || !isBillingHeader(header)) return turns;
  report.drop('system.billing_header');
  return blocks.length === 0 ? others : [{ ...first, blocks }, ...others];
}

function isBillingHeader(block: Block): boolean {
  return block.kind === 'text' && block.text.startsWith(billingHeader);
}

/**
 * The assistant's last text, if it begins the answer that a client of messages wants; undefined if the last turn is
 * another's, or has a call.
 */
export function prefillOf({ client, turns }: TurnRequest): Turn | undefined {
  const last = turns.at(-1);
  if (client !== 'messages' || last?.role !== 'assistant') return undefined;
  return last.blocks.some(({ kind }) => kind === 'call') ? undefined : last;
}
