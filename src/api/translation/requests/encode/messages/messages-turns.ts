import type { Raw } from '../../../json/json-node.ts';
import { arrayOf, isBlankText, objectOf, trimmedEnd } from '../../../json/literal.ts';
import type { Block, TextBlock, Turn, TurnRequest } from '../../../neutral/turn-request.ts';
import { isInstruction, splitTurns, textsOf } from '../system-turns.ts';
import { alternatingTurns, type TurnGroup } from '../turn-groups.ts';
import { type BlockTarget, sayBlocks } from './messages-blocks.ts';
import type { MessagesBody } from './messages-body.ts';

/** Says instructions and turns. */
export function sayTurns(out: MessagesBody, { turns }: TurnRequest, target: BlockTarget): void {
  const { leading, rest } = splitTurns(turns);
  const isHoisted = target.settings.lateSystem === 'hoist';
  const system = leading.flatMap((turn) => instructions(turn, target));
  const messages: Raw[] = [];
  const groups = alternatingTurns(
    isHoisted ? rest.filter((turn) => !isInstruction(turn)) : rest,
    isBlankText,
  );
  if (isHoisted) {
    for (const turn of rest) {
      if (!isInstruction(turn)) continue;
      target.report.change(turn.path);
      system.push(...instructions(turn, target));
    }
  }
  for (const [at, group] of groups.entries()) {
    const isLast = at === groups.length - 1;
    const message = messageOf(isLast ? trimmedAnswer(group, target) : group, target);
    if (message !== undefined) messages.push(message);
  }
  if (out.lastSystem !== undefined) system.push({ kind: 'text', path: '', text: out.lastSystem });
  if (system.length > 0) out.members['system'] = sayBlocks(system, target);
  out.members['messages'] = arrayOf(messages);
}

function instructions(turn: Turn, { report }: BlockTarget): TextBlock[] {
  return textsOf(turn, report).filter(({ text }) => !isBlankText(text));
}

/** Undefined for a turn of the assistant of which nothing can be said. */
function messageOf({ role, blocks, isString }: TurnGroup, target: BlockTarget): Raw | undefined {
  const [first] = blocks;
  const content =
    isString && blocks.length === 1 && first?.kind === 'text' && first.cacheMark === undefined
      ? first.text
      : sayBlocks(blocks, target);
  return role === 'assistant' && content === '[]' ? undefined : objectOf({ role: `"${role}"`, content });
}

/** A prefilled answer may not end in white space. */
function trimmedAnswer(group: TurnGroup, { report }: BlockTarget): TurnGroup {
  const last = group.blocks.at(-1);
  if (group.role !== 'assistant' || last?.kind !== 'text') return group;
  const text = trimmedEnd(last.text);
  if (text === last.text) return group;
  report.change(last.path);
  const before: readonly Block[] = group.blocks.slice(0, -1);
  return { ...group, blocks: isBlankText(text) ? before : [...before, { ...last, text }] };
}
