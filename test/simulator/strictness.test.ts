import assert from 'node:assert/strict';
import { test } from 'node:test';
import { post, simulatorFor } from './conversation.ts';

type Body = Readonly<Record<string, unknown>>;

interface Refused {
  readonly what: string;
  readonly body: Body;
  /** What the vendor says. */
  readonly says: RegExp;
}

const hi = { role: 'user', content: 'hi' };
const schema = { type: 'object' };
const longName = 'a'.repeat(129);

const chat = (messages: readonly object[], more: Body = {}): Body => ({ model: 'm', messages, ...more });
const chatCall = { id: 'call_1', type: 'function', function: { name: 'f', arguments: '{}' } };
const chatCalled = { role: 'assistant', content: null, tool_calls: [chatCall] };
const chatResult = { role: 'tool', tool_call_id: 'call_1', content: 'done' };

const messages = (list: readonly object[], more: Body = {}): Body => ({
  model: 'm',
  max_tokens: 5000,
  messages: list,
  ...more,
});
const toolUse = { type: 'tool_use', id: 'toolu_1', name: 'f', input: {} };
const toolResult = { type: 'tool_result', tool_use_id: 'toolu_1', content: 'done' };
const says = (role: string, ...content: object[]) => ({ role, content });
const block = (text: string) => ({ type: 'text', text });

const item = (...input: object[]): Body => ({ model: 'm', input });
const functionCall = { type: 'function_call', call_id: 'call_1', name: 'f', arguments: '{}' };
const functionOutput = { type: 'function_call_output', call_id: 'call_1', output: 'done' };

const part = (text: string) => ({ text });
const turn = (role: string, ...parts: object[]) => ({ role, parts });
const contents = (list: readonly object[], more: Body = {}): Body => ({ contents: list, ...more });
const geminiCall = {
  functionCall: { name: 'f', args: {} },
  thoughtSignature: 'skip_thought_signature_validator',
};
const geminiResult = { functionResponse: { name: 'f', response: { output: 'done' } } };
const declares = (declaration: object): Body => ({ tools: [{ functionDeclarations: [declaration] }] });

const converse = (list: readonly object[], more: Body = {}): Body => ({ messages: list, ...more });
const bedrockUse = { toolUse: { toolUseId: 'tooluse_1', name: 'f', input: {} } };
const bedrockResult = { toolResult: { toolUseId: 'tooluse_1', content: [part('done')] } };
const toolConfig = { tools: [{ toolSpec: { name: 'f', inputSchema: { json: schema } } }] };
const pdf = { document: { format: 'pdf', name: 'a', source: { bytes: 'JVBE' } } };

