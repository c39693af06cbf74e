/** Takes what the gateway sealed into a conversation out of it again, for backends that are asked in the client's dialect. */
import { type JsonNode, parseJson, textOf } from './json/json-node.ts';
import { memberOf } from './json/literal.ts';

/** From `from` to `to`, in UTF-16 units. */
interface Cut {
  readonly from: number;
  readonly to: number;
}

/**
 * The body without the blocks and items that hold seals of ours, and without the turns that have nothing else; the very
 * same buffer where there are none. All other text stays as it was.
 *
 * @param bytes A JSON object of chat_completions, messages or responses.
 */
export function withoutOwnSeals(bytes: Buffer): Buffer {
  const text = bytes.toString();
  const root = parseJson(text, true);
  const cuts: Cut[] = [];
  for (const name of ['messages', 'input']) cutTurns(memberOf(root, name), cuts);
  if (cuts.length === 0) return bytes;
  let left = '';
  let at = 0;
  for (const { from, to } of cuts.sort((a, b) => a.from - b.from)) {
    left += text.slice(at, from);
    at = Math.max(at, to);
  }
  return Buffer.from(left + text.slice(at));
}

/** Items of responses that are sealed themselves, and turns with blocks that are. */
function cutTurns(turns: JsonNode | undefined, cuts: Cut[]): void {
  if (turns?.kind !== 'array') return;
  const gone = turns.items.map((turn) => isSealed(turn));
  for (const [index, turn] of turns.items.entries()) {
    if (gone[index]) continue;
    for (const name of ['content', 'reasoning_details']) {
      const blocks = memberOf(turn, name);
      if (blocks?.kind !== 'array') continue;
      const sealed = blocks.items.map((block) => isSealed(block));
      if (!sealed.includes(true)) continue;
      // A turn without content is one that no backend takes.
      if (name === 'content' && !sealed.includes(false)) gone[index] = true;
      else cutItems(blocks.items, sealed, cuts);
    }
  }
  cutItems(turns.items, gone, cuts);
}

function isSealed(block: JsonNode): boolean {
  return ['signature', 'data', 'encrypted_content'].some((name) => {
    const member = memberOf(block, name);
    return (
      member?.kind === 'string' && member.raw.startsWith('"gw1.') && textOf(member.raw).startsWith('gw1.')
    );
  });
}

/** Items go with the comma that stands between them and a neighbour. */
function cutItems(items: readonly JsonNode[], gone: readonly boolean[], cuts: Cut[]): void {
  let kept: JsonNode | undefined;
  for (const [index, item] of items.entries()) {
    const next = items[index + 1];
    if (!gone[index]) kept = item;
    else if (next !== undefined) cuts.push({ from: item.at, to: next.at });
    else
      cuts.push({
        from: kept === undefined ? item.at : kept.at + kept.raw.length,
        to: item.at + item.raw.length,
      });
  }
}
