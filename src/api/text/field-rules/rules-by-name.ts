/**
 * The rules of fields in requests and answers, by their names: in all dialects a name means the same, with few
 * exceptions.
 */
import type { TextKind, UnseenKind } from '../extracted-text-types.ts';
import { labelled, notText } from './non-text-fields.ts';
import { type Rule, ruleOf } from './rule-type.ts';

const rules = new Map<string, Rule>();
const within = new Map<string, Map<string, Rule>>();

/** Names may have that of what they stand in before them: `source.data`. */
function put(names: string, said: Parameters<typeof ruleOf>[0]): void {
  const rule = ruleOf(said);
  for (const name of names.trim().split(/\s+/)) {
    const dot = name.indexOf('.');
    if (dot === -1) rules.set(name, rule);
    else {
      const outer = name.slice(0, dot);
      const inner = within.get(outer) ?? new Map<string, Rule>();
      within.set(outer, inner.set(name.slice(dot + 1), rule));
    }
  }
}

/** Fields for texts, and what holds more of them. */
const texts = (kind: TextKind, names: string, said: Partial<Rule> = {}) =>
  put(names, { form: 'text', kind, object: 'known', ...said });
/** A free value of any content. */
const own = (kind: TextKind, names: string) => put(names, { form: 'text', kind, object: 'open' });
const unseen = (what: UnseenKind, names: string, said: Partial<Rule> = {}) =>
  put(names, { form: 'media', unseen: what, object: 'known', ...said });
/** Tools of vendors: their settings are looked at, their results can't be. */
const tools = (names: string) =>
  put(names, { form: 'text', kind: 'name', unseen: 'vendor_tools', object: 'known' });

// The fields that hold texts: parts of requests, of answers and of events.
texts(
  'text',
  `messages contents parts part items item choices candidates message_start session response request requests params body
   content_block contentBlock start data file image video document guardContent cachePoint cache_control outputs actions
   operation caller annotations annotation segments words turn user_input chunk`,
);
texts(
  'name',
  `functions function functionDeclarations functionCall tools toolSpec toolUse toolConfig toolChoice tool tool_calls tool_changes
   tool_references tool_configuration custom json_schema any auto url_sources client_tool_results server_tool_results always never
   user_location approximate ranking_options network_policy skills mcp_server tabs state_changes sources svg
   acknowledged_safety_checks pending_safety_checks input_image_mask moderation_results functionCallingConfig`,
);
texts(
  'unknown',
  `context_management edits applied_edits clear_at_least compaction output_config thread diagnostics cache_miss_reason
   fallback_credit prompt_cache_options prompt_cache_breakpoint caching billing_policy block_binding policy
   stream_options incomplete_details status_details stop_details transcription noise_reduction input_audio_transcription
   output_expires_after input_transformations transformations transformation from to outcome task_budget
   generationConfig thinkingConfig inferenceConfig performanceConfig safetySettings speechConfig groundingMetadata
   groundingChunks groundingSupports web segment promptFeedback guardrailConfig citationMetadata trace`,
);

// The texts themselves.
texts(
  'text',
  'content text system instructions systemInstruction transcript output_text suffix delta word speaker',
);
texts('text', 'input', {
  object: 'open',
  list: 'known',
  element: 'known',
  openKind: 'arguments',
  takesTokens: true,
});
texts('text', 'prompt', { takesTokens: true });
texts(
  'text',
  'query texts documents title context document_title questions answers prediction negative_prompt',
);
texts(
  'text',
  'revised_prompt stop stop_sequences stop_sequence stopSequences known_speaker_names input.text',
);
texts('text', 'token tokens', { joins: true });
texts('text', 'logprobs top_logprobs');
texts(
  'reasoning',
  'thinking reasoning reasoning_content reasoningText reasoningContent summary reasoning_details',
);
texts('refusal', 'refusal explanation');
texts('citation', 'cited_text citations citation url_citation citationsContent source');
texts(
  'result',
  'output result results stdout stderr logs lines error error_message message toolResult functionResponse',
);
texts('arguments', 'code command commands queries pattern diff path url working_directory keys action');
texts('description', 'description server_description definition grammar');
texts(
  'name',
  'name tool_name filename server_label server_name mcp_server_name toolset_name namespace workflow_name',
);
texts(
  'name',
  'allowed_tools tool_names exclude_tools clear_tool_inputs allowedFunctionNames filters filter key value',
);
texts(
  'name',
  'allowed_domains blocked_domains domain city country region page_age reason param trigger connector_id',
);

