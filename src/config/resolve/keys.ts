import { createHash } from 'node:crypto';
import type { EndpointSet } from '../../api/endpoints/declared-endpoints/endpoint-set.ts';
import { parseRange } from '../addresses.ts';
import { hasBudget } from '../derived/has-budget.ts';
import { capabilityHint, meantCapability } from '../schema/capability-words.ts';
import type { Key } from '../schema/generated/file.generated.ts';
import type { Path } from '../text/tree.ts';
import type { GroupConfig, KeyConfig } from '../types/keys.ts';
import { type Context, isAbsent, placeInWords, placeOf, time, wrong } from './context.ts';
import { grantedEndpoints, withoutClientSecrets } from './endpoints/granted.ts';
import { resolveEndUsers } from './holders/end-users.ts';
import { allowedModels, endpointsOfAll, groupsAbove } from './holders/groups.ts';
import { type Owner, resolveKeyCertificate } from './identity/client-certificates.ts';
import { type KnownRules, ruleOfKey } from './limits.ts';
import { resolveKeyTools } from './mcp/tool-patterns.ts';
import { checkReference, type Known } from './names.ts';
import { queueOfKey } from './queues.ts';
import { checkSecret } from './secrets.ts';

/** SHA-256 of `sk-quickstart`, which anybody can read in our documentation. */
const quickstartHash = digest('sk-quickstart');

export interface KeyRules extends KnownRules {
  readonly models: Known;
  readonly capabilities: ReadonlySet<string>;
  readonly endpoints: EndpointSet;
  readonly groups: ReadonlyMap<string, GroupConfig>;
  /** Names of groups, those among them that could not be read. */
  readonly groupNames: Known;
  /** True if others than this host can reach the public listener. */
  readonly exposed: boolean;
  /** The first mention of each digest, over all files. */
  readonly owners: Map<string, Owner>;
  /** The first mention of each certificate that reaches a key alone. */
  readonly certificates: Map<string, Owner>;
}

export function resolveKey(context: Context, id: string, key: Key, rules: KeyRules): KeyConfig {
  const path = ['keys', id];
  for (const [index, model] of key.models.entries()) {
    if (!model.includes('*'))
      checkReference(context, [...path, 'models', index], model, rules.models, 'unknown_model', 'model');
  }
  const notBefore =
    key.not_before === undefined ? undefined : time(context, [...path, 'not_before'], key.not_before);
  const expires = key.expires === undefined ? undefined : time(context, [...path, 'expires'], key.expires);
  if (
    notBefore !== undefined &&
    expires !== undefined &&
    notBefore >= expires &&
    !isAbsent(context, [...path, 'expires'])
  ) {
    wrong(context, [...path, 'expires'], 'bad_time', 'must be later than `not_before`');
  }
  const own = grantedEndpoints(context, [...path, 'endpoints'], key.endpoints, rules.endpoints);
  if (key.group !== undefined)
    checkReference(context, [...path, 'group'], key.group, rules.groupNames, 'unknown_group', 'group');
  const groups = groupsAbove(key.group, rules.groups);
  const resolved: KeyConfig = {
    id,
    at: placeOf(context, path),
    ...(context.intact(path) ? resolveHashes(context, path, id, key, rules) : noHashes),
    certificate: resolveKeyCertificate(context, id, key, rules.certificates),
    models: allowedModels(key.models),
    groupModels: groups.flatMap(({ models }) => (models === undefined ? [] : [models])),
    tools: resolveKeyTools(context, [...path, 'tools'], key.tools, groups),
    endpoints: withoutClientSecrets(
      key.client_secrets,
      endpointsOfAll([own, ...groups.map(({ endpoints }) => endpoints)]),
      rules.endpoints,
    ),
    groups: groups.map(({ name }) => name),
    notBefore,
    expires,
    disabled: key.disabled,
    ...(context.intact([...path, 'rate_limit'])
      ? ruleOfKey(context, [...path, 'rate_limit'], key.rate_limit, rules)
      : { rule: undefined, limits: undefined }),
    endUsers:
      key.end_users && context.intact([...path, 'end_users'])
        ? resolveEndUsers(context, [...path, 'end_users'], key.end_users, rules)
        : undefined,
    queue: queueOfKey(context.intact([...path, 'queue']) ? key.queue : undefined),
    allowFrom: key.allow_from && resolveRanges(context, [...path, 'allow_from'], key.allow_from),
    tags: resolveTags(context, [...path, 'tags'], key.tags, rules),
    nestedModels: key.nested_models,
    objectsOwner: key.objects_owner ?? id,
    owner: key.owner,
    note: key.note,
    created: key.created === undefined ? undefined : time(context, [...path, 'created'], key.created),
  };
  if (key.client_secrets === 'allow' && hasBudget(resolved, rules.groups)) {
    const message = 'the key has a budget, and sessions with a client secret go past it';
    wrong(context, [...path, 'client_secrets'], 'unbounded_client_secrets', message, { hint: 'take it out' });
  }
  return resolved;
}

