/**
 * The socket of a question on its way to a running gateway: `socket=true`, `origin`, and the event's own words as JSON.
 */
import { parseObject } from '../../lib/json.ts';
import { word } from './query-values.ts';
import type { AskedSocket, AskedTurn } from './question.ts';

/** The values in the query; undefined ones are left out. */
export function socketWords(
  socket: AskedSocket | undefined,
): Readonly<Record<'socket' | 'origin' | 'turn', string | undefined>> {
  const { origin, turn } = socket ?? {};
  return { socket: socket && 'true', origin, turn: turn && JSON.stringify(turn) };
}

/** Reads those values. Throws an Error that names the faulty field. */
export function socketIn(query: URLSearchParams): AskedSocket | undefined {
  if (word(query, 'socket') !== 'true') return undefined;
  const [origin, turn] = [word(query, 'origin'), word(query, 'turn')];
  return {
    ...(origin !== undefined && { origin }),
    ...(turn !== undefined && { turn: turnIn(turn) }),
  };
}

function turnIn(text: string): AskedTurn {
  const { lane, previous, isWarmUp, isUnstored, asksReasoning } = parseObject(text) ?? {};
  const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';
  const isName = (value: unknown): value is string | undefined =>
    value === undefined || typeof value === 'string';
  if (
    !isName(lane) ||
    !isName(previous) ||
    !isFlag(isWarmUp) ||
    !isFlag(isUnstored) ||
    !isFlag(asksReasoning)
  )
    throw new Error('"turn" takes what `gateway explain --socket --body` finds in an event, as JSON');
  return { lane, isWarmUp, isUnstored, asksReasoning, previous };
}
