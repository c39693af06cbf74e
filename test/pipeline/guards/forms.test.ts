/** What each form asks, and what it takes for a pass: held against the official types where there are any. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ModerationCreateParams, ModerationCreateResponse } from 'openai/resources/moderations';
import { bedrock } from '../../../src/pipeline/guards/forms/bedrock.ts';
import { chat } from '../../../src/pipeline/guards/forms/chat.ts';
import type { GuardForm, ShownText, Verdict } from '../../../src/pipeline/guards/forms/guard-form.ts';
import { lakera } from '../../../src/pipeline/guards/forms/lakera.ts';
import { openaiModeration } from '../../../src/pipeline/guards/forms/openai-moderation.ts';

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
  assert.deepEqual(form.ask(texts, 'requests', []), {
    path: '/guardrail/gr4b2c5d6e7f/version/3/apply',
    body: { source: 'INPUT', content: [{ text: { text: 'one' } }, { text: { text: 'two' } }] },
  });
  assert.equal((form.ask(texts, 'answers', []).body as { source: string }).source, 'OUTPUT');
  const arn = 'arn:aws:bedrock:eu-central-1:111122223333:guardrail/gr4b2c5d6e7f';
  assert.ok(bedrock(arn, 'DRAFT').ask(texts, 'requests', []).path.includes(encodeURIComponent(arn)));
  const usage = { topicPolicyUnits: 1 };
  const coverage = (guarded: number) => ({ textCharacters: { guarded, total: 6 } });
  const pass = { usage, action: 'NONE', outputs: [], assessments: [{}], guardrailCoverage: coverage(6) };
  assert.deepEqual(form.read(pass, texts, 'requests'), { kind: 'passed' });
  assert.equal(form.read({ ...pass, guardrailCoverage: coverage(3) }, texts, 'requests').kind, 'failed');
  const blocked = { usage, action: 'GUARDRAIL_INTERVENED', outputs: [{ text: 'Sorry' }], assessments: [] };
  assert.equal(form.read(blocked, texts, 'requests').kind, 'refused');
  const pii = (action: string) => ({
    sensitiveInformationPolicy: { piiEntities: [{ match: 'one', type: 'NAME', action }] },
  });
  const outputs = [{ text: '{NAME}' }, { text: 'two' }];
  const masking = { ...blocked, outputs, assessments: [pii('ANONYMIZED')] };
  assert.deepEqual(form.read(masking, texts, 'requests'), { kind: 'masked', texts: ['{NAME}', 'two'] });
  assert.equal(form.read({ ...masking, outputs: [] }, texts, 'requests').kind, 'refused');
  assert.equal(
    form.read({ ...masking, assessments: [pii('ANONYMIZED'), pii('BLOCKED')] }, texts, 'requests').kind,
    'refused',
  );
  assert.deepEqual(
    new Set(kinds(form, [{}, { action: 'none' }, { outputs: [] }, null, []])),
    new Set(['failed']),
  );
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
  assert.deepEqual(form.read({ flagged: false, metadata: { request_uuid: 'u' } }, one, 'requests'), {
    kind: 'passed',
  });
  const breakdown = [
    { detector_type: 'prompt_attack', detected: true },
    { detector_type: 'pii', detected: false },
  ];
  assert.deepEqual(form.read({ flagged: true, breakdown }, one, 'requests'), {
    kind: 'refused',
    reason: 'prompt_attack',
    place: 0,
  });
  assert.deepEqual(
    new Set(kinds(form, [{}, { flagged: null }, { flagged: 'false' }, null], one)),
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
