import { credentialHint, isCredentialName } from '../../schema/query-words.ts';
import { nodeAt, type Path } from '../../text/tree.ts';
import { type Context, wrong } from '../context.ts';

/**
 * Fixed query parameters of a backend. What they hold is shown in plans, logs of the backend and of whatever stands
 * between, so neither a variable nor a file nor anything that is named as a credential is taken.
 */
export function resolveQuery(
  context: Context,
  path: Path,
  query: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const names = new Map<string, string>();
  for (const [name, value] of Object.entries(query)) {
    const at = [...path, name];
    const other = names.get(name.toLowerCase());
    names.set(name.toLowerCase(), name);
    if (other !== undefined) {
      context.report.atKey(context.tree, at, 'bad_query', `"${other}" and "${name}" are one parameter`, {
        hint: 'take one of them out: they differ in upper and lower case only',
      });
    }
    if (isCredentialName(name)) {
      const message = `the parameter "${name}" looks like a credential, and queries end up in logs`;
      context.report.atKey(context.tree, at, 'bad_query', message, { hint: credentialHint });
    } else if (nodeAt(context.tree, at)?.expansion !== undefined) {
      const message = 'a value from a variable or a file is a secret, and queries end up in logs';
      wrong(context, at, 'bad_query', message, {
        hint: `write the value itself; ${credentialHint}`,
      });
    } else if (!/^[\x21-\x7e]*$/.test(value)) {
      wrong(context, at, 'bad_query', 'the value may hold visible ASCII characters only');
    }
  }
  return { ...query };
}
