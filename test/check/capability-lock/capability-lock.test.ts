import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import {
  type CapabilityLock,
  lockText,
  type ProvenEntry,
  withProven,
} from '../../../src/check/capability-lock/capability-lock.ts';
import { readLock } from '../../../src/check/capability-lock/read-lock.ts';
import { temporaryFolder } from '../../config/fixtures.ts';

const at = Date.parse('2026-01-02T03:04:05Z');
const proven: ProvenEntry = { result: 'proven', at, why: undefined };
const blind: ProvenEntry = { result: 'not_proven', at, why: 'the word is "not" there' };

function deployment(name: string, model = 'fast', host = 'models.example') {
  return { model, name, host, upstreamModel: 'fast-1' };
}

async function read(t: TestContext, text: string | Buffer) {
  const file = join(await temporaryFolder(t), 'capabilities.lock');
  await writeFile(file, text, { mode: 0o640 });
  return readLock(file);
}

const capabilities = new Map([
  ['vision', blind],
  ['streaming', proven],
]);

test('a lock is a line for each capability, in one order whatever order it came in', () => {
  const endpoints = new Map([['messages', new Map([['streaming', proven]])]]);
  const one = withProven([], deployment('b'), new Map([['chat_completions', capabilities]]));
  const lock = withProven(withProven(one, deployment('a'), endpoints), deployment('b'), endpoints);
  assert.equal(
    lockText(lock),
    `{
  "version": 1,
  "deployments": [
    {
      "model": "fast",
      "name": "a",
      "host": "models.example",
      "upstream_model": "fast-1",
      "endpoints": {
        "messages": {
          "streaming": { "result": "proven", "at": "2026-01-02T03:04:05Z" }
        }
      }
    },
    {
      "model": "fast",
      "name": "b",
      "host": "models.example",
      "upstream_model": "fast-1",
      "endpoints": {
        "chat_completions": {
          "streaming": { "result": "proven", "at": "2026-01-02T03:04:05Z" },
          "vision": { "result": "not_proven", "at": "2026-01-02T03:04:05Z", "why": "the word is \\"not\\" there" }
        },
        "messages": {
          "streaming": { "result": "proven", "at": "2026-01-02T03:04:05Z" }
        }
      }
    }
  ]
}
`,
  );
  assert.equal(lockText([...lock].reverse()), lockText(lock));
});

test('what is written is read again as it was', async (t) => {
  const lock: CapabilityLock = [
    { ...deployment('a/b', '__proto__'), endpoints: new Map([['__proto__', capabilities]]) },
    { ...deployment('a/b'), endpoints: new Map() },
  ];
  const { lock: again, problems } = await read(t, lockText(lock));
  assert.deepEqual(problems, []);
  assert.equal(lockText(again!), lockText(lock));
  assert.deepEqual((await read(t, lockText([]))).lock, []);
});

test('a lock that is not there is absent, and no problem', async (t) => {
  const read = readLock(join(await temporaryFolder(t), 'capabilities.lock'));
  assert.deepEqual(read, { lock: undefined, isAbsent: true, problems: [] });
});

const entry = '{ "result": "proven", "at": "2026-01-02T03:04:05Z" }';
const identity = '"model": "m", "name": "n", "host": "h", "upstream_model": "u"';

function whole(deployments: string, version = '1'): string {
  return `{ "version": ${version}, "deployments": [${deployments}] }`;
}

const faults: Readonly<Record<string, readonly [text: string | Buffer, code: string, message: RegExp]>> = {
  'an empty file': ['', 'GW1006', /empty/],
  'a file that is no text': [Buffer.from([0x7b, 0xff, 0xfe]), 'GW1003', /UTF-8/],
  'a merge that was not finished': [
    `{\n<<<<<<< HEAD\n  "version": 1,\n=======\n  "version": 1\n}`,
    'GW1115',
    /double quotes/,
  ],
  'a file that was cut': [whole(`{ ${identity}`).slice(0, 60), 'GW1115', /ends too early/],
  'a list': ['[]', 'GW1109', /field "deployments"/],
  'a newer version': [whole('', '2'), 'GW1902', /version must be 1/],
  'no version': ['{ "deployments": [] }', 'GW1902', /version must be 1/],
  'deployments that are no list': ['{ "version": 1, "deployments": 7 }', 'GW1902', /must be a list/],
  'a deployment without a host': [whole('{ "model": "m", "name": "n" }'), 'GW1902', /`host`/],
  'endpoints that are no object': [whole(`{ ${identity}, "endpoints": [] }`), 'GW1902', /an object/],
  'a result that does not exist': [
    whole(`{ ${identity}, "endpoints": { "e": { "vision": { "result": "yes", "at": "2026-01-02" } } } }`),
    'GW1902',
    /proven, not_proven, failed/,
  ],
  'a day that does not exist': [
    whole(
      `{ ${identity}, "endpoints": { "e": { "vision": { "result": "proven", "at": "2026-02-30T00:00:00Z" } } } }`,
    ),
    'GW1902',
    /a time such as/,
  ],
  'a deployment twice': [
    whole(`{ ${identity}, "endpoints": {} }, { ${identity}, "endpoints": {} }`),
    'GW1902',
    /m\/n is listed twice/,
  ],
  'a capability twice': [
    whole(`{ ${identity}, "endpoints": { "e": { "vision": ${entry}, "vision": ${entry} } } }`),
    'GW1110',
    /second time/,
  ],
};

for (const [what, [text, code, message]] of Object.entries(faults)) {
  test(`${what} is no lock, and the finding says so at its place`, async (t) => {
    const { lock, isAbsent, problems } = await read(t, text);
    assert.deepEqual([lock, isAbsent], [undefined, false]);
    assert.equal(problems[0]?.code, code, JSON.stringify(problems));
    assert.match(problems[0]!.message, message);
    assert.match(problems[0]!.file, /capabilities\.lock$/);
  });
}
