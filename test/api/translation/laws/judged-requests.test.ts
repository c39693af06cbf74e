/**
 * L14: what backends are asked is what their vendors take: by the schemas of the vendors' clients, and by the simulator,
 * which refuses what they refuse.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { dialectFor } from '../../../../src/simulator/dialects/index.ts';
import { arbitraryRequests, requestWriters } from '../../../helpers/translation/arbitrary-requests.ts';
import { type JudgedDialect, judgeRequest } from '../../../helpers/translation-judges.ts';
import { type Spoken, translated } from '../requests/translated.ts';

const numRuns = 60;

interface Backend {
  readonly judged: JudgedDialect;
  readonly path: string;
}

const backends: Readonly<Record<Spoken, Backend>> = {
  chat_completions: { judged: 'chat', path: '/v1/chat/completions' },
  messages: { judged: 'messages-2023-06-01', path: '/v1/messages' },
  responses: { judged: 'responses', path: '/v1/responses' },
  gemini: { judged: 'gemini', path: '/v1beta/models/m:generateContent' },
  bedrock_converse: { judged: 'converse', path: '/model/m/converse' },
};

for (const [from, write] of Object.entries(requestWriters)) {
  for (const [to, { judged, path }] of Object.entries(backends)) {
    if (from === to) continue;
    test(`what a client of ${from} asks is asked of ${to} as its vendor takes it`, () => {
      let sent = 0;
      fc.assert(
        fc.property(arbitraryRequests, (said) => {
          const { refused, text } = translated(
            from as keyof typeof requestWriters,
            to as Spoken,
            write(said),
          );
          if (refused.length > 0) return;
          sent += 1;
          const body = JSON.parse(text);
          judgeRequest(judged, body);
          dialectFor(path).read(body, path);
        }),
        { numRuns },
      );
      assert.ok(sent > numRuns / 2, `only ${sent} were sent`);
    });
  }
}
