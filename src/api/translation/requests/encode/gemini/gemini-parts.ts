import type { Literal, Raw } from '../../../json/json-node.ts';
import { arrayOf, isEmptyText, joined, literalOf, literalOfInner, objectOf } from '../../../json/literal.ts';
import type { ClientDialect } from '../../../neutral/dialects.ts';
import type {
  Base64Source,
  Block,
  BlockKind,
  CallBlock,
  ResultBlock,
} from '../../../neutral/turn-request.ts';
import { isMadeHere } from '../../../shared/call-ids.ts';
import type { RequestTarget } from '../../request-codec.ts';
import { dropMark } from '../cache-marks.ts';
import { inputObject } from '../call-input.ts';
import { documentText } from '../document-text.ts';
import { dropCallSeal, dropReasoning, ownSeal, reasoningText } from '../earlier-reasoning.ts';

/** The target of encoded blocks, and the facts about earlier ones. */
export interface PartTarget extends RequestTarget {
  readonly client: ClientDialect;
  /** The target's names of the tools of calls so far, by the ids of the calls. */
  readonly toolNames: Map<string, string>;
  /** A signature that belongs to the call which follows. */
  callSignature: string | undefined;
  /** A call of the present turn has been said: further ones of a step need no signature. */
  hasCall: boolean;
}

type BlockOf<Kind extends BlockKind> = Extract<Block, { readonly kind: Kind }>;
type SayBlock<Kind extends BlockKind> = (block: BlockOf<Kind>, target: PartTarget) => readonly Raw[];

const nothing: readonly Raw[] = [];

/** The value that Google's servers take in place of a missing signature. */
const noSignature = 'skip_thought_signature_validator';

const sayers = {
  text: ({ text }) => [textPart(text)],
  refusal: ({ text }) => (isEmptyText(text) ? nothing : [textPart(text)]),
  image: ({ source, path, detail }, { report, settings }) => {
    if (detail !== undefined) report.drop(detail.path);
    if (source.kind === 'base64') return [inlineData(source)];
    if (source.kind === 'file') return never(path, 'it is a file that another backend keeps', report);
    if (settings.imageUrls) return [objectOf({ fileData: objectOf({ fileUri: source.url }) })];
    report.refuse(path, undefined, false, 'image_urls: true');
    return nothing;
  },
  document: (block, { report, client }) => {
    const { source, path, filename, context, citations } = block;
    if (citations !== undefined && !report.refuse(citations.path)) return nothing;
    switch (source.kind) {
      case 'text':
        report.change(path);
        return [textPart(documentText(block, source.text))];
      case 'base64':
        if (filename !== undefined) report.drop(`${path}.${client === 'messages' ? 'title' : 'filename'}`);
        if (context === undefined) return [inlineData(source)];
        report.change(context.path);
        return [textPart(context.value), inlineData(source)];
      case 'url':
        return never(path, 'documents are sent with the request there', report);
      case 'file':
        return never(path, 'it is a file that another backend keeps', report);
    }
  },
  audio: ({ data, format }) => [inlineData({ kind: 'base64', mediaType: `audio/${format}`, data })],
  search_result: ({ path }, { report }) => never(path, undefined, report),
  native: ({ path }, { report }) => never(path, undefined, report),
  reasoning: (block, target) => {
    const seal = ownSeal(block, 'gemini');
    // A thought that was not signed is not wanted back.
    if (seal === undefined || seal.data === '') {
      dropReasoning(target.report);
      return nothing;
    }
    if (seal.isOfCall) {
      target.callSignature = seal.data;
      return nothing;
    }
    const text = reasoningText(block) ?? literalOf('');
    // An empty signature is none that its vendor made.
    const thoughtSignature = seal.data === '' ? undefined : literalOf(seal.data);
    return [objectOf({ text, thought: 'true', thoughtSignature })];
  },
  call: (block, target) => [callPart(block, target)],
  result: (block, target) => resultParts(block, target),
} satisfies { readonly [Kind in BlockKind]: SayBlock<Kind> };

/** JSON text of the parts that a block comes to. */
export function sayParts<Kind extends BlockKind>(block: BlockOf<Kind>, target: PartTarget): readonly Raw[] {
  dropMark(block.cacheMark, target.report);
  const say = sayers[block.kind as Kind] as SayBlock<Kind>;
  return say(block, target);
}

function never(path: string, why: string | undefined, report: RequestTarget['report']): readonly Raw[] {
  report.never(path, why);
  return nothing;
}

function textPart(text: Literal): Raw {
  return objectOf({ text });
}

function inlineData({ mediaType, data }: Base64Source): Raw {
  return objectOf({
    inlineData: objectOf({ mimeType: literalOf(mediaType), data: literalOfInner(data) }),
  });
}

/** Ids that were made up here for calls which had none are not told. */
function idOf(id: string): Literal | undefined {
  return isMadeHere(id) ? undefined : literalOf(id);
}

function callPart(block: CallBlock, target: PartTarget): Raw {
  const { names, report, client } = target;
  dropCallSeal(block, 'gemini', client, report);
  const name = names.target(block.name, block.namespace);
  target.toolNames.set(block.id, name);
  const own = ownSeal(block, 'gemini')?.data ?? target.callSignature;
  target.callSignature = undefined;
  const signature = own ?? (target.hasCall ? undefined : noSignature);
  if (own === undefined && signature !== undefined) report.change(block.path);
  target.hasCall = true;
  const functionCall = objectOf({
    id: idOf(block.id),
    name: literalOf(name),
    args: inputObject(block, report),
  });
  return objectOf({ functionCall, thoughtSignature: signature && literalOf(signature) });
}

function resultParts({ callId, path, blocks, isError }: ResultBlock, target: PartTarget): readonly Raw[] {
  const { report, toolNames } = target;
  const name = toolNames.get(callId);
  if (name === undefined) return never(path, 'no call of this id goes before it', report);
  const texts: Literal[] = [];
  const parts: Raw[] = [];
  for (const block of blocks) {
    if (block.kind === 'text') {
      dropMark(block.cacheMark, report);
      texts.push(block.text);
    } else parts.push(...sayParts(block, target));
  }
  if (texts.length > 1) report.change(path);
  const text = texts.length === 0 ? literalOf('') : joined(texts, '\n\n');
  const functionResponse = objectOf({
    id: idOf(callId),
    name: literalOf(name),
    response: objectOf(isError === undefined ? { output: text } : { error: text }),
    parts: parts.length === 0 ? undefined : arrayOf(parts),
  });
  return [objectOf({ functionResponse })];
}
