import type { JsonNode, JsonObjectNode } from '../../../json/json-node.ts';
import { innerOf, joined, memberText } from '../../../json/literal.ts';
import type { Block } from '../../../neutral/turn-request.ts';
import { fileSource, imageSource } from '../attachments.ts';
import { type Content, contentOf } from '../content.ts';
import { readMembers, rulesOf } from '../member-rules.ts';
import { literalAt, objectOfNode, optionalLiteralAt, textAt, under } from '../member-values.ts';
import { markMembers, markOfPart } from '../openai-fields.ts';
import type { Draft } from '../request-draft.ts';

/** The content of a message, or the result of a call. */
export function chatContent(node: JsonNode | undefined, path: string, draft: Draft): Content {
  return contentOf(node, path, draft, partOf);
}

const textRules = rulesOf({
  type: 'read',
  text: 'read',
  ...markMembers,
  annotations: 'nothing',
});
const refusalRules = rulesOf({ type: 'read', refusal: 'read' });

/** Undefined for what is refused whatever the target is, which is noted. */
function partOf(part: JsonObjectNode, path: string, draft: Draft): Block | undefined {
  const type = memberText(part, 'type') ?? '';
  switch (type) {
    case 'text':
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
    case 'thinking':
      return thinkingOf(part, path, draft);
    case 'image_url':
      return imageOf(part, path, draft);
    case 'input_audio':
      return audioOf(part, path, draft);
    case 'file':
      return fileOf(part, path, draft);
    default:
      return { kind: 'native', path, type, node: part };
  }
}

const thinkingRules = rulesOf({ type: 'read', thinking: 'read', closed: 'nothing' });

/** The thought of a Mistral model, as its answers have it among their parts. */
function thinkingOf(part: JsonObjectNode, path: string, draft: Draft): Block | undefined {
  readMembers(part, path, thinkingRules, draft);
  const inner = under(path, 'thinking');
  const { blocks } = contentOf(part.members.get('thinking'), inner, draft, partOf);
  const texts = blocks.flatMap((block) => (block.kind === 'text' ? block.text : []));
  return texts.length === 0 ? undefined : { kind: 'reasoning', path, form: 'full', text: joined(texts, '') };
}

const imageRules = rulesOf({ type: 'read', image_url: 'read', ...markMembers });
const imageMembers = rulesOf({ url: 'read', detail: 'read' });

function imageOf(part: JsonObjectNode, path: string, draft: Draft): Block | undefined {
  readMembers(part, path, imageRules, draft);
  const inner = under(path, 'image_url');
  const image = objectOfNode(part.members.get('image_url'), inner);
  readMembers(image, inner, imageMembers, draft);
  const source = imageSource(literalAt(image, 'url', inner), path, draft);
  if (source === undefined) return undefined;
  const detail = optionalLiteralAt(image, 'detail', inner);
  return {
    kind: 'image',
    path,
    source,
    ...(detail !== undefined &&
      detail !== '"auto"' && { detail: { path: under(inner, 'detail'), value: detail } }),
    ...markOfPart(part, path, draft),
  };
}

const audioRules = rulesOf({ type: 'read', input_audio: 'read', ...markMembers });
const audioMembers = rulesOf({ data: 'read', format: 'read' });

function audioOf(part: JsonObjectNode, path: string, draft: Draft): Block {
  readMembers(part, path, audioRules, draft);
  const inner = under(path, 'input_audio');
  const audio = objectOfNode(part.members.get('input_audio'), inner);
  readMembers(audio, inner, audioMembers, draft);
  return {
    kind: 'audio',
    path,
    data: innerOf(literalAt(audio, 'data', inner)),
    format: textAt(audio, 'format', inner),
    ...markOfPart(part, path, draft),
  };
}

const fileRules = rulesOf({ type: 'read', file: 'read', ...markMembers });
const fileMembers = rulesOf({ filename: 'read', file_data: 'read', file_id: 'read' });

function fileOf(part: JsonObjectNode, path: string, draft: Draft): Block | undefined {
  readMembers(part, path, fileRules, draft);
  const inner = under(path, 'file');
  const file = objectOfNode(part.members.get('file'), inner);
  readMembers(file, inner, fileMembers, draft);
  const filename = optionalLiteralAt(file, 'filename', inner);
  const data = optionalLiteralAt(file, 'file_data', inner);
  const source = data === undefined ? ({ kind: 'file' } as const) : fileSource(data, filename, path, draft);
  if (source === undefined) return undefined;
  return {
    kind: 'document',
    path,
    source,
    ...(filename !== undefined && { filename }),
    ...markOfPart(part, path, draft),
  };
}
