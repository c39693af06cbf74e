/** Reads the admin listener and the state folder from a configuration file that is not valid. */
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseDocument } from 'yaml';
import { parseAddress } from '../../config/addresses.ts';
import { Report } from '../../config/problem-report.ts';
import { Files } from '../../config/text/files.ts';
import { interpolate } from '../../config/text/interpolate.ts';
import { parseYaml } from '../../config/text/parse-yaml.ts';
import { source } from '../../config/text/source.ts';
import type { AdminConfig } from '../../config/types/admin.ts';
import { isObject } from '../../lib/json.ts';
import type { LoadedFile } from '../config-file.ts';
import type { Terminal } from '../terminal.ts';

export interface PartlyRead {
  readonly admin: AdminConfig | undefined;
  /** Absolute; undefined where the file names none that can be read. */
  readonly stateDir: string | undefined;
}

/** Reads what it can of a file that is not valid, or no YAML at all. */
export function partlyRead(file: string, { trees }: LoadedFile, terminal: Pick<Terminal, 'env'>): PartlyRead {
  const root: unknown = trees[0]?.root.value ?? partsOf(file, terminal);
  if (!isObject(root)) return { admin: undefined, stateDir: undefined };
  const { admin, state } = root;
  const dir = isObject(state) ? textOf(state['dir']) : undefined;
  return {
    admin: isObject(admin) ? adminOf(admin, file) : undefined,
    stateDir: dir === undefined ? undefined : resolve(dirname(resolve(file)), dir),
  };
}

function adminOf(
  { address: written, tls, token, read_token, content_token }: Readonly<Record<string, unknown>>,
  file: string,
) {
  const address = typeof written === 'string' ? parseAddress(written) : undefined;
  if (address === undefined) return undefined;
  return {
    address,
    tls: tlsOf(tls, file),
    token: textOf(token),
    readToken: textOf(read_token),
    contentToken: textOf(content_token),
    tokenFile: undefined,
    oidc: undefined,
  };
}

function tlsOf(tls: unknown, file: string): AdminConfig['tls'] {
  if (!isObject(tls)) return undefined;
  const { cert } = tls;
  if (typeof cert !== 'string') return { kind: 'self_signed' };
  const certFile = resolve(dirname(resolve(file)), cert);
  const pem = contentOf(certFile);
  return pem === undefined
    ? { kind: 'self_signed' }
    : { kind: 'files', certFile, cert: pem, keyFile: '', key: '' };
}

/** `admin` and `state` of a text that as a whole is no YAML, with what its references lead to here. */
function partsOf(file: string, { env }: Pick<Terminal, 'env'>): unknown {
  const text = contentOf(file);
  if (text === undefined) return undefined;
  const parts = {
    admin: partOf(text, 'admin'),
    state: partOf(text, 'state'),
  };
  // References are looked up as in any other file.
  const report = new Report();
  const tree = parseYaml(source(resolve(file), file, JSON.stringify(parts)), report, '');
  if (tree === undefined) return undefined;
  interpolate(tree, { env, files: new Files(), requireSecrets: false }, report);
  return tree.root.value;
}

/** A field of the top: its own lines alone, whatever stands before and behind them; else as far as the whole can be parsed. */
function partOf(text: string, field: string): unknown {
  const block = new RegExp(`^${field}[ \\t]*:.*(?:\\r?\\n(?:[ \\t].*)?)*`, 'm').exec(
    text.replace(/^\uFEFF/, ''),
  );
  for (const piece of block === null ? [text] : [block[0], text]) {
    const root = parsed(piece);
    const value = isObject(root) ? root[field] : undefined;
    if (isObject(value)) return value;
  }
  return undefined;
}

/** With all that comes before a mistake, and often behind it. */
function parsed(text: string): unknown {
  try {
    return parseDocument(text, { schema: 'core', logLevel: 'silent' }).toJS({ maxAliasCount: 0 });
  } catch {
    return undefined;
  }
}

function contentOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