/** What is in order, and what is refused, by path. */
const rules: Readonly<Record<string, { accepted: readonly Body[]; refused: readonly Refused[] }>> = {
  '/v1/chat/completions': {
    accepted: [
      chat([{ role: 'developer', content: 'Be brief.' }, hi, chatCalled, chatResult, hi]),
      chat([hi, says('user', { type: 'text', text: '' })]),
    ],
    refused: [
      { what: 'an unknown role', body: chat([{ ...hi, role: 'model' }]), says: /Invalid value: 'model'/ },
      { what: 'a part of another dialect', body: chat([says('user', { type: 'image' })]), says: /'image'/ },
      { what: 'a result without its call', body: chat([hi, chatResult]), says: /preceding message/ },
      { what: 'a call without its result', body: chat([hi, chatCalled, hi]), says: /call_1/ },
      {
        what: 'arguments that are no text',
        body: chat([
          hi,
          { ...chatCalled, tool_calls: [{ ...chatCall, function: { name: 'f', arguments: {} } }] },
          chatResult,
        ]),
        says: /expected a string/,
      },
      {
        what: 'a name that does not fit',
        body: chat([hi], { tools: [{ type: 'function', function: { name: 'a.b' } }] }),
        says: /does not match pattern/,
      },
      {
        what: 'an effort that the model does not know',
        body: chat([hi], { model: 'o3-mini', reasoning_effort: 'xhigh' }),
        says: /Supported values are: low, medium, high/,
      },
      { what: 'five stops', body: chat([hi], { stop: ['a', 'b', 'c', 'd', 'e'] }), says: /array too long/ },
    ],
  },
  '/v1/messages': {
    accepted: [
      messages([hi, says('assistant', toolUse), says('user', toolResult, block('go on'))]),
      messages([hi, says('assistant', block('prefilled'))], { temperature: 1 }),
      messages([hi, says('assistant', toolUse)]),
    ],
    refused: [
      {
        what: 'an unknown field',
        body: messages([hi], { frequency_penalty: 1 }),
        says: /Extra inputs are not permitted/,
      },
      { what: 'no max_tokens', body: messages([hi], { max_tokens: undefined }), says: /max_tokens/ },
      {
        what: 'a developer',
        body: messages([{ role: 'developer', content: 'a' }, hi]),
        says: /messages\.0\.role/,
      },
      {
        what: 'an empty text block',
        body: messages([says('user', block(''), block('a'))]),
        says: /must be non-empty/,
      },
      {
        what: 'an empty system text',
        body: messages([hi], { system: [block('')] }),
        says: /must be non-empty/,
      },
      {
        what: 'a block of white space',
        body: messages([says('user', block('\n'), block('a'))]),
        says: /non-whitespace text/,
      },
      {
        what: 'a turn of white space',
        body: messages([{ role: 'user', content: ' \n' }]),
        says: /non-whitespace text/,
      },
      {
        what: 'a stop of white space',
        body: messages([hi], { stop_sequences: ['\n'] }),
        says: /non-whitespace/,
      },
      {
        what: 'an effort that is none there',
        body: messages([hi], { output_config: { effort: 'minimal' } }),
        says: /Supported values are/,
      },
      {
        what: 'an effort that the model does not know',
        body: messages([hi], { model: 'claude-opus-4-5', output_config: { effort: 'xhigh' } }),
        says: /Supported values are: low, medium, high\./,
      },
      { what: 'an empty turn', body: messages([says('user'), hi]), says: /non-empty content/ },
      {
        what: 'a part of another dialect',
        body: messages([says('user', { type: 'image_url' })]),
        says: /image_url/,
      },
      {
        what: 'an image of another type',
        body: messages([
          says('user', { type: 'image', source: { type: 'base64', media_type: 'image/jpg', data: 'AA==' } }),
        ]),
        says: /media_type/,
      },
      {
        what: 'white space at the end of a prefill',
        body: messages([hi, says('assistant', block('a '))]),
        says: /trailing whitespace/,
      },
      {
        what: 'an id that does not fit',
        body: messages([hi, says('assistant', { ...toolUse, id: 'functions.f:0' })]),
        says: /should match pattern/i,
      },
      {
        what: 'an input that is no object',
        body: messages([hi, says('assistant', { ...toolUse, input: '{}' })]),
        says: /valid dictionary/,
      },
      {
        what: 'two calls with one id',
        body: messages([hi, says('assistant', toolUse, toolUse), says('user', toolResult)]),
        says: /must be unique/,
      },
      {
        what: 'a call without its result',
        body: messages([hi, says('assistant', toolUse), hi]),
        says: /without `tool_result`/,
      },
      {
        what: 'a result without its call',
        body: messages([hi, says('user', toolResult)]),
        says: /unexpected `tool_use_id`/,
      },
      {
        what: 'a name that does not fit',
        body: messages([hi], { tools: [{ name: longName, input_schema: schema }] }),
        says: /tools\.0\.custom\.name/,
      },
      {
        what: 'a schema without a type',
        body: messages([hi], { tools: [{ name: 'f', input_schema: {} }] }),
        says: /input_schema\.type/,
      },
      { what: 'a temperature above 1', body: messages([hi], { temperature: 1.5 }), says: /temperature/ },
      {
        what: 'an address as user_id',
        body: messages([hi], { metadata: { user_id: 'a@example.com' } }),
        says: /email/,
      },
      {
        what: 'a small budget',
        body: messages([hi], { thinking: { type: 'enabled', budget_tokens: 0 } }),
        says: /1024/,
      },
      {
        what: 'a budget that leaves nothing',
        body: messages([hi], { thinking: { type: 'enabled', budget_tokens: 5000 } }),
        says: /must be greater/,
      },
      {
        what: 'a thought with a forced call',
        body: messages([hi], { thinking: { type: 'adaptive' }, tool_choice: { type: 'any' } }),
        says: /forces tool use/,
      },
      {
        what: 'a loop of calls that does not begin with a thought',
        body: messages([hi, says('assistant', toolUse), says('user', toolResult)], {
          thinking: { type: 'enabled', budget_tokens: 2000 },
        }),
        says: /found `tool_use`/,
      },
      {
        what: 'a thought that was made elsewhere',
        body: messages([hi, says('assistant', { type: 'thinking', thinking: 'a', signature: 'c2ln' }), hi]),
        says: /Invalid `signature`/,
      },
      {
        what: 'redacted thoughts that were made elsewhere',
        body: messages([hi, says('assistant', { type: 'redacted_thinking', data: 'c2ln' }), hi]),
        says: /redacted_thinking/,
      },
    ],
  },
  '/v1/responses': {
    accepted: [
      item(hi, functionCall, functionOutput, hi),
      { model: 'm', input: [functionOutput], previous_response_id: 'resp_1' },
    ],
    refused: [
      { what: 'an unknown role', body: item({ ...hi, role: 'tool' }), says: /Invalid value: 'tool'/ },
      {
        what: 'a part of the other side',
        body: item(says('assistant', { type: 'input_text', text: 'a' })),
        says: /output_text, refusal/,
      },
      { what: 'a part of another dialect', body: item(says('user', block('a'))), says: /input_text/ },
      { what: 'an output without its call', body: item(hi, functionOutput), says: /No tool call found/ },
      { what: 'a call without its output', body: item(hi, functionCall), says: /No tool output found/ },
      {
        what: 'an output of another kind of call',
        body: item(hi, functionCall, { ...functionOutput, type: 'custom_tool_call_output' }),
        says: /No tool call found/,
      },
      {
        what: 'arguments that are no text',
        body: item(hi, { ...functionCall, arguments: {} }, functionOutput),
        says: /arguments/,
      },
      {
        what: 'a tool of another dialect',
        body: { model: 'm', input: 'hi', tools: [{ type: 'function', function: { name: 'f' } }] },
        says: /tools\[0\]\.name/,
      },
      {
        what: 'a thought that leads to nothing',
        body: item({ type: 'reasoning', id: 'rs_1', summary: [] }, hi),
        says: /required following item/,
      },
    ],
  },
  '/v1beta/models/m:generateContent': {
    accepted: [
      contents([turn('user', part('a')), turn('model', geminiCall), turn('user', geminiResult)]),
      contents(
        [turn('user', part('a'))],
        declares({ name: 'f', parametersJsonSchema: { $schema: 'x', ...schema } }),
      ),
      contents([
        turn('user', part('a')),
        turn('model', { functionCall: geminiCall.functionCall }),
        turn('user', geminiResult),
        turn('model', part('b')),
        turn('user', part('c')),
      ]),
    ],
    refused: [
      {
        what: 'an unknown field',
        body: contents([turn('user', part('a'))], { max_tokens: 1 }),
        says: /Unknown name \\?"max_tokens/,
      },
      {
        what: 'an unknown field of its settings',
        body: contents([turn('user', part('a'))], { generationConfig: { logitBias: {} } }),
        says: /generation_config/,
      },
      { what: 'an unknown role', body: contents([turn('assistant', part('a'))]), says: /valid role/ },
      { what: 'a turn without parts', body: contents([turn('user')]), says: /must not be empty/ },
      {
        what: 'a part with nothing in it',
        body: contents([turn('user', { thought: true })]),
        says: /oneof field/,
      },
      {
        what: 'six stops',
        body: contents([turn('user', part('a'))], {
          generationConfig: { stopSequences: ['a', 'b', 'c', 'd', 'e', 'f'] },
        }),
        says: /at most 5/,
      },
      {
        what: 'a call without a signature',
        body: contents([
          turn('user', part('a')),
          turn('model', { functionCall: geminiCall.functionCall }),
          turn('user', geminiResult),
        ]),
        says: /missing a thought_signature/,
      },
      {
        what: 'a signature that was made elsewhere',
        body: contents([
          turn('user', part('a')),
          turn('model', { ...geminiCall, thoughtSignature: 'c2ln' }),
          turn('user', geminiResult),
        ]),
        says: /signature is not valid/,
      },
      {
        what: 'too few results',
        body: contents([
          turn('user', part('a')),
          turn('model', geminiCall, geminiCall),
          turn('user', geminiResult),
        ]),
        says: /number of function response parts/,
      },
      {
        what: 'a result without its call',
        body: contents([turn('user', part('a')), turn('user', geminiResult)]),
        says: /after a function call turn/,
      },
      {
        what: 'a result without a name',
        body: contents([
          turn('user', part('a')),
          turn('model', geminiCall),
          turn('user', { functionResponse: { response: {} } }),
        ]),
        says: /Name cannot be empty/,
      },
      {
        what: 'a result that is a text',
        body: contents([
          turn('user', part('a')),
          turn('model', geminiCall),
          turn('user', { functionResponse: { name: 'f', response: 'done' } }),
        ]),
        says: /Struct/,
      },
      {
        what: 'the model at the end',
        body: contents([turn('user', part('a')), turn('model', part('b'))]),
        says: /end with a user role/,
      },
      {
        what: 'JSON schema for OpenAPI',
        body: contents(
          [turn('user', part('a'))],
          declares({ name: 'f', parameters: { ...schema, additionalProperties: false } }),
        ),
        says: /additionalProperties/,
      },
      {
        what: 'a name that does not fit',
        body: contents([turn('user', part('a'))], declares({ name: '1f' })),
        says: /Invalid function name/,
      },
    ],
  },
  '/model/m/converse': {
    accepted: [
      converse([says('user', part('a')), says('assistant', bedrockUse), says('user', bedrockResult)], {
        toolConfig,
      }),
      converse([says('user', pdf, part('a'))]),
    ],
    refused: [
      {
        what: 'an unknown field',
        body: converse([says('user', part('a'))], { max_tokens: 1 }),
        says: /extraneous key/,
      },
      {
        what: 'two turns of the user',
        body: converse([says('user', part('a')), says('user', part('b'))]),
        says: /must alternate/,
      },
      {
        what: 'the assistant at first',
        body: converse([says('assistant', part('a'))]),
        says: /must start with a user message/,
      },
      { what: 'a system turn', body: converse([says('system', part('a'))]), says: /enum value set/ },
      { what: 'a blank text', body: converse([says('user', part(' '))]), says: /is blank/ },
      { what: 'an empty turn', body: converse([says('user')]), says: /is empty/ },
      {
        what: 'a block of another dialect',
        body: converse([says('user', block('a'))]),
        says: /must set one of/,
      },
      { what: 'a document without a text', body: converse([says('user', pdf)]), says: /needs a text block/ },
      {
        what: 'two documents of one name',
        body: converse([says('user', pdf, pdf, part('a'))]),
        says: /same name/,
      },
      {
        what: 'a name of a document that does not fit',
        body: converse([says('user', { document: { ...pdf.document, name: 'a.pdf' } }, part('a'))]),
        says: /regular expression/,
      },
      {
        what: 'an image of another type',
        body: converse([says('user', { image: { format: 'jpg', source: { bytes: 'AA==' } } })]),
        says: /png, jpeg/,
      },
      {
        what: 'a call without tools',
        body: converse([says('user', part('a')), says('assistant', bedrockUse), says('user', bedrockResult)]),
        says: /toolConfig field must be defined/,
      },
      {
        what: 'an id that does not fit',
        body: converse(
          [
            says('user', part('a')),
            says('assistant', { toolUse: { ...bedrockUse.toolUse, toolUseId: 'a b' } }),
          ],
          { toolConfig },
        ),
        says: /regular expression/,
      },
      {
        what: 'a call without its result',
        body: converse([says('user', part('a')), says('assistant', bedrockUse), says('user', part('b'))], {
          toolConfig,
        }),
        says: /Expected toolResult/,
      },
      {
        what: 'a result without its call',
        body: converse([says('user', bedrockResult)], { toolConfig }),
        says: /exceeds the number/,
      },
      {
        what: 'an empty result',
        body: converse(
          [
            says('user', part('a')),
            says('assistant', bedrockUse),
            says('user', { toolResult: { toolUseId: 'tooluse_1', content: [] } }),
          ],
          { toolConfig },
        ),
        says: /is empty/,
      },
      {
        what: 'an empty description',
        body: converse([says('user', part('a'))], {
          toolConfig: { tools: [{ toolSpec: { ...toolConfig.tools[0]!.toolSpec, description: '' } }] },
        }),
        says: /length 0/,
      },
      {
        what: 'a schema without a type',
        body: converse([says('user', part('a'))], {
          toolConfig: { tools: [{ toolSpec: { name: 'f', inputSchema: { json: {} } } }] },
        }),
        says: /inputSchema/,
      },
      {
        what: 'a thought that was made elsewhere',
        body: converse([
          says('user', part('a')),
          says('assistant', { reasoningContent: { reasoningText: { text: 'a', signature: 'c2ln' } } }),
          says('user', part('b')),
        ]),
        says: /Invalid `signature`/,
      },
    ],
  },
};

for (const [path, { accepted, refused }] of Object.entries(rules)) {
  test(`${path} takes what its vendor takes`, async (t) => {
    const simulator = await simulatorFor(t);
    for (const body of accepted) {
      const { status, text } = await post(simulator, path, body);
      assert.equal(status, 200, text);
    }
  });
  test(`${path} refuses what its vendor refuses`, async (t) => {
    const simulator = await simulatorFor(t);
    for (const { what, body, says } of refused) {
      await t.test(what, async () => {
        const { status, text } = await post(simulator, path, body);
        assert.equal(status, 400, text);
        assert.match(text, says);
      });
    }
  });
}
