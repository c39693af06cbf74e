/** Fields that hold ids are found at the levels of the dialects, and so are those that differ in case alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { namedIds } from '../../../src/api/signed-ids/request-ids.ts';

const found = (body: object) =>
  namedIds(Buffer.from(JSON.stringify(body))).map(({ kind, value, isImpostor }) =>
    isImpostor === true ? `${value} ${kind} misspelled` : `${value} ${kind}`,
  );

test('a field that is one with ids but for its case is found wherever the dialects have it', () => {
  for (const [body, kind] of [
    [{ Previous_Response_Id: 'x' }, 'response'],
    [{ conversation: { Id: 'x' } }, 'conversation'],
    [{ CONVERSATION: { id: 'x' } }, 'conversation'],
    [{ Conversation: 'x' }, 'conversation'],
    [{ input: [{ content: [{ type: 'input_file', File_Id: 'x' }] }] }, 'file'],
    [{ input: [{ content: [{ type: 'input_file', FILE_ID: 'x' }] }] }, 'file'],
    [{ messages: [{ content: [{ type: 'file', file: { File_id: 'x' } }] }] }, 'file'],
    [{ messages: [{ content: [{ type: 'document', source: { file_ID: 'x' } }] }] }, 'file'],
    [{ messages: [{ content: [{ type: 'document', Source: { file_id: 'x' } }] }] }, 'file'],
    [{ tools: [{ type: 'code_interpreter', container: { File_Ids: ['x'] } }] }, 'file'],
    [{ tools: [{ type: 'code_interpreter', Container: 'x' }] }, 'container'],
    [{ tools: [{ type: 'file_search', Vector_Store_Ids: ['x'] }] }, 'vector_store'],
    [{ Input_File_Id: 'x' }, 'file'],
    [{ Part_Ids: ['x'] }, 'part'],
  ] as const) {
    const isExact = 'messages' in body && JSON.stringify(body).includes('Source');
    assert.deepEqual(found(body), [isExact ? `x ${kind}` : `x ${kind} misspelled`], JSON.stringify(body));
  }
  const escaped = Buffer.from('{"input":[{"\\u0046ile_id":"x"}]}');
  assert.equal(namedIds(escaped)[0]?.isImpostor, true);
});

test('names within schemas, arguments, metadata and the input of tools are whoever wrote them', () => {
  const own = { File_Id: 'x', Container: 'x', conversation: { Id: 'x' }, Vector_Store_Ids: ['x'] };
  for (const body of [
    { metadata: own },
    { tools: [{ type: 'function', parameters: own }] },
    { tools: [{ type: 'function', function: { name: 'f', parameters: { properties: own } } }] },
    { tools: [{ name: 'f', input_schema: { default: own } }] },
    { tools: [{ type: 'mcp', headers: own }] },
    { text: { format: { schema: own } } },
    { response_format: { json_schema: own } },
    { prompt: { variables: own } },
    { messages: [{ role: 'assistant', content: [{ type: 'tool_use', input: own }] }] },
    { userName: 'x', Ids: ['x'], File: 'x', containers: 'x' },
  ]) {
    assert.deepEqual(found(body), [], JSON.stringify(body));
  }
});
