const mostCharacters = 200;
const secretCharacters = 'A-Za-z0-9+/_=.-';
const likeSecrets = new RegExp(`[${secretCharacters}]{16,}`, 'g');
const cutAtBegin = new RegExp(`^[${secretCharacters}]+`);

/**
 * The end of what a program said on its standard error, for operators: in one line, with all that might be a secret
 * masked.
 *
 * @param isCut Whether something came before `text`.
 */
export function lastWords(text: string, isCut: boolean): string {
  // Text at the cut may be the rest of a secret.
  const whole = isCut ? text.replace(cutAtBegin, '') : text;
  const masked = whole
    .replace(likeSecrets, '[masked]')
    .replace(/[^\x21-\x7e]+/g, ' ')
    .trim();
  return masked.slice(-mostCharacters);
}
