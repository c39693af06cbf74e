import type { BytesInPieces } from '../../lib/bytes/bytes-in-pieces.ts';
import { isObject } from '../../lib/json.ts';
import type { NestedModels } from '../endpoints/nested-models.ts';
import { type ByteEdit, withinQuotes } from '../signed-ids/edit-bytes.ts';
import { type BodyEdits, type Edit, type LocatedBody, removals } from './body-edits.ts';
import type { BodySummary } from './body-summary.ts';
import { type Member, scanObject } from './scan-json.ts';
import type { BodySource } from './streamed-body-source.ts';

/** The changes of a body for one attempt. */
export interface BodyChanges {
  /** The name that the backend knows the model by. */
  readonly model?: string;
  /** Ask a stream for its usage where the request does not. */
  readonly includeUsage?: boolean;
  /** The backend's names for the models of a list. */
  readonly renamed?: readonly ByteEdit[] | undefined;
  /** The backend's names of the models that the body names beside its own. */
  readonly nested?: ReadonlyMap<string, string> | undefined;
  /** The edits in the backend's file. */
  readonly edits?: BodyEdits | undefined;
}

/** A body as a backend is sent it: its pieces in order, slices of what came but for what was put in. */
export interface EncodedBody {
  /** The caller's own; none where there is no body. */
  readonly chunks: Buffer[];
  readonly length: number;
  /** The source in place of pieces, if the client has not sent the body yet. */
  readonly source?: BodySource;
}

/** Bytes of a JSON object, and where in them the edits go. */
export interface Spliced extends LocatedBody {
  readonly source: BytesInPieces;
  readonly summary: Pick<BodySummary, 'model' | 'includeUsage' | 'nested'>;
  /** It says itself which model it is for, or which several. */
  readonly namesModel: boolean;
  /** The name of the field for the model. */
  readonly modelField: string;
}

/** Puts a member before all that stay, of which nobody knows yet whether there are any. */
interface FirstEdit extends Edit {
  readonly isFirst?: boolean;
}

/**
 * The body for a backend: without the gateway's own fields, with the backend's name of the model and the changes that
 * its file makes. Every other byte is as the client sent it, in the very same buffers.
 */
export function rewriteBody(
  body: Spliced,
  { model, includeUsage, edits: own, nested }: BodyChanges,
): EncodedBody {
  const { source, summary, members } = body;
  const { edits, gone } = withoutRouting(body, model);
  const asked = own?.at(body);
  edits.push(...removals(asked === undefined ? gone : [...gone, ...asked.gone]), ...(asked?.edits ?? []));
  const modelAt = members.get('model');
  if (model !== undefined && (model !== summary.model || !body.namesModel)) {
    if (modelAt !== undefined)
      edits.push({ from: modelAt.valueAt, to: modelAt.end, text: JSON.stringify(model) });
    else if (!body.namesModel && !members.has('models')) edits.push(modelEdit(body, model));
  }
  if (includeUsage === true && summary.includeUsage !== true && canAsk(body)) edits.push(usageEdit(body));
  if (nested !== undefined) edits.push(...renamedWithin(summary.nested!, nested, edits));

  edits.sort((a, b) => a.from - b.from || a.to - b.to); // an insertion before a field precedes the field's edit
  const chunks: Buffer[] = [];
  let at = 0;
  let named = -1;
  for (const { from, to, text, isFirst } of edits) {
    if (from > at) source.sliceTo(chunks, at, from);
    if (isFirst === true) named = chunks.length;
    if (text !== '') chunks.push(Buffer.from(text));
    at = to;
  }
  source.sliceTo(chunks, at, source.length); // never empty: the closing brace is in it
  if (named >= 0 && !isClosed(chunks, named + 1)) chunks.splice(named + 1, 0, comma);
  return { chunks, length: chunks.reduce((sum, chunk) => sum + chunk.length, 0) };
}

/** Takes out `tags` and `models`; where there is no `model`, it takes the place of `models`. */
function withoutRouting(
  { members }: Spliced,
  model: string | undefined,
): { readonly edits: FirstEdit[]; readonly gone: Member[] } {
  const edits: FirstEdit[] = [];
  const gone: Member[] = [];
  const tags = members.get('tags');
  const models = members.get('models');
  if (tags !== undefined) gone.push(tags);
  if (models !== undefined) {
    if (members.has('model') || model === undefined) gone.push(models);
    else edits.push({ from: models.at, to: models.end, text: `"model":${JSON.stringify(model)}` });
  }
  return { edits, gone };
}

/** Names of nested models, but for those in what an edit takes the place of. */
function renamedWithin(
  { named }: NestedModels,
  names: ReadonlyMap<string, string>,
  edits: readonly Edit[],
): readonly Edit[] {
  const renamed: Edit[] = [];
  for (const { model, from, to } of named) {
    const name = names.get(model);
    if (name === undefined || name === model) continue;
    if (edits.some((edit) => edit.from <= from && edit.to >= to)) continue;
    renamed.push({ from, to, text: withinQuotes(name) });
  }
  return renamed;
}

/** Puts in the model that the body does not name. */
function modelEdit({ rootAt, modelField }: Spliced, model: string): FirstEdit {
  const text = `${JSON.stringify(modelField)}:${JSON.stringify(model)}`;
  return { from: rootAt + 1, to: rootAt + 1, text, isFirst: true };
}

const comma = Buffer.from(',');
const closingBrace = 0x7d;
const lastBlank = 0x20;

/** True if only the end of the object follows from a piece on. */
function isClosed(chunks: readonly Buffer[], from: number): boolean {
  for (let index = from; index < chunks.length; index += 1) {
    const byte = chunks[index]!.find((one) => one > lastBlank);
    if (byte !== undefined) return byte === closingBrace;
  }
  return false;
}

/** The backend judges a `stream_options` that is no object. */
function canAsk({ skeleton }: Spliced): boolean {
  const options = skeleton['stream_options'] ?? undefined;
  return options === undefined || isObject(options);
}

/** Sets `stream_options.include_usage`, which is absent, null or not true, or whose object is absent or null. */
function usageEdit(body: Spliced): Edit {
  const { members, skeleton, rootAt } = body;
  const options = members.get('stream_options');
  if (options === undefined) {
    return { from: rootAt + 1, to: rootAt + 1, text: '"stream_options":{"include_usage":true},' };
  }
  const value = skeleton['stream_options'];
  if (!isObject(value)) return { from: options.valueAt, to: options.end, text: '{"include_usage":true}' };
  if (Object.hasOwn(value, 'include_usage')) {
    const written = body.bytes.subarray(options.valueAt, options.end);
    const inner = scanObject(written, includeUsageOnly).members.get('include_usage')!;
    return { from: options.valueAt + inner.valueAt, to: options.valueAt + inner.end, text: 'true' };
  }
  const text = Object.keys(value).length === 0 ? '"include_usage":true' : '"include_usage":true,';
  return { from: options.valueAt + 1, to: options.valueAt + 1, text };
}

const includeUsageOnly = {
  wanted: ['include_usage'],
  guarded: [],
  maxDepth: Number.POSITIVE_INFINITY,
  maxValues: Number.POSITIVE_INFINITY,
};
