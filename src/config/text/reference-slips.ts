/**
 * References as Compose, Kubernetes, LiteLLM, Helm and CI systems write them. Here they are text like any other, and
 * would be sent as a credential as they stand.
 */

/** Whole values that are meant as a variable, with its name. */
const forms: readonly RegExp[] = [
  /^\$([A-Z_][A-Z0-9_]*)$/, // Compose and shells
  /^\$\(([A-Za-z_]\w*)\)$/, // Kubernetes
  /^os\.environ\/([A-Za-z_]\w*)$/, // LiteLLM
  /^(?:process\.)?env[.:]([A-Z_][A-Z0-9_]*)$/,
  /^%([A-Z_][A-Z0-9_]*)%$/,
];

/** `{{ ... }}` of Helm, Jinja and others, and `${{ ... }}` of CI systems. */
const template = /^\$?\{\{[-<%]?\s*(.*?)\s*[->%]?\}\}?$/s;

/** Quick to ask of a whole file: whether any value could be such a slip. */
export function mayHoldSlips(text: string): boolean {
  return /\$[A-Z_(]|os\.environ\/|\{\{|\benv[.:][A-Z_]|%[A-Z_]/.test(text);
}

/** The correction for a value that is meant as a variable: `${NAME}`; undefined for any other value. */
export function meantReference(value: string): string | undefined {
  for (const form of forms) {
    const name = form.exec(value)?.[1];
    if (name !== undefined) return `\${${name}}`;
  }
  const inside = template.exec(value)?.[1];
  return inside === undefined ? undefined : `\${${nameIn(inside)}}`;
}

/**
 * The correction for a reference in the form of a shell or of another program, such as `${NAME:?text}`; undefined for
 * any other text. Its default may be a secret, and is not repeated.
 */
export function meantForm(inner: string): string | undefined {
  const [, name, operator] = /^([A-Za-z_]\w*)(:?[-=?+])/.exec(inner) ?? [];
  if (name !== undefined) {
    return /[-=]/.test(operator!)
      ? `write the default behind \`:-\`: "\${${name}:-default}"`
      : `write "\${${name}}"; a variable that is not set, or empty, is an error here`;
  }
  const other = /^(?:process\.)?(?:env|secrets?|vars?)[.:]([A-Za-z_]\w*)$/i.exec(inner)?.[1];
  return other === undefined ? undefined : `write "\${${other}}"`;
}

/** The last name of an expression such as `.Values.openai.apiKey`, as variables are written. */
function nameIn(expression: string): string {
  // A text in quotes is a name only for a function that reads variables; else it may be a secret.
  if (/["']/.test(expression) && !/env|secret|lookup|vault/i.test(expression)) return 'NAME';
  const name = expression.match(/[A-Za-z_]\w*/g)?.at(-1) ?? 'NAME';
  // Nobody names a variable so, and somebody may have put the secret itself there.
  if (/\d.*[A-Z_a-z].*\d/.test(name) && /[a-z]/.test(name)) return 'NAME';
  return name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toUpperCase();
}

/** The whole template around a place in a text, such as `{{ .Values.key }}`; undefined where there is none. */
export function templateAt(
  text: string,
  at: number,
): { readonly start: number; readonly text: string } | undefined {
  const lineStart = text.lastIndexOf('\n', at - 1) + 1;
  for (const match of text
    .slice(lineStart, at + 200)
    .split('\n')[0]!
    .matchAll(/\$?\{\{.*?\}\}/g)) {
    const start = lineStart + match.index;
    if (at >= start && at <= start + match[0].length) return { start, text: match[0] };
  }
  return undefined;
}
