import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Question } from '../../src/routing/chain.ts';
import { type Plan, plan } from '../../src/routing/plan.ts';
import { routingTable } from '../../src/routing/routing-table.ts';
import { runs } from '../helpers/full.ts';
import { type ModelSketch, routed } from './configs.ts';

const everything = () => true;

function question(sketch: Partial<Question>): Question {
  return {
    endpoint: 'chat_completions',
    model: undefined,
    models: [],
    tags: [],
    allows: everything,
    ...sketch,
  };
}

function ask(models: Readonly<Record<string, ModelSketch>>, sketch: Partial<Question>): Plan {
  return plan(routingTable(routed(models)), question(sketch));
}

/** The plan as `MODEL/NAME`s in order, or as the code of its refusal. */
function result(planned: Plan): readonly string[] | string {
  return (
    planned.models?.flatMap(({ eligible }) => eligible.map(({ key }) => key)) ?? planned.refusal?.code ?? ''
  );
}

const chat = (backend: string, capabilities: readonly string[] = []) => ({
  backend,
  endpoints: { chat_completions: capabilities },
});

test('deployments are tried by priority, equals as declared', () => {
  const deployments = [
    { ...chat('a'), priority: 2 },
    { ...chat('b'), priority: 1 },
    { ...chat('c'), priority: -1 },
    { ...chat('d'), priority: 1 },
  ];
  assert.deepEqual(result(ask({ m: { deployments } }, { model: 'm' })), ['m/c', 'm/b', 'm/d', 'm/a']);
});

test('a deployment that does not serve the endpoint, or lacks one of the tags, is left out', () => {
  const deployments = [
    chat('a', ['vision']),
    chat('b', ['vision', 'streaming']),
    { backend: 'c', endpoints: { messages: ['vision', 'streaming'] } },
  ];
  const planned = ask({ m: { deployments } }, { model: 'm', tags: ['vision', 'streaming', 'vision'] });
  assert.deepEqual(result(planned), ['m/b']);
});

test('a request without tags for one model gets the array that was made for it', () => {
  const table = routingTable(routed({ m: { deployments: [chat('a')] } }));
  const planned = plan(table, question({ model: 'm' }));
  assert.equal(planned.models?.[0], table.models.get('m')?.candidates.chat_completions);
});

test('the chain is the model, its own fallbacks, then the models of the body, each once', () => {
  const models = {
    a: { fallbacks: ['b', 'c'], deployments: [chat('x')] },
    b: { fallbacks: ['a', 'e'], deployments: [chat('x')] },
    c: { deployments: [chat('x')] },
    d: { fallbacks: ['e'], deployments: [chat('x')] },
    e: { deployments: [chat('x')] },
  };
  const chain = (sketch: Partial<Question>) => result(ask(models, sketch));
  assert.deepEqual(chain({ model: 'a' }), ['a/x', 'b/x', 'c/x']);
  assert.deepEqual(chain({ model: 'b' }), ['b/x', 'a/x', 'e/x']);
  assert.deepEqual(chain({ model: 'a', models: ['d', 'b', 'a', 'd'] }), ['a/x', 'b/x', 'c/x', 'd/x']);
  assert.deepEqual(chain({ models: ['a', 'd'] }), ['a/x', 'b/x', 'c/x', 'd/x']);
});

test('a model that is passed over takes its fallbacks with it', () => {
  const models = {
    a: { fallbacks: ['b'], deployments: [chat('x')] },
    b: { deployments: [chat('x')] },
    c: { deployments: [chat('x')] },
  };
  const allows = (id: string) => id !== 'a';
  assert.deepEqual(result(ask(models, { model: 'a', models: ['c'], allows })), ['c/x']);
  assert.deepEqual(result(ask(models, { models: ['a', 'c'], allows })), ['c/x']);
  assert.deepEqual(result(ask(models, { models: ['gone', 'c'] })), ['c/x']);
  assert.equal(result(ask(models, { model: 'a', allows })), 'model_not_allowed');
});

test('a fallback that the key may not use is passed over', () => {
  const models = {
    a: { fallbacks: ['b', 'c'], deployments: [chat('x')] },
    b: { deployments: [chat('x')] },
    c: { deployments: [chat('x')] },
  };
  assert.deepEqual(result(ask(models, { model: 'a', allows: (id) => id !== 'b' })), ['a/x', 'c/x']);
});

