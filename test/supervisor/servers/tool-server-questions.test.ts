import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ToolServerQuestions } from '../../../src/supervisor/servers/tool-server-questions.ts';

const report = (server: string) => [
  {
    server,
    out: undefined,
    lastError: undefined,
    revision: undefined,
    lists: {},
    tools: [],
    held: undefined,
  },
];

test('whoever asks at once gets one answer, of the workers that give one in time', async () => {
  const questions = new ToolServerQuestions();
  let asked = 0;
  const good = {
    reportToolServers() {
      asked += 1;
      queueMicrotask(() => questions.heard(good, report('a')));
    },
  };
  const hung = { reportToolServers() {} };
  const dying = {
    reportToolServers() {
      setImmediate(() => questions.heard(dying, undefined));
    },
  };
  const [first, second] = await Promise.all([
    questions.collect([good, hung, dying]),
    questions.collect([good, hung, dying]),
  ]);
  assert.deepEqual(first, [report('a')]);
  assert.equal(second, first);
  assert.equal(asked, 1);
  questions.heard(hung, report('late'));
  assert.deepEqual(await questions.collect([good]), [report('a')]);
});
