import type { BudgetsAnswer } from '../../admin/contract/limits.ts';
import { type OneGatewayOptions, oneGateway } from '../running/admin-of-file.ts';
import { type ExitCode, exitCodes, type Terminal } from '../terminal.ts';
import { dollars } from './usage-text.ts';

export interface BudgetsOptions extends OneGatewayOptions {
  /** The group whose budgets change, in place of a key. */
  readonly group?: string;
  /** Of the one whom tokens name so, in place of all that the key is counted for. */
  readonly caller?: string;
  readonly reason: string;
}

const creditForm = 'gateway usage credit KEY 20 USD --reason TEXT, or --group NAME in place of KEY';

/** Has the running gateway lower what is spent of budgets. `words` are the key, unless a group is named, and the amount. */
export async function creditBudgets(
  words: readonly string[],
  options: BudgetsOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const [, key, amount] = /^(?:(.*) )?(\d+(?:\.\d+)?) ?USD$/i.exec(words.join(' ')) ?? [];
  if (amount === undefined) throw new Error(`${words.join(' ')}: write ${creditForm}`);
  return await changeBudgets('credit', key, { usd: Number(amount) }, options, terminal);
}

/** Has the running gateway make budgets whole again. */
export async function resetBudgets(
  key: string | undefined,
  options: BudgetsOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  return await changeBudgets('reset', key, {}, options, terminal);
}

async function changeBudgets(
  act: 'credit' | 'reset',
  key: string | undefined,
  body: object,
  options: BudgetsOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { group, caller, reason } = options;
  const name = group ?? key;
  if (name === undefined || (group !== undefined && key !== undefined)) {
    throw new Error('say whose budgets: a key, or --group NAME in place of it');
  }
  if (group !== undefined && caller !== undefined)
    throw new Error('--caller is one of a key, not of a group');
  const { access } = await oneGateway(options, terminal, 'change');
  const { askGateway } = await import('../running/ask-gateway.ts');
  const path = `/api/limits/${encodeURIComponent(name)}/${act}`;
  const sent = {
    ...body,
    reason,
    of: group === undefined ? 'key' : 'group',
    ...(caller !== undefined && { caller }),
  };
  const { budgets, callers } = await askGateway(access, path, isBudgetsAnswer, 'POST', undefined, sent);
  const holder = group === undefined ? name : `group ${name}`;
  const whose = caller === undefined ? holder : `${holder}, ${caller}`;
  for (const { name: budget, used, left } of budgets) {
    terminal.out(`${whose}: ${budget}, ${amountOf(used)} spent, ${amountOf(left)} left\n`);
  }
  if (callers > 0)
    terminal.out(`${whose}: the same for ${callers} budgets of callers that it is counted for\n`);
  return exitCodes.good;
}

function amountOf(usd: number | null): string {
  return usd === null ? 'an unknown amount' : `${dollars(usd)} USD`;
}

function isBudgetsAnswer(answer: unknown): answer is BudgetsAnswer {
  return typeof answer === 'object' && answer !== null && Array.isArray((answer as BudgetsAnswer).budgets);
}
