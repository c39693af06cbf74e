import { lockEntry } from '../../config/tools-lock/tools-lock.ts';
import { lockText } from '../../config/tools-lock/write-lock.ts';
import type { Page } from './page.ts';

const hash = `sha256:${'5f2c'.repeat(16)}`;
const keyWith = (more: string) => `keys:\n  team-a: { hash: "${hash}", ${more} }`;
const github = 'mcp:\n  servers:\n    github: { url: "https://mcp.example.com/mcp" }';
const onlyReads = 'mcp:\n  servers:\n    github: { url: "https://mcp.example.com/mcp", tools: ["get_*"] }';

const pinned = 'mcp:\n  servers:\n    try: { simulator: true, pin: lock }';
const lockWith = (names: readonly string[]) => {
  const tools = new Map(names.map((name) => [name, lockEntry(new Map([['name', JSON.stringify(name)]]))]));
  const entries = { instructions: undefined, tools, prompts: new Map(), templates: new Map() };
  return lockText(new Map([['try', entries]]));
};
const emptyLock = lockWith([]);
const echoLock = lockWith(['echo']);
/** Long names that differ in their ends; those in use have one digest. */
const lockOf = (...ends: readonly string[]) => lockWith(ends.map((end) => 'a'.repeat(48) + end));

const peopleFor = (audience: string) =>
  `identity:\n  resource: https://llm.example.com/v1\n  issuers:\n    people:\n      issuer: https://login.example.com\n      audience: ${audience}\n      rules: [{ when: {}, key: team-a }]`;

const ofCallers =
  'mcp:\n  servers:\n    github:\n      url: https://mcp.example.com/mcp\n      auth:\n        oauth2: { grant: token_exchange, subject: caller, token_url: "https://login.example.com" }';