// The values with free names.
own('arguments', 'arguments partial_json args env custom.input toolUse.input');
own(
  'description',
  'parameters input_schema inputSchema schema output_schema properties input_examples json required',
);
own(
  'description',
  'responseSchema responseJsonSchema parametersJsonSchema guided_json guided_regex guided_choice guided_grammar',
);
own('result', 'attributes toolResult.json functionResponse.response');
own('name', 'metadata variables chat_template_kwargs promptVariables requestMetadata');
own('unknown', 'additionalModelRequestFields additionalModelResponseFields');

for (const { form, names } of notText) {
  const isSecret = form === 'credential';
  for (const name of names) {
    // Some are an object elsewhere, which has fields of the API.
    put(name, { form, kind: 'unknown', object: isSecret ? 'secret' : 'known' });
  }
}
for (const name of labelled.names) put(name, { form: 'word', kind: 'unknown', object: labelled.inside });
put('text.format', { form: 'word', kind: 'description', object: 'known' });

// The content that can't be checked.
unseen('images', 'image_url images mask image input_image b64_json partial_image_b64 data.url');
unseen(
  'sound',
  'input_audio audio audio_url known_speaker_references input_audio.data audio.data audio.id delta.audio',
);
unseen('files', 'file_data video_url inlineData inlineData.data file.data');
unseen('files', 'source.bytes', { byType: true });
unseen('urls', 'file_url fileUri s3Location s3Location.uri uri video_url.url');
unseen('images', 'image_url.url images.url');
unseen('sound', 'audio_url.url');
unseen(
  'file_ids',
  'file_id file_ids vector_store_ids skill_id container_id container container.id cachedContent input_file_id',
);
unseen('previous_response_id', 'previous_response_id previous_message_id');
unseen('conversation', 'conversation conversation.id');
unseen('prompt_id', 'prompt.id');
unseen('prompt_embeds', 'prompt_embeds image_embeds audio_embeds');
// Some servers keep media by a name of the client's.
unseen('images', 'uuid');
unseen('chat_template', 'chat_template');
unseen('vendor_tools', 'encrypted_stdout');
tools('mcp_servers web_search_options plugins search_parameters server_url');
tools('googleSearch googleSearchRetrieval codeExecution urlContext retrieval systemTool');

// The fields whose meaning depends on the type of their object.
unseen('files', 'source.data source.url content.data content_block.data reasoning_details.data', {
  byType: true,
});
put('encrypted_content', { form: 'sealed', kind: 'unknown', object: 'known', byType: true });
texts('result', 'result', { byType: true });

/** The rules of fields in what one name leads to. */
export interface Fields {
  /** Undefined for a field that nobody knows. */
  get(name: string): Rule | undefined;
}

/** Fields of most names have the same rules everywhere. */
const byOuter = new Map<string, Fields>(
  [...within].map(([outer, own]) => [outer, new Map([...rules, ...own])]),
);

/** @param outer The name of what the fields stand in. */
export function fieldsOf(outer: string): Fields {
  return byOuter.get(outer) ?? rules;
}

/**
 * True for an unknown name that would hold texts or media in another case. Some decoders ignore the case: its content
 * would be taken for something else here.
 */
export function isInOtherCase(name: string): boolean {
  const { form, object } = rules.get(name.toLowerCase()) ?? {};
  return form === 'media' || (form === 'text' && object === 'known');
}

/** True for a name of an API, and so no text that anybody wrote. */
export function isKnownName(name: string): boolean {
  return rules.has(name);
}
