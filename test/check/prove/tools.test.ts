/** What keys may use of MCP servers: proved by patterns, told by a change and by explain. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { diffConfigs } from '../../../src/check/diff/diff.ts';
import { diffText } from '../../../src/check/diff/diff-text.ts';
import { explain } from '../../../src/check/explain/explain.ts';
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
import type { Config } from '../../../src/config/types/gateway.ts';
import { compileGlobs } from '../../../src/lib/glob.ts';

async function load(text: string) {
  const { config, problems, trees } = await loadConfig('-', {
    text: `version: 1
listen: { address: "127.0.0.1:8443", tls: { self_signed: true } }
backends: { local: { simulator: {} } }
models: { m: { deployments: [ { backend: local, endpoints: { chat_completions: [] } } ] } }
${text}`,
    env: {},
    requireSecrets: false,
  });
  assert.ok(config, formatProblems(problems));
  return { config, trees };
}

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
