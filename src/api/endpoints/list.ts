/** Every endpoint: one is added with its file and its line here, and then `npm run generate`. */
export { chatCompletions } from './chat-completions.ts';
export { completions } from './completions.ts';
export { countTokens } from './count-tokens.ts';
export { embeddings } from './embeddings.ts';
export { messages } from './messages.ts';
export { models } from './models.ts';
export { conversations } from './objects/conversations.ts';
export { responses } from './responses.ts';
