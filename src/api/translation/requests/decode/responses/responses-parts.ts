import type { JsonNode, JsonObjectNode } from '../../../json/json-node.ts';
import { memberText } from '../../../json/literal.ts';
import type { Block, DocumentBlock } from '../../../neutral/turn-request.ts';
import { fileSource, imageSource } from '../attachments.ts';
import { type Content, contentOf } from '../content.ts';
import { readMembers, rulesOf } from '../member-rules.ts';
import { literalAt, optionalLiteralAt, under } from '../member-values.ts';
import { markMembers, markOfPart } from '../openai-fields.ts';
import type { Draft } from '../request-draft.ts';

/** The content of a message, or the result of a call. */
export function responsesContent(node: JsonNode | undefined, path: string, draft: Draft): Content {
  return contentOf(node, path, draft, partOf);
}

const textRules = rulesOf({
  type: 'read',
  text: 'read',
  ...markMembers,
  annotations: 'nothing',
  logprobs: 'nothing',
});
const refusalRules = rulesOf({ type: 'read', refusal: 'read' });

/** Undefined for what is refused whatever the target is, which is noted. */
function partOf(part: JsonObjectNode, path: string, draft: Draft): Block | undefined {
  const type = memberText(part, 'type') ?? '';
  switch (type) {
    case 'input_text':
    case 'output_text':
      readMembers(part, path, textRules, draft);
      return {
        kind: 'text',
        path,
        text: literalAt(part, 'text', path),
        ...markOfPart(part, path, draft),
      };
    case 'refusal':
      readMembers(part, path, refusalRules, draft);
      return { kind: 'refusal', path, text: literalAt(part, 'refusal', path) };
    case 'input_image':
      return imageOf(part, path, draft);
    case 'input_file':
      return fileOf(part, path, draft);
    default:
      return { kind: 'native', path, type, node: part };
  }
}

const imageRules = rulesOf({
  type: 'read',
  image_url: 'read',
  file_id: 'read',
  detail: 'read',
  ...markMembers,
});

function imageOf(part: JsonObjectNode, path: string, draft: Draft): Block | undefined {
  readMembers(part, path, imageRules, draft);
  const url = optionalLiteralAt(part, 'image_url', path);
  const source = url === undefined ? ({ kind: 'file' } as const) : imageSource(url, path, draft);
  if (source === undefined) return undefined;
  const detail = optionalLiteralAt(part, 'detail', path);
  return {
    kind: 'image',
    path,
    source,
    ...(detail !== undefined &&
      detail !== '"auto"' && { detail: { path: under(path, 'detail'), value: detail } }),
    ...markOfPart(part, path, draft),
  };
}

const fileRules = rulesOf({
  type: 'read',
  filename: 'read',
  file_data: 'read',
  file_url: 'read',
  file_id: 'read',
  detail: (node, path, draft) => {
    if (node.raw !== '"auto"') draft.refuse(path);
  },
  ...markMembers,
});

function fileOf(part: JsonObjectNode, path: string, draft: Draft): Block | undefined {
  readMembers(part, path, fileRules, draft);
  const filename = optionalLiteralAt(part, 'filename', path);
  const source = documentSource(part, path, draft);
  if (source === undefined) return undefined;
  return {
    kind: 'document',
    path,
    source,
    ...(filename !== undefined && { filename }),
    ...markOfPart(part, path, draft),
  };
}

function documentSource(
  part: JsonObjectNode,
  path: string,
  draft: Draft,
): DocumentBlock['source'] | undefined {
  const data = optionalLiteralAt(part, 'file_data', path);
  if (data !== undefined) return fileSource(data, optionalLiteralAt(part, 'filename', path), path, draft);
  const url = optionalLiteralAt(part, 'file_url', path);
  return url === undefined ? { kind: 'file' } : { kind: 'url', url };
}
