/** What each form asks, and what it takes for a pass: held against the official types where there are any. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ModerationCreateParams, ModerationCreateResponse } from 'openai/resources/moderations';
import { agentgateway } from '../../../src/pipeline/guards/forms/agentgateway.ts';
import { bedrock } from '../../../src/pipeline/guards/forms/bedrock.ts';
import { chat } from '../../../src/pipeline/guards/forms/chat.ts';
import type { GuardForm, ShownText, Verdict } from '../../../src/pipeline/guards/forms/guard-form.ts';
import { lakera } from '../../../src/pipeline/guards/forms/lakera.ts';
import { litellm } from '../../../src/pipeline/guards/forms/litellm.ts';
import { openaiModeration } from '../../../src/pipeline/guards/forms/openai-moderation.ts';
import { SchemaVariants } from '../../helpers/translation/schema-variants.ts';
import { judgeAnswer, judgeRequest } from '../../helpers/translation/sdk-schemas.ts';

const texts: readonly ShownText[] = [
  { text: 'one', role: 'user' },
  { text: 'two', role: 'assistant' },
];

function kinds(form: GuardForm, answers: readonly unknown[], shown = texts): readonly Verdict['kind'][] {
  return answers.map((answer) => form.read(answer, shown, 'requests').kind);
}

test('OpenAI: a text is flagged or it is not', () => {
  const form = openaiModeration('omni-moderation-latest');
  const { path, body } = form.ask(texts, 'requests', []);
  assert.equal(path, '/v1/moderations');
  assert.deepEqual(body satisfies unknown as ModerationCreateParams, {
    input: ['one', 'two'],
    model: 'omni-moderation-latest',
  });
  assert.deepEqual(openaiModeration(undefined).ask(texts, 'answers', []).body, { input: ['one', 'two'] });
  const result = (flagged: boolean) =>
    ({
      flagged,
      categories: { harassment: flagged, hate: false },
      category_scores: { harassment: 0.1 },
      category_applied_input_types: {},
    }) as unknown as ModerationCreateResponse['results'][number];
  const answer = (...flags: boolean[]): ModerationCreateResponse => ({
    id: 'modr-1',
    model: 'omni-moderation-latest',
    results: flags.map(result),
  });
  assert.deepEqual(form.read(answer(false, false), texts, 'requests'), { kind: 'passed' });
  assert.deepEqual(form.read(answer(false, true), texts, 'requests'), {
    kind: 'refused',
    reason: 'harassment',
    place: 1,
  });
  const odd = [
    {},
    { results: [] },
    answer(false),
    { results: [{}, {}] },
    { results: [{ flagged: 'no' }, { flagged: false }] },
    null,
    'ok',
  ];
  assert.deepEqual(new Set(kinds(form, odd)), new Set(['failed']));
});

test('Amazon: what intervened is a hit, whatever its assessments say', () => {
  const form = bedrock('gr4b2c5d6e7f', '3');
  const asked = form.ask(texts, 'requests', []);
  assert.deepEqual(asked, {
    path: '/guardrail/gr4b2c5d6e7f/version/3/apply',
    body: { source: 'INPUT', content: [{ text: { text: 'one' } }, { text: { text: 'two' } }] },
  });
  judgeRequest('apply-guardrail', asked.body);
  const answered = form.ask(texts, 'answers', []).body as { source: string };
  judgeRequest('apply-guardrail', answered);
  assert.equal(answered.source, 'OUTPUT');
  const arn = 'arn:aws:bedrock:eu-central-1:111122223333:guardrail/gr4b2c5d6e7f';
  assert.ok(bedrock(arn, 'DRAFT').ask(texts, 'requests', []).path.includes(encodeURIComponent(arn)));
  const usage = {
    topicPolicyUnits: 1,
    contentPolicyUnits: 1,
    wordPolicyUnits: 0,
    sensitiveInformationPolicyUnits: 1,
    sensitiveInformationPolicyFreeUnits: 0,
    contextualGroundingPolicyUnits: 0,
  };
  const read = (answer: object) => {
    judgeAnswer('apply-guardrail', answer);
    return form.read(answer, texts, 'requests');
  };
  const coverage = (guarded: number) => ({ textCharacters: { guarded, total: 6 } });
  const pass = { usage, action: 'NONE', outputs: [], assessments: [{}], guardrailCoverage: coverage(6) };
  assert.deepEqual(read(pass), { kind: 'passed' });
  assert.equal(read({ ...pass, guardrailCoverage: coverage(3) }).kind, 'failed');
  const blocked = { usage, action: 'GUARDRAIL_INTERVENED', outputs: [{ text: 'Sorry' }], assessments: [] };
  assert.equal(read(blocked).kind, 'refused');
  const pii = (action: string) => ({
    sensitiveInformationPolicy: { piiEntities: [{ match: 'one', type: 'NAME', action }], regexes: [] },
  });
  const outputs = [{ text: '{NAME}' }, { text: 'two' }];
  const masking = { ...blocked, outputs, assessments: [pii('ANONYMIZED')] };
  assert.deepEqual(read(masking), { kind: 'masked', texts: ['{NAME}', 'two'] });
  assert.equal(read({ ...masking, outputs: [] }).kind, 'refused');
  assert.equal(read({ ...masking, assessments: [pii('ANONYMIZED'), pii('BLOCKED')] }).kind, 'refused');
  assert.deepEqual(
    new Set(kinds(form, [{}, { action: 'none' }, { outputs: [] }, null, []])),
    new Set(['failed']),
  );
});

test("Amazon: of all that its SDK's types allow, what did not intervene alone is a pass", () => {
  const form = bedrock('gr4b2c5d6e7f', '3');
  const variants = new SchemaVariants('apply-guardrail').of({ $ref: '#/definitions/Answer' });
  assert.ok(variants.length > 100);
  const read = (value: unknown, action: string) =>
    form.read({ ...(value as object), action }, texts, 'requests').kind;
  for (const { value, path } of variants) {
    const said = JSON.stringify(value);
    // Of less than all of the text nothing can be said.
    const isPass = read(value, 'NONE') === 'passed';
    assert.equal(isPass, !path.includes('textCharacters') || /textCharacters$/.test(path), said);
    assert.match(read(value, 'GUARDRAIL_INTERVENED'), /^(?:refused|masked)$/, said);
    assert.equal(read(value, 'SOMETHING_NEW'), 'failed', said);
  }
});

test("agentgateway's webhook: a pass is an action with nothing but a reason", () => {
  // What its own types write (`PassAction`, `MaskAction` and `RejectAction` of webhook.rs).
  assert.deepEqual(agentgateway.ask(texts, 'requests', []), {
    path: '/request',
    body: {
      body: {
        messages: [
          { role: 'user', content: 'one' },
          { role: 'assistant', content: 'two' },
        ],
      },
    },
  });
  assert.deepEqual(agentgateway.ask([texts[1]!], 'answers', []), {
    path: '/response',
    body: { body: { choices: [{ message: { role: 'assistant', content: 'two' } }] } },
  });
  const read = (action: unknown, direction: 'requests' | 'answers' = 'requests') =>
    agentgateway.read({ action }, texts, direction);
  for (const action of [{}, { reason: 'No reason provided' }, { reason: null }])
    assert.deepEqual(read(action), { kind: 'passed' });
  assert.deepEqual(read({ body: 'Rejected due to inappropriate content', status_code: 403, reason: 'why' }), {
    kind: 'refused',
    reason: 'why',
  });
  assert.deepEqual(read({ body: 'Rejected', status_code: 403 }), { kind: 'refused', reason: 'Rejected' });
  const messages = [
    { role: 'user', content: '****' },
    { role: 'assistant', content: 'two' },
  ];
  const changed = { kind: 'masked', texts: ['****', 'two'] };
  assert.deepEqual(read({ body: { messages }, reason: 'masked' }), changed);
  const choices = messages.map((message) => ({ message }));
  assert.deepEqual(read({ body: { choices } }, 'answers'), changed);
  // Its own parser takes most of these for passes: what is neither of the others is one there, whatever else it has.
  const odd: readonly unknown[] = [
    null,
    'pass',
    { status_code: 403 },
    { body: 'Rejected' },
    { body: 'Rejected', status_code: '403' },
    { body: { messages: [] } },
    { body: { messages: [messages[0]] } },
    { body: { messages: [{ role: 'user' }, messages[1]] } },
    { body: { choices } },
    { reason: 1 },
    { pass: true },
  ];
  assert.deepEqual(new Set(odd.map((action) => read(action).kind)), new Set(['failed']));
  assert.deepEqual(
    new Set(kinds(agentgateway, [{}, { pass: {} }, { action: {}, error: 'down' }, null, [], 'ok'])),
    new Set(['failed']),
  );
});

test("LiteLLM's generic API: NONE has to be there, and nothing changed", () => {
  const { path, body } = litellm.ask(texts, 'requests', []);
  assert.equal(path, '/beta/litellm_basic_guardrail_api');
  assert.deepEqual(body, {
    input_type: 'request',
    texts: ['one', 'two'],
    request_data: {},
    additional_provider_specific_params: {},
  });
  assert.equal((litellm.ask(texts, 'answers', []).body as { input_type: string }).input_type, 'response');
  // Its documentation: https://docs.litellm.ai/docs/adding_provider/generic_guardrail_api.
  const none = { action: 'NONE', blocked_reason: null, texts: null, images: null };
  assert.deepEqual(
    kinds(litellm, [{ action: 'NONE' }, none, { action: 'NONE', texts: ['one', 'two'] }]),
    Array(3).fill('passed'),
  );
  assert.deepEqual(litellm.read({ ...none, stream_holdback_chars: [0, 12] }, texts, 'answers'), {
    kind: 'passed',
    holdBack: 12,
  });
  assert.deepEqual(litellm.read({ action: 'BLOCKED', blocked_reason: 'PII' }, texts, 'requests'), {
    kind: 'refused',
    reason: 'PII',
  });
  const changed = { action: 'GUARDRAIL_INTERVENED', texts: ['***', 'two'] };
  assert.deepEqual(litellm.read(changed, texts, 'requests'), { kind: 'masked', texts: ['***', 'two'] });
  const odd = [
    {},
    { blocked_reason: 'PII' },
    { action: null },
    { action: 'none' },
    { action: 'NONE', texts: ['***', 'two'] },
    { action: 'NONE', texts: [] },
    { action: 'NONE', stream_holdback_chars: -1 },
    { action: 'NONE', stream_holdback_chars: 'all' },
    { action: 'GUARDRAIL_INTERVENED' },
    { action: 'GUARDRAIL_INTERVENED', texts: ['***'] },
    { action: 'GUARDRAIL_INTERVENED', texts: ['***', 2] },
    null,
    [],
    'NONE',
  ];
  assert.deepEqual(new Set(kinds(litellm, odd)), new Set(['failed']));
});

test('Lakera: each text is last in its conversation', () => {
  const form = lakera('project-1');
  assert.equal(form.callTexts, 1);
  const { path, body } = form.ask([texts[1]!], 'requests', [texts[0]!]);
  assert.equal(path, '/v2/guard');
  assert.deepEqual(body, {
    messages: [
      { role: 'user', content: 'one' },
      { role: 'assistant', content: 'two' },
    ],
    breakdown: true,
    project_id: 'project-1',
  });
  const one = [texts[0]!];
  assert.equal('project_id' in (lakera(undefined).ask(one, 'requests', []).body as object), false);
  // As its own client has it (lakeraai/guard-demo-client): what each detector said, with or without what else was asked for.
  const detector = (type: string, detected: boolean, id: number) => ({
    project_id: 'project-1',
    policy_id: 'policy-lakera-public',
    detector_id: `detector-lakera-public-${type.replace('/', '-')}`,
    detector_type: type,
    detected,
    message_id: id,
  });
  const metadata = { request_uuid: 'ce50530c-315c-47db-aba3-35244f0f8a1b' };
  const dev_info = { git_revision: 'e421af45', model_version: 'lakera-guard-1', version: '2.0.242' };
  const well = [detector('prompt_attack', false, 0), detector('pii/ip_address', false, 0)];
  assert.deepEqual(
    kinds(
      form,
      [
        { flagged: false, metadata },
        { payload: [], flagged: false, dev_info, metadata, breakdown: well },
      ],
      one,
    ),
    ['passed', 'passed'],
  );
  const breakdown = [
    detector('prompt_attack', true, 0),
    detector('prompt_attack', true, 1),
    detector('moderated_content/crime', true, 1),
    detector('unknown_links', false, 1),
  ];
  assert.deepEqual(
    form.read({ payload: [], flagged: true, dev_info, metadata, breakdown }, one, 'requests'),
    { kind: 'refused', reason: 'prompt_attack, moderated_content/crime', place: 0 },
  );
  assert.deepEqual(form.read({ flagged: true, metadata }, one, 'requests'), { kind: 'refused', place: 0 });
  assert.deepEqual(
    new Set(
      kinds(form, [{}, { flagged: null }, { flagged: 'false' }, { results: well, metadata }, null], one),
    ),
    new Set(['failed']),
  );
});

test('a model: what passes is said word for word', () => {
  const form = chat({
    kind: 'chat',
    model: 'llama-guard',
    prompt: 'Judge:\n{text}\n',
    refuseIf: 'unsafe',
    passIf: 'safe',
  });
  assert.deepEqual(form.ask([texts[0]!], 'requests', []).body, {
    model: 'llama-guard',
    messages: [{ role: 'user', content: 'Judge:\none\n' }],
  });
  const said = (content: unknown, finish_reason = 'stop') => ({
    choices: [{ message: { content }, finish_reason }],
  });
  assert.equal(form.read(said('\n\nSafe'), texts, 'requests').kind, 'passed');
  assert.deepEqual(form.read(said('unsafe\nS1'), texts, 'requests'), {
    kind: 'refused',
    reason: 'unsafe\nS1',
    place: 0,
  });
  const odd = [
    said('safe, I think'),
    said('safe', 'length'),
    said(''),
    said(null),
    said('I cannot help with that.'),
    { choices: [] },
    {},
  ];
  assert.deepEqual(new Set(kinds(form, odd)), new Set(['failed']));
});
