import type { BodyField } from './endpoint.ts';

/** The turns of a conversation. */
export const messages: BodyField = {
  schema: {
    type: 'array',
    minItems: 1,
    items: { type: 'object', required: ['role'], properties: { role: { type: 'string' } } },
  },
  must: 'a non-empty array of objects, each with a string `role`',
};

/** The most that an answer may have. */
export const maxTokens: BodyField = {
  schema: { type: 'integer', nullable: true, minimum: 1 },
  must: 'an integer of at least 1',
};
