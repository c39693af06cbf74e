/** Mistakes that operators make before a client program, each told by `gateway check --client` before anybody calls. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkClient, isServed } from '../../../src/check/clients/client-check.ts';
import { clientText } from '../../../src/check/clients/client-text.ts';
import { recordingOf } from '../../../src/cli/check/check-clients.ts';
import type { ClientName } from '../../../src/cli/client-names.ts';
import { HeaderPolicy } from '../../../src/http/server/request-head.ts';
import { configText, loadText, secret } from '../../helpers/gateway.ts';

interface Mistake {
  readonly name: string;
  readonly client?: ClientName;
  readonly backend?: string;
  readonly endpoints?: string;
  /** Further fields of the deployment. */
  readonly fields?: string;
  readonly key?: string;
  /** Whether the client does not work for it. */
  readonly isRefused: boolean;
  readonly told: RegExp;
}

const mistakes: readonly Mistake[] = [
  {
    name: 'the endpoint is not granted',
    key: 'endpoints: [chat_completions]',
    isRefused: true,
    told: /no deployment serves what it calls, or the key may not use that\n {2}REFUSED +no model of the file is for it/,
  },
  {
    name: 'the model is not on the list of the key',
    key: 'models: [other]',
    isRefused: true,
    told: /not for it {2}other: .*\n {2}REFUSED +no model of the file is for it/,
  },
  {
    name: 'the key has expired',
    key: 'expires: "2020-01-01"',
    isRefused: true,
    told: /REFUSED +no key may use any model/,
  },
  {
    name: 'the endpoint is not served',
    endpoints: '{ chat_completions: [] }',
    isRefused: true,
    told: /REFUSED +no model of the file is for it/,
  },
  {
    name: 'the capability of tools is not declared',
    endpoints: '{ messages: [streaming] }',
    isRefused: false,
    told: /demo\/b does not declare .*function_calling/,
  },
  {
    name: 'the tags of the key ask for what no deployment has',
    key: 'tags: [eu]',
    isRefused: true,
    told: /REFUSED: 503 .*`eu`/,
  },
  {
    name: 'the deployment is switched off',
    fields: ', disabled: true',
    isRefused: true,
    told: /REFUSED: 503 /,
  },
  {
    name: 'the model does not take the effort',
    fields: ', accepts: { efforts: [low] }',
    isRefused: false,
    told: /fields that its model does not take \(`accepts`\), sent as they are: .*effort/,
  },
  {
    name: 'the translation is not told what to drop',
    client: 'codex',
    endpoints: '{ chat_completions: [], responses: { via: chat_completions } }',
    isRefused: true,
    told: /REFUSED: 400 not_translatable: .*tools\.web_search/,
  },
  {
    name: 'the backend takes a field away that the client sends',
    backend: '{ simulator: {}, request: { remove: [thinking] } }',
    isRefused: false,
    told: /fields that the backend's `request` changes: thinking/,
  },
  {
    name: 'the model is called what the client does not list',
    isRefused: false,
    told: /\/model lists ids with .* not demo, which `ANTHROPIC_MODEL` names/,
  },
  {
    name: 'the client is not told when a quota is back',
    backend: '{ url: "https://api.anthropic.com" }',
    isRefused: false,
    told: /b: when a quota of the account is back does not reach it without `forward_answer_headers/,
  },
];

for (const mistake of mistakes) {
  test(`check --client tells that ${mistake.name}`, async () => {
    const {
      client = 'claude-code',
      backend = '{ simulator: {}, flavor: vllm }',
      fields = '',
      key = '',
    } = mistake;
    const { endpoints = '{ messages: [streaming, function_calling] }' } = mistake;
    const other = 'other: { deployments: [{ backend: b, endpoints: { embeddings: [] } }] }';
    const config = await loadText(
      configText({
        backends: `{ b: ${backend} }`,
        models: `{ demo: { deployments: [{ backend: b, endpoints: ${endpoints}${fields} }] }, ${other} }`,
        keys: `{ k: { secret: ${secret}${key === '' ? '' : `, ${key}`} } }`,
        more: 'extra_capabilities: [eu]',
      }),
    );
    const policy = new HeaderPolicy();
    const report = checkClient(config, {
      recording: recordingOf({ name: client, version: undefined }),
      keys: undefined,
      models: undefined,
      isDropped: (name) => policy.lookUp(name).role === 'drop',
      wallNow: Date.now(),
    });
    assert.match(clientText(report), mistake.told);
    assert.equal(isServed(report), !mistake.isRefused);
  });
}
