/** Calls the gateway with the official client, and says of each call what became of it, a line each. */
import OpenAI, { APIError } from 'openai';

const { GATEWAY_URL, GATEWAY_KEY, CALLS = '1', MODEL = 'demo', TITLE = '' } = process.env;
const client = new OpenAI({
  baseURL: `${GATEWAY_URL}/v1`,
  apiKey: GATEWAY_KEY,
  maxRetries: 0,
  defaultHeaders: { 'X-Title': TITLE },
});

for (let call = 0; call < Number(CALLS); call += 1) {
  try {
    const answer = await client.chat.completions.create({
      model: MODEL,
      messages: [{ role: 'user', content: 'Hello' }],
    });
    process.stdout.write(`${answer.object}\n`);
  } catch (error) {
    process.stdout.write(error instanceof APIError ? `${error.status} ${error.code}\n` : `${error}\n`);
  }
}
