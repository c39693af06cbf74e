import { timingSafeEqual } from 'node:crypto';
import type { EndpointName } from '../api/endpoints/index.ts';
import { realtimeClientSecrets } from '../api/endpoints/realtime/realtime-client-secrets.ts';
import { isBoundToModels, modelLists } from '../config/derived/allowed-models.ts';
import { noTools, ToolGrants } from '../config/derived/tool-grants.ts';
import type { KeyConfig } from '../config/types/keys.ts';
import { compileGlobs } from '../lib/glob.ts';
import { AddressRanges } from '../lib/ip.ts';
import { atOnce } from '../lib/steps.ts';
import { digestSecret, isMistyped } from './key-secret.ts';

/** A client's key and what it may do. */
export interface Key {
  readonly id: string;
  readonly config: KeyConfig;
  allowsModel(modelId: string): boolean;
  /** True if no list of models restricts it: requests that name a model in an unread place need that. */
  readonly allowsAllModels: boolean;
  allowsEndpoint(endpoint: EndpointName): boolean;
  /** Its rights at MCP servers. */
  readonly toolGrants: ToolGrants;
  /** True if it may be used from a client's address. */
  allowsAddress(address: string): boolean;
  /** Neither disabled nor outside its dates; `wallNow` in milliseconds since the epoch. */
  isActive(wallNow: number): boolean;
}

export interface Keyring {
  /** The key a secret belongs to, active or not. A secret that was replaced belongs to none once its time is over. */
  find(secret: string, wallNow?: number): Key | undefined;
  /** The key with an id, active or not: for whoever is let in by something else than a secret. */
  named(id: string): Key | undefined;
  /** The key that a certificate reaches by itself, by the first of its names that one has. */
  certified(names: readonly string[]): Key | undefined;
  /** The id of the key that had the secret before its rotation; undefined where none had, or its time is not over. */
  replacedIn(secret: string, wallNow: number): string | undefined;
}

const everything = () => true;
/** A key that lists none may call all endpoints but the one that no word for several stands for. */
const isUsual = (endpoint: EndpointName) => endpoint !== realtimeClientSecrets.name;

/** A key with its patterns compiled. */
export function clientKey(config: KeyConfig): Key {
  const { id, endpoints, tools, notBefore, expires, disabled, allowFrom } = config;
  return {
    id,
    config,
    allowsModel: allOf(modelLists(config)),
    allowsAllModels: !isBoundToModels(config),
    allowsEndpoint: endpoints === undefined ? isUsual : (endpoint) => endpoints.includes(endpoint),
    toolGrants: tools === undefined ? noTools : new ToolGrants(tools.own, tools.ofGroups),
    allowsAddress: allowFrom === undefined ? everything : inRanges(allowFrom),
    isActive: (wallNow) =>
      !disabled &&
      (notBefore === undefined || wallNow >= notBefore) &&
      (expires === undefined || wallNow < expires),
  };
}

/** The models that every one of several lists has. */
function allOf(lists: readonly (readonly string[])[]): (modelId: string) => boolean {
  const [first, ...others] = lists.map(compileGlobs);
  if (first === undefined) return everything;
  if (others.length === 0) return first;
  return (modelId) => first(modelId) && others.every((allows) => allows(modelId));
}

function inRanges(ranges: readonly string[]): (address: string) => boolean {
  const addresses = new AddressRanges(ranges);
  return (address) => addresses.includes(address);
}

/**
 * All keys by the digests of their secrets. A secret of ours that was mistyped is not looked up; any other look-up
 * costs one SHA-256 whoever asks. It goes by the whole digest, never by a part of it, and the digest found is compared
 * once more in constant time. A key is compiled when it is first used: a file may hold many thousands.
 */
export function keyring(configs: ReadonlyMap<string, KeyConfig>): Keyring {
  return atOnce(keyringSteps(configs));
}

/** The same key by key, for whoever has something else to do in between. */
export function* keyringSteps(configs: ReadonlyMap<string, KeyConfig>): Generator<void, Keyring> {
  const byDigest = new Map<string, KeyConfig>();
  const byCertificate = new Map<string, KeyConfig>();
  for (const config of configs.values()) {
    for (const hex of config.hashes) byDigest.set(hex, config);
    // With a secret both are needed.
    if (config.certificate !== undefined && config.hashes.length === 0)
      byCertificate.set(config.certificate, config);
    yield;
  }
  const used = new Map<KeyConfig, UsedKey>();
  const inUse = (config: KeyConfig): UsedKey => {
    const known = used.get(config);
    if (known !== undefined) return known;
    const digests = config.hashes.map((hex) => Buffer.from(hex, 'latin1'));
    const fresh = { key: clientKey(config), digests };
    used.set(config, fresh);
    return fresh;
  };
  return {
    find(secret, wallNow = Date.now()) {
      if (isMistyped(secret)) return undefined;
      const hex = digestSecret(secret);
      const config = byDigest.get(hex);
      if (config === undefined) return undefined;
      const { key, digests } = inUse(config);
      presented.write(hex, 'latin1');
      if (!digests.some(isPresented)) return undefined;
      const until = config.retiring.get(hex);
      return until !== undefined && wallNow >= until ? undefined : key;
    },
    named(id) {
      const config = configs.get(id);
      return config && inUse(config).key;
    },
    certified(names) {
      if (byCertificate.size === 0) return undefined;
      for (const name of names) {
        const config = byCertificate.get(name);
        if (config !== undefined) return inUse(config).key;
      }
      return undefined;
    },
    replacedIn(secret, wallNow) {
      const hex = digestSecret(secret);
      const config = byDigest.get(hex);
      const until = config?.retiring.get(hex);
      return until !== undefined && wallNow >= until ? config?.id : undefined;
    },
  };
}

interface UsedKey {
  readonly key: Key;
  /** Of its secrets, in hex. */
  readonly digests: readonly Buffer[];
}

/** The digest that is compared, in hex. */
const presented = Buffer.alloc(64);
const isPresented = (digest: Buffer) => timingSafeEqual(presented, digest);
