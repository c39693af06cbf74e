import type { JSX } from 'preact';
import type { Deployment } from '../../src/admin/contract/deployments.ts';
import { count, counted } from '../data/words.ts';

/** The requests that deployments served through another dialect, and the fields that they lost. */
export function Translations({
  deployments,
}: {
  readonly deployments: readonly Deployment[];
}): JSX.Element | null {
  const translating = deployments.filter(({ translated }) => translated > 0);
  if (translating.length === 0) return null;
  return (
    <ul class="fine in-card" aria-label="Translated since the gateway started">
      {translating.map(({ deployment, name, translated, dropped }) => (
        <li key={deployment}>
          {name} served {counted(translated, 'request')} by translation; {leftOut(dropped)}
        </li>
      ))}
    </ul>
  );
}

/** The most frequent first. */
function leftOut(dropped: Deployment['dropped']): string {
  const fields = Object.entries(dropped)
    .map(([field, times = 0]) => ({ field, times }))
    .sort((a, b) => b.times - a.times || a.field.localeCompare(b.field));
  if (fields.length === 0) return 'no field dropped';
  return `dropped: ${fields.map(({ field, times }) => `${field} (${count(times)})`).join(', ')}`;
}
