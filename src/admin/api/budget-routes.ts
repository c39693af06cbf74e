import type { Config } from '../../config/types/gateway.ts';
import type { GroupConfig } from '../../config/types/keys.ts';
import type { RateLimit } from '../../config/types/limits.ts';
import { counterName } from '../../identity/counted-caller.ts';
import { shortName } from '../../lib/short-name.ts';
import { callerOwner } from '../../limits/accounts/owners.ts';
import type { BudgetChange } from '../../limits/budget-change.ts';
import { StoreFault } from '../../limits/limit-store.ts';
import { useOf } from '../../limits/limit-use.ts';
import { everyMeterOf, type Meters, metersOf, nanoUsdPerUsd, type QuotaStatus } from '../../limits/rules.ts';
import type { AdminParts } from '../admin-parts.ts';
import { audit } from '../audit.ts';
import { type BudgetsAnswer, budgetCredit, budgetReset, budgetsAnswer } from '../contract/limits.ts';
import { AdminRefusal } from '../http/admin-refusal.ts';
import type { Route } from '../http/admin-route.ts';
import { accountOf, type LimitHolder, shownLimit } from '../key-limits.ts';
import { type ApiRequest, jsonRoute } from './api-route.ts';
import { bad, text } from './request-fields.ts';

/** More at once is a slip of the pen. */
const mostUsd = 1_000_000;

/** Gives keys and groups more of their budgets than the file says, in the period that runs. */
export function budgetRoutes({ view, log, queryProcess }: AdminParts): readonly Route[] {
  async function changed(request: ApiRequest, change: BudgetChange): Promise<BudgetsAnswer> {
    const { id, body, caller, address } = request;
    const of = holderIn(body);
    const reason = text(body, 'reason');
    const counted = callerIn(body, of);
    const own = await budgetsOf(of, id);
    const counters = of === 'key' ? countersOf(view.config, id) : [];
    const meters = counted === undefined ? own : budgetsOfCaller(own, id, counted, counters);
    const act = {
      what: change.kind === 'credit' ? 'budget credited' : 'budget reset',
      caller,
      address,
      [of]: id,
      ...(change.kind === 'credit' && { usd: change.nanoUsd / nanoUsdPerUsd }),
      ...(counted !== undefined && { counted }),
      reason,
    } as const;
    let quotas: readonly QuotaStatus[];
    let callers = 0;
    try {
      quotas = await view.limits.changeBudgets(meters, change);
      if (counted === undefined && counters.length > 0)
        callers = await view.limits.changeCallerBudgets(id, own, change);
    } catch (error) {
      if (!(error instanceof StoreFault)) throw error;
      if (!error.isPending)
        throw new AdminRefusal('unavailable', 'The limit store does not answer: nothing was changed.');
      audit(log, { ...act, uncertain: error.message });
      const advice = 'it may still be done: see what is left with `gateway usage` before you do it again';
      throw new AdminRefusal('unavailable', `The limit store did not answer in time; ${advice}.`);
    }
    audit(log, { ...act, ...(counters.length > 0 && counted === undefined && { callers }) });
    const wallNow = Date.now();
    const budgets = meters.list.map((meter, place) => shownLimit(useOf(meter, quotas[place]), wallNow));
    return { id, of, budgets, callers };
  }

  /** Throws `not_found` for a name that is not there, `conflict` where it has no budget. */
  async function budgetsOf(of: LimitHolder, id: string): Promise<Meters> {
    const { rule, group } = of === 'key' ? await keyNamed(id) : groupNamed(id);
    const budgets = budgetsIn(accountOf(of, id), rule);
    if (budgets.list.length > 0) return budgets;
    const above = groupsFrom(group).find(
      ({ name, limits }) => budgetsIn(accountOf('group', name), limits).list.length > 0,
    );
    const advice =
      above === undefined
        ? 'give it one with `rate_limit` in the file'
        : `its group "${above.name}" has one: name that, with --group ${above.name} or "of": "group"`;
    throw new AdminRefusal('conflict', `The ${of} "${id}" has no budget of its own; ${advice}.`);
  }

  async function keyNamed(id: string): Promise<Holder> {
    const excerpt = { search: id, exact: true, limit: 1 };
    const { keys, limits } = await queryProcess.ask(view.transfer, 'keys', excerpt);
    if (keys[0] === undefined) throw new AdminRefusal('not_found', `No key is named "${id}".`);
    return { rule: limits.get(id), group: keys[0].group };
  }

  function groupNamed(name: string): Holder {
    const group = view.config.groups.get(name);
    if (group === undefined) throw new AdminRefusal('not_found', `No group is named "${name}".`);
    return { rule: group.limits, group: group.group };
  }

  function groupsFrom(name: string | null | undefined): readonly GroupConfig[] {
    const group = view.config.groups.get(name ?? '');
    return group === undefined ? [] : [group, ...groupsFrom(group.group)];
  }

  return [
    jsonRoute({
      method: 'POST',
      path: '/api/limits/{id}/credit',
      access: 'change',
      summary:
        'Lowers what is spent of each budget of a key, and of each of its callers who spent something, or of a group in its present period.',
      body: budgetCredit,
      answers: budgetsAnswer,
      answer: (request) => changed(request, { kind: 'credit', nanoUsd: nanoUsdIn(request.body) }),
    }),
    jsonRoute({
      method: 'POST',
      path: '/api/limits/{id}/reset',
      access: 'change',
      summary:
        'Resets each budget of a key and of its callers, or of a group; requests and tokens count as before.',
      body: budgetReset,
      answers: budgetsAnswer,
      answer: (request) => changed(request, { kind: 'reset' }),
    }),
  ];
}

