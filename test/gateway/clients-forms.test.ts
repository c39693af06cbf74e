import { test } from 'node:test';
import { configText, secret, startGateway } from '../helpers/gateway.ts';
import { runClient } from '../helpers/sdk.ts';

const config = configText({
  backends: '{ local: { simulator: {} } }',
  models: `
  heard:
    deployments: [ { backend: local, model: whisper-1, endpoints: { transcriptions: [streaming], translations: [] } } ]
  drawn:
    deployments: [ { backend: local, model: gpt-image-1, endpoints: { image_edits: [streaming], image_variations: [] } } ]`,
  keys: `{ test: { secret: ${secret}, endpoints: [transcriptions, translations, image_edits, image_variations] } }`,
});

test('the official openai client sends its forms through the gateway', async (t) => {
  await runClient(t, new URL('clients/openai-forms.ts', import.meta.url), await startGateway(t, config), {
    GATEWAY_KEY: secret,
  });
});
