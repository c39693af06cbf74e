import type { JsonObjectNode, Literal } from '../../../json/json-node.ts';
import { memberOf, memberText } from '../../../json/literal.ts';
import type { Block, ReasoningBlock } from '../../../neutral/turn-request.ts';
import { countOfNode, itemsOfNode, objectOfNode, optionalLiteralAt, under } from '../member-values.ts';
import type { Draft } from '../request-draft.ts';
import { sealIn } from '../seal-in-conversation.ts';

/** Reasoning, and which block of its turn it was. */
interface Placed {
  readonly at: number;
  readonly block: ReasoningBlock;
}

const leading = -1;

/** The assistant's reasoning in a message: `reasoning_details` block by block, else all of it as one text. */
export function readChatReasoning(message: JsonObjectNode, path: string, draft: Draft): readonly Placed[] {
  const details = detailsOf(message, path, draft);
  // The text of the details is what the other two fields hold as well.
  if (details.some(({ block }) => block.text !== undefined)) return details;
  for (const name of ['reasoning_content', 'reasoning']) {
    const text = optionalLiteralAt(message, name, path);
    if (text === undefined || text.length === 2) continue;
    return [
      { at: leading, block: { kind: 'reasoning', path: under(path, name), form: 'full', text } },
      ...details,
    ];
  }
  return details;
}

function detailsOf(message: JsonObjectNode, path: string, draft: Draft): Placed[] {
  const node = memberOf(message, 'reasoning_details');
  if (node === undefined) return [];
  const inner = under(path, 'reasoning_details');
  const placed: Placed[] = [];
  itemsOfNode(node, inner).forEach((item, at) => {
    const itemPath = `${inner}[${at}]`;
    const detail = objectOfNode(item, itemPath);
    const block = detailOf(detail, itemPath, draft);
    const index = memberOf(detail, 'index');
    if (block === undefined) return;
    placed.push({ at: index === undefined ? leading : countOfNode(index, under(itemPath, 'index')), block });
  });
  return placed;
}

const fieldsOf = {
  'reasoning.text': { text: 'text', seal: 'signature', form: 'full' },
  'reasoning.summary': { text: 'summary', seal: 'signature', form: 'summary' },
  'reasoning.encrypted': { text: undefined, seal: 'data', form: 'redacted' },
} as const;

function detailOf(detail: JsonObjectNode, path: string, draft: Draft): ReasoningBlock | undefined {
  const type = memberText(detail, 'type') as keyof typeof fieldsOf | undefined;
  const fields = type === undefined || !Object.hasOwn(fieldsOf, type) ? undefined : fieldsOf[type];
  if (fields === undefined) {
    draft.drop(path);
    return undefined;
  }
  const written = optionalLiteralAt(detail, fields.seal, path);
  const seal = sealIn(written, under(path, fields.seal), draft);
  const text: Literal | undefined = fields.text && optionalLiteralAt(detail, fields.text, path);
  if (seal === undefined && text === undefined) return undefined;
  return {
    kind: 'reasoning',
    path,
    form: seal?.isRedacted ? 'redacted' : fields.form,
    ...(text !== undefined && { text }),
    ...(seal !== undefined && { seal }),
    ...(seal === undefined && written !== undefined && { isForeign: true }),
  };
}

/** Reasoning at the places that it had, text and calls in order at all others. */
export function withReasoning(reasoning: readonly Placed[], others: readonly Block[]): readonly Block[] {
  if (reasoning.length === 0) return others;
  const size = reasoning.length + others.length;
  const turn = new Array<Block | undefined>(size).fill(undefined);
  const unplaced: Block[] = [];
  for (const { at, block } of reasoning) {
    if (at >= 0 && at < size && turn[at] === undefined) turn[at] = block;
    else unplaced.push(block);
  }
  const rest = [...unplaced, ...others];
  let next = 0;
  return turn.map((block) => block ?? rest[next++]!);
}
