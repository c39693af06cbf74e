import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadInspected } from '../../../src/check/load-inspected.ts';
import { cloudFields } from '../../../src/cli/litellm/litellm-clouds.ts';
import type { TranslatedEndpoint } from '../../../src/config/translation-settings.ts';
import type { CredentialConfig } from '../../../src/config/types/credentials.ts';
import type { DeploymentConfig } from '../../../src/config/types/models.ts';
import { gateway } from '../recorder.ts';

interface Params {
  readonly [name: string]: unknown;
}

/** The file that entries become, and what it loads as; a variable that it names holds its own name. */
async function imported(
  entries: Readonly<Record<string, Params>>,
  env: Readonly<Record<string, string>> = {},
) {
  const input = JSON.stringify({
    model_list: Object.entries(entries).map(([model_name, litellm_params]) => ({
      model_name,
      litellm_params,
    })),
  });
  const { exitCode, out, err } = await gateway(['import', 'litellm', '-'], { input });
  assert.equal(exitCode, 0, err);
  const named = [...out.matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => [name, `value-of-${name}`]);
  const { config, problems } = await loadInspected('-', {
    text: out,
    env: { ...Object.fromEntries(named), ...env },
    requireSecrets: false,
    isInstalled: () => true,
  });
  assert.ok(config, `${JSON.stringify(problems)}\n${out}`);
  const of = (model: string) => {
    const deployment = config.models.get(model)?.deployments[0];
    assert.ok(deployment, `${model}\n${out}`);
    const backend = config.backends.get(deployment.backend)!;
    const { address, paths, query, credential } = backend;
    const host = address.kind === 'url' ? address.hostname : '';
    return {
      host,
      paths,
      query,
      credential,
      model: deployment.upstreamModel,
      endpoints: deployment.endpoints,
      translations: deployment.translations,
    };
  };
  return { out, of, notes: out.split('\n').filter((line) => line.includes('# NOTE:')) };
}

function sourceOf(credential: CredentialConfig | undefined) {
  assert.ok(credential !== undefined && credential.kind !== 'static');
  return credential.source;
}

/** What a deployment's backend itself has. */
function nativeOf({ endpoints, translations }: Pick<DeploymentConfig, 'endpoints' | 'translations'>) {
  return Object.keys(endpoints).filter((name) => translations?.[name as TranslatedEndpoint] === undefined);
}

