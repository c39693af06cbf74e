import { GatewayError } from '../../../errors.ts';

/** A form that is none, or that readers of forms could understand in different ways. */
export function formFault(what: string): GatewayError {
  return new GatewayError('invalid_form', `The form ${what}; send it as RFC 7578 has it.`);
}
