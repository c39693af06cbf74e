import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadConfig } from '../../../src/config/load.ts';

/** Line, message and hint of each finding about a text. */
async function said(text: string) {
  const { problems } = await loadConfig('-', { text, env: {}, requireSecrets: true });
  return problems.map(({ line, message, hint }) => [line, message, hint] as const);
}

test('tabs are one error, whatever comes of them', async () => {
  const hint = 'indent with spaces, in this line and 2 more';
  assert.deepEqual(await said('a:\n\tb:\n\t\tc: 1\n\td: 2\n'), [[2, 'a tab is used for indentation', hint]]);
  const [first, ...more] = await said('a:\n  b: 1\n\tc: 2\n  d: 3\n   e: 4\n');
  assert.equal(first?.[0], 3);
  assert.deepEqual(more, []);
});

test('a field that is too deep is pointed at itself, with the indentation that fits', async () => {
  assert.deepEqual(await said('a:\n  b: 1\n    c: 2\n  d: 3\n'), [
    [
      3,
      '"c" is indented deeper than "b", which already has a value',
      'indent it by 2 spaces, as "b" above it',
    ],
  ]);
  assert.deepEqual(await said('a:\n    b: 1\n   c: 2\n'), [
    [3, 'the indentation does not fit the lines around it', 'indent it by 4 spaces, as "b" above it'],
  ]);
  const [onOneLine] = await said('a: b: c\nd: e\n');
  assert.equal(onOneLine?.[0], 1);
});

test('a list among fields is told as one', async () => {
  assert.deepEqual(await said('backends:\n  a: { simulator: {} }\n  - name: b\n    simulator: {}\n'), [
    [
      3,
      'an entry of a list is among the fields of a map',
      'write `b:` in place of `- name: b`, with the fields below it',
    ],
  ]);
});

test('what stands twice says where it stands first', async () => {
  const [[, message] = []] = await said('version: 1\nworkers: 1\n\nworkers: 2\n');
  assert.equal(message, '"workers" occurs here for the second time, after line 2');
  const found = await said('version: 1\nextra_capabilities:\n  - a\n  - b\n  - a\n');
  assert.ok(
    found.some(([line, text]) => line === 5 && text === 'occurs twice in this list, first in line 3'),
    JSON.stringify(found),
  );
});

test('a reference without quotes, whose brace is missing too, is shown whole', async () => {
  const message = 'inside { } and [ ] a value with ${...} needs quotes';
  for (const written of ['${KEY}', '${KEY', '${KEY:-none '])
    assert.deepEqual(await said(`auth: { bearer: ${written} }\n`), [
      [1, message, `write "${written.trim().replace(/\}?$/, '}')}"`],
    ]);
});

const head = `version: 1
listen: { address: "127.0.0.1:8443", tls: { self_signed: true } }
backends: { local: { simulator: {} } }
`;
const served = 'deployments: [{ backend: local, endpoints: { chat_completions: [] } }]';

/** A text with a slip, what its hint is, and the text that it leads to, word for word. */
const followed: readonly (readonly [slip: string, line: number, hint: RegExp, mended: string])[] = [
  [
    `${head}models: { m: { ${served} } }\ntests:\n  - name: EU: stays\n    request: { endpoint: chat_completions, model: m }\n    expect: { deployment: local }\n`,
    6,
    /^write name: "EU: stays"$/,
    `${head}models: { m: { ${served} } }\ntests:\n  - name: "EU: stays"\n    request: { endpoint: chat_completions, model: m }\n    expect: { deployment: local }\n`,
  ],
  [
    `${head}models:\n  m:\n    ${served}\n  - gpt-4.1:\n    ${served}\n`,
    7,
    /^write `gpt-4\.1:` without the dash/,
    `${head}models:\n  m:\n    ${served}\n  gpt-4.1:\n    ${served}\n`,
  ],
  [
    `${head}models:\n  - gpt-4.1:\n      ${served}\n`,
    5,
    /^write each entry as `NAME:` with its fields below, without the dash$/,
    `${head}models:\n  gpt-4.1:\n      ${served}\n`,
  ],
  [
    `${head}models:\n  m:\n    deployments:\n      - backend: local\n         endpoints: { chat_completions: [] }\n`,
    8,
    /^indent it by 8 spaces, as "backend" above it$/,
    `${head}models:\n  m:\n    deployments:\n      - backend: local\n        endpoints: { chat_completions: [] }\n`,
  ],
  [
    `${head}models:\n  m:\n    ${served}\n   n:\n    ${served}\n`,
    7,
    /^indent it by 2 spaces, as "m" above it$/,
    `${head}models:\n  m:\n    ${served}\n  n:\n    ${served}\n`,
  ],
  [
    `${head}models: { m: { ${served} } }\nworkers:2\n`,
    5,
    /^write workers: 2$/,
    `${head}models: { m: { ${served} } }\nworkers: 2\n`,
  ],
  ...['yes', 'true', 'on', ''].map(
    (word) =>
      [
        `${head}models:\n  m:\n    deployments:\n      - backend: local\n        endpoints:\n          chat_completions: ${word}\n`,
        9,
        /^write (?:\[\];|`chat_completions: \[\]`)/,
        `${head}models:\n  m:\n    deployments:\n      - backend: local\n        endpoints:\n          chat_completions: []\n`,
      ] as const,
  ),
];

test('each slip is told in its line, and what its hint says, word for word, is valid', async () => {
  for (const [slip, line, hint, mended] of followed) {
    const found = await said(slip);
    assert.equal(found.length, 1, JSON.stringify(found));
    assert.deepEqual([found[0]?.[0], hint.test(found[0]?.[2] ?? '')], [line, true], JSON.stringify(found));
    assert.deepEqual(await said(mended), []);
  }
});

test('what has a colon in it is not repeated where it may be a secret', async () => {
  const found = await said(
    'backends:\n  a: { url: "https://x.example" }\nkeys:\n  k:\n    secret: s3cr3t: x\n',
  );
  assert.deepEqual(found[0], [
    5,
    'the value of "secret" has a colon and a space in it, and no quotes around it',
    'put all that follows `secret: ` in quotes',
  ]);
});
