/** The names of a client's certificate, in one spelling for files and for certificates. */
import { isIP } from 'node:net';

/** A name of a subject's alternative ones, as a file has it: what kind it is shows in its form. */
export function sanName(text: string): string {
  if (/^[a-z][a-z0-9+.-]*:/i.test(text) && isIP(text) === 0) return `uri:${text}`;
  if (isIP(text) !== 0) return ipName(text);
  if (text.includes('@')) return `email:${text}`;
  return `dns:${text.toLowerCase()}`;
}

function ipName(text: string): string {
  return `ip:${isIP(text) === 6 ? new URL(`http://[${text}]`).hostname.slice(1, -1) : text}`;
}

/** SHA-256 of the whole certificate in hexadecimal digits, with or without colons; undefined for anything else. */
export function fingerprintName(text: string): string | undefined {
  const digits = text
    .replace(/^sha256:/i, '')
    .replaceAll(':', '')
    .toLowerCase();
  return /^[0-9a-f]{64}$/.test(digits) ? `sha256:${digits}` : undefined;
}

/** A subject as RFC 4514 writes it (`CN=service,O=Example`), in whichever order; undefined for anything else. */
export function subjectName(text: string): string | undefined {
  const parts = text.split(/(?<!\\),/).map((part) => part.trim());
  return parts.every((part) => /^[A-Za-z0-9.]+=./.test(part)) ? ofParts(parts) : undefined;
}

/** The same of a certificate, as Node.js has it: a part a line. */
export function subjectNameOf(subject: string): string {
  return ofParts(subject.split('\n'));
}

function ofParts(parts: readonly string[]): string {
  const even = parts.map((part) => {
    const [type = '', ...value] = part.split('=');
    return `${type.toUpperCase()}=${value.join('=')}`;
  });
  return `subject:${even.sort().join(',')}`;
}

/**
 * The alternative names of a certificate, as Node.js has them in one text. It writes a value with signs that could be taken
 * for the beginning of another one as a JSON string.
 */
export function sanNamesOf(text: string | undefined): readonly string[] {
  const names: string[] = [];
  let rest = text ?? '';
  while (rest !== '') {
    const match = /^([^:,]+):("(?:[^"\\]|\\.)*"|[^,]*)(?:, |$)/.exec(rest);
    if (match === null) return names;
    rest = rest.slice(match[0].length);
    const [, kind = '', written = ''] = match;
    const value = written.startsWith('"') ? unquoted(written) : written;
    if (value !== undefined) names.push(...named(kind, value));
  }
  return names;
}

function unquoted(written: string): string | undefined {
  try {
    return JSON.parse(written) as string;
  } catch {
    return undefined;
  }
}

function named(kind: string, value: string): readonly string[] {
  switch (kind) {
    case 'DNS':
      return [`dns:${value.toLowerCase()}`];
    case 'URI':
      return [`uri:${value}`];
    case 'email':
      return [`email:${value}`];
    case 'IP Address':
      return isIP(value) === 0 ? [] : [ipName(value)];
    default:
      return [];
  }
}
