import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadConfig } from '../../../src/config/load.ts';

test('a reference in the form of a shell or of another program is told how it is written here', async () => {
  const secret = 'sk-0123456789abcdef';
  const hintFor = async (reference: string) => {
    const text = `version: 1\nlisten: { address: "127.0.0.1:0", tls: { self_signed: true } }\nbackends: { a: { url: "https://x.example", auth: { bearer: "${reference}" } } }\nmodels: { m: { deployments: [{ backend: a, endpoints: { chat_completions: [] } }] } }\nkeys: { k: { secret: "\${K}" } }\n`;
    const { problems } = await loadConfig('-', {
      text,
      env: { K: secret, NAME: 'value-of-the-name' },
      requireSecrets: true,
    });
    return problems[0]?.hint;
  };
  for (const [reference, written] of [
    ['${NAME:?text}', '${NAME}'],
    ['${NAME?it has to be set}', '${NAME}'],
    ['${NAME:+x}', '${NAME}'],
    [`\${NAME-${secret}}`, '${NAME:-default}'],
    [`\${NAME:=${secret}}`, '${NAME:-default}'],
    ['${env:NAME}', '${NAME}'],
    ['${secrets.NAME}', '${NAME}'],
  ] as const) {
    const hint = await hintFor(reference);
    assert.ok(hint?.includes(`"${written}"`), `${reference}: ${hint}`);
    assert.ok(hint?.includes(secret) === false);
    assert.equal(await hintFor(written), undefined, written);
  }
});
