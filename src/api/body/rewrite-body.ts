import { isObject } from '../../lib/json.ts';
import { type Member, scanObject } from './scan-json.ts';
import type { ScannedBody } from './scanned-body.ts';

/** What to change in a body for one attempt. */
export interface BodyChanges {
  /** The name that the backend knows the model by. */
  readonly model?: string;
  /** Ask a stream for its usage where the request does not. */
  readonly includeUsage?: boolean;
}

/** A body as it is sent: its pieces in order, slices of the original but for what was put in. */
export interface RewrittenBody {
  /** The caller's own. */
  readonly chunks: Buffer[];
  readonly length: number;
}

/** Bytes `from` to `to` give way to `text`. */
interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/**
 * The body for a backend: without the gateway's own fields, with the backend's name of the model. Every other
 * byte is as the client sent it, and a body that needs no change is passed as the very same buffer.
 */
export function rewriteBody(scanned: ScannedBody, { model, includeUsage }: BodyChanges): RewrittenBody {
  const { body } = scanned;
  const edits = removals(scanned, model);
  const modelAt = scanned.members.get('model');
  if (modelAt !== undefined && model !== undefined && model !== scanned.model) {
    edits.push({ from: modelAt.valueAt, to: modelAt.end, text: JSON.stringify(model) });
  }
  if (includeUsage === true && scanned.includeUsage !== true && canAsk(scanned))
    edits.push(usageEdit(scanned));
  if (edits.length === 0) return { chunks: [body], length: body.length };

  edits.sort((a, b) => a.from - b.from || a.to - b.to); // what is put in before a field comes before its edit
  const chunks: Buffer[] = [];
  let at = 0;
  for (const { from, to, text } of edits) {
    if (from > at) chunks.push(body.subarray(at, from));
    if (text !== '') chunks.push(Buffer.from(text));
    at = to;
  }
  chunks.push(body.subarray(at)); // never empty: the closing brace is in it
  return { chunks, length: chunks.reduce((sum, chunk) => sum + chunk.length, 0) };
}

/** Takes out `tags` and `models`; where there is no `model`, it takes the place of `models`. */
function removals({ members }: ScannedBody, model: string | undefined): Edit[] {
  const edits: Edit[] = [];
  const gone: Member[] = [];
  const tags = members.get('tags');
  const models = members.get('models');
  if (tags !== undefined) gone.push(tags);
  if (models !== undefined) {
    if (members.has('model') || model === undefined) gone.push(models);
    else edits.push({ from: models.at, to: models.end, text: `"model":${JSON.stringify(model)}` });
  }
  gone.sort((a, b) => a.at - b.at);

  let before: Member | undefined;
  for (const member of gone) {
    if (member.next >= 0) {
      edits.push({ from: member.at, to: member.next, text: '' });
    } else if (before?.next === member.at) {
      // The comma between the two goes with the first: the one before both has to go too.
      edits.pop();
      edits.push({ from: before.commaBefore < 0 ? before.at : before.commaBefore, to: member.end, text: '' });
    } else {
      edits.push({ from: member.commaBefore < 0 ? member.at : member.commaBefore, to: member.end, text: '' });
    }
    before = member;
  }
  return edits;
}

/** What is there in place of `stream_options` and is no object is for the backend to judge. */
function canAsk({ parsed }: ScannedBody): boolean {
  const options = parsed['stream_options'] ?? undefined;
  return options === undefined || isObject(options);
}

/** Sets `stream_options.include_usage`, which is absent, null or not true, or whose object is absent or null. */
function usageEdit({ body, members, parsed, rootAt }: ScannedBody): Edit {
  const options = members.get('stream_options');
  if (options === undefined) {
    return { from: rootAt + 1, to: rootAt + 1, text: '"stream_options":{"include_usage":true},' };
  }
  const value = parsed['stream_options'];
  if (!isObject(value)) return { from: options.valueAt, to: options.end, text: '{"include_usage":true}' };
  if (Object.hasOwn(value, 'include_usage')) {
    const inner = scanObject(body.subarray(options.valueAt, options.end), includeUsageOnly).members.get(
      'include_usage',
    )!;
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