/** Findings about MCP servers, and about the use that keys may make of them. */
export const toolPages = {
  unknown_mcp_server: {
    about:
      'A test or an assertion names a server that is not among `mcp.servers`, so that it holds nothing. Mostly the name is misspelled, or the server has been renamed.',
    bad: `${github}\n${keyWith('tools: ["github/*"]')}\ntests:\n  - name: team-a reads issues\n    request: { key: team-a, tool: githab/get_issue }\n    expect: { tool: allowed }`,
    good: `${github}\n${keyWith('tools: ["github/*"]')}\ntests:\n  - name: team-a reads issues\n    request: { key: team-a, tool: github/get_issue }\n    expect: { tool: allowed }`,
  },
  bad_tool_pattern: {
    about:
      'A pattern of tools is `SERVER/TOOL`, `SERVER/prompt:NAME` or `SERVER/resource:URI`, with `*` for any characters, or `*` alone for everything. A value that a reference stands for, here `get_issue`, has to be one, too.',
    bad: `${github}\n${keyWith('tools: ["${TEAM_TOOLS}"]')}`,
    good: `${github}\n${keyWith('tools: ["github/${TEAM_TOOLS}"]')}`,
  },
  bad_mcp: {
    about:
      'A server has a `url` or `simulator: true`, and not both. An address of this host or of a private network needs `private: true`, so that no file leads clients into your own network by mistake. `path` may not be one that the gateway serves otherwise.',
    bad: `mcp:\n  servers:\n    local: { url: "http://127.0.0.1:9000/mcp" }\n${keyWith('tools: ["local/*"]')}`,
    good: `mcp:\n  servers:\n    local: { url: "http://127.0.0.1:9000/mcp", private: true }\n${keyWith('tools: ["local/*"]')}`,
  },
  tools_lock_invalid: {
    about:
      'tools.lock is not what `gateway tools lock` writes: somebody edited it, or merged two of them by hand. What was reviewed and what servers are held to could differ then, so the file is not read. Take back the version of the repository, or run `gateway tools lock`, which writes it anew, and review the change.',
    bad: `${pinned}\n${keyWith('tools: ["*"]')}\n==> tools.lock <==\n${emptyLock.replace('{}', '[]')}`,
    good: `${pinned}\n${keyWith('tools: ["*"]')}\n==> tools.lock <==\n${emptyLock}`,
  },
  tools_lock_missing: {
    about:
      'With `pin: lock` a server offers what tools.lock has, and nothing else. There is no tools.lock beside the file, or it has nothing of this server. `gateway tools lock` asks the servers and writes it.',
    bad: `${pinned}\n${keyWith('tools: ["*"]')}`,
    good: `${pinned}\n${keyWith('tools: ["*"]')}\n==> tools.lock <==\n${emptyLock}`,
  },
  unused_mcp_server: {
    about:
      'All keys stand in the file, and none of them may use anything of this server: keys may use no tool until their `tools` name some. The server gets no request.',
    bad: `${github}\n${keyWith('models: [fast]')}`,
    good: `${github}\n${keyWith('tools: ["github/get_*"]')}`,
  },
  tools_of_nothing: {
    about:
      'The pattern allows nothing. Either no server of `mcp` has such a name, or `tools` of that server leave out all that the pattern could match.',
    bad: `${onlyReads}\n${keyWith('tools: ["github/get_*", "github/delete_*"]')}`,
    good: `${onlyReads}\n${keyWith('tools: ["github/get_*"]')}`,
  },
  tools_not_locked: {
    about:
      'tools.lock has what the server offers, and nothing in it matches the pattern. Mostly a name is misspelled, or the server has given the tool another one. If the server has it by now, `gateway tools lock` brings it into the lock.',
    bad: `${pinned}\n${keyWith('tools: ["try/ecoh"]')}\n==> tools.lock <==\n${echoLock}`,
    good: `${pinned}\n${keyWith('tools: ["try/echo"]')}\n==> tools.lock <==\n${echoLock}`,
  },
  tool_names_collide: {
    about:
      'At the common path a long name, or one with further characters, has a short form with a digest at its end. Two tools of this server have the same one, so that only the one that the server lists first is offered. Rename one of them at the server, or leave it out with `tools`.',
    bad: `${pinned}\n${keyWith('tools: ["try/*"]')}\n==> tools.lock <==\n${lockOf('22kcw', '2avhl')}`,
    good: `${pinned}\n${keyWith('tools: ["try/*"]')}\n==> tools.lock <==\n${lockOf('22kcw')}`,
  },
  shared_sessions: {
    about:
      'Older servers may keep state in a session. With `sessions: shared` all callers are in one, and each sees what others leave there: files that were opened, a login, a working folder. Without it each caller has its own.',
    bad: `mcp:\n  servers:\n    github: { url: "https://mcp.example.com/mcp", sessions: shared }\n${keyWith('tools: ["github/*"]')}`,
    good: `${github}\n${keyWith('tools: ["github/*"]')}`,
  },
  no_caller_tokens: {
    about:
      'With `subject: caller` the gateway exchanges the token of each caller for one at the server. A client with a key alone gets 403 there. No issuer of `identity` has a rule that leads to a key with tools of this server, so nobody can use it.',
    bad: `${ofCallers}\n${keyWith('tools: ["github/*"]')}`,
    good: `${ofCallers}\n${keyWith('tools: ["github/*"]')}\n${peopleFor('[https://llm.example.com/v1, https://llm.example.com/mcp]')}`,
  },
  issuer_without_tools: {
    about:
      'Tokens open tools only if they are for them: their `aud` has to be the `audience` of `mcp`, which is the origin of `identity.resource` with the path of tools where the file names none. This issuer may name no such audience, so its tokens open no tools, though the keys that they lead to have some.',
    bad: `${github}\n${keyWith('tools: ["github/*"]')}\n${peopleFor('https://llm.example.com/v1')}`,
    good: `${github}\n${keyWith('tools: ["github/*"]')}\n${peopleFor('[https://llm.example.com/v1, https://llm.example.com/mcp]')}`,
  },
} satisfies Record<string, Page>;
