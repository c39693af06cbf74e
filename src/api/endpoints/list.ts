/** Every endpoint: one is added with its file and its line here, and then `npm run generate`. */
export { speech } from './audio/speech.ts';
export { chatCompletions } from './chat-completions.ts';
export { completions } from './completions.ts';
export { countTokens } from './count-tokens.ts';
export { embeddings } from './embeddings.ts';
export { images } from './images/images.ts';
export { messages } from './messages.ts';
export { models } from './models.ts';
export { moderations } from './moderations.ts';
export { conversations } from './objects/conversations.ts';
export { rerank } from './rerank.ts';
export { responses } from './responses.ts';
export { responsesCompact } from './responses-compact.ts';
export { responsesInputTokens } from './responses-input-tokens.ts';
