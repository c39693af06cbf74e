import type { Literal, Raw } from '../../../json/json-node.ts';
import { arrayOf, literalOf, literalOfInner, objectOf } from '../../../json/literal.ts';
import type { Block, BlockKind, CacheMark } from '../../../neutral/turn-request.ts';
import { dataUrl, extensionOf } from '../../../shared/data-url.ts';
import { dropMark, isLong, markField, wantedMark } from '../cache-marks.ts';
import { documentText } from '../document-text.ts';
import type { ChatTarget } from './chat-body.ts';

type BlockOf<Kind extends BlockKind> = Extract<Block, { readonly kind: Kind }>;
type SayPart<Kind extends BlockKind> = (block: BlockOf<Kind>, target: ChatTarget) => Raw | undefined;

const audioFormats = new Set(['wav', 'mp3']);

/** The parts of a user's text. */
const sayers = {
  text: ({ text, cacheMark }, target) => textPart(text, cacheMark, target),
  image: ({ source, detail, path, cacheMark }, target) => {
    if (source.kind === 'file') return isKept(path, target);
    const url = source.kind === 'url' ? source.url : dataUrl(source);
    return objectOf({
      type: '"image_url"',
      image_url: objectOf({ url, detail: detail?.value }),
      ...markOf(cacheMark, target),
    });
  },
  document: (block, target) => {
    const { source, path, citations, cacheMark } = block;
    if (source.kind === 'file') return isKept(path, target);
    if (source.kind === 'url') {
      target.report.never(path, 'documents are sent along, never by a URL');
      return undefined;
    }
    if (citations !== undefined) target.report.refuse(citations.path);
    if (source.kind === 'text') {
      target.report.change(path);
      return textPart(documentText(block, source.text), cacheMark, target);
    }
    const file = objectOf({
      filename: block.filename ?? literalOf(nameOf(source.mediaType)),
      file_data: dataUrl(source),
    });
    return objectOf({ type: '"file"', file, ...markOf(cacheMark, target) });
  },
  audio: ({ data, format, path, cacheMark }, target) => {
    if (!audioFormats.has(format)) target.report.never(path, 'its format is neither wav nor mp3');
    const audio = objectOf({ data: literalOfInner(data), format: literalOf(format) });
    return objectOf({ type: '"input_audio"', input_audio: audio, ...markOf(cacheMark, target) });
  },
  refusal: ({ text }) => objectOf({ type: '"refusal"', refusal: text }),
  search_result: never,
  native: never,
  // Assistants alone say the first two; results are messages of their own.
  reasoning: never,
  call: never,
  result: never,
} satisfies { readonly [Kind in BlockKind]: SayPart<Kind> };

/** JSON text of a part; undefined where nothing is said of it, which is noted. */
export function sayPart<Kind extends BlockKind>(block: BlockOf<Kind>, target: ChatTarget): Raw | undefined {
  const say = sayers[block.kind as Kind] as SayPart<Kind>;
  return say(block, target);
}

/** The content of a message: one text as a string, all else as parts. */
export function contentOf(blocks: readonly Block[], target: ChatTarget): Raw {
  const [first] = blocks;
  if (blocks.length === 0) return '""' as Raw;
  if (blocks.length === 1 && first?.kind === 'text' && !hasPlaceForMark(first, target)) {
    dropMark(first.cacheMark, target.report);
    return first.text;
  }
  const parts: Raw[] = [];
  for (const block of blocks) {
    const before = contextOf(block, target);
    if (before !== undefined) parts.push(before);
    const part = sayPart(block, target);
    if (part !== undefined) parts.push(part);
  }
  return arrayOf(parts);
}

/** The text that tells a file's context, which stands before it. */
function contextOf(block: Block, target: ChatTarget): Raw | undefined {
  if (block.kind !== 'document' || block.source.kind !== 'base64' || block.context === undefined)
    return undefined;
  target.report.change(block.context.path);
  return textPart(block.context.value, undefined, target);
}

function never({ path }: Block, { report }: ChatTarget): undefined {
  report.never(path);
}

function isKept(path: string, { report }: ChatTarget): undefined {
  report.never(path, 'it is a file that another backend keeps');
}

function nameOf(mediaType: string): string {
  return `document.${extensionOf(mediaType) ?? 'bin'}`;
}

export function textPart(text: Literal, mark: CacheMark | undefined, target: ChatTarget): Raw {
  return objectOf({ type: '"text"', text, ...markOf(mark, target) });
}

/** True for a text with a mark that a part could carry, and a string could not. */
export function hasPlaceForMark({ cacheMark }: BlockOf<'text'>, { settings }: ChatTarget): boolean {
  return cacheMark !== undefined && settings.flavor.cacheMarks !== undefined;
}

function markOf(mark: CacheMark | undefined, target: ChatTarget): Readonly<Record<string, string>> {
  const { settings, report } = target;
  const field = settings.flavor.cacheMarks;
  if (field === undefined) {
    dropMark(mark, report);
    return {};
  }
  const wanted = wantedMark(mark, report);
  if (wanted === undefined) return {};
  const { ttl } = wanted;
  if (field === 'cache_control') {
    if (ttl === '12h') report.change(wanted.path);
    return { [field]: isLong(wanted) ? '{"type":"ephemeral","ttl":"1h"}' : '{"type":"ephemeral"}' };
  }
  if (markField(wanted) === field) {
    return { [field]: objectOf({ mode: '"explicit"', ttl: ttl === undefined ? undefined : literalOf(ttl) }) };
  }
  if (isLong(wanted)) report.change(wanted.path);
  return { [field]: '{"mode":"explicit"}' };
}
