/**
 * A configuration on its way between processes: serialized in chunks small enough that neither packing nor
 * unpacking one keeps a process from serving. Whoever has the version before is sent the chunks that are not in it,
 * as they are: what an edit costs goes by what was edited.
 */
import { createHash } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import { allServers } from '../config/derived/all-servers.ts';
import { deploymentName } from '../config/derived/model-names.ts';
import type { BackendConfig, ReplicasConfig } from '../config/types/backends.ts';
import type { Config } from '../config/types/gateway.ts';
import type { KeyConfig } from '../config/types/keys.ts';
import type { CapacityLimits } from '../config/types/limits.ts';
import type { DeploymentConfig, ModelConfig } from '../config/types/models.ts';
import type { SourcePosition } from '../config/types/source-position.ts';
import { type SourceUse, sourcesOf } from '../credentials/source-uses.ts';
import { type ServersUse, serversUses } from '../http/client/replicas/servers-use.ts';
import { inStepsYielding, yieldToRequests } from '../lib/yield-to-requests.ts';

export interface PackedChunk {
  /** Says what is in it: the same in two transfers is the same chunk. */
  readonly id: string;
  readonly bytes: Uint8Array;
}

export interface ConfigTransfer {
  readonly revision: string;
  readonly textRevision: string;
  /**
   * The first chunk is everything but keys, backends and models; the others are runs of those, in this order. Where
   * they stand in their files is left out: a line that is added at the top moves everything below it.
   */
  readonly chunks: readonly PackedChunk[];
  readonly positions: Positions;
}

/** The positions of keys, backends and models, in the order of the chunks; after each model its deployments. */
export interface Positions {
  readonly files: readonly string[];
  /** Of each position the index of its file, its line and its column. */
  readonly numbers: Uint32Array;
}

/** A transfer for whoever has another. */
export interface Difference {
  readonly revision: string;
  readonly textRevision: string;
  /** Of all chunks, in their order. */
  readonly ids: readonly string[];
  /** Those that are not in the other. */
  readonly fresh: readonly PackedChunk[];
  readonly positions: Positions;
}

/** The content of a chunk. */
export type ConfigChunk =
  | {
      readonly kind: 'head';
      readonly config: Config;
      /** Of all backends: who renews credentials does not look for them among thousands. */
      readonly sources: readonly SourceUse[];
      /** The same for who watches their servers. */
      readonly servers: readonly ServersUse[];
    }
  | { readonly kind: 'keys'; readonly entries: readonly KeyConfig[] }
  | { readonly kind: 'backends'; readonly entries: readonly BackendConfig[] }
  | { readonly kind: 'models'; readonly entries: readonly ModelConfig[] };

/** Entries per chunk, on average: less than a millisecond's work each. */
const pieceSize = { keys: 128, backends: 64, models: 32 } as const;

/** The position of a chunk's entry until its own is put back. */
const nowhere: SourcePosition = { file: '', line: 0, column: 0 };

/** Packs a configuration. */
export function pack(config: Config): ConfigTransfer {
  const empty = new Map<string, never>();
  const chunks: ConfigChunk[] = [
    {
      kind: 'head',
      config: { ...config, backends: empty, models: empty, keys: empty },
      sources: sourcesOf(allServers(config)),
      servers: serversUses(config.backends.values()),
    },
  ];
  for (const run of runs(config.keys, pieceSize.keys)) {
    chunks.push({ kind: 'keys', entries: run.map((key) => ({ ...key, at: nowhere })) });
  }
  for (const run of runs(config.backends, pieceSize.backends)) {
    chunks.push({ kind: 'backends', entries: run.map((backend) => ({ ...backend, at: nowhere })) });
  }
  for (const run of runs(config.models, pieceSize.models)) {
    chunks.push({ kind: 'models', entries: run.map((model) => movedModel(model, () => nowhere)) });
  }
  const { revision, textRevision } = config;
  return { revision, textRevision, chunks: chunks.map(packed), positions: packedPositions(config) };
}

/** The content of a packed chunk. */
export function contentOf(bytes: Uint8Array): ConfigChunk {
  return deserialize(bytes) as ConfigChunk;
}

/** The parts that the owner of the chunks of these ids needs besides. */
export function differenceOf(
  { revision, textRevision, chunks, positions }: ConfigTransfer,
  known: ReadonlySet<string>,
): Difference {
  const fresh = chunks.filter(({ id }) => !known.has(id));
  return { revision, textRevision, ids: chunks.map(({ id }) => id), fresh, positions };
}

/**
 * The transfer that a difference was made of, for whoever has the one that it was made against. Bytes that came in a
 * message are a view of the whole message: they are copied, since a chunk may stay for as long as the gateway runs.
 */
