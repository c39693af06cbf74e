import {
  type Counter,
  certaintyColumns,
  columnOf,
  counters,
  type Usage,
  usageOf,
} from '../../observe/usage.ts';

/** The usage of one key on one deployment, summed. */
export interface UsedSum {
  /** Empty where the export does not tell keys apart. */
  readonly key: string;
  readonly model: string;
  readonly deployment: string;
  /** Undefined where days are not told apart. */
  readonly day: string | undefined;
  readonly requests: number;
  /** Of those: how many's use is known. */
  readonly counted: number;
  /** Of those: how many the backend itself said the cost of. */
  readonly reported: number;
  readonly usage: Usage;
  /** The cost at the time of the requests. */
  readonly costUsd: number;
}

/** Reads a row of `usage export`, by the names of its columns. Throws an Error in the operator's words. */
export function usedSum(at: (column: string) => string | undefined): UsedSum {
  const number = (column: string): number => {
    const text = at(column);
    const value = text === undefined || text === '' ? 0 : Number(text);
    if (!Number.isFinite(value) || value < 0) throw new Error(`${column} is "${text}", which is no count`);
    return value;
  };
  const [model, deployment] = [at('model'), at('deployment')];
  if (model === undefined || deployment === undefined) {
    throw new Error('it does not tell deployments apart; export it with --by key,model,deployment (or more)');
  }
  const requests = number('requests');
  const known = certaintyColumns.map(number);
  const sure = known.reduce((sum, count) => sum + count, 0);
  return {
    key: at('key') ?? '',
    model,
    deployment,
    day: at('day'),
    requests,
    // Before records said how sure they are, all that did not fail were counted.
    counted: sure > 0 ? sure : Math.max(0, requests - number('failed')),
    reported: number('reported_requests'),
    usage: usageOf(
      Object.fromEntries(counters.map((counter) => [counter, number(columnOf[counter])])) as Record<
        Counter,
        number
      >,
    ),
    costUsd: number('cost_usd'),
  };
}
