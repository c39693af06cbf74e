/** Paths by which clients of clouds call what other clients call at the endpoint's own path. */
import type { Cloud, CloudPath } from '../endpoint.ts';
import * as list from '../list.ts';

type Listed = (typeof list)[keyof typeof list];
type Addressed = Extract<Listed, { readonly clouds: readonly CloudPath[] }>;

const addressed = Object.values<Listed>(list).filter((one): one is Addressed => 'clouds' in one);

/** A path in a cloud's form, read: the endpoint that it calls, and the parts of the request that it holds. */
export interface CloudAddress {
  readonly cloud: Cloud;
  readonly endpoint: Addressed['name'];
  /** Decoded; undefined where the body names it. */
  readonly model: string | undefined;
  /** The client asks for a stream; undefined for an endpoint without streams. */
  readonly streams: boolean | undefined;
}

interface Compiled {
  readonly form: RegExp;
  readonly path: CloudPath;
  readonly endpoint: CloudAddress['endpoint'];
}

/** Forms without a model go first: their last segment could be read as a model's name. */
const compiled: readonly Compiled[] = addressed
  .flatMap(({ name, clouds }) =>
    (clouds as readonly CloudPath[]).map((path) => ({ form: formOf(path.path), path, endpoint: name })),
  )
  .sort((a, b) => Number(namesModel(a.path)) - Number(namesModel(b.path)));

/** The beginnings of all forms. A path with none of them is tried against no form. */
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
