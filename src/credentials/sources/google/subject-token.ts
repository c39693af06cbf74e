import { parseObject } from '../../../lib/json.ts';
import { ask } from '../ask.ts';
import { refusalOf } from '../refusal.ts';
import { readSecretFile } from '../secret-file.ts';
import { RenewalFailure } from '../source.ts';
import type { SubjectTokenSource } from './key.ts';
import type { Request } from './request.ts';

/**
 * The token of another identity provider, as it is now.
 *
 * @param keyFrom where the key stands that says where to look, for operators
 * @throws RenewalFailure
 */
export async function subjectToken(
  { from, field }: SubjectTokenSource,
  keyFrom: string,
  request: Request,
): Promise<string> {
  const { text, place } = await textOf(from, keyFrom, request);
  const token = field === undefined ? text.trim() : parseObject(text)?.[field];
  if (typeof token === 'string' && /^[\x21-\x7e]+$/.test(token)) return token;
  throw new RenewalFailure(
    'invalid_answer',
    field === undefined
      ? `${place} holds no token: it is empty, or more than one line of visible characters`
      : `${place} is no JSON object with a token in ${field}`,
  );
}

async function textOf(
  from: SubjectTokenSource['from'],
  keyFrom: string,
  { signal, now }: Request,
): Promise<{ readonly text: string; readonly place: string }> {
  if (from.kind === 'file') return { text: await readSecretFile(from.file), place: from.file };
  const answer = await ask(
    {
      method: 'GET',
      url: from.url,
      urlFrom: `credential_source.url of ${keyFrom}`,
      headers: from.headers,
      plainHttp: 'metadata',
      secrets: [],
    },
    signal,
  );
  if (answer.status !== 200) throw refusalOf(answer, now());
  return { text: answer.text, place: `what ${answer.from} answered` };
}
