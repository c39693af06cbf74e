/** Paths by which clients of clouds call what other clients call at the endpoint's own path. */
import type { Cloud, CloudPath } from '../endpoint.ts';
import * as list from '../list.ts';

type Listed = (typeof list)[keyof typeof list];
type Addressed = Extract<Listed, { readonly clouds: readonly CloudPath[] }>;

const addressed = Object.values<Listed>(list).filter((one): one is Addressed => 'clouds' in one);

/** What a path says of a request that came in a cloud's form. */
export interface CloudAddress {
  readonly cloud: Cloud;
  readonly endpoint: Addressed['name'];
  /** Decoded; undefined where the body names it. */
  readonly model: string | undefined;
  /** Whether the answer is to stream; undefined where there are no streams. */
  readonly streams: boolean | undefined;
}

interface Compiled {
  readonly form: RegExp;
  readonly path: CloudPath;
  readonly endpoint: CloudAddress['endpoint'];
}

/** What names no model goes first: its last segment could be a model's. */
const compiled: readonly Compiled[] = addressed
  .flatMap(({ name, clouds }) =>
    (clouds as readonly CloudPath[]).map((path) => ({ form: formOf(path.path), path, endpoint: name })),
  )
  .sort((a, b) => Number(namesModel(a.path)) - Number(namesModel(b.path)));

/** What every one of them begins with: other paths are not looked at any further. */
const beginnings = [...new Set(compiled.map(({ path }) => path.path.slice(0, path.path.indexOf('{'))))];

/** The address that a path is, without its query; undefined for any other path. */
export function cloudAddressAt(path: string): CloudAddress | undefined {
  if (!beginnings.some((beginning) => path.startsWith(beginning))) return undefined;
  for (const {
    form,
    path: { cloud, streams },
    endpoint,
  } of compiled) {
    const found = form.exec(path);
    if (found !== null) return { cloud, endpoint, model: decoded(found.groups?.['model']), streams };
  }
  return undefined;
}

/** An operation of Amazon Bedrock's runtime, whether it is served here or not. */
const amazonOperation = /^\/model\/[^/]+\/[a-z-]+$/;

/** The cloud whose clients call a path, where nobody else does: they read errors in that cloud's form alone. */
export function cloudCalledAt(path: string): Cloud | undefined {
  return amazonOperation.test(path) ? 'bedrock' : cloudAddressAt(path)?.cloud;
}

function namesModel({ path }: CloudPath): boolean {
  return path.includes('{model}');
}

function formOf(path: string): RegExp {
  const form = path
    .replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&')
    .replaceAll(/\{(\w+)\}/g, (_whole, name: string) => (name === 'model' ? '(?<model>[^/]+)' : '[^/]+'));
  return new RegExp(`^${form}$`);
}

/** Each escape decoded once; as it came where one is broken. */
function decoded(written: string | undefined): string | undefined {
  if (written === undefined) return undefined;
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}
