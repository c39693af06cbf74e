import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { proofOf } from '../../../src/api/capability-proofs/index.ts';
import { endpointNames } from '../../../src/api/endpoints/index.ts';
import { capabilityNames } from '../../../src/config/capability-names.ts';

const root = resolve(import.meta.dirname, '../../..');

/** The type that an official client has for a body, by endpoint and whether it is a stream. */
function typeOf(endpoint: string, isStream: boolean, isBeta: boolean): string {
  const kind = isStream ? 'Streaming' : 'NonStreaming';
  switch (endpoint) {
    case 'chat_completions':
      return `OpenAI.Chat.ChatCompletionCreateParams${kind}`;
    case 'completions':
      return `OpenAI.CompletionCreateParams${kind}`;
    case 'responses':
      return `OpenAI.Responses.ResponseCreateParams${kind}`;
    default:
      return `Anthropic.${isBeta ? 'Beta.Messages' : 'Messages'}.MessageCreateParams${kind}`;
  }
}

test('every request of a proof has the type that the official clients have for it', (t) => {
  const lines = [
    "import type OpenAI from 'openai';",
    "import type Anthropic from '@anthropic-ai/sdk';",
    'export const bodies = [',
  ];
  let count = 0;
  for (const endpoint of endpointNames) {
    for (const capability of capabilityNames) {
      for (const { body, headers } of proofOf(endpoint, capability)?.ways ?? []) {
        const isBeta = headers['anthropic-beta'] !== undefined;
        const type = typeOf(endpoint, body['stream'] === true, isBeta);
        lines.push(`${JSON.stringify({ model: 'm', ...body })} satisfies ${type},`);
        count += 1;
      }
    }
  }
  lines.push('];', '');
  assert.ok(count >= 45, `${count} requests`);

  // Within the project, so that the clients' types are found.
  const folder = mkdtempSync(join(root, 'node_modules/.proofs-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'bodies.ts'), lines.join('\n'));
  const options = { module: 'nodenext', target: 'es2023', strict: true, skipLibCheck: true, noEmit: true };
  const compilerOptions = { ...options, types: ['node'], typeRoots: [join(root, 'node_modules/@types')] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['./bodies.ts'] }));
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' });
  assert.equal(status, 0, stdout);
});
