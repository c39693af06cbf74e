/**
 * The fields of requests and answers whose strings are no text, and why: all others are looked at. Each holds for its name
 * wherever an API has it, but not in what is somebody's own, as arguments of tools are. A test goes through the types of the
 * vendors' SDKs, and fails for a field that is neither here nor known for text. It is plain data.
 */
import type { Inside, StringForm } from './rule-type.ts';

/** Fields whose strings are no text as long as they have a form. */
export interface NotText {
  readonly form: Exclude<StringForm, 'text' | 'media'>;
  /** The reason, and the strings that are looked at all the same. */
  readonly because: string;
  readonly names: readonly string[];
}

const names = (text: string): readonly string[] => text.trim().split(/\s+/);

export const notText: readonly NotText[] = [
  {
    form: 'id',
    because:
      'An id of something that an API has. An id with a space, with several words or with more than 400 characters is checked.',
    names: names(`
      id call_id tool_call_id tool_use_id toolUseId tool_id caller_id approval_request_id item_id previous_item_id
      response_id responseId request_id event_id group_id segment_id tab_id download_id tunnel_id message_id
      conversation_id first_id last_id custom_id created_by fingerprint system_fingerprint obfuscation
      user user_id safety_identifier prompt_cache_key user_profile_id workspace_id fallback_credit_token
      progressToken
    `),
  },
  {
    form: 'word',
    because:
      'A word that an API knows, the name of a model, a time or a language. A text with a space or with more than 128 characters is checked.',
    names: names(`
      type object status model models detail effort format mode include phase execution eagerness display version event
      service_tier reasoning_effort verbosity truncation background modalities output_modalities response_format
      tool_choice encoding_format output_format input_fidelity moderation quality size style stream_format syntax task ttl
      timestamp_granularities category button environment finish_reason stop_reason error_code generate_summary keep
      media_type memory_limit oversized_image prefix_mismatch_behavior prompt_cache_retention ranker require_approval
      response_inclusion search_content_types search_context_size speed tracing turn_detection allowed_callers betas
      bill_to chunking_strategy clear_at delay function_call inference_geo language timezone voice expires_at
      retrieved_at recommended_model remove_to_redeem file_type fallbacks max_output_tokens
      purpose endpoint method completion_window anchor personality anthropic_version anthropic_beta
      finishReason stopReason mimeType modelVersion blockReason responseMimeType responseModalities threshold probability
      trafficType createTime latency jsonrpc resultType
    `),
  },
  {
    form: 'role',
    because: 'A role of conversations. An unknown role is checked: templates write it into the prompt.',
    names: ['role'],
  },
  {
    form: 'sealed',
    because:
      'A value that only its vendor can write and read. Text that this gateway put into such a field is opened and checked.',
    names: names(
      'signature encrypted_content encrypted_index thoughtSignature thought_signature redactedContent',
    ),
  },
  {
    form: 'credential',
    because: 'A secret for a service that the vendor calls, which nobody else may get.',
    names: names('authorization authorization_token headers domain_secrets'),
  },
];

/** Fields that hold words and numbers alone, and what isn't looked at in them. */
export const labelled: {
  readonly inside: Inside;
  readonly because: string;
  readonly names: readonly string[];
} = {
  inside: 'labels',
  because: 'Counts, scores and their names. A string that is no word is checked.',
  names: names(`
    usage usageMetadata metrics embedding bytes logit_bias token_logprobs text_offset category_scores categories
    category_applied_input_types rate_limits iterations stop_token_ids meta safetyRatings
  `),
};

/** Fields that can't be looked at in requests, and are no text in answers. */
export const leading: { readonly because: string; readonly names: readonly string[] } = {
  because:
    'In an answer, it stands for something that the client has or has named. In a request, it adds content that the gateway never sees.',
  names: names(`
    file_id file_ids vector_store_ids skill_id container_id container cachedContent input_file_id previous_response_id
    previous_message_id conversation encrypted_stdout
  `),
};
