/** Turns as targets want them in which user and assistant take turns, and results come first. */
import { isEmptyText } from '../../json/literal.ts';
import type { Block, CallBlock, ResultBlock, Turn } from '../../neutral/turn-request.ts';

export interface TurnGroup {
  readonly role: 'system' | 'user' | 'assistant';
  /** Of the first turn in it. */
  readonly path: string;
  readonly blocks: readonly Block[];
  /** It came as a plain string and holds that alone. */
  readonly isString: boolean;
}

/**
 * Results and what the user says beside them as one turn, results first and in the order of their calls; turns of one role
 * that follow each other as one. Empty texts are left out where a turn holds anything else.
 *
 * @param isNoText Which texts count as empty.
 */
export function alternatingTurns(turns: readonly Turn[], isNoText = isEmptyText): TurnGroup[] {
  const isEmpty = (block: Block) => block.kind === 'text' && isNoText(block.text);
  const groups: TurnGroup[] = [];
  let calls: readonly Block[] = [];
  for (let at = 0; at < turns.length; ) {
    const first = turns[at]!;
    const role = sideOf(first);
    const run: Turn[] = [];
    while (at < turns.length && sideOf(turns[at]!) === role && (role !== 'system' || run.length === 0)) {
      run.push(turns[at]!);
      at += 1;
    }
    const blocks = withoutEmptyTexts(
      role === 'user' ? resultsFirst(run, calls) : run.flatMap((turn) => turn.blocks),
      isEmpty,
    );
    if (role === 'assistant') calls = blocks;
    // Of an assistant that said nothing there is nothing to be said.
    if (role === 'assistant' && blocks.every(isEmpty)) continue;
    groups.push({ role, path: first.path, blocks, isString: run.length === 1 && first.isString === true });
  }
  return groups;
}

function sideOf({ role }: Turn): TurnGroup['role'] {
  if (role === 'tool') return 'user';
  return role === 'developer' ? 'system' : role;
}

function resultsFirst(run: readonly Turn[], calls: readonly Block[]): readonly Block[] {
  if (run.every(({ role }) => role !== 'tool')) return run.flatMap(({ blocks }) => blocks);
  const results = run.filter(({ role }) => role === 'tool').flatMap(({ blocks }) => blocks);
  const others = run.filter(({ role }) => role !== 'tool').flatMap(({ blocks }) => blocks);
  return [...inOrderOfCalls(results, calls), ...others];
}

/** Results in the order of the calls that they answer; those that answer none come last, as they came. */
export function inOrderOfCalls(results: readonly Block[], calls: readonly Block[]): readonly Block[] {
  if (results.length < 2) return results;
  const order = new Map(
    calls.filter((block): block is CallBlock => block.kind === 'call').map(({ id }, at) => [id, at]),
  );
  const placeOf = (block: Block) => order.get((block as ResultBlock).callId) ?? order.size;
  return [...results].sort((one, other) => placeOf(one) - placeOf(other));
}

function withoutEmptyTexts(blocks: readonly Block[], isEmpty: (block: Block) => boolean): readonly Block[] {
  if (!blocks.some(isEmpty)) return blocks;
  const kept = blocks.filter((block) => !isEmpty(block));
  return kept.length === 0 ? blocks.slice(0, 1) : kept;
}
