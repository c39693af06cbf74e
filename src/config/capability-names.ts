/** The capabilities that the interface names; `extra_capabilities` adds to them. */
export const capabilityNames = [
  'vision',
  'pdf_input',
  'audio_input',
  'reasoning',
  'streaming',
  'function_calling',
  'parallel_function_calling',
  'tool_choice',
  'computer_use',
  'assistant_prefill',
  'prompt_caching',
  'web_search',
  'url_context',
] as const;
