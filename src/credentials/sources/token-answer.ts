import type { Answer } from './ask.ts';
import { lifetimeOf } from './lifetime.ts';
import { refusalOf } from './refusal.ts';
import { type CredentialValue, RenewalFailure, type Renewed } from './source.ts';

export interface RenewedToken extends Renewed {
  readonly value: Extract<CredentialValue, { kind: 'token' }>;
}

/** The characters of a header's value: RFC 9110, 5.5, without the space that no token has. */
const headerText = /^[\x21-\x7e]+$/;

/**
 * The token that an answer holds.
 *
 * @param name of the field that it stands in
 * @throws RenewalFailure where the answer is a refusal or holds none
 */
export function tokenOf(
  answer: Answer,
  { nowMs, subject, name = 'access_token' }: { nowMs: number; subject: string | undefined; name?: string },
): RenewedToken {
  const { json, from, dateMs } = answer;
  const token = json?.[name];
  const isGood = answer.status >= 200 && answer.status < 300;
  if (!isGood || json === undefined || (token === undefined && json['error'] !== undefined))
    throw refusalOf(answer, nowMs);
  if (typeof token !== 'string' || token === '')
    throw new RenewalFailure('invalid_answer', `${from} answered ${answer.status} without ${name}`);
  if (!headerText.test(token))
    throw new RenewalFailure(
      'invalid_answer',
      `${from} gave a token with characters that no header can carry`,
    );
  const { lifetimeMs, refreshMs, warning } = lifetimeOf(json, dateMs, nowMs);
  return {
    value: { kind: 'token', token },
    lifetimeMs,
    refreshMs,
    subject,
    warning: warning && `${from} ${warning}`,
  };
}