test('with nothing left of the chain it is a 403 if one was not allowed, else a 404', () => {
  const models = { a: { deployments: [chat('x')] } };
  const allows = () => false;
  assert.equal(result(ask(models, { model: 'gone', models: ['a'], allows })), 'model_not_allowed');
  assert.equal(result(ask(models, { model: 'a', models: ['gone'], allows })), 'model_not_allowed');
  assert.equal(result(ask(models, { model: 'gone', allows })), 'model_not_found');
  assert.equal(result(ask(models, { model: 'gone', tags: ['vision'] })), 'model_not_found');
  assert.equal(result(ask(models, {})), 'model_not_found');
});

test('names of objects every program has are no models', () => {
  for (const model of ['__proto__', 'constructor', 'toString']) {
    assert.equal(result(ask({ a: { deployments: [chat('x')] } }, { model })), 'model_not_found');
  }
});

test('a model that serves other endpoints only is skipped where another of the chain serves this one', () => {
  const models = {
    a: { fallbacks: ['b'], deployments: [{ backend: 'x', endpoints: { messages: [] } }] },
    b: { deployments: [chat('x')] },
  };
  assert.deepEqual(result(ask(models, { model: 'a' })), ['b/x']);
  assert.deepEqual(result(ask(models, { model: 'a', allows: (id) => id !== 'b' })), 'model_not_found');
});

const trapped: Readonly<Record<string, ModelSketch>> = {
  gpt: {
    deployments: [
      {
        backend: 'openai',
        endpoints: { chat_completions: ['vision', 'streaming'], responses: ['streaming'] },
      },
      { backend: 'local', endpoints: { chat_completions: ['tool_choice'] } },
    ],
  },
  claude: { deployments: [{ backend: 'anthropic', endpoints: { messages: ['vision'] } }] },
  secret: { deployments: [chat('hidden', ['computer_use', 'house_style'])] },
};

const seeModels = 'GET /v1/models lists the models that this key may use, with their tags.';

function message(sketch: Partial<Question>): string {
  return ask(trapped, { allows: (id) => id !== 'secret', ...sketch }).refusal?.message ?? '';
}

test('the 404 of a known model names the endpoints it serves', () => {
  assert.equal(
    message({ model: 'claude' }),
    'For the model `claude` no deployment serves the endpoint `chat_completions` (`claude` serves `messages`). ' +
      `Call one that is served, or use another model. ${seeModels}`,
  );
});

test('the 503 names the tag that failed and why', () => {
  const requirements = (tags: readonly string[], model = 'gpt') => {
    const text = message({ model, tags });
    const [start, end] = ['No available model deployment meets the routing requirements: ', `. ${seeModels}`];
    assert.ok(text.startsWith(start) && text.endsWith(end), text);
    return text.slice(start.length, -end.length);
  };
  assert.equal(requirements(['visoin']), '`visoin` is not a known tag (did you mean `vision`?)');
  assert.equal(
    requirements(['chat_completion:vision']),
    '`chat_completion:vision` is not a known tag (did you mean `chat_completions:vision`?)',
  );
  assert.equal(
    requirements(['chat:vision']),
    '`chat:vision` is not a known tag (did you mean `chat_completions:vision`?)',
  );
  assert.equal(requirements(['azure:vision']), '`azure:vision` is not a known tag (did you mean `vision`?)');
  assert.equal(requirements(['zzzzzz']), '`zzzzzz` is not a known tag');
  assert.equal(
    requirements(['vision']),
    'on `gpt/openai` generic `vision` fails because `responses` lacks it (ask for `chat_completions:vision`)',
  );
  assert.equal(
    requirements(['audio_input', 'streaming']),
    'no deployment of `gpt` that serves `chat_completions` has `audio_input`',
  );
  assert.equal(
    requirements(['streaming', 'tool_choice']),
    'no single deployment has all of `streaming` and `tool_choice` ' +
      '(`gpt/openai` lacks `tool_choice` and `gpt/local` lacks `streaming`)',
  );
  assert.equal(
    requirements(['vision'], 'claude'),
    'no deployment serves the endpoint `chat_completions` (`claude` serves `messages`)',
  );
});

