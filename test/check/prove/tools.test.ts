/** What keys may use of MCP servers: proved by patterns, told by a change and by explain. */
import assert from 'node:assert/strict';
import { basename } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { describeChanges } from '../../../src/check/diff/describe-changes.ts';
import { diffConfigs } from '../../../src/check/diff/diff.ts';
import { diffText } from '../../../src/check/diff/diff-text.ts';
import { explain } from '../../../src/check/explain/explain.ts';
import { inspectConfig } from '../../../src/check/lints/inspect.ts';
import { toolBreachOf } from '../../../src/check/prove/never-tools.ts';
import { prove } from '../../../src/check/prove/prove.ts';
import { toolVerdict } from '../../../src/check/tools/tool-verdict.ts';
import { ToolGrants } from '../../../src/config/derived/tool-grants.ts';
import {
  parsePatterns,
  parseTool,
  patternAllows,
  toolKinds,
  toolText,
} from '../../../src/config/derived/tool-patterns.ts';
import { loadConfig } from '../../../src/config/load.ts';
import { formatProblems } from '../../../src/config/problems.ts';
import { realDisk } from '../../../src/config/text/files.ts';
import { lockEntry, type ToolsLock } from '../../../src/config/tools-lock/tools-lock.ts';
import { lockText } from '../../../src/config/tools-lock/write-lock.ts';
import type { Config } from '../../../src/config/types/gateway.ts';
import { compileGlobs } from '../../../src/lib/glob.ts';
import { parseWritten } from '../../../src/lib/json/written-json.ts';

/** @param lock What the servers have, by `tools.lock`; without it there is none. */
async function load(text: string, lock?: ToolsLock) {
  const { config, problems, trees } = await loadConfig('-', {
    text: `version: 1
listen: { address: "127.0.0.1:8443", tls: { self_signed: true } }
backends: { local: { simulator: {} } }
models: { m: { deployments: [ { backend: local, endpoints: { chat_completions: [] } } ] } }
${text}`,
    env: {},
    requireSecrets: false,
    disk: {
      ...realDisk,
      read: (path, most) => {
        if (basename(path) !== 'tools.lock') return realDisk.read(path, most);
        if (lock === undefined) return { kind: 'absent' };
        return { kind: 'content', bytes: Buffer.from(lockText(lock)), mode: undefined };
      },
    },
    inspect: inspectConfig,
  });
  assert.ok(config, formatProblems(problems));
  return { config, trees, problems };
}

/** A lock of tools and prompts by their names; what they say of themselves is `said`. */
const locking = (servers: Record<string, readonly string[]>, said = ''): ToolsLock =>
  new Map(
    Object.entries(servers).map(([server, names]) => {
      const entries = (kind: string) =>
        new Map(
          names
            .filter((name) => name.startsWith('prompt:') === (kind === 'prompt'))
            .map((name) => name.replace('prompt:', ''))
            .map((name) => [name, lockEntry(parseWritten(JSON.stringify({ name, said }))!)]),
        );
      const prompts = entries('prompt');
      return [server, { instructions: undefined, tools: entries('tool'), prompts, templates: new Map() }];
    }),
  );

const glob = fc
  .array(fc.constantFrom('a', 'b', '*'), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join(''));
const serverGlob = fc.constantFrom('one', 'two', '*', 't*');
const pattern = fc.oneof(
  { weight: 1, arbitrary: fc.constant('*') },
  {
    weight: 6,
    arbitrary: fc
      .tuple(serverGlob, fc.constantFrom('', '', 'prompt:', 'resource:'), glob)
      .map(([server, kind, name]) => `${server}/${kind}${name}`),
  },
);
const patterns = fc.array(pattern, { minLength: 1, maxLength: 3 });

