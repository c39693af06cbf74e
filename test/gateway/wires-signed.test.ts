import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SignatureCredential } from '../../src/credentials/aws/signature-credential.ts';
import { startAmazonServer } from '../credentials/aws/amazon-server.ts';
import { exampleConfig, exampleKeys, HeldKeys } from '../credentials/aws/held-keys.ts';
import { begin, configText, readReply } from '../helpers/gateway.ts';
import { startInside } from '../helpers/inside.ts';

test("what is signed is the path and the body that InvokeModel gets, by Amazon's own library", async (t) => {
  const url = await startAmazonServer(t, [exampleKeys]);
  const models = {
    profile: 'us.anthropic.claude-sonnet-4-5-20250929-v1:0',
    arn: 'arn:aws:bedrock:eu-central-1:123456789012:application-inference-profile/abc',
  };
  const gateway = await startInside(
    t,
    configText({
      backends: `{ amazon: { url: "${url}", wire: bedrock, auth: { bearer: from-the-file } } }`,
      models: `{ ${Object.entries(models)
        .map(
          ([id, model]) =>
            `${id}: { deployments: [ { backend: amazon, model: "${model}", endpoints: { messages: [] } } ] }`,
        )
        .join(', ')} }`,
    }),
    [],
    () => new SignatureCredential(exampleConfig, new HeldKeys(exampleKeys)),
  );
  for (const model of Object.keys(models)) {
    const body = { model, max_tokens: 5, messages: [{ role: 'user', content: 'héllo' }] };
    const headers = { 'anthropic-beta': 'a,b', 'anthropic-version': '2023-06-01' };
    const reply = await readReply(await begin(gateway, '/v1/messages?beta=true', { body, headers }));
    assert.equal(reply.status, 200, reply.text);
  }
});
