import type { Literal, Raw } from '../../../json/json-node.ts';
import { arrayOf, literalOf, objectOf } from '../../../json/literal.ts';
import type { Block, BlockKind, CacheMark } from '../../../neutral/turn-request.ts';
import { dataUrl, extensionOf } from '../../../shared/data-url.ts';
import { dropMark, isLong, markField, wantedMark } from '../cache-marks.ts';
import { documentText, searchResultText } from '../document-text.ts';
import type { ResponsesTarget } from './responses-body.ts';

type BlockOf<Kind extends BlockKind> = Extract<Block, { readonly kind: Kind }>;
type SayPart<Kind extends BlockKind> = (block: BlockOf<Kind>, target: ResponsesTarget) => Raw | undefined;

/** The parts of messages and results; the assistant's texts are encoded elsewhere. */
const sayers = {
  text: ({ text, cacheMark }, target) => textPart(text, cacheMark, target),
  image: ({ source, detail, path, cacheMark }, target) => {
    if (source.kind === 'file') return isKept(path, target);
    return objectOf({
      type: '"input_image"',
      image_url: source.kind === 'url' ? source.url : dataUrl(source),
      detail: detail?.value ?? '"auto"',
      ...markOf(cacheMark, target),
    });
  },
  document: (block, target) => {
    const { source, path, citations, filename, cacheMark } = block;
    if (source.kind === 'file') return isKept(path, target);
    if (citations !== undefined) target.report.refuse(citations.path);
    if (source.kind === 'text') {
      target.report.change(path);
      return textPart(documentText(block, source.text), cacheMark, target);
    }
    const mark = markOf(cacheMark, target);
    if (source.kind === 'url') {
      if (filename !== undefined) target.report.drop(`${path}.title`);
      return objectOf({ type: '"input_file"', file_url: source.url, ...mark });
    }
    return objectOf({
      type: '"input_file"',
      filename: filename ?? literalOf(`document.${extensionOf(source.mediaType) ?? 'bin'}`),
      file_data: dataUrl(source),
      ...mark,
    });
  },
  refusal: ({ text }) => objectOf({ type: '"refusal"', refusal: text }),
  audio: never,
  search_result: never,
  native: never,
  // Items of their own.
  reasoning: never,
  call: never,
  result: never,
} satisfies { readonly [Kind in BlockKind]: SayPart<Kind> };

function sayPart<Kind extends BlockKind>(block: BlockOf<Kind>, target: ResponsesTarget): Raw | undefined {
  const say = sayers[block.kind as Kind] as SayPart<Kind>;
  return say(block, target);
}

/** The content of a message: one text as a string, all else as parts. */
export function contentOf(blocks: readonly Block[], target: ResponsesTarget): Raw {
  const [first] = blocks;
  if (blocks.length === 1 && first?.kind === 'text' && first.cacheMark === undefined) return first.text;
  const parts: Raw[] = [];
  for (const block of blocks) {
    if (block.kind === 'document' && block.source.kind !== 'text' && block.context !== undefined) {
      target.report.change(block.context.path);
      parts.push(textPart(block.context.value, undefined, target));
    }
    const part = sayPart(block, target);
    if (part !== undefined) parts.push(part);
  }
  return arrayOf(parts);
}

/** The result of a call: nothing is an empty text. */
export function outputOf(blocks: readonly Block[], target: ResponsesTarget): Raw {
  if (blocks.length === 0) return '""' as Raw;
  return contentOf(
    blocks.map((block) => (block.kind === 'search_result' ? passageOf(block, target) : block)),
    target,
  );
}

function passageOf(block: BlockOf<'search_result'>, { report }: ResponsesTarget): Block {
  const { path, cacheMark } = block;
  report.change(path);
  return { kind: 'text', path, text: searchResultText(block), ...(cacheMark !== undefined && { cacheMark }) };
}

/** The assistant's texts: they are another type of part than those of others. */
export function saidContent(
  blocks: readonly (BlockOf<'text'> | BlockOf<'refusal'>)[],
  target: ResponsesTarget,
): Raw {
  for (const block of blocks) dropMark(block.cacheMark, target.report);
  const [first] = blocks;
  if (blocks.length === 1 && first?.kind === 'text') return first.text;
  return arrayOf(
    blocks.map((block) =>
      block.kind === 'text'
        ? objectOf({ type: '"output_text"', text: block.text, annotations: '[]' })
        : objectOf({ type: '"refusal"', refusal: block.text }),
    ),
  );
}

function never({ path }: Block, { report }: ResponsesTarget): undefined {
  report.never(path);
}

function isKept(path: string, { report }: ResponsesTarget): undefined {
  report.never(path, 'it is a file that another backend keeps');
}

export function textPart(text: Literal, mark: CacheMark | undefined, target: ResponsesTarget): Raw {
  return objectOf({ type: '"input_text"', text, ...markOf(mark, target) });
}

function markOf(mark: CacheMark | undefined, { report }: ResponsesTarget): Readonly<Record<string, string>> {
  const wanted = wantedMark(mark, report);
  if (wanted === undefined) return {};
  const { ttl, path } = wanted;
  const isForeign = markField(wanted) === 'cache_control';
  if (isForeign && isLong(wanted)) report.change(path);
  const own = isForeign || ttl === undefined ? undefined : literalOf(ttl);
  return { prompt_cache_breakpoint: objectOf({ mode: '"explicit"', ttl: own }) };
}
