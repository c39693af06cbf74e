import type { ComponentChildren, JSX } from 'preact';

interface StatProps {
  readonly label: string;
  readonly value: string;
  readonly note: ComponentChildren;
  readonly tone?: 'bad' | undefined;
}

/** One figure with what it is, and a line to read it by. */
export function Stat({ label, value, note, tone }: StatProps): JSX.Element {
  return (
    <div class="stat">
      <p class="stat-label">{label}</p>
      <p class={tone === undefined ? 'stat-value' : `stat-value ${tone}`}>{value}</p>
      <p class="stat-note">{note}</p>
    </div>
  );
}
