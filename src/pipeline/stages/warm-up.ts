import { randomBytes } from 'node:crypto';
import type { PlannedModel } from '../../routing/routing-table.ts';
import type { Exchange } from '../exchange.ts';
import type { Stage } from '../stage.ts';

/**
 * Answers a turn that only prepares a later one (`generate: false` of OpenAI's WebSocket mode). It replaces the stage
 * that forwards other turns. The turn goes on to a deployment that takes turns over a socket; over HTTP a backend could
 * prepare nothing.
 */
export function warmUp(forward: Stage): Stage {
  return async function warmUp(exchange, next) {
    const plan = relaying(exchange);
    if (plan.length > 0) {
      exchange.plan = plan;
      return forward(exchange, next);
    }
    const response = {
      id: `resp_${randomBytes(24).toString('hex')}`,
      object: 'response',
      created_at: Math.floor(Date.now() / 1000),
      model: exchange.summary!.model,
      ...always,
    };
    const { answer } = exchange;
    answer.begin({
      status: 200,
      headers: headersOf(exchange),
      length: undefined,
      body: 'events',
      idleMs: 0,
      own: 'no',
    });
    answer.write(event('response.created', 0, { ...response, status: 'in_progress', usage: null }));
    answer.write(event('response.completed', 1, { ...response, status: 'completed', usage: nothingUsed }));
    answer.end();
  };
}

/** The part of the plan that takes turns over a socket. */
function relaying({ plan, served }: Exchange): readonly PlannedModel[] {
  return plan.flatMap((planned) => {
    const eligible = planned.eligible.filter(
      ({ deployment }) => deployment.relays?.includes(served.name) === true,
    );
    return eligible.length === 0 ? [] : [{ ...planned, eligible }];
  });
}

/** Members that every response has. */
const always = {
  error: null,
  incomplete_details: null,
  instructions: null,
  metadata: {},
  output: [],
  parallel_tool_calls: true,
  previous_response_id: null,
  store: false,
  temperature: null,
  tool_choice: 'auto',
  tools: [],
  top_p: null,
};

const nothingUsed = {
  input_tokens: 0,
  input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
  output_tokens: 0,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 0,
};

function headersOf({ id }: Exchange): readonly string[] {
  return ['content-type', 'text/event-stream', 'x-request-id', id];
}

function event(type: string, sequence: number, response: object): Buffer {
  const data = JSON.stringify({ type, sequence_number: sequence, response });
  return Buffer.from(`event: ${type}\ndata: ${data}\n\n`);
}
