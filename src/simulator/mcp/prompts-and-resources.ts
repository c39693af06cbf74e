/** Prompts and resources of the simulated server. */
import { asObject, asText, type JsonObject } from '../json-values.ts';
import { invalidParams, JsonRpcRefusal } from './json-rpc-refusal.ts';

/** The answer to `prompts/list`. */
export const prompts: readonly JsonObject[] = [
  {
    name: 'greeting',
    title: 'Greeting',
    description: 'Asks a model to greet somebody.',
    arguments: [{ name: 'name', description: 'Whom to greet.', required: true }],
  },
];

const names: readonly string[] = ['Ada', 'Alan', 'Grace'];

/** The answer to `prompts/get`. */
export function promptOf({ name, arguments: given }: JsonObject): JsonObject {
  if (name !== 'greeting') throw new JsonRpcRefusal(invalidParams, 'There is no prompt of this name.');
  const whom = asText(asObject(given)['name']);
  if (whom === undefined) throw new JsonRpcRefusal(invalidParams, '`arguments.name` is not a text.');
  const content = { type: 'text', text: `Greet ${whom} in one sentence.` };
  return { description: `A greeting for ${whom}.`, messages: [{ role: 'user', content }] };
}

/** The answer to `completion/complete`. */
export function completionOf({ ref, argument }: JsonObject): JsonObject {
  const { type, name, uri } = asObject(ref);
  const isKnown =
    (type === 'ref/prompt' && name === 'greeting') || (type === 'ref/resource' && uri === noteTemplate);
  if (!isKnown) throw new JsonRpcRefusal(invalidParams, 'There is nothing of this reference.');
  const begun = (asText(asObject(argument)['value']) ?? '').toLowerCase();
  const values = (type === 'ref/prompt' ? names : Object.keys(notes)).filter((value) =>
    value.toLowerCase().startsWith(begun),
  );
  return { completion: { values, total: values.length, hasMore: false } };
}

const noteTemplate = 'sim://notes/{id}';
const notes: Readonly<Record<string, string>> = { first: 'The first note.', second: 'The second note.' };
const about = 'sim://about';

/** The answer to `resources/list`. */
export const resources: readonly JsonObject[] = [
  { uri: about, name: 'about', title: 'About', description: 'What this server is.', mimeType: 'text/plain' },
];

/** The answer to `resources/templates/list`. */
export const templates: readonly JsonObject[] = [
  {
    uriTemplate: noteTemplate,
    name: 'notes',
    description: 'Notes: first and second.',
    mimeType: 'text/plain',
  },
];

/** The answer to `resources/read`. */
export function resourceOf({ uri }: JsonObject): JsonObject {
  const [, note = ''] = /^sim:\/\/notes\/(\w+)$/.exec(asText(uri) ?? '') ?? [];
  const text =
    uri === about
      ? 'The simulated server of the gateway. It keeps nothing and reaches nothing.'
      : Object.hasOwn(notes, note)
        ? notes[note]
        : undefined;
  if (text === undefined)
    throw new JsonRpcRefusal(invalidParams, 'There is no resource of this URI.', 200, { uri });
  return { contents: [{ uri, mimeType: 'text/plain', text }] };
}
