import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadInspected } from '../../src/check/load-inspected.ts';

const env = { NAME: 'value-of-the-name', API_KEY: 'value-of-the-key' };

/** Backends as text, in a file that is otherwise complete. */
const fileWith = (backend: string) => `version: 1
listen: { address: "127.0.0.1:8443", tls: { self_signed: true } }
backends:
${backend}
models:
  fast:
    deployments:
      - { backend: local, endpoints: { chat_completions: [streaming] } }
`;

const problemsOf = async (text: string) =>
  (await loadInspected('-', { text, env, requireSecrets: true })).problems;

const url = '    url: https://a.example.com';
/** What is written, the line to write for it, and what comes of writing it. */
const slips: Readonly<Record<string, readonly [written: string, toWrite: string]>> = {
  Compose: ['    auth: { bearer: $NAME }', '"${NAME}"'],
  'Compose in quotes': ['    auth: { header: x-key, value: "$NAME" }', '"${NAME}"'],
  LiteLLM: ['    auth: { bearer: os.environ/NAME }', '"${NAME}"'],
  Kubernetes: ['    auth: { bearer: "$(NAME)" }', '"${NAME}"'],
  'an environment in words': ['    auth: { bearer: env.NAME }', '"${NAME}"'],
  'Helm in quotes': ['    auth: { bearer: "{{ .Values.openai.apiKey }}" }', '"${API_KEY}"'],
  Helm: ['    auth: { bearer: {{ .Values.openai.apiKey }} }', '"${API_KEY}"'],
  'Helm in a block': ['    auth:\n      bearer: {{ NAME }}', '"${NAME}"'],
  'Helm with a function': ['    auth:\n      bearer: {{ env "NAME" }}', '"${NAME}"'],
  'a CI system': ['    auth: { bearer: "${{ secrets.NAME }}" }', '"${NAME}"'],
  'a field with a form': ['    timeouts: { connect: $NAME }', '"${NAME}"'],
  'no space in braces': ['    auth: { header: x-key, value:"${NAME}" }', 'value: "${NAME}"'],
  'no space in a block': ['    auth:\n      header: x-key\n      value:"${NAME}"', 'value: "${NAME}"'],
  'no space in a field alone': ['    auth:\n      bearer:"${NAME}"', 'bearer: "${NAME}"'],
  'a reference for a map': ['    auth: "${NAME}"', '{ bearer: "${NAME}" }'],
  "another program's reference for a map": ['    auth: $NAME', '{ bearer: "${NAME}" }'],
};

for (const [whose, [written, toWrite]] of Object.entries(slips)) {
  test(`a reference as ${whose} has it is one error, with the line to write`, async () => {
    const problems = await problemsOf(fileWith(`  local:\n${url}\n${written}`));
    assert.equal(problems.length, 1, JSON.stringify(problems, undefined, 1));
    assert.equal(problems[0]?.severity, 'error');
    assert.ok(problems[0]?.hint?.includes(toWrite), problems[0]?.hint);
    assert.ok(!/value-of/.test(JSON.stringify(problems)));
  });
}

test('an URL without a space behind its colon, and one in the place of its map, get the line to write', async () => {
  for (const [backend, toWrite] of [
    ['  local:\n    url:https://a.example.com', '`url: https://a.example.com`'],
    ['  local: https://a.example.com', '{ url: "https://a.example.com" }'],
    ['  local: ${NAME}', '{ url: "${NAME}" }'],
    ['  - name: local\n    url: https://a.example.com', '`local:`'],
  ] as const) {
    const [problem, ...more] = await problemsOf(fileWith(backend));
    assert.ok(problem?.hint?.includes(toWrite), `${backend}: ${problem?.hint}`);
    assert.deepEqual(
      more.filter(({ code }) => code === 'GW1101'),
      [],
    );
  }
});

test('texts that people read may hold whatever looks like a reference', async () => {
  const text = fileWith('  local: { simulator: { text: "$NAME" } }');
  assert.deepEqual(await problemsOf(`${text}x-any: ["{{ NAME }}"]\n`), []);
});

test('a secret in the form of a template is not repeated', async () => {
  for (const value of [
    '"{{ \'geheim\' }}"',
    '{{ "geheim" }}',
    '{{ "a" "geheim" }}',
    "{{'geheim'}}",
    'geheim:"x"',
  ]) {
    const problems = await problemsOf(fileWith(`  local:\n${url}\n    auth: { bearer: ${value} }`));
    assert.ok(problems.length > 0);
    const shown = problems.map(({ message, hint, frame }) => [message, hint, frame]);
    assert.doesNotMatch(JSON.stringify(shown), /geheim/i);
  }
});
