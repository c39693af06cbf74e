import { covers } from '../../../lib/glob.ts';
import type { UrlFault } from '../../backend-url.ts';
import type { GatewayFile, IncludedFile, Issuer } from '../../schema/generated/file.generated.ts';
import type { Path } from '../../text/tree.ts';
import type { ClaimCondition, IdentityConfig, IdentityRule, IssuerConfig } from '../../types/identity.ts';
import type { KeyConfig } from '../../types/keys.ts';
import type { SourcePosition } from '../../types/source-position.ts';
import { type Context, duration, isAbsent, placeInWords, placeOf, wrong } from '../context.ts';
import { hasLongBudget } from '../holders/end-users.ts';
import { checkReference, type Known } from '../names.ts';
import type { Part } from '../sections.ts';
import { httpsFault } from './https-url.ts';
import { resolveKeySet } from './key-set-source.ts';

/** The known facts about the keys that rules lead to. */
export interface IdentityKeys {
  /** The names that rules may give. */
  readonly names: Known;
  /** Those of the files. */
  readonly ofFiles: ReadonlyMap<string, KeyConfig>;
}

/** Reads `identity` of all files. */
export function resolveIdentity(
  main: Part<GatewayFile>,
  included: readonly Part<IncludedFile>[],
  keys: IdentityKeys,
): IdentityConfig {
  const issuers = new Map<string, IssuerConfig>();
  const seen = new Seen();
  for (const { context, file } of [main, ...included]) {
    for (const [name, written] of Object.entries(file.identity?.issuers ?? {})) {
      const path = ['identity', 'issuers', name];
      checkSkew(context, path, written);
      if (!context.intact(path) || seen.hasName(context, path, name)) continue;
      const issuer = resolveIssuer(context, path, name, written, keys);
      if (issuer === undefined || seen.hasIssuer(context, [...path, 'issuer'], issuer.issuer)) continue;
      issuers.set(name, issuer);
    }
  }
  return { resource: resolveResource(main), issuers };
}

/** Checks `clock_skew` even if the rest of the issuer is at fault. */
function checkSkew(context: Context, path: Path, written: Issuer): void {
  const at = [...path, 'clock_skew'];
  if (!context.intact(path) && context.intact(at) && typeof written.clock_skew === 'string')
    duration(context, at, written.clock_skew);
}

/** The first position of each name and issuer. */
class Seen {
  readonly #names = new Map<string, SourcePosition>();
  readonly #issuers = new Map<string, SourcePosition>();

  /** A name in two files; within one the text itself is at fault. */
  hasName(context: Context, path: Path, name: string): boolean {
    const first = this.#names.get(name);
    if (first === undefined) this.#names.set(name, placeOf(context, path));
    else {
      const message = `the issuer "${name}" is also ${placeInWords(context, first)}`;
      const hint = 'take one of the two out, or give it another name';
      context.report.atKey(context.tree, path, 'duplicate_issuer', message, { hint });
    }
    return first !== undefined;
  }

  hasIssuer(context: Context, path: Path, issuer: string): boolean {
    const first = this.#issuers.get(issuer);
    if (first === undefined) this.#issuers.set(issuer, placeOf(context, path.slice(0, -1)));
    else {
      wrong(
        context,
        path,
        'duplicate_issuer',
        `has the same tokens as the issuer ${placeInWords(context, first)}`,
        { hint: 'write one entry for it, with the rules and the audiences of both' },
      );
    }
    return first !== undefined;
  }
}

function resolveResource({ context, file }: Part<GatewayFile>): string | undefined {
  const path = ['identity', 'resource'];
  const resource = file.identity?.resource;
  if (resource === undefined || !context.intact(path) || isAbsent(context, path)) return undefined;
  const fault = httpsFault(resource) ?? (resource.includes('?') ? noQuery : undefined);
  if (fault !== undefined) wrong(context, path, 'bad_issuer', fault.message, { hint: fault.hint });
  return resource;
}

const noQuery: UrlFault = { name: 'bad_url', message: 'must not have a query (?...)' };

function resolveIssuer(
  context: Context,
  path: Path,
  name: string,
  written: Issuer,
  keys: IdentityKeys,
): IssuerConfig | undefined {
  const at = [...path, 'issuer'];
  const hasIssuer = !isAbsent(context, at);
  const fault = hasIssuer ? httpsFault(written.issuer) : undefined;
  if (fault !== undefined) {
    // A plain text is an issuer too, as long as something else says where its keys are.
    const isName = written.jwks !== undefined && !/^https?:/i.test(written.issuer);
    if (!isName) wrong(context, at, 'bad_issuer', fault.message, { hint: fault.hint });
  }
  const keySet = resolveKeySet(context, [...path, 'jwks'], written);
  const rules = written.rules.map((rule, index) => {
    const where = [...path, 'rules', index];
    checkReference(context, [...where, 'key'], rule.key, keys.names, 'unknown_key', 'key');
    checkCounted(context, [...where, 'each'], rule, keys);
    return { when: Object.entries(rule.when).map(conditionOf), key: rule.key, each: rule.each };
  });
  checkOrder(context, [...path, 'rules'], rules);
  return {
    name,
    issuer: hasIssuer ? written.issuer : `absent:${name}`,
    audiences: typeof written.audience === 'string' ? [written.audience] : written.audience,
    keySet,
    algorithms: written.algorithms,
    clockSkewMs: duration(context, [...path, 'clock_skew'], written.clock_skew),
    rules,
  };
}

/** A caller that a token names is remembered like an end user: no longer than a day. */
function checkCounted(
  context: Context,
  path: Path,
  { each, key }: Issuer['rules'][number],
  keys: IdentityKeys,
): void {
  const limits = keys.ofFiles.get(key)?.limits;
  if (each === undefined || limits === undefined || !hasLongBudget(limits)) return;
  const message = `the key "${key}" has a budget for longer than a day, and each value of a claim has only budgets of a day`;
  wrong(context, path, 'long_end_user_budget', message, {
    hint: 'give the key a budget such as `1 USD/day`, and a `group` the longer one for all together',
  });
}

type Written = Issuer['rules'][number]['when'][string];

function conditionOf([claim, written]: [string, Written]): ClaimCondition {
  return { claim, values: (Array.isArray(written) ? written : [written]).map(String) };
}

/** A rule behind one that takes all of its tokens is dead, and was hardly meant so. */
function checkOrder(context: Context, path: Path, rules: readonly IdentityRule[]): void {
  for (const [index, rule] of rules.entries()) {
    const earlier = rules.slice(0, index).findIndex((before) => takesAllOf(before, rule));
    if (earlier === -1) continue;
    const { line } = placeOf(context, [...path, earlier]);
    const message = `no token reaches this rule: the one in line ${line} takes all of them`;
    context.report.atKey(context.tree, [...path, index], 'unmatched_rule', message, {
      hint: 'put the narrower rule first',
    });
  }
}

/**
 * True if `earlier` certainly matches each token that `later` matches. False may also mean that this is not visible.
 */
function takesAllOf(earlier: IdentityRule, later: IdentityRule): boolean {
  return earlier.when.every(({ claim, values }) =>
    later.when.some(
      (other) =>
        other.claim === claim && other.values.every((value) => values.some((wide) => covers(wide, value))),
    ),
  );
}
