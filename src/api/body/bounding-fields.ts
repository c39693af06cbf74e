/** The fields that bound an answer; the largest of them counts. */
export const boundingFields = ['max_tokens', 'max_completion_tokens', 'max_output_tokens'] as const;