test('a refusal tells nothing of models that the key may not use', () => {
  const asked: Partial<Question>[] = [
    { model: 'gpt', tags: ['computer_use'], models: ['claude'] },
    { model: 'gpt', tags: ['house_stile'] },
    { model: 'secrets' },
    { model: 'claude' },
    { model: 'gone', models: ['claude'], tags: ['vision'] },
  ];
  for (const sketch of asked) assert.doesNotMatch(message(sketch), /`secret`|hidden|house_style/);
});

test('a refusal stays short and printable whatever the client sends', () => {
  const long = `${'x'.repeat(300)}\u001b[31m\n`;
  const many = Array.from({ length: 5000 }, (_, index) => `tag-${index}`);
  for (const sketch of [
    { model: 'gpt', tags: many },
    { model: 'gpt', tags: [long] },
    { model: long, models: [long, 'other', '\u0007'] },
  ]) {
    const text = message(sketch);
    assert.ok(text.length > 0 && text.length < 1000, text);
    assert.doesNotMatch(text, /\p{Cc}/u);
  }
});

test('chain and refusals are those of the rules read one by one', () => {
  const ids = ['a', 'b', 'c', 'd'];
  const tags = ['vision', 'streaming'];
  const anyId = fc.constantFrom(...ids, 'unknown');
  const anyModel = fc.record({
    fallbacks: fc.uniqueArray(fc.constantFrom(...ids), { maxLength: 3 }),
    endpoint: fc.constantFrom('chat_completions' as const, 'messages' as const),
    capabilities: fc.subarray(tags),
  });
  const anyCase = fc.record({
    models: fc.record({ a: anyModel, b: anyModel, c: anyModel, d: anyModel }),
    model: fc.option(anyId, { nil: undefined }),
    body: fc.array(anyId, { maxLength: 4 }),
    allowed: fc.subarray([...ids, 'unknown']),
    wanted: fc.subarray(tags),
  });
  fc.assert(
    fc.property(anyCase, ({ models, model, body, allowed, wanted }) => {
      const known = new Map(Object.entries(models));
      const isUsable = (id: string) => known.has(id) && allowed.includes(id);
      const head = model ?? body[0];
      const named = head === undefined ? [] : [head];
      if (head !== undefined && isUsable(head)) named.push(...(known.get(head)?.fallbacks ?? []));
      named.push(...body);
      const usable = [...new Set(named)].filter(isUsable);
      const serving = usable.filter((id) => known.get(id)?.endpoint === 'chat_completions');
      const eligible = serving.filter((id) =>
        wanted.every((tag) => known.get(id)?.capabilities.includes(tag)),
      );
      let expected: readonly string[] | string = eligible.map((id) => `${id}/x`);
      if (eligible.length === 0) {
        if (usable.length === 0) {
          expected = named.some((id) => known.has(id)) ? 'model_not_allowed' : 'model_not_found';
        } else expected = wanted.length > 0 ? 'routing_requirements_not_met' : 'model_not_found';
      }
      const sketches = Object.fromEntries(
        [...known].map(([id, { fallbacks, endpoint, capabilities }]) => [
          id,
          { fallbacks, deployments: [{ backend: 'x', endpoints: { [endpoint]: capabilities } }] },
        ]),
      );
      const planned = ask(sketches, {
        model,
        models: body,
        tags: wanted,
        allows: (id) => allowed.includes(id),
      });
      assert.deepEqual(result(planned), expected);
    }),
    { numRuns: runs(2000) },
  );
});

test('a disabled deployment is no candidate, counts for no tag, and where it is all there is the model is out', () => {
  const off = { ...chat('a', ['vision']), disabled: true };
  const both = { m: { deployments: [off, chat('b')] } };
  assert.deepEqual(result(ask(both, { model: 'm' })), ['m/b']);
  assert.equal(result(ask(both, { model: 'm', tags: ['vision'] })), 'routing_requirements_not_met');
  assert.deepEqual(routingTable(routed(both)).models.get('m')?.tags, []);
  assert.equal(result(ask({ m: { deployments: [off] } }, { model: 'm' })), 'no_healthy_deployment');
});