/** A key or group with budgets. */
interface Holder {
  readonly rule: RateLimit | undefined;
  /** The one above. */
  readonly group: string | null | undefined;
}

function budgetsIn(account: string, rule: RateLimit | undefined): Meters {
  const all = rule === undefined ? [] : everyMeterOf(account, rule).list;
  return metersOf(
    account,
    all.filter(({ kind }) => kind === 'budget'),
  );
}

/** By what tokens name those whom a key is counted for: there may be several issuers. */
function countersOf({ identity }: Config, key: string): readonly string[] {
  const all = [...identity.issuers.values()].flatMap(({ name, rules }) =>
    rules.flatMap((rule) =>
      rule.key === key && rule.each !== undefined ? [counterName(name, rule.each)] : [],
    ),
  );
  return [...new Set(all)];
}

/** Throws `conflict` where the key is not counted for callers. */
function budgetsOfCaller(own: Meters, key: string, value: string, counters: readonly string[]): Meters {
  if (counters.length === 0)
    throw new AdminRefusal(
      'conflict',
      `The key "${key}" is counted as one: no rule of an issuer has \`each\`.`,
    );
  const owners = counters.map((by) => callerOwner(key, by, shortName(value)));
  return metersOf(
    key,
    owners.flatMap((owner) => own.list.map((meter) => ({ ...meter, owner }))),
  );
}

function callerIn(body: ApiRequest['body'], of: LimitHolder): string | undefined {
  if (body['caller'] === undefined) return undefined;
  if (of !== 'key') throw bad('"caller" is one of a key: leave it out for a group');
  return text(body, 'caller');
}

function holderIn({ of = 'key' }: ApiRequest['body']): LimitHolder {
  if (of !== 'key' && of !== 'group') throw bad('"of" takes key, group');
  return of;
}

function nanoUsdIn({ usd }: ApiRequest['body']): number {
  const nanoUsd = typeof usd === 'number' ? Math.round(usd * nanoUsdPerUsd) : 0;
  if (!(nanoUsd >= 1 && nanoUsd <= mostUsd * nanoUsdPerUsd)) {
    throw bad(`"usd" must be a number of US dollars above 0, at most ${mostUsd}`);
  }
  return nanoUsd;
}
