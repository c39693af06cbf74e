import type { Literal, Raw } from '../../../json/json-node.ts';
import {
  arrayOf,
  isBlankText,
  isEmptyText,
  literalOf,
  literalOfInner,
  objectOf,
} from '../../../json/literal.ts';
import type { ClientDialect } from '../../../neutral/dialects.ts';
import type { Block, BlockKind, DocumentBlock, ImageBlock } from '../../../neutral/turn-request.ts';
import { callIdFor } from '../../../shared/call-ids.ts';
import type { RequestTarget } from '../../request-codec.ts';
import { inputObject } from '../call-input.ts';
import { decodedText } from '../document-text.ts';
import { dropCallSeal, dropReasoning, ownSeal, reasoningText } from '../earlier-reasoning.ts';
import { cacheControl } from './cache-control.ts';

/** The target of encoded blocks. */
export interface BlockTarget extends RequestTarget {
  readonly client: ClientDialect;
}

type BlockOf<Kind extends BlockKind> = Extract<Block, { readonly kind: Kind }>;
type SayBlock<Kind extends BlockKind> = (block: BlockOf<Kind>, target: BlockTarget) => Raw | undefined;

const imageTypes = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp']);

const sayers = {
  text: (block, target) =>
    objectOf({
      type: '"text"',
      text: block.text,
      cache_control: cacheControl(block.cacheMark, target.report),
    }),
  refusal: ({ text }) => (isBlankText(text) ? undefined : objectOf({ type: '"text"', text })),
  image: (block, target) => {
    const source = imageSource(block, target);
    if (block.detail !== undefined) target.report.drop(block.detail.path);
    return (
      source &&
      objectOf({ type: '"image"', source, cache_control: cacheControl(block.cacheMark, target.report) })
    );
  },
  document: (block, target) => {
    const source = documentSource(block, target);
    if (source === undefined) return undefined;
    return objectOf({
      type: '"document"',
      source,
      title: block.filename,
      context: block.context?.value,
      citations: block.citations && '{"enabled":true}',
      cache_control: cacheControl(block.cacheMark, target.report),
    });
  },
  search_result: ({ source, title, texts, citations, cacheMark }, target) =>
    objectOf({
      type: '"search_result"',
      source,
      title,
      content: arrayOf(texts.map((text) => objectOf({ type: '"text"', text }))),
      citations: citations && '{"enabled":true}',
      cache_control: cacheControl(cacheMark, target.report),
    }),
  audio: never,
  native: never,
  reasoning: (block, { report }) => {
    const seal = ownSeal(block, 'messages');
    if (seal === undefined) {
      dropReasoning(report);
      return undefined;
    }
    if (seal.isRedacted) return objectOf({ type: '"redacted_thinking"', data: literalOf(seal.data) });
    const thinking = reasoningText(block) ?? '""';
    return objectOf({ type: '"thinking"', thinking, signature: literalOf(seal.data) });
  },
  call: (block, target) => {
    dropCallSeal(block, 'messages', target.client, target.report);
    return objectOf({
      type: '"tool_use"',
      id: literalOf(callIdFor('messages', block.id)),
      name: literalOf(target.names.target(block.name, block.namespace)),
      input: inputObject(block, target.report),
      cache_control: cacheControl(block.cacheMark, target.report),
    });
  },
  result: (block, target) =>
    objectOf({
      type: '"tool_result"',
      tool_use_id: literalOf(callIdFor('messages', block.callId)),
      content: resultContent(block, target),
      is_error: block.isError && 'true',
      cache_control: cacheControl(block.cacheMark, target.report),
    }),
} satisfies { readonly [Kind in BlockKind]: SayBlock<Kind> };

/** JSON text of a block; undefined where nothing is said of it, which is noted. */
export function sayBlock<Kind extends BlockKind>(block: BlockOf<Kind>, target: BlockTarget): Raw | undefined {
  const say = sayers[block.kind as Kind] as SayBlock<Kind>;
  return say(block, target);
}

export function sayBlocks(blocks: readonly Block[], target: BlockTarget): Raw {
  return arrayOf(blocks.map((block) => sayBlock(block, target)).filter((said) => said !== undefined));
}

function never({ path }: Block, { report }: BlockTarget): undefined {
  report.never(path);
}

function base64Source(mediaType: string, data: string): Raw {
  return objectOf({ type: '"base64"', media_type: literalOf(mediaType), data: literalOfInner(data) });
}

function imageSource({ source, path }: ImageBlock, { report }: BlockTarget): Raw | undefined {
  switch (source.kind) {
    case 'url':
      return objectOf({ type: '"url"', url: source.url });
    case 'file':
      report.never(path, 'it is a file that another backend keeps');
      return undefined;
    case 'base64':
      if (imageTypes.has(source.mediaType)) return base64Source(source.mediaType, source.data);
      report.never(path, 'its media type is none of image/jpeg, image/png, image/gif, image/webp');
      return undefined;
  }
}

function documentSource({ source, path }: DocumentBlock, { report }: BlockTarget): Raw | undefined {
  switch (source.kind) {
    case 'url':
      return objectOf({ type: '"url"', url: source.url });
    case 'text':
      return textSource(source.text);
    case 'file':
      report.never(path, 'it is a file that another backend keeps');
      return undefined;
    case 'base64': {
      if (source.mediaType === 'application/pdf') return base64Source(source.mediaType, source.data);
      const text = source.mediaType.startsWith('text/') ? decodedText(source) : undefined;
      if (text !== undefined) {
        report.change(path);
        return textSource(text);
      }
      report.never(path, 'documents are PDF files or text');
      return undefined;
    }
  }
}

function textSource(data: Literal): Raw {
  return objectOf({ type: '"text"', media_type: '"text/plain"', data });
}

function resultContent({ blocks, isString }: BlockOf<'result'>, target: BlockTarget): string | undefined {
  const [first] = blocks;
  if (first === undefined) return undefined;
  const kept = blocks.filter((block) => block.kind !== 'text' || !isBlankText(block.text));
  if (isString && first.kind === 'text')
    return kept.length > 0 || isEmptyText(first.text) ? first.text : undefined;
  return kept.length === 0 ? undefined : sayBlocks(kept, target);
}
