import { isAzureHost } from '../../azure-paths.ts';
import type { Flavor, FlavorName, Translation } from '../../translation-settings.ts';

/** The properties that a file can set. */
type Settable = Pick<
  Translation,
  'tokenField' | 'developerRole' | 'lateSystem' | 'systemParts' | 'showReasoning'
>;

interface Row {
  readonly flavor: Flavor;
  readonly usual: Settable;
}

/** The properties of most servers that run open models. */
const served = {
  openaiFields: false,
  thinkingOff: undefined,
  customTools: 'wrapped',
  cacheMarks: undefined,
  continuousUsage: false,
} as const;

const usual: Settable = {
  tokenField: 'max_tokens',
  developerRole: 'system',
  lateSystem: 'in_place',
  systemParts: 'joined',
  showReasoning: 'asked',
};

export const flavors: Readonly<Record<FlavorName, Row>> = {
  openai: {
    flavor: {
      name: 'openai',
      topK: false,
      manyStops: false,
      openaiFields: true,
      effortField: 'reasoning_effort',
      thinkingOff: 'effort',
      reasoningBack: undefined,
      customTools: 'native',
      cacheMarks: 'prompt_cache_breakpoint',
      prefill: undefined,
      continuousUsage: false,
    },
    usual: { ...usual, tokenField: 'max_completion_tokens', developerRole: 'kept', systemParts: 'kept' },
  },
  vllm: {
    flavor: {
      ...served,
      name: 'vllm',
      topK: true,
      manyStops: true,
      effortField: 'reasoning_effort',
      thinkingOff: 'chat_template_kwargs',
      reasoningBack: 'reasoning',
      prefill: 'continue_final_message',
      continuousUsage: true,
    },
    usual: { ...usual, lateSystem: 'hoist' },
  },
  llama_cpp: {
    flavor: {
      ...served,
      name: 'llama_cpp',
      topK: true,
      manyStops: true,
      effortField: undefined,
      reasoningBack: 'reasoning_content',
      prefill: 'trailing_turn',
    },
    usual: { ...usual, lateSystem: 'hoist' },
  },
  deepseek: {
    flavor: {
      ...served,
      name: 'deepseek',
      topK: false,
      manyStops: false,
      effortField: 'reasoning_effort',
      reasoningBack: 'reasoning_content',
      prefill: 'prefix',
    },
    usual: { ...usual, showReasoning: 'always' },
  },
  openrouter: {
    flavor: {
      ...served,
      name: 'openrouter',
      topK: true,
      manyStops: true,
      effortField: 'reasoning.effort',
      reasoningBack: 'reasoning_details',
      cacheMarks: 'cache_control',
      prefill: 'trailing_turn',
    },
    usual: { ...usual, systemParts: 'kept' },
  },
  generic: {
    flavor: {
      ...served,
      name: 'generic',
      topK: false,
      manyStops: false,
      effortField: 'reasoning_effort',
      reasoningBack: undefined,
      prefill: undefined,
    },
    usual,
  },
};

const hosts: readonly (readonly [FlavorName, RegExp])[] = [
  ['openai', /^(?:[\w-]+\.)?api\.openai\.com$/i],
  ['openrouter', /^(?:[\w-]+\.)?openrouter\.ai$/i],
  ['deepseek', /^api\.deepseek\.com$/i],
];

/** The kind of server that answers under a vendor's own host; undefined for other hosts. */
export function flavorOfHost(hostname: string): FlavorName | undefined {
  if (isAzureHost(hostname)) return 'openai';
  return hosts.find(([, host]) => host.test(hostname))?.[0];
}
