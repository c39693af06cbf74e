/** The official clients of both eras use servers that others wrote, of both eras, one at a time and all together. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { TestGateway } from '../../helpers/gateway.ts';
import {
  type ClientKind,
  clientKinds,
  connectClient,
  type TestClient,
  textOf,
  trustingFetch,
} from '../../helpers/mcp/clients.ts';
import { startToolsGateway, toolsSecret } from '../../helpers/mcp/tools-gateway.ts';
import { ownerOfFile } from '../../helpers/serve.ts';

const owner = ownerOfFile();
let gateway: TestGateway;

before(async () => {
  gateway = await startToolsGateway(owner);
});

type Owner = Parameters<typeof connectClient>[0];

const at = (t: Owner, kind: ClientKind, path: string, userName?: string): Promise<TestClient> =>
  connectClient(t, kind, gateway.url + path, {
    fetch: trustingFetch(t, gateway.ca),
    headers: { authorization: `Bearer ${toolsSecret}` },
    ...(userName === undefined ? {} : { userName }),
  });

const isOlder = (kind: ClientKind) => kind === 'legacy' || kind === 'sdk-1.x';

for (const kind of clientKinds) {
  test(`${kind}: all servers together`, async (t) => {
    const client = await at(t, kind, '/mcp', 'Ada');
    const { tools } = await client.listTools();
    const names = tools.map(({ name }) => name);
    assert.deepEqual(
      [...new Set(names.map((name) => name.split('__')[0]))],
      ['everything', 'modern', 'older', 'sim'],
    );
    for (const name of ['everything__echo', 'everything__get-sum', 'modern__add', 'older__add', 'sim__ask'])
      assert.ok(names.includes(name), name);
    assert.match(client.getInstructions() ?? '', /modern__:\nModern\./);
    const call = async (name: string, args: Record<string, unknown> = {}) =>
      textOf(await client.callTool({ name, arguments: args }));
    assert.equal(await call('everything__echo', { message: 'ä' }), 'Echo: ä');
    assert.match(await call('everything__get-sum', { a: 1, b: 2 }), /3/);
    assert.equal(await call('modern__add', { a: 1, b: 2.5 }), '3.5');
    assert.equal(await call('older__add', { a: 1, b: 2.5 }), '3.5');
    assert.match(await call('sim__ask'), isOlder(kind) ? /2026-07-28 or later/ : /^Hello, Ada\.$/);
    await assert.rejects(client.callTool({ name: 'modern__unknown', arguments: {} }), { code: -32602 });
    await assert.rejects(client.callTool({ name: 'add', arguments: {} }), { code: -32602 });
  });

  test(`${kind}: prompts, resources and completions of all servers together`, async (t) => {
    const client = await at(t, kind, '/mcp');
    const prompts = (await client.listPrompts()).prompts.map(({ name }) => name);
    assert.ok(
      prompts.includes('everything__simple-prompt') && prompts.includes('sim__greeting'),
      `${prompts}`,
    );
    const { messages } = await client.getPrompt({ name: 'sim__greeting', arguments: { name: 'Alan' } });
    assert.match(JSON.stringify(messages), /Greet Alan/);
    const ref = { type: 'ref/prompt', name: 'sim__greeting' } as const;
    const { completion } = await client.complete({ ref, argument: { name: 'name', value: 'a' } });
    assert.deepEqual(completion.values, ['Ada', 'Alan']);
    const { resources } = await client.listResources();
    const uris = resources.map(({ uri }) => uri);
    assert.ok(uris.includes('sim+sim://about') && uris.includes('modern+note:///1'), `${uris}`);
    for (const uri of [
      uris.find((one) => one.startsWith('everything+'))!,
      'sim+sim://notes/first',
      'modern+note:///1',
    ]) {
      const { contents } = await client.readResource({ uri });
      assert.deepEqual(
        contents.map((one) => one.uri),
        [uri],
      );
    }
    const links = await client.callTool({ name: 'modern__link', arguments: {} });
    const [link] = links['content'] as { uri: string }[];
    assert.equal(link!.uri, 'modern+note:///1');
    const templates = (await client.listResourceTemplates()).resourceTemplates.map(
      ({ uriTemplate }) => uriTemplate,
    );
    assert.ok(templates.includes('sim+sim://notes/{id}'), `${templates}`);
    assert.ok(
      templates.every((template) => /^(?:everything|sim)\+/.test(template)),
      `${templates}`,
    );
    await assert.rejects(client.readResource({ uri: 'sim+sim://gone' }), { code: -32602 });
    await assert.rejects(client.readResource({ uri: 'sim://about' }), { code: -32602 });
  });

  test(`${kind}: one server at its own path`, async (t) => {
    for (const [name, tool, args, answer] of [
      ['everything', 'echo', { message: 'x' }, 'Echo: x'],
      ['modern', 'add', { a: 1, b: 1 }, '2'],
      ['older', 'add', { a: 1, b: 1 }, '2'],
      ['sim', 'echo', { text: 'x' }, 'x'],
    ] as const) {
      const client = await at(t, kind, `/mcp/${name}`);
      const names = (await client.listTools()).tools.map((one) => one.name);
      assert.ok(names.includes(tool), `${names}`);
      assert.equal(textOf(await client.callTool({ name: tool, arguments: args })), answer);
    }
    const sim = await at(t, kind, '/mcp/sim');
    const { uri } = (await sim.listResources()).resources[0]!;
    assert.equal((await sim.readResource({ uri })).contents[0]!.uri, 'sim://about');
  });

  test(`${kind}: progress comes while the tool is at work`, async (t) => {
    const client = await at(t, kind, '/mcp');
    const told: number[] = [];
    const args = { duration: 0.4, steps: 4 };
    const name = 'everything__trigger-long-running-operation';
    const begun = performance.now();
    let firstMs = 0;
    const onprogress = ({ progress }: { progress: number }) => {
      firstMs ||= performance.now() - begun;
      told.push(progress);
    };
    // The later package takes no schema of the result.
    const options = (kind === 'sdk-1.x' ? [undefined, { onprogress }] : [{ onprogress }]) as [
      undefined,
      object,
    ];
    const result = await client.callTool({ name, arguments: args }, ...options);
    const wholeMs = performance.now() - begun;
    assert.match(textOf(result), /completed/);
    assert.ok(told.length >= 3, `${told}`);
    assert.ok(firstMs < wholeMs - 150, `${firstMs} of ${wholeMs} ms`);
  });
}

test('a new server is told who its client is, and an older one what those revisions have', async (t) => {
  const modern = await at(t, 'modern', '/mcp');
  const envelope = JSON.parse(
    textOf(await modern.callTool({ name: 'modern__who', arguments: {} })),
  ) as Record<string, { name?: string }>;
  assert.equal(envelope['io.modelcontextprotocol/clientInfo']!.name, 'test');
  const older = await at(t, 'sdk-1.x', '/mcp');
  const own = JSON.parse(textOf(await older.callTool({ name: 'modern__who', arguments: {} }))) as Record<
    string,
    object
  >;
  assert.deepEqual(own['io.modelcontextprotocol/clientCapabilities'], {});
});