/** A whole file: two servers, a group within a group, keys of all kinds, and something that none of some may use. */
const file = fc
  .record({
    offered: fc.array(glob, { minLength: 1, maxLength: 2 }),
    outer: fc.array(pattern, { maxLength: 3 }),
    inner: fc.option(patterns, { nil: undefined }),
    keys: fc.tuple(patterns, patterns, fc.option(patterns, { nil: undefined })),
    about: fc.constantFrom('*', 'eu-*', 'us-1'),
    forbidden: pattern,
  })
  .map(
    ({ offered, outer, inner, keys: [first, second, third], about, forbidden }) => `
mcp: { servers: { one: { simulator: true, tools: ${JSON.stringify(offered)} }, two: { simulator: true } } }
groups:
  outer: { tools: ${JSON.stringify(outer)} }
  inner: { group: outer${inner === undefined ? '' : `, tools: ${JSON.stringify(inner)}`} }
keys:
  eu-1: { secret: sk-checked-0123456789abc, tools: ${JSON.stringify(first)} }
  eu-2: { secret: sk-checked-0123456789abd, tools: ${JSON.stringify(second)}, group: inner }
  us-1: { secret: sk-checked-0123456789abe, disabled: true${third === undefined ? '' : `, tools: ${JSON.stringify(third)}, group: outer`} }
never: [{ name: none of them, request: { key: "${about}" }, reaches: { tool: "${forbidden}" } }]
`,
  );

/** All words of up to five letters: what a server could have. */
const words = ['a', 'b'].flatMap(function longer(word: string): string[] {
  return word.length === 5 ? [word] : [word, ...longer(`${word}a`), ...longer(`${word}b`)];
});

/** The same question of every name that there is among them. */
function isUsed({ keys, mcp, never: [assertion] }: Config): boolean {
  const [forbidden] = parsePatterns([assertion!.reaches.tool!]);
  const meant = [...keys.values()].filter(({ id }) => compileGlobs([assertion!.request.key!])(id));
  return meant.some(({ tools }) => {
    if (tools === undefined) return false;
    const grants = new ToolGrants(tools.own, tools.ofGroups);
    return [...mcp!.servers.values()].some(({ name: server, tools: offered }) => {
      const isOffered = compileGlobs(offered);
      return toolKinds.some((kind) =>
        words.some(
          (name) =>
            patternAllows(forbidden!, server, kind, name) &&
            (kind !== 'tool' || isOffered(name)) &&
            grants.allows(server, kind, name),
        ),
      );
    });
  });
}

test('a proof agrees with every name that there could be', async () => {
  const seen = { proved: 0, broken: 0 };
  await fc.assert(
    fc.asyncProperty(file, async (text) => {
      const { config } = await load(text);
      const [outcome] = prove(config);
      const [assertion] = config.never;
      assert.notEqual(outcome!.verdict, 'empty', text);
      if (outcome!.verdict === 'proved') {
        seen.proved += 1;
        assert.ok(!isUsed(config), text);
        return;
      }
      seen.broken += 1;
      const meant = [...config.keys.values()].filter(({ id }) => compileGlobs([assertion!.request.key!])(id));
      const { key, example } = toolBreachOf(config, meant, assertion!.reaches.tool!)!;
      assert.ok(outcome!.message.startsWith(`key ${key.id} may use `), outcome!.message);
      // A name may be empty where all that is asked of it is nothing: any other does as well.
      const tool = parseTool(example) ?? parseTool(`${example}a`)!;
      const { server, kind, name } = tool;
      assert.ok(patternAllows(parsePatterns([assertion!.reaches.tool!])[0]!, server, kind, name), text);
      assert.ok(toolVerdict(config, { tool, key: key.id, asActive: true }).allowed, `${example} of ${text}`);
    }),
    { numRuns: 500 },
  );
  assert.ok(seen.proved > 5 && seen.broken > 5, JSON.stringify(seen));
});

const told = (tools: string, offered = '["*"]', group = '') => `
mcp: { servers: { github: { simulator: true, tools: ${offered} }, jira: { simulator: true } } }
groups: { staff: {${group}} }
keys: { team-a: { secret: sk-checked-0123456789abc, group: staff${tools} } }
`;

