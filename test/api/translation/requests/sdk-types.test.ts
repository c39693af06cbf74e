import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import type { TranslatedEndpoint } from '../../../../src/config/translation-settings.ts';
import { richRequests } from './rich-requests.ts';
import { translated } from './translated.ts';

const root = resolve(import.meta.dirname, '../../../..');

const types: Readonly<Record<TranslatedEndpoint, string>> = {
  chat_completions: 'OpenAI.Chat.ChatCompletionCreateParamsStreaming',
  messages: 'Anthropic.Messages.MessageCreateParamsStreaming',
  responses: 'OpenAI.Responses.ResponseCreateParamsStreaming',
};

test('what requests become has the types that the official clients of their targets have for it', (t) => {
  const lines = [
    "import type OpenAI from 'openai';",
    "import type Anthropic from '@anthropic-ai/sdk';",
    'export const bodies = [',
  ];
  for (const from of Object.keys(richRequests) as TranslatedEndpoint[]) {
    for (const to of Object.keys(types) as TranslatedEndpoint[]) {
      if (from === to) continue;
      // The newest client of messages has left these out; its server still takes them.
      const drop = to === 'messages' ? ['temperature', 'top_p'] : [];
      const { body, refused } = translated(from, to, richRequests[from](to), { drop });
      assert.deepEqual(refused, [], `${from} to ${to}`);
      lines.push(`// ${from} to ${to}`, `${JSON.stringify(body, undefined, 1)} satisfies ${types[to]},`);
    }
  }
  lines.push('];', '');

  // Within the project, so that the clients' types are found.
  const folder = mkdtempSync(join(root, 'node_modules/.translated-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'bodies.ts'), lines.join('\n'));
  const options = { module: 'nodenext', target: 'es2023', strict: true, skipLibCheck: true, noEmit: true };
  const compilerOptions = { ...options, types: ['node'], typeRoots: [join(root, 'node_modules/@types')] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['./bodies.ts'] }));
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' });
  assert.equal(status, 0, stdout);
});
