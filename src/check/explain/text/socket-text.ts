import type { ExplainedSocket, Explanation } from '../explanation.ts';
import type { AskedTurn } from '../question.ts';

/** The sentence for a refused handshake. */
export function noneOpened(kind: 'turn' | 'session'): string {
  return `No ${kind === 'session' ? 'session' : 'socket'} is opened: this is the answer to its handshake.`;
}

/** The effects of a socket on a request, in sentences. */
export function socketText(
  kind: 'turn' | 'session',
  turn: AskedTurn | undefined,
  { outcome, models }: Pick<Explanation, 'outcome' | 'models'>,
  most: NonNullable<ExplainedSocket['most']>,
): readonly string[] {
  const isServed = 'deployment' in outcome;
  const bounds = most.map(
    ({ whose, sockets }) =>
      `At most ${sockets} of ${whose} may be open at once; one more is answered with 429.`,
  );
  if (kind === 'session') {
    return isServed
      ? ['The session opens (101) once the backend has opened one.', ...bounds]
      : [noneOpened(kind)];
  }
  if (!isServed)
    return [
      'The socket opens (101); this comes as an `error` event with the status, and the socket stays open.',
      ...bounds,
    ];
  const first = models.flatMap(({ deployments }) => deployments).find(({ place }) => place === 1);
  return [
    'The socket opens (101), and this is a turn on it.',
    ...turnText(turn, first?.relay !== undefined),
    ...bounds,
  ];
}

function turnText(turn: AskedTurn | undefined, isRelayed: boolean): readonly string[] {
  if (turn === undefined) return [];
  const { lane, isWarmUp, isUnstored, asksReasoning, previous } = turn;
  const text: string[] = [];
  if (isWarmUp)
    text.push(
      isRelayed
        ? 'It is a warm-up (`generate: false`), which the backend answers, at its price.'
        : 'It is a warm-up (`generate: false`), which the gateway answers itself, free of charge.',
    );
  const which = lane === undefined ? 'without a `stream_id`' : `of the \`stream_id\` ${JSON.stringify(lane)}`;
  text.push(`It waits for turns ${which} that came before it, and for no others.`);
  if (previous !== undefined)
    text.push(
      isUnstored
        ? `It continues ${JSON.stringify(previous)}, assumed to be one that this socket keeps: all of it is sent again.`
        : `It continues ${JSON.stringify(previous)}, assumed to be one that the backend keeps.`,
    );
  if (isUnstored)
    text.push('This socket keeps its items (`store: false`), so that a later turn can continue it.');
  if (asksReasoning)
    text.push(
      'For that the backend is asked for `reasoning.encrypted_content`, which the client does not see, since it did not ask for it.',
    );
  return text;
}
