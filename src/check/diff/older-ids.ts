import type { Config } from '../../config/types/gateway.ts';
import type { StatefulConfig } from '../../config/types/state.ts';
import { listed } from '../../routing/wording.ts';

type Kept = Pick<Config, 'stateful'>;

/** The fate of ids that clients have already, in sentences. */
export function olderIds({ stateful: before }: Kept, { stateful: after }: Kept): readonly string[] {
  const old = signedBy(before);
  const now = signedBy(after);
  const gained = now.filter((name) => !old.includes(name));
  const lost = old.filter((name) => !now.includes(name));
  return [
    ...(gained.length === 0 ? [] : [gainedText(listed(gained, 'and'), after!)]),
    ...(lost.length === 0
      ? []
      : [
          `ids of ${listed(lost, 'and')} that were signed go to backends as they are, and those know none of them`,
        ]),
    ...(old.length > 0 && now.length > 0 ? shortForm(before!, after!) : []),
    ...(gained.includes('responses')
      ? ['reasoning (`encrypted_content`) from before passes as it comes']
      : []),
  ];
}

function signedBy(stateful: StatefulConfig | undefined): readonly string[] {
  return stateful?.ids === 'signed' ? stateful.endpoints : [];
}

/** The fate of ids in the form of 1.0. */
function shortForm(
  { shortOwnersUntil: before }: StatefulConfig,
  { shortOwnersUntil: after }: StatefulConfig,
): readonly string[] {
  if (before === after) return [];
  const ids = 'ids of the short form (`~g1`)';
  if (after === undefined) return [`${ids} are 404 from now on`];
  const until = new Date(after).toISOString().replace('.000Z', 'Z');
  return [`${ids} are good until ${until}, by \`stateful.short_owners_until\`, and 404 from then on`];
}

function gainedText(names: string, { allowsUnsigned }: StatefulConfig): string {
  const made = `ids of ${names} that were made before have no signature`;
  return allowsUnsigned
    ? `${made}: they pass as they came, in a path to the one backend of their endpoint, and where it has several they are 404`
    : `${made}: they are 404 from now on, unless \`stateful.unsigned: allow\` lets them pass`;
}