test('a change says what a key may use more, and less', async () => {
  const change = async (before: string, after: string) =>
    diffText(diffConfigs(await load(before), await load(after)))
      .split('\n')
      .filter((line) => / can /.test(line))
      .map((line) => line.trim());
  const get = told(', tools: ["github/get_*"]');
  assert.deepEqual(await change(get, told(', tools: ["github/get_*", "jira/delete_issue"]')), [
    '+ team-a can now use jira/delete_issue',
  ]);
  assert.deepEqual(await change(get, told('')), ['- team-a can no longer use github/get_*']);
  assert.deepEqual(await change(get, told(', tools: ["github/*"]')), ['+ team-a can now use github/*']);
  assert.deepEqual(await change(told(', tools: ["github/*"]'), get), ['- team-a can no longer use github/*']);
  // What a group takes, and what a server does not offer any more.
  assert.deepEqual(await change(get, told(', tools: ["github/get_*"]', '["*"]', ' tools: ["*/*_issue"] ')), [
    '- team-a can no longer use github/get_*',
  ]);
  assert.deepEqual(await change(get, told(', tools: ["github/get_*"]', '["list_*"]')), [
    '- team-a can no longer use github/get_*',
  ]);
  assert.deepEqual(await change(get, told(', tools: ["github/get_*", "*/prompt:*"]')), [
    '+ team-a can now use github/prompt:*',
    '+ team-a can now use jira/prompt:*',
  ]);
  assert.deepEqual(await change('keys: {}', get), ['+ team-a can now use github/get_*']);
});

test('a tool is explained by the patterns that allow it, and by all that speaks against it', async () => {
  const { config } = await load(told(', tools: ["github/get_*"]', '["get_*"]', ' tools: ["*/*_issue"] '));
  const ask = (text: string, key?: string) => toolVerdict(config, { tool: parseTool(text)!, key });
  assert.deepEqual(ask('github/get_issue', 'team-a'), {
    tool: 'github/get_issue',
    key: 'team-a',
    allowed: true,
    reasons: ['the key team-a allows it by "github/get_*"', 'the group staff allows it by "*/*_issue"'],
  });
  assert.deepEqual(ask('github/list_page', 'team-a').reasons, [
    'the server github does not offer it: `tools` has "get_*"',
    'the key team-a does not allow it: its `tools` are "github/get_*"',
    'the group staff does not allow it: its `tools` are "*/*_issue"',
  ]);
  assert.deepEqual(ask('githup/get_issue').reasons, [
    'no server of `mcp` is named "githup" (did you mean "github"?)',
  ]);
  assert.ok(ask('github/prompt:review').allowed);
  assert.throws(() => ask('github/get_issue', 'team-b'), /no key is named "team-b"/);
  for (const text of ['github', 'github/*', '*', 'github/prompt:'])
    assert.equal(parseTool(text), undefined, text);
  assert.equal(toolText('github', 'resource', 'file:///a'), 'github/resource:file:///a');
});

test('a token counts for what its audience is, in explanations as in answers', async () => {
  const { config } = await load(`
mcp: { servers: { github: { simulator: true }, jira: { simulator: true } } }
keys: { people: { tools: ["*"] } }
identity:
  resource: https://llm.example.com
  issuers:
    main:
      issuer: https://login.example.com
      audience: [llm, "https://llm.example.com/mcp", "https://llm.example.com/mcp/jira"]
      rules: [ { when: {}, key: people } ]
`);
  const github = (claims: object) =>
    toolVerdict(config, { tool: parseTool('github/get')!, key: undefined, claims: { sub: 'a', ...claims } });
  const model = (claims: object) =>
    explain(config, {
      ...{ endpoint: 'chat_completions', model: 'm', models: [], tags: [], down: [], key: undefined },
      claims: { sub: 'a', ...claims },
    }).outcome.status;
  assert.ok(github({}).allowed);
  assert.ok(github({ aud: 'https://llm.example.com/mcp' }).allowed);
  assert.deepEqual(github({ aud: 'llm' }).reasons, ['the token is refused: it is not for these tools (aud)']);
  assert.ok(!github({ aud: 'https://llm.example.com/mcp/jira' }).allowed);
  assert.equal(model({}), 200);
  assert.equal(model({ aud: 'llm' }), 200);
  assert.equal(model({ aud: 'https://llm.example.com/mcp' }), 401);
});

