/** Google's refusals on generateContent. */
import { asList, asObject, asText, isObject, type JsonObject } from '../json-values.ts';
import { unseal } from '../seals.ts';
import { refuse } from './refuse.ts';

const fields = new Set([
  ...['contents', 'systemInstruction', 'tools', 'toolConfig', 'safetySettings', 'generationConfig'],
  ...['cachedContent', 'store', 'serviceTier'],
]);

const configFields = new Set([
  ...['stopSequences', 'responseMimeType', 'responseSchema', 'responseJsonSchema', 'responseModalities'],
  ...['candidateCount', 'maxOutputTokens', 'temperature', 'topP', 'topK', 'seed', 'presencePenalty'],
  ...['frequencyPenalty', 'responseLogprobs', 'logprobs', 'enableEnhancedCivicAnswers', 'speechConfig'],
  ...['thinkingConfig', 'imageConfig', 'mediaResolution', 'audioTimestamp', 'responseFormat'],
]);

/** Words of the subset of OpenAPI that `parameters` takes. */
const schemaFields = new Set([
  ...['type', 'format', 'title', 'description', 'nullable', 'enum', 'maxItems', 'minItems', 'properties'],
  ...['required', 'minProperties', 'maxProperties', 'minLength', 'maxLength', 'pattern', 'example'],
  ...['anyOf', 'propertyOrdering', 'default', 'items', 'minimum', 'maximum'],
]);

const partKinds = [
  ...['text', 'inlineData', 'fileData', 'functionCall', 'functionResponse', 'executableCode'],
  'codeExecutionResult',
];
const functionName = /^[A-Za-z_][A-Za-z0-9_.:-]{0,127}$/;
const mostStops = 5;

/** The value in place of a missing signature. */
const skipped = 'skip_thought_signature_validator';

/** Throws a refusal where the vendor would. */
export function checkGemini(body: JsonObject): void {
  refuseUnknown(body, fields, '');
  const config = asObject(body['generationConfig']);
  refuseUnknown(config, configFields, " at 'generation_config'");
  if (asList(config['stopSequences']).length > mostStops)
    refuse(`* GenerateContentRequest.generation_config.stop_sequences: at most ${mostStops} are allowed`);
  const contents = asList(body['contents']).map(asObject);
  if (contents.length === 0) refuse('* GenerateContentRequest.contents: contents is not specified');
  contents.forEach(checkContent);
  checkTurns(contents);
  checkSignatures(contents);
  asList(body['tools'])
    .flatMap((tool) => asList(asObject(tool)['functionDeclarations']))
    .forEach(checkDeclaration);
}

function refuseUnknown(object: JsonObject, known: ReadonlySet<string>, at: string): void {
  for (const field of Object.keys(object))
    if (!known.has(field))
      refuse(`Invalid JSON payload received. Unknown name "${field}"${at}: Cannot find field.`);
}

function checkContent({ role, parts }: JsonObject, index: number): void {
  const at = `GenerateContentRequest.contents[${index}]`;
  if (role !== undefined && role !== 'user' && role !== 'model')
    refuse('Please use a valid role: user, model.');
  if (asList(parts).length === 0) refuse(`* ${at}.parts: contents.parts must not be empty.`);
  asList(parts).forEach((value, place) => {
    const part = asObject(value);
    const kinds = partKinds.filter((kind) => part[kind] !== undefined);
    if (kinds.length !== 1)
      refuse(`* ${at}.parts[${place}].data: required oneof field 'data' must have one initialized field`);
    checkFunction(part, `${at}.parts[${place}]`);
  });
}

function checkFunction({ functionCall, functionResponse }: JsonObject, at: string): void {
  if (functionCall !== undefined) {
    const { name, args } = asObject(functionCall);
    if ((asText(name) ?? '') === '') refuse(`* ${at}.function_call.name: Name cannot be empty.`);
    if (args !== undefined && !isObject(args)) refuse(`Invalid value at '${at}.function_call.args' (Struct)`);
  }
  if (functionResponse === undefined) return;
  const { name, response } = asObject(functionResponse);
  if ((asText(name) ?? '') === '') refuse(`* ${at}.function_response.name: Name cannot be empty.`);
  if (!isObject(response)) refuse(`Invalid value at '${at}.function_response.response' (Struct)`);
}

function count(content: JsonObject | undefined, kind: string): number {
  return asList(content?.['parts']).filter((part) => asObject(part)[kind] !== undefined).length;
}

/** Calls follow the user's turn, their results follow them, and the last word is never the model's. */
function checkTurns(contents: readonly JsonObject[]): void {
  for (const [index, content] of contents.entries()) {
    const calls = count(content, 'functionCall');
    const before = contents[index - 1];
    if (calls > 0 && (before === undefined || before['role'] === 'model'))
      refuse(
        'Please ensure that function call turn comes immediately after a user turn or after a function response turn.',
      );
    if (calls > 0 && count(contents[index + 1], 'functionResponse') !== calls)
      refuse(
        'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.',
      );
    if (count(content, 'functionResponse') > 0 && count(before, 'functionCall') === 0)
      refuse('Please ensure that function response turn comes immediately after a function call turn.');
  }
  if (contents.at(-1)?.['role'] === 'model')
    refuse('Please ensure that multiturn requests end with a user role or a function response.');
}

/** Since the user's last words each of the model's turns brings the signature of its first call back. */
function checkSignatures(contents: readonly JsonObject[]): void {
  const asked = contents.findLastIndex(
    (content) => content['role'] !== 'model' && count(content, 'functionResponse') === 0,
  );
  for (const [index, content] of contents.entries()) {
    const place = asList(content['parts']).findIndex((part) => asObject(part)['functionCall'] !== undefined);
    for (const [at, value] of asList(content['parts']).entries()) {
      const { thoughtSignature: signature, functionCall } = asObject(value);
      if (typeof signature === 'string' && signature !== skipped && unseal('gemini', signature) === undefined)
        refuse('Thought signature is not valid.');
      if (index > asked && at === place && signature === undefined)
        refuse(
          `Function call is missing a thought_signature in functionCall parts. Function call \`${asObject(functionCall)['name']}\`, position ${index + 1}.`,
        );
    }
  }
}

function checkDeclaration(value: unknown, index: number): void {
  const { name, parameters, parametersJsonSchema } = asObject(value);
  const at = `tools[0].function_declarations[${index}]`;
  if (!functionName.test(asText(name) ?? ''))
    refuse(
      `* GenerateContentRequest.${at}.name: Invalid function name. Must start with a letter or an underscore.`,
    );
  if (parameters !== undefined && parametersJsonSchema !== undefined)
    refuse(`* GenerateContentRequest.${at}: only one of parameters and parameters_json_schema may be set`);
  checkSchema(asObject(parameters), `${at}.parameters`);
}

function checkSchema(schema: JsonObject, at: string): void {
  refuseUnknown(schema, schemaFields, ` at '${at}'`);
  for (const [name, inner] of Object.entries(asObject(schema['properties'])))
    checkSchema(asObject(inner), `${at}.properties[${name}]`);
  if (schema['items'] !== undefined) checkSchema(asObject(schema['items']), `${at}.items`);
}
