import type { WebSocket } from 'ws';
import type { Owner } from './serve.ts';
import {
  type SeenTurn,
  type SocketBackend,
  type SocketBackendOptions,
  startSocketBackend,
} from './socket-backend.ts';

/** `RealtimeResponseUsage` of OpenAI's SDK: text 20 and audio 100 in, of which 40 and 60 are cached in all; text 5 and audio 30 out. */
export const usage = {
  total_tokens: 155,
  input_tokens: 120,
  output_tokens: 35,
  input_token_details: {
    text_tokens: 20,
    audio_tokens: 100,
    image_tokens: 0,
    cached_tokens: 70,
    cached_tokens_details: { text_tokens: 10, audio_tokens: 60, image_tokens: 0 },
  },
  output_token_details: { text_tokens: 5, audio_tokens: 30 },
};

/** The events of a response, as texts that nobody would write twice alike. */
export function spoken(id: string, used: object | null = usage, status = 'completed'): readonly string[] {
  return [
    `{ "type": "response.created", "event_id": "e1",  "response": { "id": "${id}", "object": "realtime.response", "status": "in_progress" } }`,
    `{ "type": "response.output_audio.delta", "response_id": "${id}", "delta": "AAAA\\u002b" }`,
    `{ "type": "response.output_audio_transcript.delta", "response_id": "${id}", "delta": "sagt \\"response.done\\", ü😀" }`,
    `{ "type": "response.done", "event_id": "e9", "response": { "id": "${id}", "status": "${status}", "usage": ${JSON.stringify(used)} } }`,
  ];
}

export interface RealtimeBackend extends SocketBackend {
  /** What the client said, in order and as it came. */
  readonly said: string[];
}

/** A backend of realtime sessions: it greets, and answers each `response.create` with `spoken`, unless the test does. */
export async function startRealtime(
  t: Owner,
  {
    hears = answer,
    ...options
  }: SocketBackendOptions & {
    readonly hears?: (seen: SeenTurn, socket: WebSocket, count: number) => void;
  } = {},
): Promise<RealtimeBackend> {
  const said: string[] = [];
  let responses = 0;
  const backend = await startSocketBackend(
    t,
    (seen, socket) => {
      said.push(seen.text);
      hears(seen, socket, seen.event.type === 'response.create' ? responses++ : responses);
    },
    {
      opened: (socket) =>
        socket.send(
          '{"type":"session.created","event_id":"e0","session":{"type":"realtime","model":"up-1"}}',
        ),
      ...options,
    },
  );
  return { ...backend, said };
}

function answer({ event }: SeenTurn, socket: WebSocket, count: number): void {
  if (event.type === 'response.create') for (const one of spoken(`resp_${count}`)) socket.send(one);
}
