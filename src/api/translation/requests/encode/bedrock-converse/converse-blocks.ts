import { type Literal, type Raw, textOf } from '../../../json/json-node.ts';
import { arrayOf, isBlankText, literalOf, literalOfInner, objectOf } from '../../../json/literal.ts';
import type { ClientDialect } from '../../../neutral/dialects.ts';
import type {
  Block,
  BlockKind,
  CacheMark,
  DocumentBlock,
  ResultBlock,
} from '../../../neutral/turn-request.ts';
import { callIdFor } from '../../../shared/call-ids.ts';
import { extensionOf } from '../../../shared/data-url.ts';
import type { RequestTarget } from '../../request-codec.ts';
import { isLong, wantedMark } from '../cache-marks.ts';
import { inputObject } from '../call-input.ts';
import { dropCallSeal, dropReasoning, ownSeal, reasoningText } from '../earlier-reasoning.ts';
import type { DocumentNames } from './document-names.ts';

/** The target of encoded blocks. */
export interface BlockTarget extends RequestTarget {
  readonly client: ClientDialect;
  readonly documents: DocumentNames;
}

type BlockOf<Kind extends BlockKind> = Extract<Block, { readonly kind: Kind }>;
type SayBlock<Kind extends BlockKind> = (block: BlockOf<Kind>, target: BlockTarget) => Raw | undefined;

const imageFormats: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
};

const elsewhere = 'it is a file that another backend keeps';
const notFetched = 'what it is has to be sent with the request there';

const sayers = {
  text: ({ text }) => objectOf({ text }),
  refusal: ({ text }) => (isBlankText(text) ? undefined : objectOf({ text })),
  image: ({ source, path, detail }, { report }) => {
    if (detail !== undefined) report.drop(detail.path);
    if (source.kind !== 'base64') return never(path, source.kind === 'url' ? notFetched : elsewhere, report);
    const format = imageFormats[source.mediaType];
    if (format === undefined) return never(path, 'images are jpeg, png, gif or webp there', report);
    return objectOf({ image: media(format, source.data) });
  },
  document: (block, target) => {
    const said = documentSource(block, target);
    if (said === undefined) return undefined;
    const { name, isChanged } = target.documents.nameFor(block.filename && textOf(block.filename));
    if (isChanged) target.report.change(block.path);
    const document = objectOf({
      ...said,
      name: literalOf(name),
      context: block.context?.value,
      citations: block.citations && '{"enabled":true}',
    });
    return objectOf({ document });
  },
  audio: ({ data, format }) => objectOf({ audio: media(format, data) }),
  search_result: ({ source, title, texts, citations }) =>
    objectOf({
      searchResult: objectOf({
        source,
        title,
        content: arrayOf(texts.map((text) => objectOf({ text }))),
        citations: citations && '{"enabled":true}',
      }),
    }),
  native: ({ path }, { report }) => never(path, undefined, report),
  reasoning: (block, { report }) => {
    const seal = ownSeal(block, 'bedrock_converse');
    if (seal === undefined) {
      dropReasoning(report);
      return undefined;
    }
    if (seal.isRedacted) return reasoningContent({ redactedContent: literalOf(seal.data) });
    const text = reasoningText(block) ?? literalOf('');
    const signature = seal.data === '' ? undefined : literalOf(seal.data);
    return reasoningContent({ reasoningText: objectOf({ text, signature }) });
  },
  call: (block, target) => {
    dropCallSeal(block, 'bedrock_converse', target.client, target.report);
    const toolUse = objectOf({
      toolUseId: literalOf(callIdFor('bedrock_converse', block.id)),
      name: literalOf(target.names.target(block.name, block.namespace)),
      input: inputObject(block, target.report),
    });
    return objectOf({ toolUse });
  },
  result: (block, target) => resultOf(block, target),
} satisfies { readonly [Kind in BlockKind]: SayBlock<Kind> };

/** JSON text of a block, and of the mark behind it where it has one; nothing where nothing is said of it, which is noted. */
export function sayBlock<Kind extends BlockKind>(block: BlockOf<Kind>, target: BlockTarget): readonly Raw[] {
  const say = sayers[block.kind as Kind] as SayBlock<Kind>;
  const said = say(block, target);
  if (said === undefined) return [];
  const point = cachePoint(block.cacheMark, target);
  return point === undefined ? [said] : [said, point];
}

/** The mark behind the cached part; undefined for no mark, and for an unwanted one. */
export function cachePoint(
  mark: CacheMark | undefined,
  { report }: Pick<BlockTarget, 'report'>,
): Raw | undefined {
  const wanted = wantedMark(mark, report);
  return wanted && cachePointFor(wanted);
}

export function cachePointFor(mark: CacheMark): Raw {
  const ttl = isLong(mark) ? '"1h"' : undefined;
  return objectOf({ cachePoint: objectOf({ type: '"default"', ttl }) });
}

function never(path: string, why: string | undefined, report: RequestTarget['report']): undefined {
  report.never(path, why);
}

function media(format: string, data: string): Raw {
  return objectOf({ format: literalOf(format), source: objectOf({ bytes: literalOfInner(data) }) });
}

function reasoningContent(content: Readonly<Record<string, string>>): Raw {
  return objectOf({ reasoningContent: objectOf(content) });
}

function documentSource(
  { source, path }: DocumentBlock,
  { report }: BlockTarget,
): Readonly<Record<string, string>> | undefined {
  switch (source.kind) {
    case 'text':
      return { format: '"txt"', source: objectOf({ text: source.text }) };
    case 'url':
      return never(path, notFetched, report);
    case 'file':
      return never(path, elsewhere, report);
    case 'base64': {
      const format = extensionOf(source.mediaType);
      if (format === undefined) return never(path, 'it is no kind of document that is taken there', report);
      return { format: literalOf(format), source: objectOf({ bytes: literalOfInner(source.data) }) };
    }
  }
}

/** No list of results may be empty there. */
const nothingSaid = objectOf({ text: literalOf('(no output)') });

function resultOf({ callId, path, blocks, isError }: ResultBlock, target: BlockTarget): Raw {
  const said = blocks
    .filter((block) => block.kind !== 'text' || !isBlankText(block.text))
    .flatMap((block) => sayBlock(block, target));
  if (said.length === 0) target.report.change(path);
  const toolResult = objectOf({
    toolUseId: literalOf(callIdFor('bedrock_converse', callId)),
    content: arrayOf(said.length === 0 ? [nothingSaid] : said),
    status: isError && '"error"',
  });
  return objectOf({ toolResult });
}

/** A turn with documents needs a text beside them. */
export const documentsText: Literal = literalOf('Attached document.');
