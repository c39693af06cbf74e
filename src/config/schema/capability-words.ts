import { didYouMean } from '../../lib/suggest.ts';
import { capabilityNames } from '../capability-names.ts';

/** The names of capabilities elsewhere: in the vendors' APIs, in model catalogues and in other gateways. */
const elsewhere: Readonly<Record<string, readonly string[]>> = {
  vision: ['image', 'images', 'image_input', 'images_input', 'input_image', 'multimodal', 'image_url'],
  pdf_input: ['pdf', 'pdfs', 'file', 'files', 'file_input', 'document', 'documents', 'document_input'],
  audio_input: ['audio', 'input_audio', 'speech', 'voice'],
  reasoning: ['thinking', 'extended_thinking', 'reasoning_effort', 'think'],
  streaming: ['stream', 'sse', 'native_streaming'],
  function_calling: [
    'tools',
    'tool',
    'tool_use',
    'tool_calling',
    'tool_calls',
    'functions',
    'function',
    'function_call',
  ],
  parallel_function_calling: [
    'parallel_tools',
    'parallel_tool_calls',
    'parallel_tool_calling',
    'parallel_tool_use',
  ],
  tool_choice: ['forced_tools', 'function_choice'],
  computer_use: ['computer', 'computer_use_preview'],
  assistant_prefill: ['prefill', 'prefilling', 'partial'],
  prompt_caching: ['cache', 'caching', 'cache_control', 'prompt_cache', 'context_caching'],
  web_search: ['search', 'browsing', 'web', 'web_search_preview', 'grounding', 'internet'],
  url_context: ['url', 'urls', 'web_fetch', 'fetch'],
};

/** ` (did you mean "function_calling"?)` for a name that is no capability, by what others call it, then by its letters. */
export function meantCapability(written: string, known: Iterable<string>): string {
  const word = written
    .toLowerCase()
    .replace(/^supports[_-]?/, '')
    .replaceAll('-', '_');
  if ((capabilityNames as readonly string[]).includes(word)) return ` (did you mean "${word}"?)`;
  const [name] = Object.entries(elsewhere).find(([, words]) => words.includes(word)) ?? [];
  return name === undefined ? didYouMean(written, known) : ` (did you mean "${name}"?)`;
}

/** The hint for an unknown capability. */
export function capabilityHint(guess: string): string {
  return guess === ''
    ? `the capabilities are ${capabilityNames.join(', ')}; one of your own is listed in \`extra_capabilities\` first`
    : 'list a capability in `extra_capabilities` only if none of these names fits';
}