test('a model of OpenAI on Bedrock goes to its form, others to Converse, with the role, the profile or the keys that it had', async () => {
  const { of, out } = await imported({
    plain: { model: 'bedrock/openai.gpt-oss-120b-1:0', aws_region_name: 'eu-central-1' },
    routed: { model: 'bedrock/converse/us-east-1/mistral.mistral-large-2407-v1:0', aws_profile_name: 'llm' },
    role: {
      model: 'bedrock/us.amazon.nova-pro-v1:0',
      aws_region_name: 'us-west-2',
      aws_role_name: 'arn:aws:iam::111122223333:role/llm',
      aws_session_name: 'litellm',
      aws_external_id: 'team-a',
    },
    keys: {
      model: 'bedrock/us.meta.llama3-3-70b-instruct-v1:0',
      aws_region_name: 'us-west-2',
      aws_access_key_id: 'os.environ/KEY_ID',
      aws_secret_access_key: 'in-clear-0123456789',
    },
    endpoint: {
      model: 'bedrock/m',
      aws_region_name: 'eu-west-1',
      aws_bedrock_runtime_endpoint: 'https://bedrock.internal.example/',
    },
    key: { model: 'bedrock/m', aws_region_name: 'eu-west-1', api_key: 'os.environ/AWS_BEARER_TOKEN_BEDROCK' },
    nowhere: { model: 'bedrock/m' },
  });
  const plain = of('plain');
  assert.equal(plain.host, 'bedrock-runtime.eu-central-1.amazonaws.com');
  assert.equal(plain.paths.chat_completions, '/openai/v1/chat/completions');
  assert.equal(plain.model, 'openai.gpt-oss-120b-1:0');
  assert.equal(plain.credential?.kind, 'aws_signature');
  assert.deepEqual(nativeOf(plain), ['chat_completions']);
  const routed = of('routed');
  assert.deepEqual(nativeOf(routed), []);
  assert.equal(routed.translations?.chat_completions?.path, '/model/{model}/converse');
  assert.deepEqual(
    [routed.host, routed.model],
    ['bedrock-runtime.us-east-1.amazonaws.com', 'mistral.mistral-large-2407-v1:0'],
  );
  const aws = (model: string) => {
    const source = sourceOf(of(model).credential);
    assert.equal(source.kind, 'aws');
    return source;
  };
  assert.equal(aws('routed').profile, 'llm');
  assert.deepEqual(aws('role').role, {
    arn: 'arn:aws:iam::111122223333:role/llm',
    externalId: 'team-a',
    sessionName: 'litellm',
    durationMs: 3_600_000,
  });
  assert.deepEqual(aws('keys').keys, {
    accessKey: 'value-of-KEY_ID',
    secretKey: 'value-of-BACKEND_AWS_SECRET_ACCESS_KEY',
    sessionToken: undefined,
  });
  assert.equal(aws('endpoint').region, 'eu-west-1');
  assert.equal(of('endpoint').host, 'bedrock.internal.example');
  assert.equal(of('key').credential?.kind, 'static');
  assert.equal(of('nowhere').host, 'bedrock-runtime.us-west-2.amazonaws.com');
  assert.match(out, /# NOTE: its aws_secret_access_key stood in clear; set BACKEND_AWS_SECRET_ACCESS_KEY$/m);
  assert.match(out, /# NOTE: no entry says which region/);
  assert.doesNotMatch(out, /0123456789/);
});

test("a model of Vertex AI goes to its OpenAI form, below its project and location, with Google's tokens", async () => {
  const { of, out } = await imported(
    {
      global: { model: 'vertex_ai/gemini-2.5-pro', vertex_project: 'p', vertex_location: 'global' },
      region: {
        model: 'vertex_ai/meta/llama-4-maas',
        vertex_project: 'p',
        vertex_location: 'us-east5',
        vertex_credentials: '/etc/litellm/key.json',
      },
      eu: {
        model: 'vertex_ai_beta/gemini-2.5-flash',
        vertex_ai_project: 'p',
        vertex_ai_location: 'eu',
        vertex_ai_credentials: 'os.environ/VERTEX_KEY',
      },
      clear: {
        model: 'vertex_ai/gemini-2.5-flash-lite',
        vertex_project: 'p',
        vertex_location: 'us',
        vertex_credentials: { type: 'service_account', private_key: 'in-clear-0123456789' },
      },
      other: { model: 'vertex_ai/mistral-large@2407', vertex_project: 'p' },
      variable: { model: 'vertex_ai/gemini-2.0-flash' },
    },
    { VERTEX_KEY: '/etc/litellm/other.json', BACKEND_VERTEX_CREDENTIALS: '/etc/litellm/third.json' },
  );
  const global = of('global');
  assert.equal(global.host, 'aiplatform.googleapis.com');
  assert.equal(
    global.paths.chat_completions,
    '/v1/projects/p/locations/global/endpoints/openapi/chat/completions',
  );
  assert.equal(global.model, 'google/gemini-2.5-pro');
  const key = (model: string) => {
    const source = sourceOf(of(model).credential);
    assert.equal(source.kind, 'google');
    return source.key;
  };
  assert.deepEqual(key('global'), { kind: 'metadata' });
  assert.deepEqual(
    [of('region').host, of('region').model],
    ['us-east5-aiplatform.googleapis.com', 'meta/llama-4-maas'],
  );
  assert.deepEqual(key('region'), { kind: 'file', file: '/etc/litellm/key.json' });
  assert.equal(of('eu').host, 'aiplatform.eu.rep.googleapis.com');
  assert.deepEqual(key('eu'), { kind: 'file', file: '/etc/litellm/other.json' });
  assert.deepEqual(key('clear'), { kind: 'file', file: '/etc/litellm/third.json' });
  assert.equal(of('variable').host, 'us-central1-aiplatform.googleapis.com');
  assert.match(
    of('variable').paths.chat_completions,
    /projects\/value-of-VERTEXAI_PROJECT\/locations\/us-central1/,
  );
  assert.match(out, /# NOTE: the model other is left out: only models of Vertex AI with an OpenAI form/);
  assert.match(out, /# NOTE: its vertex_credentials stood in clear; set BACKEND_VERTEX_CREDENTIALS$/m);
  assert.doesNotMatch(out, /0123456789/);
});

test('Claude on Bedrock and on Vertex AI is asked in messages, in the form of each', async () => {
  const { of, out } = await imported({
    bedrock: { model: 'bedrock/us.anthropic.claude-haiku-4-5-20251001-v1:0', aws_region_name: 'us-east-1' },
    converse: { model: 'bedrock/converse/anthropic.claude-v3', aws_region_name: 'us-east-1' },
    vertex: { model: 'vertex_ai/claude-haiku-4-5@20251001', vertex_project: 'p', vertex_location: 'global' },
  });
  for (const model of ['bedrock', 'converse', 'vertex']) {
    assert.deepEqual(nativeOf(of(model)), ['messages']);
  }
  assert.equal(of('bedrock').paths.messages, '/model/{model}/invoke');
  assert.equal(of('bedrock').model, 'us.anthropic.claude-haiku-4-5-20251001-v1:0');
  assert.equal(of('converse').model, 'anthropic.claude-v3');
  assert.match(of('vertex').paths.messages, /^\/v1\/projects\/p\/locations\/global\/publishers\/anthropic\//);
  assert.equal(of('vertex').model, 'claude-haiku-4-5@20251001');
  assert.match(out, /# NOTE: Claude is asked in messages here/);
});

test('identities of Entra become those of a backend, and a token that ends is told', async () => {
  const api_base = 'https://x.openai.azure.com';
  const { of, out } = await imported({
    secret: { model: 'azure/a', api_base, tenant_id: 't', client_id: 'c', client_secret: 'os.environ/S' },
    clear: {
      model: 'azure/b',
      api_base,
      tenant_id: 't',
      client_id: 'c',
      client_secret: 'in-clear-0123456789',
    },
    workload: { model: 'azure/c', api_base, tenant_id: 't', client_id: 'c' },
    oidc: { model: 'azure/d', api_base, azure_ad_token: 'oidc/azure/x', azure_scope: 'api://y/.default' },
    token: { model: 'azure/e', api_base, azure_ad_token: 'os.environ/AAD' },
    key: { model: 'azure/f', api_base, api_key: 'os.environ/K', tenant_id: 't' },
  });
  const azure = (model: string) => {
    const source = sourceOf(of(model).credential);
    assert.equal(source.kind, 'azure');
    return source;
  };
  assert.deepEqual(azure('secret').identity, { kind: 'client_secret', secret: 'value-of-S' });
  assert.deepEqual([azure('secret').tenant, azure('secret').clientId], ['t', 'c']);
  assert.deepEqual(azure('clear').identity, {
    kind: 'client_secret',
    secret: 'value-of-BACKEND_CLIENT_SECRET',
  });
  assert.equal(azure('workload').identity.kind, 'workload_identity');
  assert.equal(azure('oidc').scope, 'api://y/.default');
  assert.deepEqual(of('token').credential, {
    kind: 'static',
    header: 'authorization',
    value: 'Bearer value-of-AAD',
  });
  assert.deepEqual(of('key').credential, { kind: 'static', header: 'api-key', value: 'value-of-K' });
  assert.match(out, /# NOTE: a token of Entra ends after an hour or so, and nothing renews this one/);
  assert.match(out, /# NOTE: its client_secret stood in clear; set BACKEND_CLIENT_SECRET$/m);
  assert.doesNotMatch(out, /0123456789/);
});

test('models of Foundry go to its v1 paths, Claude to its own, and a host of one model as it stands', async () => {
  const api_base = 'https://x.services.ai.azure.com';
  const { of } = await imported({
    grok: { model: 'azure_ai/grok-4', api_base, api_key: 'os.environ/K' },
    claude: { model: 'azure_ai/claude-sonnet-4-5', api_base, api_key: 'os.environ/K' },
    entra: {
      model: 'azure_ai/claude-opus-4-5',
      api_base: `${api_base}/anthropic`,
      tenant_id: 't',
      client_id: 'c',
    },
    host: {
      model: 'azure_ai/mistral',
      api_base: 'https://m.eastus.models.ai.azure.com/v1',
      api_key: 'os.environ/K',
    },
  });
  assert.deepEqual(nativeOf(of('grok')), ['chat_completions']);
  assert.equal(of('grok').paths.chat_completions, '/openai/v1/chat/completions');
  const claude = of('claude');
  assert.deepEqual([claude.paths.messages, nativeOf(claude)], ['/anthropic/v1/messages', ['messages']]);
  assert.deepEqual(claude.credential, { kind: 'static', header: 'x-api-key', value: 'value-of-K' });
  assert.equal(of('entra').paths.messages, '/anthropic/v1/messages');
  assert.equal(sourceOf(of('entra').credential).kind, 'azure');
  assert.equal(of('host').paths.chat_completions, '/v1/chat/completions');
});

test('a dated api-version is kept, with the paths that want it, where something else stands in front of Azure', async () => {
  const { of } = await imported({
    front: {
      model: 'azure/gpt-4o',
      api_base: 'https://apim.example.com/llm/',
      api_version: '2024-10-21',
      api_key: 'os.environ/K',
    },
  });
  const { host, paths, query, model } = of('front');
  assert.deepEqual([host, query, model], ['apim.example.com', { 'api-version': '2024-10-21' }, 'gpt-4o']);
  assert.equal(paths.chat_completions, '/llm/openai/deployments/{model}/chat/completions');
  assert.equal(paths.responses, '/llm/openai/responses');
});

test('what an entry says of a cloud is carried over or named in a note', async () => {
  const models = { bedrock: 'bedrock/m', vertex: 'vertex_ai/gemini', azure: 'azure/m' };
  const strangers = ['aws_sts_endpoint', 'aws_web_identity_token', 'azure_username', 'safety_settings'];
  for (const [cloud, names] of Object.entries(cloudFields)) {
    for (const api_key of [undefined, 'os.environ/OWN_KEY']) {
      const params = {
        model: models[cloud as keyof typeof models],
        api_base: 'https://x.openai.azure.com',
        api_key,
        ...Object.fromEntries([...names, ...strangers].map((name) => [name, `os.environ/X_${name}`])),
      };
      const input = JSON.stringify({ model_list: [{ model_name: 'm', litellm_params: params }] });
      const { out } = await gateway(['import', 'litellm', '-'], { input });
      for (const name of strangers) assert.ok(out.includes(`litellm_params.${name} has no equal`), name);
      const untold = names.filter(
        (name) => !out.includes(`X_${name}`) && !out.includes(`litellm_params.${name}`),
      );
      // One of two names of a field, and one of two addresses, is enough.
      assert.deepEqual(
        untold.filter((name) => !name.startsWith('vertex_ai_')),
        [],
        out,
      );
    }
  }
});