export function transferOf(
  { revision, textRevision, ids, fresh, positions }: Difference,
  known: ConfigTransfer,
): ConfigTransfer {
  const byId = new Map(known.chunks.map((chunk) => [chunk.id, chunk]));
  for (const { id, bytes } of fresh) byId.set(id, { id, bytes: new Uint8Array(bytes) });
  const { files, numbers } = positions;
  return {
    revision,
    textRevision,
    chunks: ids.map((id) => byId.get(id)!),
    positions: { files, numbers: new Uint32Array(numbers) },
  };
}

/** Unpacks a transfer, letting requests through in between. */
export async function unpack({ chunks, positions }: ConfigTransfer): Promise<Config> {
  return inStepsYielding(placedSteps(await inStepsYielding(assemblySteps(contentsOf(chunks))), positions));
}

/** Puts a configuration together from its chunks, one a step; nothing in it knows where it stands. */
export function* assemblySteps(chunks: Iterable<ConfigChunk>): Generator<void, Config> {
  const backends = new Map<string, BackendConfig>();
  const models = new Map<string, ModelConfig>();
  const keys = new Map<string, KeyConfig>();
  let head: Config | undefined;
  for (const chunk of chunks) {
    switch (chunk.kind) {
      case 'head':
        head = chunk.config;
        break;
      case 'keys':
        for (const key of chunk.entries) keys.set(key.id, key);
        break;
      case 'backends':
        for (const backend of chunk.entries) backends.set(backend.name, backend);
        break;
      case 'models':
        for (const model of chunk.entries) models.set(model.id, model);
        break;
    }
    yield;
  }
  if (head === undefined) throw new Error('a configuration arrived without its first piece');
  return { ...head, backends, models, keys };
}

/** The part for the supervisor itself: all but models, keys and backends. */
export function unpackHead(transfer: ConfigTransfer): Config {
  return headOf(transfer).config;
}

/** The sources of its backends' renewed credentials. */
export function credentialSourcesOf(transfer: ConfigTransfer): readonly SourceUse[] {
  return headOf(transfer).sources;
}

/** The watched servers behind its backends. */
export function watchedServersOf(transfer: ConfigTransfer): readonly ServersUse[] {
  return headOf(transfer).servers;
}

function headOf({ chunks }: ConfigTransfer): Extract<ConfigChunk, { kind: 'head' }> {
  const chunk = contentOf(chunks[0]!.bytes);
  if (chunk.kind !== 'head') throw new Error('a configuration arrived without its first piece');
  return chunk;
}

/** The first keys that have a limit of their own, at most so many. Lets requests through between chunks. */
export function limitedKeys(transfer: ConfigTransfer, most: number): Promise<ReadonlyMap<string, KeyConfig>> {
  return keysWith(transfer, ({ limits }) => limits !== undefined, most);
}

/** The first keys that are wanted, at most so many. Lets requests through between chunks. */
export async function keysWith(
  { chunks }: ConfigTransfer,
  isWanted: (key: KeyConfig) => boolean,
  most: number,
): Promise<ReadonlyMap<string, KeyConfig>> {
  const found = new Map<string, KeyConfig>();
  for (const { bytes } of chunks.slice(1)) {
    const began = performance.now();
    const chunk = contentOf(bytes);
    if (chunk.kind !== 'keys') break;
    for (const key of chunk.entries) {
      if (isWanted(key)) found.set(key.id, key);
      if (found.size === most) return found;
    }
    await yieldToRequests(performance.now() - began);
  }
  return found;
}

/** Ids of the keys that one configuration has and another, which it came from, has not. Lets requests through between chunks. */
export async function newKeys(before: ConfigTransfer, after: ConfigTransfer): Promise<readonly string[]> {
  const idsBefore = new Set(before.chunks.map(({ id }) => id));
  const idsAfter = new Set(after.chunks.map(({ id }) => id));
  const fresh = await keysIn(after.chunks.filter(({ id }) => !idsBefore.has(id)));
  const replaced = new Set(await keysIn(before.chunks.filter(({ id }) => !idsAfter.has(id))));
  return fresh.filter((id) => !replaced.has(id));
}

async function keysIn(chunks: readonly PackedChunk[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { bytes } of chunks) {
    const began = performance.now();
    const chunk = contentOf(bytes);
    if (chunk.kind === 'keys') for (const { id } of chunk.entries) found.push(id);
    await yieldToRequests(performance.now() - began);
  }
  return found;
}