test('explain says that a key alone is not enough for a server that takes the tokens of callers', async () => {
  const { config, problems } = await load(`
mcp:
  servers:
    files:
      url: https://files.example.com/mcp
      auth: { oauth2: { grant: token_exchange, subject: caller, token_url: "https://login.example.com/token" } }
keys: { people: { tools: ["files/*"] } }
identity:
  issuers:
    main: { issuer: https://login.example.com, audience: llm, rules: [ { when: {}, key: people } ] }
`);
  assert.deepEqual(problems, []);
  const asked = { tool: parseTool('files/get')! };
  assert.deepEqual(toolVerdict(config, { ...asked, key: 'people' }).reasons, [
    'the key people allows it by "files/*"',
    'to callers that come with a token: files takes their tokens, and a key alone is refused there',
  ]);
  assert.deepEqual(toolVerdict(config, { ...asked, key: undefined, claims: { sub: 'ada' } }).reasons, [
    'the key people allows it by "files/*"',
  ]);
});

const pinnedTo = (tools: string, more = '') => `
mcp: { servers: { github: { simulator: true, pin: lock${more} }, jira: { simulator: true } } }
keys: { team-a: { secret: sk-checked-0123456789abc, tools: ${tools} } }
`;

test('of a server that is held to its lock a proof, a test and explain look at the names in it', async () => {
  const never = 'never: [{ name: nobody deletes, reaches: { tool: "github/delete_*" } }]';
  const verdict = async (lock: readonly string[], text = pinnedTo('["github/*"]')) =>
    prove((await load(`${text}${never}`, locking({ github: lock }))).config)[0]!;
  assert.equal((await verdict(['get_issue', 'prompt:delete_all'])).verdict, 'proved');
  const broken = await verdict(['get_issue', 'delete_repo', 'delete_team']);
  assert.equal(broken.verdict, 'broken');
  assert.match(broken.message, /^key team-a may use github\/delete_\*, such as github\/delete_repo: see/);
  // Without the pin the server may have one tomorrow; with an example where the lock has one.
  const free = pinnedTo('["github/*"]').replace(', pin: lock', '');
  assert.match((await verdict(['get_issue'], free)).message, /^key team-a may use github\/delete_\*: see/);
  assert.match((await verdict(['delete_repo'], free)).message, /such as github\/delete_repo/);
  const { config } = await load(pinnedTo('["*"]'), locking({ github: ['get_issue'] }));
  const ask = (text: string) => toolVerdict(config, { tool: parseTool(text)!, key: 'team-a' });
  assert.ok(ask('github/get_issue').allowed);
  assert.deepEqual(ask('github/get_page').reasons, [
    'the server github has `pin: lock`, and tools.lock does not have it',
  ]);
  assert.ok(!ask('github/prompt:review').allowed);
  assert.ok(ask('github/resource:file:///a').allowed);
  assert.ok(ask('jira/get_page').allowed);
});

test('a proof by the lock agrees with every name in it', async () => {
  const name = fc.constantFrom('a', 'ab', 'ba', 'aab', 'b', 'prompt:a', 'prompt:bb', '__proto__');
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(name, { maxLength: 4 }),
      patterns,
      glob,
      pattern,
      async (names, own, offered, forbidden) => {
        const text = `
mcp: { servers: { one: { simulator: true, pin: lock, tools: ["${offered}"] } } }
keys: { eu-1: { secret: sk-checked-0123456789abc, tools: ${JSON.stringify(own)} } }
`;
        const { config } = await load(text, locking({ one: names }));
        const all = names.map((each) => parseTool(`one/${each}`)!);
        const allowed = all.filter((tool) => toolVerdict(config, { tool, key: 'eu-1' }).allowed);
        const [forbids] = parsePatterns([forbidden]);
        const isUsable = allowed.some(({ kind, name: one }) => patternAllows(forbids!, 'one', kind, one));
        const breach = toolBreachOf(config, [...config.keys.values()], forbidden);
        // Resources are in no lock.
        if (breach === undefined) assert.ok(!isUsable, text);
        else assert.ok(isUsable || breach.example.startsWith('one/resource:'), `${breach.example} ${text}`);
      },
    ),
    { numRuns: 300 },
  );
});

