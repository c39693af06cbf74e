/** Images, documents and passages of messages. */
import type { JsonNode, JsonObjectNode, Literal } from '../../../json/json-node.ts';
import { innerOf, joined, memberOf, memberText } from '../../../json/literal.ts';
import type { Block, DocumentBlock, Field, ImageBlock } from '../../../neutral/turn-request.ts';
import { mediaTypeOf } from '../../../shared/data-url.ts';
import { cacheMark } from '../cache-control.ts';
import { readMembers, rulesOf } from '../member-rules.ts';
import {
  isTrueNode,
  itemsOfNode,
  literalAt,
  objectOfNode,
  optionalLiteralAt,
  textAt,
  under,
} from '../member-values.ts';
import type { Draft } from '../request-draft.ts';

const base64Rules = rulesOf({ type: 'read', media_type: 'read', data: 'read' });
const urlRules = rulesOf({ type: 'read', url: 'read' });
const fileRules = rulesOf({ type: 'read', file_id: 'read' });
const contentRules = rulesOf({ type: 'read', content: 'read' });

function base64Of(source: JsonObjectNode, path: string, draft: Draft) {
  readMembers(source, path, base64Rules, draft);
  return {
    kind: 'base64',
    mediaType: mediaTypeOf(textAt(source, 'media_type', path)),
    data: innerOf(literalAt(source, 'data', path)),
  } as const;
}

const imageRules = rulesOf({
  type: 'read',
  source: 'read',
  cache_control: 'read',
  transformations: 'refuse',
});

export function imageOf(node: JsonObjectNode, path: string, draft: Draft): Block {
  readMembers(node, path, imageRules, draft);
  const sourcePath = under(path, 'source');
  const source = imageSource(objectOfNode(node.members.get('source'), sourcePath), sourcePath, draft);
  if (source === undefined) return { kind: 'native', path, type: 'image', node };
  return { kind: 'image', path, source, ...cacheMark(node, path, draft) };
}

function imageSource(source: JsonObjectNode, path: string, draft: Draft): ImageBlock['source'] | undefined {
  switch (memberText(source, 'type')) {
    case 'base64':
      return base64Of(source, path, draft);
    case 'url':
      readMembers(source, path, urlRules, draft);
      return { kind: 'url', url: literalAt(source, 'url', path) };
    case 'file':
      readMembers(source, path, fileRules, draft);
      return { kind: 'file' };
    default:
      return undefined;
  }
}

const documentRules = rulesOf({
  type: 'read',
  source: 'read',
  title: 'read',
  context: 'read',
  citations: 'read',
  cache_control: 'read',
});

export function documentOf(node: JsonObjectNode, path: string, draft: Draft): Block {
  readMembers(node, path, documentRules, draft);
  const sourcePath = under(path, 'source');
  const source = documentSource(
    objectOfNode(node.members.get('source'), sourcePath),
    sourcePath,
    path,
    draft,
  );
  if (source === undefined) return { kind: 'native', path, type: 'document', node };
  const title = optionalLiteralAt(node, 'title', path);
  const context = optionalLiteralAt(node, 'context', path);
  return {
    kind: 'document',
    path,
    source,
    ...(title !== undefined && { filename: title }),
    ...(context !== undefined && { context: { path: under(path, 'context'), value: context } }),
    ...citationsOf(node, path, draft),
    ...cacheMark(node, path, draft),
  };
}

function documentSource(
  source: JsonObjectNode,
  path: string,
  blockPath: string,
  draft: Draft,
): DocumentBlock['source'] | undefined {
  switch (memberText(source, 'type')) {
    case 'base64':
      return base64Of(source, path, draft);
    case 'text':
      readMembers(source, path, base64Rules, draft);
      return { kind: 'text', text: literalAt(source, 'data', path) };
    case 'url':
      readMembers(source, path, urlRules, draft);
      return { kind: 'url', url: literalAt(source, 'url', path) };
    case 'file':
      readMembers(source, path, fileRules, draft);
      return { kind: 'file' };
    case 'content': {
      readMembers(source, path, contentRules, draft);
      const text = textsOf(source.members.get('content'), under(path, 'content'), draft);
      if (text !== undefined) draft.change(blockPath);
      return text === undefined ? undefined : { kind: 'text', text };
    }
    default:
      return undefined;
  }
}

const textRules = rulesOf({ type: 'read', text: 'read', cache_control: 'read', citations: dropIfAny });

/** A text's citations have no place in other dialects' histories. */
export function dropIfAny(node: JsonNode, path: string, draft: Draft): void {
  if (node.kind !== 'array' || node.items.length > 0) draft.drop(path);
}

/** The texts of a document made of blocks as one; undefined where an image is among them. */
function textsOf(node: JsonNode | undefined, path: string, draft: Draft): Literal | undefined {
  if (node?.kind === 'string') return node.raw;
  const texts: Literal[] = [];
  for (const [at, item] of itemsOfNode(node, path).entries()) {
    if (memberText(item, 'type') !== 'text') return undefined;
    const itemPath = `${path}[${at}]`;
    const part = objectOfNode(item, itemPath);
    readMembers(part, itemPath, textRules, draft);
    if (memberOf(part, 'cache_control') !== undefined) draft.drop('cache_control');
    texts.push(literalAt(part, 'text', itemPath));
  }
  return joined(texts, '\n\n');
}

const citationsRules = rulesOf({ enabled: 'read' });

function citationsOf(node: JsonObjectNode, path: string, draft: Draft): { readonly citations?: Field<true> } {
  const member = memberOf(node, 'citations');
  if (member === undefined) return {};
  const inner = under(path, 'citations');
  const config = objectOfNode(member, inner);
  readMembers(config, inner, citationsRules, draft);
  const enabled = memberOf(config, 'enabled');
  if (enabled === undefined || !isTrueNode(enabled, under(inner, 'enabled'))) return {};
  return { citations: { path: inner, value: true } };
}

const searchResultRules = rulesOf({
  type: 'read',
  content: 'read',
  source: 'read',
  title: 'read',
  citations: 'read',
  cache_control: 'read',
});

export function searchResultOf(node: JsonObjectNode, path: string, draft: Draft): Block {
  readMembers(node, path, searchResultRules, draft);
  const contentPath = under(path, 'content');
  const texts = itemsOfNode(node.members.get('content'), contentPath).map((item, at) => {
    const itemPath = `${contentPath}[${at}]`;
    const part = objectOfNode(item, itemPath);
    readMembers(part, itemPath, textRules, draft);
    if (memberOf(part, 'cache_control') !== undefined) draft.drop('cache_control');
    return literalAt(part, 'text', itemPath);
  });
  return {
    kind: 'search_result',
    path,
    title: literalAt(node, 'title', path),
    source: literalAt(node, 'source', path),
    texts,
    ...citationsOf(node, path, draft),
    ...cacheMark(node, path, draft),
  };
}
