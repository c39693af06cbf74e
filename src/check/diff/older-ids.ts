import type { Config, StatefulConfig } from '../../config/types.ts';
import { listed } from '../../routing/wording.ts';

type Kept = Pick<Config, 'stateful'>;

/** What becomes of ids that clients have already, in sentences. */
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
    ...(gained.includes('responses')
      ? ['reasoning (`encrypted_content`) from before passes as it comes']
      : []),
  ];
}

function signedBy(stateful: StatefulConfig | undefined): readonly string[] {
  return stateful?.ids === 'signed' ? stateful.endpoints : [];
}

function gainedText(names: string, { allowsUnsigned }: StatefulConfig): string {
  const made = `ids of ${names} that were made before have no signature`;
  return allowsUnsigned
    ? `${made}: they pass as they came, in a path to the one backend of their endpoint, and where it has several they are 404`
    : `${made}: they are 404 from now on, unless \`stateful.unsigned: allow\` lets them pass`;
}
