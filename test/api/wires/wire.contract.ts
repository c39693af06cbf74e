import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readJsonBody } from '../../../src/api/body/json-body.ts';
import { endpoints } from '../../../src/api/endpoints/index.ts';
import { wireOf } from '../../../src/api/wires/index.ts';
import type { Wire } from '../../../src/api/wires/wire.ts';
import { pathFor } from '../../../src/lib/model-path.ts';
import { runs } from '../../helpers/full.ts';
import { configText, loadText } from '../../helpers/gateway.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What a wire says of itself. */
export interface WireExpectations {
  /** The fields of a backend that has it, without the URL. */
  readonly backend: string;
  /** The paths of a model called `a@1:b/c`. */
  readonly paths: { readonly whole: string; readonly stream: string };
  /** Members that no body keeps. */
  readonly removed: readonly string[];
  /** What is put into a body that has none of it, where the client sent `anthropic-beta: one,two`. */
  readonly added: Fields;
  readonly withheld: readonly string[];
}

/** The wire of messages as a configuration gives it. */
export async function wireFrom(fields: string): Promise<Wire> {
  const config = await loadText(
    configText({
      backends: `{ b: { url: "https://host.example", ${fields} } }`,
      models: '{ m: { deployments: [ { backend: b, endpoints: { messages: [] } } ] } }',
    }),
  );
  return wireOf(config.backends.get('b')!, 'messages')!;
}

const sent: Readonly<Record<string, string>> = {
  'anthropic-beta': 'one,two',
  'anthropic-version': '2023-06-01',
};

/** A body as it goes there. */
export function encoded(wire: Wire, body: string, headers: Readonly<Record<string, string>> = sent): string {
  const edits = wire.bodyEdits((name) => headers[name]);
  const { chunks, length } = readJsonBody(Buffer.from(body), endpoints.messages).encode({ edits });
  assert.equal(
    length,
    chunks.reduce((sum, chunk) => sum + chunk.length, 0),
  );
  return Buffer.concat(chunks).toString();
}

const blanks = fc.stringMatching(/^[ \n\t]{0,3}$/);
const own = fc.dictionary(fc.stringMatching(/^[a-z]{1,8}_own$/), fc.jsonValue({ maxDepth: 2 }), {
  maxKeys: 4,
});

/** What every wire of messages has to keep. */
export function wireContract(name: string, expected: WireExpectations): void {
  test(`${name}: the path has the model as one segment, and says whether the answer streams`, async () => {
    const config = await loadText(
      configText({
        backends: `{ b: { url: "https://host.example/base", ${expected.backend} } }`,
        models: '{ m: { deployments: [ { backend: b, endpoints: { messages: [] } } ] } }',
      }),
    );
    const { paths, streamPaths } = config.backends.get('b')!;
    assert.equal(pathFor(paths.messages, 'a@1:b/c'), `/base${expected.paths.whole}`);
    assert.equal(pathFor(streamPaths.messages ?? '', 'a@1:b/c'), `/base${expected.paths.stream}`);
  });

  test(`${name}: a body keeps every byte but of the members that go and come`, async () => {
    const wire = await wireFrom(expected.backend);
    const present = fc.record(
      {
        stream: fc.constantFrom(true, false, null),
        tags: fc.constant(['a']),
        anthropic_version: fc.constantFrom('their-own', null),
        anthropic_beta: fc.constantFrom(['their-own'], null),
      },
      { requiredKeys: [] },
    );
    const needed = fc.constant({
      model: 'm',
      messages: [{ role: 'user', content: 'h\u00fc' }],
    });
    fc.assert(
      fc.property(needed, present, own, fc.array(fc.nat()), blanks, (base, some, others, order, blank) => {
        const members = Object.entries({ ...base, ...some, ...others })
          .map(([member, value]) => `${JSON.stringify(member)}${blank}:${blank}${JSON.stringify(value)}`)
          .map((text, index) => ({ text, rank: order[index] ?? 0 }))
          .sort((a, b) => a.rank - b.rank)
          .map(({ text }) => text);
        const out = encoded(wire, `{${blank}${members.join(`${blank},`)}}`);
        const after = JSON.parse(out) as Fields;
        const wanted: Record<string, unknown> = { ...expected.added };
        for (const [member, value] of Object.entries({ ...base, ...some, ...others })) {
          if (expected.removed.includes(member) || member === 'tags') continue;
          wanted[member] = value ?? expected.added[member] ?? value;
        }
        assert.deepEqual(after, JSON.parse(JSON.stringify(wanted)));
        for (const text of members) {
          const [, member = ''] = /^"(\w+)"/.exec(text) ?? [];
          const stays = wanted[member] !== undefined && !text.endsWith('null');
          if (stays) assert.ok(out.includes(text), `${text} in ${out}`);
        }
      }),
      { numRuns: runs(300) },
    );
  });

  test(`${name}: what the file of the backend says of a field counts more than the wire`, async () => {
    const wire = await wireFrom(
      `${expected.backend}, request: { set: { anthropic_version: ours }, remove: [metadata] }`,
    );
    const body = '{"model":"m","messages":[{"role":"user"}],"metadata":{},"anthropic_version":"x"}';
    assert.deepEqual(JSON.parse(encoded(wire, body, {})), {
      messages: [{ role: 'user' }],
      anthropic_version: 'ours',
    });
  });

  test(`${name}: headers whose place is the body do not go along`, async () => {
    assert.deepEqual((await wireFrom(expected.backend)).withheld, expected.withheld);
  });

  test(`${name}: an error is one of messages, with its text, or stays as it came`, async () => {
    const { errorBody } = await wireFrom(expected.backend);
    if (errorBody === undefined) return;
    const signs = { status: 400, errorType: 'ValidationException', requestId: 'r' };
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (message) => {
        const body = errorBody(signs, Buffer.from(JSON.stringify({ message })));
        const read = JSON.parse(body?.toString() ?? '') as { error: { message: string } };
        assert.deepEqual(read, {
          type: 'error',
          error: { type: 'invalid_request_error', message },
          request_id: 'r',
        });
      }),
      { numRuns: runs(200) },
    );
    for (const other of ['', '<html>', '[]', '{}', '{"message":5}', '{"type":"error","error":{}}']) {
      assert.equal(errorBody(signs, Buffer.from(other)), undefined, other);
    }
  });

  test(`${name}: whatever comes in place of a stream is a fault, never a crash`, async () => {
    const { frames } = await wireFrom(expected.backend);
    if (frames === undefined) return;
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ minLength: 1, maxLength: 64 })), (pieces) => {
        const decoder = frames.decoder();
        let length = 0;
        for (const piece of pieces) {
          length += piece.length;
          assert.equal(decoder.push(Buffer.from(piece)).length, 0);
        }
        if (length > 0) assert.ok(decoder.fault !== undefined || decoder.isMidFrame);
      }),
      { numRuns: runs(300) },
    );
  });
}
