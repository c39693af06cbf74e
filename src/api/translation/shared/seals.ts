/**
 * The form of seals in conversations of other dialects' clients: `gw1.`, the letter of their dialect, and base64url of
 * their content. Nothing in them is secret to the client, or more than it could send by itself.
 */
import { targetDefinitions } from '../../../config/target-dialects/index.ts';
import { isObject } from '../../../lib/json.ts';
import type { BackendDialect } from '../neutral/dialects.ts';
import type { Seal } from '../neutral/seal.ts';

const dialectOfLetter = new Map(
  Object.entries(targetDefinitions).map(([dialect, { seal }]) => [seal, dialect as BackendDialect]),
);

const envelope = /^gw1\.([a-z])\.([\w-]+)$/;

/** The client's text in place of a signature or of encrypted content. */
export function sealText({ dialect, data, id, isOfCall, text, isRedacted }: Seal): string {
  const content = JSON.stringify({
    ...(data !== '' && { d: data }),
    ...(id !== undefined && { i: id }),
    ...(isOfCall && { f: 'call' }),
    ...(text !== undefined && { t: text }),
    ...(isRedacted && { x: true }),
  });
  return `gw1.${targetDefinitions[dialect].seal}.${Buffer.from(content).toString('base64url')}`;
}

/** The seal that a client sends back; undefined for what is none of ours, `malformed` for what only looks like one. */
export function openSeal(text: string): Seal | 'malformed' | undefined {
  if (!text.startsWith('gw1.')) return undefined;
  const [, letter = '', packed = ''] = envelope.exec(text) ?? [];
  const dialect = dialectOfLetter.get(letter);
  const content = dialect && unpacked(packed);
  if (dialect === undefined || content === undefined) return 'malformed';
  const { d, i, f, t, x } = content;
  return {
    dialect,
    data: typeof d === 'string' ? d : '',
    ...(typeof i === 'string' && { id: i }),
    ...(f === 'call' && { isOfCall: true as const }),
    ...(typeof t === 'string' && { text: t }),
    ...(x === true && { isRedacted: true as const }),
  };
}

function unpacked(packed: string) {
  try {
    const content: unknown = JSON.parse(Buffer.from(packed, 'base64url').toString());
    return isObject(content) ? content : undefined;
  } catch {
    return undefined;
  }
}
