/**
 * Names of tools and prompts among those of all servers: `SERVER__NAME`, so that a second server changes none of the
 * first. Names of servers hold no underscore, so the first two of them end the server's name.
 */
import { createHash } from 'node:crypto';

/** Characters. Vendors take functions of up to 64, and clients put a prefix of their own before them. */
export const longestOffered = 48;
const between = '__';
const allowed = /^[A-Za-z0-9_-]+$/;
const digestLength = 10;
/** The end of a short form. A full name with such an end gets one, too. */
const shortEnd = new RegExp(`-[0-9a-f]{${digestLength}}$`);

/** A server's tool, prompt or resource, found by the client's name for it. */
export interface OfferedName {
  readonly server: string;
  /** The server's own name. */
  readonly name: string;
}

/** The name of a server's tool or prompt among those of all, independent of the others. */
export function offeredName(server: string, name: string): string {
  const plain = `${server}${between}${name}`;
  if (plain.length <= longestOffered && allowed.test(name) && !shortEnd.test(name)) return plain;
  const digest = createHash('sha256').update(name).digest('hex').slice(0, digestLength);
  const room = longestOffered - server.length - between.length - digestLength - 1;
  const readable = name.replace(/[^A-Za-z0-9_-]+/g, '_').slice(0, room);
  return `${server}${between}${readable}-${digest}`;
}

/**
 * The server of an offered name, and the name there, undefined for a short form, which only that server's list can
 * resolve.
 */
export function splitOffered(
  offered: string,
): { readonly server: string; readonly name: string | undefined } | undefined {
  const at = offered.indexOf(between);
  if (at <= 0) return undefined;
  const server = offered.slice(0, at);
  const name = offered.slice(at + between.length);
  if (name === '' || offered.length > longestOffered || !allowed.test(name)) return undefined;
  return { server, name: shortEnd.test(name) ? undefined : name };
}