/** The first backends and deployments that have a limit of their own, at most so many of each. */
export interface LimitedCapacity {
  /** By name. */
  readonly backends: ReadonlyMap<string, CapacityLimits>;
  /** By `MODEL/NAME`. */
  readonly deployments: ReadonlyMap<string, CapacityLimits>;
  /** The backend of each of those deployments. */
  readonly backendOf: ReadonlyMap<string, string>;
  /** The servers of backends that are several equal ones, by backend. */
  readonly replicas: ReadonlyMap<string, ReplicasConfig>;
}

/** Looks for them; lets requests through between chunks. */
export async function limitedCapacity({ chunks }: ConfigTransfer, most: number): Promise<LimitedCapacity> {
  const backends = new Map<string, CapacityLimits>();
  const deployments = new Map<string, CapacityLimits>();
  const backendOf = new Map<string, string>();
  const replicasOf = new Map<string, ReplicasConfig>();
  const take = (into: Map<string, CapacityLimits>, name: string, limits: CapacityLimits | undefined) => {
    if (limits !== undefined && into.size < most) into.set(name, limits);
  };
  const takeDeployments = (all: readonly DeploymentConfig[]) => {
    for (const { model, name, backend, limits } of all) {
      const whole = deploymentName(model, name);
      take(deployments, whole, limits);
      if (deployments.has(whole)) backendOf.set(whole, backend);
    }
  };
  for (const { bytes } of chunks) {
    const began = performance.now();
    const chunk = contentOf(bytes);
    if (chunk.kind === 'head') takeDeployments(chunk.config.stateful?.deployments ?? []);
    else if (chunk.kind === 'backends')
      for (const { name, limits, replicas } of chunk.entries) {
        take(backends, name, limits);
        if (replicas !== undefined) replicasOf.set(name, replicas);
      }
    else if (chunk.kind === 'models') for (const model of chunk.entries) takeDeployments(model.deployments);
    await yieldToRequests(performance.now() - began);
  }
  return { backends, deployments, backendOf, replicas: replicasOf };
}

function* contentsOf(chunks: readonly PackedChunk[]): Generator<ConfigChunk> {
  for (const { bytes } of chunks) yield contentOf(bytes);
}

function packed(chunk: ConfigChunk): PackedChunk {
  const bytes = serialize(chunk);
  return { id: createHash('sha256').update(bytes).digest('base64'), bytes };
}

/**
 * Cuts a section into runs. A run ends where the name of an entry says so, not after so many of them: an entry that
 * is added changes the run that it is in, and none behind it.
 */
function* runs<V>(section: ReadonlyMap<string, V>, size: number): Generator<readonly V[]> {
  let run: V[] = [];
  for (const [name, entry] of section) {
    run.push(entry);
    if (run.length < 4 * size && spread(name) % size !== 0) continue;
    yield run;
    run = [];
  }
  if (run.length > 0) yield run;
}

/** A number that names which are alike do not share (FNV-1a). */
function spread(name: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < name.length; index += 1) {
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193);
  }
  return (hash ^ (hash >>> 15)) >>> 0;
}

function packedPositions({ keys, backends, models }: Config): Positions {
  const files = new Map<string, number>();
  const numbers: number[] = [];
  const add = ({ at: { file, line, column } }: { readonly at: SourcePosition }) => {
    if (!files.has(file)) files.set(file, files.size);
    numbers.push(files.get(file)!, line, column);
  };
  for (const key of keys.values()) add(key);
  for (const backend of backends.values()) add(backend);
  for (const model of models.values()) {
    add(model);
    model.deployments.forEach(add);
  }
  return { files: [...files.keys()], numbers: Uint32Array.from(numbers) };
}

/** A configuration with the positions of its entries put back. */
function* placedSteps(config: Config, { files, numbers }: Positions): Generator<void, Config> {
  let index = 0;
  const next = (): SourcePosition => {
    const at = { file: files[numbers[index]!]!, line: numbers[index + 1]!, column: numbers[index + 2]! };
    index += 3;
    return at;
  };
  const keys = new Map<string, KeyConfig>();
  for (const [id, key] of config.keys) {
    keys.set(id, { ...key, at: next() });
    yield;
  }
  const backends = new Map<string, BackendConfig>();
  for (const [name, backend] of config.backends) backends.set(name, { ...backend, at: next() });
  const models = new Map<string, ModelConfig>();
  for (const [id, model] of config.models) {
    models.set(id, movedModel(model, next));
    yield;
  }
  return { ...config, keys, backends, models };
}

function movedModel(model: ModelConfig, next: () => SourcePosition): ModelConfig {
  const at = next();
  const deployments = model.deployments.map((deployment) => ({ ...deployment, at: next() }));
  return { ...model, at, deployments };
}
