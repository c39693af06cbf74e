/**
 * Finds the callers that a change of `identity` affects: those who get another key, and what that key gives and takes.
 */
import type { Config } from '../../config/types/gateway.ts';
import type { IdentityRule, IssuerConfig } from '../../config/types/identity.ts';
import type { KeyConfig } from '../../config/types/keys.ts';
import { ruleFinder } from '../../identity/claims.ts';
import { clientKey } from '../../keys/keyring.ts';
import { covers } from '../../lib/glob.ts';

/** Tokens that lead to another key than before. */
export interface CallerChange {
  readonly issuer: string;
  /** The tokens in the words of a rule of either version, such as `sub repo:*`. */
  readonly tokens: string;
  /** The keys that they led to and lead to; null for a refusal. */
  readonly before: string | null;
  readonly after: string | null;
  readonly gained: Rights;
  readonly lost: Rights;
  /** The rules of `rate_limits` that applied and apply; null for no named rule. */
  readonly limit_before: string | null;
  readonly limit_after: string | null;
}

export interface Rights {
  readonly models: readonly string[];
  readonly endpoints: readonly string[];
}

/**
 * Takes the tokens that each rule of both versions describes, and those that two of them describe, and asks both
 * versions for their keys. The tokens common to two rules are reported only if they lead elsewhere than either rule.
 */
export function callerChanges(before: Config, after: Config): readonly CallerChange[] {
  const names = new Set([...issuersOf(before).keys(), ...issuersOf(after).keys()]);
  return [...names].flatMap((name) => changesOf(name, before, after));
}

function issuersOf({ identity }: Config): Config['identity']['issuers'] {
  return identity.issuers;
}

function changesOf(issuer: string, before: Config, after: Config): readonly CallerChange[] {
  const old = issuersOf(before).get(issuer);
  const now = issuersOf(after).get(issuer);
  const examples = distinct([...(now?.rules ?? []), ...(old?.rules ?? [])].flatMap(examplesOf));
  const compare = ({ claims }: Example) => ({
    was: leads(before, old, claims),
    is: leads(after, now, claims),
  });
  const wayOf = (example: Example) => {
    const { was, is } = compare(example);
    return JSON.stringify([was?.id, is?.id]);
  };
  const ways = new Map(examples.map((example) => [example.tokens, wayOf(example)]));
  const both = examples.slice(0, mostPaired).flatMap((one, index) =>
    examples.slice(index + 1, mostPaired).flatMap((other) => {
      const shared = inBoth(one, other);
      if (shared === undefined || ways.has(shared.tokens)) return [];
      const way = wayOf(shared);
      return way === ways.get(one.tokens) || way === ways.get(other.tokens) ? [] : shared;
    }),
  );
  return distinct([...examples, ...both]).flatMap((example) => {
    const { was, is } = compare(example);
    return changeOf({ issuer, tokens: example.tokens }, was, is, before, after);
  });
}

interface Example {
  readonly tokens: string;
  readonly claims: Readonly<Record<string, string>>;
}

/** The most combinations of values; nobody reads more. */
const mostExamples = 64;
/** Each with each, of at most so many. */
const mostPaired = 100;

/**
 * Tokens that a rule describes, one for each choice among its values. A pattern represents itself: as a text it matches
 * exactly the patterns that take all that it takes.
 */
function examplesOf({ when }: IdentityRule): readonly Example[] {
  let all: readonly (readonly (readonly [claim: string, value: string])[])[] = [[]];
  for (const { claim, values } of when) {
    all = all
      .flatMap((chosen) => values.map((value) => [...chosen, [claim, value] as const]))
      .slice(0, mostExamples);
  }
  return all.map((chosen) => exampleOf(Object.fromEntries(chosen)));
}

function exampleOf(claims: Example['claims']): Example {
  const said = Object.entries(claims).map(([claim, value]) => `${claim} ${value}`);
  return { tokens: said.length === 0 ? 'every token' : said.sort().join(', '), claims };
}

/** Tokens that are examples of both; undefined if no such text is found. */
function inBoth(one: Example, other: Example): Example | undefined {
  const claims = { ...one.claims };
  for (const [claim, value] of Object.entries(other.claims)) {
    const own = claims[claim];
    if (own === undefined || covers(own, value)) claims[claim] = value;
    else if (!covers(value, own)) return undefined;
  }
  return exampleOf(claims);
}

function distinct(examples: readonly Example[]): readonly Example[] {
  return [...new Map(examples.map((example) => [example.tokens, example])).values()];
}

function leads(
  config: Config,
  issuer: IssuerConfig | undefined,
  claims: Example['claims'],
): KeyConfig | undefined {
  const index = issuer && ruleFinder(issuer.rules)(claims);
  const key = index === undefined ? undefined : config.keys.get(issuer!.rules[index]!.key);
  return key?.disabled === true ? undefined : key;
}

function changeOf(
  of: Pick<CallerChange, 'issuer' | 'tokens'>,
  old: KeyConfig | undefined,
  now: KeyConfig | undefined,
  before: Config,
  after: Config,
): readonly CallerChange[] {
  if (old?.id === now?.id) return [];
  const had = rightsOf(old, before);
  const has = rightsOf(now, after);
  return [
    {
      ...of,
      before: old?.id ?? null,
      after: now?.id ?? null,
      gained: without(has, had),
      lost: without(had, has),
      limit_before: old?.rule ?? null,
      limit_after: now?.rule ?? null,
    },
  ];
}

function rightsOf(config: KeyConfig | undefined, { models }: Config): Rights {
  if (config === undefined) return { models: [], endpoints: [] };
  const key = clientKey(config);
  const served = [...models.values()].filter(({ id }) => key.allowsModel(id));
  const endpoints = new Set(
    served.flatMap(({ deployments }) =>
      deployments.flatMap((deployment) => Object.keys(deployment.endpoints)),
    ),
  );
  return {
    models: served.map(({ id }) => id),
    endpoints: [...endpoints].filter((name) =>
      key.allowsEndpoint(name as Parameters<typeof key.allowsEndpoint>[0]),
    ),
  };
}

function without(all: Rights, others: Rights): Rights {
  return {
    models: all.models.filter((name) => !others.models.includes(name)),
    endpoints: all.endpoints.filter((name) => !others.endpoints.includes(name)),
  };
}
