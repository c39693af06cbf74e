import type { JsonNode, JsonObjectNode } from '../../json/json-node.ts';
import type { Block } from '../../neutral/turn-request.ts';
import { itemsOfNode, objectOfNode } from './member-values.ts';
import type { Draft } from './request-draft.ts';

export interface Content {
  readonly blocks: readonly Block[];
  /** It came as a plain string. */
  readonly isString: boolean;
}

/** Reads a part; undefined for what is refused whatever the target is, which is noted. */
export type ReadPart = (part: JsonObjectNode, path: string, draft: Draft) => Block | undefined;

/** The content of a message, or the result of a call: a string, parts, or nothing. */
export function contentOf(
  node: JsonNode | undefined,
  path: string,
  draft: Draft,
  readPart: ReadPart,
): Content {
  if (node === undefined || node.kind === 'null') return { blocks: [], isString: false };
  if (node.kind === 'string') return { blocks: [{ kind: 'text', path, text: node.raw }], isString: true };
  const blocks: Block[] = [];
  itemsOfNode(node, path).forEach((item, at) => {
    const partPath = `${path}[${at}]`;
    const block = readPart(objectOfNode(item, partPath), partPath, draft);
    if (block !== undefined) blocks.push(block);
  });
  return { blocks, isString: false };
}