test('a changed lock says what it gives and takes, and a pin what stays', async () => {
  const text = pinnedTo('["github/*", "jira/*"]');
  const difference = async (before: ToolsLock, after: ToolsLock, old = text, now = text) => {
    const [one, other] = [await load(old, before), await load(now, after)];
    return { text: diffText(diffConfigs(one, other)), said: describeChanges(one.config, other.config) };
  };
  const reviewed = locking({ github: ['get_issue', 'old', 'prompt:hello'] });
  const more = locking({ github: ['get_issue', 'create_issue', 'prompt:hello'] });
  const { text: shown, said } = await difference(reviewed, more);
  assert.match(
    shown,
    /\+ team-a can now use github\/create_issue\n +- team-a can no longer use github\/old\n/,
  );
  assert.match(shown, /What tools\.lock has:\n +\+ github\/create_issue\n +- github\/old\n/);
  assert.deepEqual(said, ['tools.lock: github/create_issue added', 'tools.lock: github/old removed']);
  const otherwise = await difference(
    reviewed,
    locking({ github: ['get_issue', 'old', 'prompt:hello'] }, 'evil'),
  );
  assert.match(otherwise.text, /~ github\/get_issue is another one: see the diff of tools\.lock/);
  assert.doesNotMatch(otherwise.text, /can now|can no longer/);
  // A name that would move a cursor is told without that.
  const hostile = await difference(
    reviewed,
    locking({ github: ['get_issue', 'old', 'prompt:hello', 'a\u001b[2J\u202e'] }),
  );
  assert.deepEqual(hostile.said, ['tools.lock: github/a?[2J? added']);
  const same = await difference(reviewed, reviewed);
  assert.deepEqual([same.text, same.said], ['Nothing changes.\n', []]);
  const pinned = await difference(reviewed, reviewed, text.replace(', pin: lock', ''));
  assert.match(pinned.text, /- team-a can no longer use github\/\* beyond what tools\.lock has\n/);
  assert.doesNotMatch(pinned.text, /can now/);
  const freed = await difference(reviewed, reviewed, text, text.replace(', pin: lock', ''));
  assert.match(freed.text, /\+ team-a can now use github\/\* beyond what tools\.lock has\n/);
});

test('patterns that match nothing in the lock are told, where the lock has the server', async () => {
  const told = async (tools: string, lock: Record<string, readonly string[]>, more = '') =>
    (await load(pinnedTo(tools, more), locking(lock))).problems
      .filter(({ code }) => code === 'GW1868')
      .map(({ path, message }) => `${path}: ${message}`);
  const lock = { github: ['get_issue', 'prompt:hello'] };
  assert.deepEqual(
    await told('["github/get_*", "github/prompt:*", "*", "jira/any", "*/any", "github/resource:x"]', lock),
    [],
  );
  assert.deepEqual(
    await told('["github/gte_*", "*/prompt:helo", "github/prompt:x"]', { ...lock, jira: [] }),
    [
      'keys.team-a.tools[0]: tools.lock has nothing that "github/gte_*" matches',
      'keys.team-a.tools[1]: tools.lock has nothing that "*/prompt:helo" matches',
      'keys.team-a.tools[2]: tools.lock has nothing that "github/prompt:x" matches',
    ],
  );
  assert.deepEqual(await told('["github/*"]', lock, ', tools: [get_issue, "list_*"]'), [
    'mcp.servers.github.tools[1]: tools.lock has nothing that "github/list_*" matches',
  ]);
});
