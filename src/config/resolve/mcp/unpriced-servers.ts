/** Budgets of keys that may use servers of tools: money is counted only where there is a price. */

import { compileGlob } from '../../../lib/glob.ts';
import { mcpServerName } from '../../derived/mcp-server-name.ts';
import { oncePerTools, ToolGrants } from '../../derived/tool-grants.ts';
import type { KeyConfig } from '../../types/keys.ts';
import type { RateLimit } from '../../types/limits.ts';
import type { McpConfig } from '../../types/mcp.ts';
import type { Context } from '../context.ts';
import type { HeldKeys } from '../prices/budgets.ts';

/** Reports each server without a price of which some key with a budget may use something, once. */
export function checkToolBudgets(context: Context, held: HeldKeys, mcp: McpConfig | undefined): void {
  const unpriced = [...(mcp?.servers.values() ?? [])].filter(({ price }) => price === undefined);
  for (const { name } of unpriced) {
    const found = firstBudgeted(held, name);
    if (found === undefined) continue;
    const path = ['mcp', 'servers', name];
    // A wrong price has its own report.
    if (context.report.hasWithin(context.tree, [...path, 'price'])) continue;
    const message = `this server has no price, and the key "${found.id}" that may use it has a budget`;
    context.report.atKey(context.tree, path, 'unpriced_budget', message, {
      hint: 'give it a `price: { per_request: ... }` in USD; 0 if it is free',
    });
  }
}

function firstBudgeted({ keys, groups }: HeldKeys, server: string): KeyConfig | undefined {
  const isUsedBy = oncePerTools(({ own, ofGroups }) => new ToolGrants(own, ofGroups).allowsServer(server));
  for (const key of keys.values()) {
    const { tools, limits, endUsers } = key;
    if (tools === undefined) continue;
    const rules = [limits, endUsers?.limits, ...key.groups.map((name) => groups.get(name)?.limits)];
    if (!rules.some((rule) => countsMoney(rule, mcpServerName(server)))) continue;
    if (isUsedBy(tools)) return key;
  }
  return undefined;
}

/** True if a rule has a budget that calls of a server count for: in limits by model it has a name as a model has. */
function countsMoney(rule: RateLimit | undefined, name: string): boolean {
  if (rule === undefined) return false;
  if (rule.budget !== undefined) return true;
  return [...rule.perModel].some(([glob, { budget }]) => budget !== undefined && compileGlob(glob)(name));
}
