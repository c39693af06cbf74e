/**
 * A configuration on its way between processes: serialized in pieces small enough that neither packing nor
 * unpacking one keeps a process from serving. The process that supervises passes the pieces on as they are.
 */
import { deserialize, serialize } from 'node:v8';
import type { BackendConfig, Config, KeyConfig, ModelConfig, RateLimit } from '../config/types.ts';
import { makeWay } from './slices.ts';

export interface Parcel {
  readonly revision: string;
  /** The first piece is everything but keys, backends and models; the others are runs of those, in this order. */
  readonly pieces: readonly Uint8Array[];
}

type Piece =
  | { readonly kind: 'head'; readonly config: Config }
  | { readonly kind: 'backends'; readonly entries: readonly (readonly [string, BackendConfig])[] }
  | { readonly kind: 'models'; readonly entries: readonly (readonly [string, ModelConfig])[] }
  | { readonly kind: 'keys'; readonly entries: readonly (readonly [string, KeyConfig])[] };

/** Entries per piece: about a millisecond's work each. */
const pieceSize = { backends: 200, models: 50, keys: 500 } as const;

/** Packs a configuration. */
export function pack(config: Config): Parcel {
  const empty = new Map<string, never>();
  const head = { ...config, backends: empty, models: empty, keys: empty };
  const pieces: Piece[] = [{ kind: 'head', config: head }];
  for (const entries of runs(config.keys, pieceSize.keys)) pieces.push({ kind: 'keys', entries });
  for (const entries of runs(config.backends, pieceSize.backends)) pieces.push({ kind: 'backends', entries });
  for (const entries of runs(config.models, pieceSize.models)) pieces.push({ kind: 'models', entries });
  return { revision: config.revision, pieces: pieces.map((piece) => serialize(piece)) };
}

/** Unpacks a parcel, letting requests through between its pieces. */
export async function unpack({ pieces }: Parcel): Promise<Config> {
  const backends = new Map<string, BackendConfig>();
  const models = new Map<string, ModelConfig>();
  const keys = new Map<string, KeyConfig>();
  let head: Config | undefined;
  for (const bytes of pieces) {
    const began = performance.now();
    const piece = deserialize(bytes) as Piece;
    switch (piece.kind) {
      case 'head':
        head = piece.config;
        break;
      case 'backends':
        for (const [name, backend] of piece.entries) backends.set(name, backend);
        break;
      case 'models':
        for (const [id, model] of piece.entries) models.set(id, model);
        break;
      case 'keys':
        for (const [id, key] of piece.entries) keys.set(id, key);
        break;
    }
    await makeWay(performance.now() - began);
  }
  if (head === undefined) throw new Error('a configuration arrived without its first piece');
  return { ...head, backends, models, keys };
}

/** What the supervising process itself needs: all but models, keys and backends. */
export function unpackHead({ pieces }: Parcel): Config {
  const piece = deserialize(pieces[0]!) as Piece;
  if (piece.kind !== 'head') throw new Error('a configuration arrived without its first piece');
  return piece.config;
}

/** The rules of the first keys that have one, by key; at most so many. Lets requests through between pieces. */
export async function limitedKeys({ pieces }: Parcel, most: number): Promise<ReadonlyMap<string, RateLimit>> {
  const found = new Map<string, RateLimit>();
  for (const bytes of pieces.slice(1)) {
    const began = performance.now();
    const piece = deserialize(bytes) as Piece;
    if (piece.kind !== 'keys') break;
    for (const [id, { limits }] of piece.entries) {
      if (limits !== undefined) found.set(id, limits);
      if (found.size === most) return found;
    }
    await makeWay(performance.now() - began);
  }
  return found;
}

function* runs<V>(map: ReadonlyMap<string, V>, size: number): Generator<readonly (readonly [string, V])[]> {
  let run: (readonly [string, V])[] = [];
  for (const entry of map) {
    run.push(entry);
    if (run.length < size) continue;
    yield run;
    run = [];
  }
  if (run.length > 0) yield run;
}