function resolveRanges(context: Context, path: Path, written: readonly string[]): readonly string[] {
  const ranges: string[] = [];
  for (const [index, text] of written.entries()) {
    const at = [...path, index];
    if (isAbsent(context, at)) continue;
    const range = parseRange(text);
    if (range === undefined) {
      wrong(context, at, 'bad_range', 'must be an address or a range such as 10.0.0.0/8 or 2001:db8::/32');
    } else ranges.push(range);
  }
  return ranges;
}

/** The known parts of tags. */
export interface KnownTags {
  readonly capabilities: ReadonlySet<string>;
  readonly endpoints: EndpointSet;
}

/** Tags that nothing can have would refuse every request of the key. */
export function resolveTags(
  context: Context,
  path: Path,
  tags: readonly string[],
  { capabilities, endpoints: { tagPrefixes } }: KnownTags,
): readonly string[] {
  for (const [index, tag] of tags.entries()) {
    const at = [...path, index];
    if (isAbsent(context, at)) continue;
    const colon = tag.indexOf(':');
    const prefix = tag.slice(0, Math.max(0, colon));
    const capability = tag.slice(colon + 1);
    if (colon >= 0 && !tagPrefixes.some((name) => name === prefix)) {
      const hint = `before the colon comes one of: ${tagPrefixes.join(', ')}`;
      wrong(context, at, 'unknown_capability', `no endpoint is named ${JSON.stringify(prefix)}`, { hint });
    } else if (!capabilities.has(capability)) {
      const guess = meantCapability(capability, capabilities);
      const message = `no capability is named ${JSON.stringify(capability)}${guess}`;
      wrong(context, at, 'unknown_capability', message, { hint: capabilityHint(guess) });
    }
  }
  return tags;
}

type Hashes = Pick<KeyConfig, 'hashes' | 'retiring'>;

const noHashes: Hashes = { hashes: [], retiring: new Map() };

function resolveHashes(context: Context, path: Path, id: string, key: Key, rules: KeyRules): Hashes {
  if (key.secret !== undefined) {
    const at = [...path, 'secret'];
    if (isAbsent(context, at)) return noHashes;
    checkSecret(context, at, key.secret);
    const hash = digest(key.secret);
    claim(context, at, id, hash, rules);
    return { hashes: [hash], retiring: new Map() };
  }
  const hashes: string[] = [];
  const retiring = new Map<string, number>();
  const written = typeof key.hash === 'string' ? [key.hash] : (key.hash ?? []);
  for (const [index, text] of written.entries()) {
    const at = typeof key.hash === 'string' ? [...path, 'hash'] : [...path, 'hash', index];
    if (isAbsent(context, at)) continue;
    const [, digits, until] = /^sha256:([0-9A-Fa-f]{64})(?: until (\S+))?$/.exec(text) ?? [];
    const hash = digits?.toLowerCase();
    if (hash === undefined) {
      const hint = text.includes('${')
        ? 'in a `keys_file` only the field `secret` takes a reference'
        : undefined;
      wrong(context, at, 'wrong_value', 'must be sha256: and 64 hexadecimal digits', { hint });
    } else {
      claim(context, at, id, hash, rules);
      hashes.push(hash);
      if (until !== undefined) retiring.set(hash, time(context, at, until));
    }
  }
  return { hashes, retiring };
}

/** A secret belongs to one key: limits and permissions would otherwise depend on the order of the file. */
function claim(context: Context, path: Path, id: string, hash: string, rules: KeyRules): void {
  const first = rules.owners.get(hash);
  if (first === undefined) rules.owners.set(hash, { id, at: placeOf(context, path) });
  else {
    const where = placeInWords(context, first.at);
    const message =
      first.id === id
        ? `this hash occurs here twice, first ${where}`
        : `the key "${first.id}" has the same secret, ${where}`;
    wrong(context, path, 'duplicate_hash', message);
  }
  if (hash === quickstartHash && rules.exposed) {
    wrong(context, path, 'quickstart_secret', 'the key sk-quickstart is public; off loopback it is refused', {
      hint: 'listen on 127.0.0.1, or make a key of your own',
    });
  }
}

function digest(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
