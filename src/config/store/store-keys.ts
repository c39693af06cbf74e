import { endpointsOf } from '../../api/endpoints/declared-endpoints/endpoint-set.ts';
import { Report } from '../problem-report.ts';
import { type Context, placeInWords } from '../resolve/context.ts';
import type { KeptEndpoints } from '../resolve/endpoints/kept.ts';
import { type KeyRules, resolveKey } from '../resolve/keys.ts';
import { checkToolBudgets } from '../resolve/mcp/unpriced-servers.ts';
import { checkBudgets, checkEndpointBudgets, checkKeptBudgets } from '../resolve/prices/budgets.ts';
import type { Part } from '../resolve/sections.ts';
import type { Key, KeysFile } from '../schema/generated/file.generated.ts';
import type { Config } from '../types/gateway.ts';
import type { KeyConfig } from '../types/keys.ts';

/** The store's name in messages. */
export const storeShown = 'keys_store';

/** The last seen content of the store, with a report that collects the faults of its shape. */
export interface StorePart extends Part<KeysFile> {
  readonly shape: Report;
  /** Keys that don't hold here are left out with a warning; else they are errors. */
  readonly leavesOut: boolean;
}

/**
 * The keys of the store that hold here. Each is judged for itself: one that another gateway's files allow and these
 * don't must not keep a reload, with what it takes away, from the other keys. The files go before the store.
 *
 * @param fileKeys Those of the files.
 * @param check Says what is wrong with a key among all others.
 */
export function resolveStoreKeys(
  { context, file, shape, leavesOut }: StorePart,
  fileKeys: ReadonlyMap<string, KeyConfig>,
  rules: KeyRules,
  check: (context: Context, key: KeyConfig) => void,
): ReadonlyMap<string, KeyConfig> {
  const keys = new Map<string, KeyConfig>();
  const taken = new Map([...fileKeys.values()].map((key) => [key.id.toLowerCase(), key]));
  const severity = leavesOut ? 'warning' : 'error';
  context.report.adopt(shape, severity, leftOutHint(leavesOut));
  for (const [name, written] of Object.entries((file.keys ?? {}) as Readonly<Record<string, Key>>)) {
    const path = ['keys', name];
    if (!context.intact(path)) continue; // the shape of it has been told
    const own: Context = { ...context, report: new Report() };
    own.report.parsed(context.tree);
    const first = taken.get(name.toLowerCase());
    if (first !== undefined) {
      const message = `the key "${first.id}" is also ${placeInWords(context, first.at)}`;
      own.report.atKey(context.tree, path, 'key_in_both_files', message, {
        hint: 'revoke it in the store, or take it out of the file',
      });
    } else if (written.secret !== undefined) {
      own.report.atKey(
        context.tree,
        path,
        'wrong_value',
        'the store keeps hashes only, and this is a secret',
      );
    } else {
      const key = resolveKey(own, name, written, rules);
      check(own, key);
      if (!own.report.hasErrors()) {
        keys.set(name, key);
        taken.set(name.toLowerCase(), key);
      }
    }
    context.report.adopt(own.report, severity, leftOutHint(leavesOut));
  }
  return keys;
}

/** Says of a key that has a budget that it can reach what has no price: that is no fault of the files. */
export function checkBudgetOf(
  own: Context,
  key: KeyConfig,
  {
    models,
    groups,
    stateful,
    declaredEndpoints,
    endpoints: settings,
    mcp,
  }: Pick<Config, 'models' | 'groups' | 'declaredEndpoints' | 'endpoints' | 'mcp'> & {
    readonly stateful: KeptEndpoints | undefined;
  },
): void {
  const report = new Report();
  const held = { keys: new Map([[key.id, key]]), groups };
  const endpoints = endpointsOf({ declaredEndpoints });
  checkBudgets(() => ({ ...own, report }), held, models, endpoints);
  let what = report.hasErrors() ? 'a deployment' : 'an endpoint';
  checkKeptBudgets({ ...own, report }, held, stateful, endpoints);
  checkEndpointBudgets({ ...own, report }, held, settings, endpoints);
  if (!report.hasErrors()) what = 'an MCP server';
  checkToolBudgets({ ...own, report }, held, mcp);
  if (!report.hasErrors()) return;
  const message = `it has a budget, and can reach ${what} that has no \`price\``;
  own.report.atKey(own.tree, ['keys', key.id], 'unpriced_budget', message);
}

function leftOutHint(leavesOut: boolean): string | undefined {
  return leavesOut ? 'until it is mended this key is refused here' : undefined;
}
