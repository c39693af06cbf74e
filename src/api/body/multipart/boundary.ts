import { GatewayError } from '../../../errors.ts';

const form = /^multipart\/form-data[\t ]*(?:;|$)/i;
/** A parameter, its value quoted or a token (RFC 9110, 5.6.6). */
const parameter = /[\t ]*;[\t ]*([\w!#$%&'*+.^`|~-]+)=(?:"((?:[^"\\]|\\.)*)"|([\w!#$%&'*+.^`|~-]+))[\t ]*/y;
/** RFC 2046, 5.1.1. */
const sound = /^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/;

/** True for a request whose body is a form of several parts. */
export function isForm(contentType: string | undefined): contentType is string {
  return contentType !== undefined && form.test(contentType);
}

/**
 * The text between the parts of a form, as its media type gives it.
 *
 * @throws GatewayError `invalid_form` where there is none, more than one in whatever form, or one that is none by RFC 2046
 */
export function boundaryOf(contentType: string): string {
  const found: string[] = [];
  parameter.lastIndex = 'multipart/form-data'.length;
  for (let at = parameter.lastIndex; at < contentType.length; at = parameter.lastIndex) {
    const match = parameter.exec(contentType);
    if (match === null) throw faulty('has parameters that can not be read');
    const [, name, quoted, token] = match;
    const lower = name!.toLowerCase();
    // With a backslash it is another one for readers that leave it in: no boundary has such a character.
    if (lower === 'boundary') found.push(quoted ?? token!);
    // Of the extended forms (RFC 2231) readers take the one or the other.
    else if (lower.startsWith('boundary')) throw faulty(`has the parameter ${lower} beside \`boundary\``);
  }
  const [boundary] = found;
  if (boundary === undefined) throw faulty('names no boundary');
  if (found.length > 1) throw faulty('names more than one boundary');
  if (!sound.test(boundary)) {
    throw faulty('has a boundary that is not 1 to 70 of the characters that RFC 2046 allows');
  }
  return boundary;
}

function faulty(what: string): GatewayError {
  return new GatewayError(
    'invalid_form',
    `The Content-Type of the form ${what}; leave the header to your HTTP library, which writes it with the body.`,
  );
}
