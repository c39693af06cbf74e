import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useNow } from '../data/now.ts';
import { ago, clock, fullTime } from '../data/words.ts';
import { Icon } from './icons.tsx';

export type Tone = 'good' | 'warn' | 'bad' | 'quiet' | 'accent';

/** A word with a colour; the word alone says it too. */
export function Badge({
  tone,
  children,
}: {
  readonly tone: Tone;
  readonly children: ComponentChildren;
}): JSX.Element {
  return <span class={`badge ${tone}`}>{children}</span>;
}

/** The time since a moment, with the moment itself on hover. */
export function Ago({ at }: { readonly at: string }): JSX.Element {
  const now = useNow();
  return (
    <time dateTime={at} title={fullTime(at)}>
      {ago(at, now)}
    </time>
  );
}

/** The time of day, with date and zone on hover. */
export function Clock({ at }: { readonly at: string }): JSX.Element {
  return (
    <time dateTime={at} title={fullTime(at)}>
      {clock(at)}
    </time>
  );
}

/** Copies a text; says so for a moment. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }): JSX.Element {
  const [state, setState] = useState<'idle' | 'done' | 'failed'>('idle');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setState('done');
    } catch {
      setState('failed');
    }
    setTimeout(() => setState('idle'), 2000);
  };
  return (
    <button type="button" class="button small" onClick={() => void copy()}>
      <Icon name="copy" />
      <span aria-live="polite">{{ idle: label, done: 'Copied', failed: 'Select and copy it' }[state]}</span>
    </button>
  );
}

interface CardProps {
  readonly title: string;
  /** Right of the title. */
  readonly aside?: ComponentChildren;
  readonly children: ComponentChildren;
  /** Tables go to the edge. */
  readonly flush?: boolean;
}

export function Card({ title, aside, children, flush = false }: CardProps): JSX.Element {
  return (
    <section class={flush ? 'card flush' : 'card'} aria-label={title}>
      <header class="card-head">
        <h2>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  );
}

interface TextFrameProps {
  readonly children: ComponentChildren;
  readonly wrap?: boolean;
}

/** Text as a terminal shows it. */
export function TextFrame({ children, wrap = false }: TextFrameProps): JSX.Element {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also for whoever has no mouse
    <pre class={wrap ? 'frame-text wrap' : 'frame-text'} tabIndex={0}>
      {children}
    </pre>
  );
}

interface TableScrollProps {
  /** The table's subject. */
  readonly label: string;
  readonly children: ComponentChildren;
}

/** A table that may be wider than the page. On a phone each row is a block, with the name of its column beside a cell. */
export function TableScroll({ label, children }: TableScrollProps): JSX.Element {
  const section = useRef<HTMLElement>(null);
  useEffect(() => nameCells(section.current));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it with the arrow keys
    <section class="table-scroll" aria-label={label} tabIndex={0} ref={section}>
      {children}
    </section>
  );
}

/** Writes the heading of its column on each cell, for the style of narrow screens. */
function nameCells(section: HTMLElement | null): void {
  const headings = [...(section?.querySelectorAll('thead th') ?? [])].map((cell) => cell.textContent ?? '');
  for (const row of section?.querySelectorAll('tbody tr') ?? []) {
    for (const [column, cell] of [...row.children].entries())
      cell.setAttribute('data-label', headings[column] ?? '');
  }
}

interface Titled {
  readonly title: string;
  readonly children?: ComponentChildren;
}

/** The message for an empty list, with the next step. */
export function Empty({ title, children }: Titled): JSX.Element {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children}
    </div>
  );
}

/** Something that has to be read. */
export function Notice({
  tone,
  children,
}: {
  readonly tone: Tone;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <div class={`notice ${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      {children}
    </div>
  );
}

/** Waits, or says why there is nothing. */
export function Pending({ error }: { readonly error: string | undefined }): JSX.Element {
  return error === undefined ? <p class="pending">Loading…</p> : <Notice tone="bad">{error}</Notice>;
}

/** A heading with what the page can do beside it. */
export function PageHead({ title, children }: Titled): JSX.Element {
  return (
    <div class="page-head">
      <h1>{title}</h1>
      <div class="page-tools">{children}</div>
    </div>
  );
}

interface SearchProps {
  readonly label: string;
  readonly value: string;
  onValue(value: string): void;
}

export function Search({ label, value, onValue }: SearchProps): JSX.Element {
  return (
    <label class="search">
      <Icon name="search" />
      <span class="unseen">{label}</span>
      <input
        type="search"
        placeholder={label}
        value={value}
        onInput={(event) => onValue(event.currentTarget.value)}
      />
    </label>
  );
}

interface MeterProps {
  readonly share: number;
  readonly label: string;
  /** A share of a whole, which is not worse for being large. */
  readonly plain?: boolean;
}

/** The used share of something. */
export function Meter({ share, label, plain = false }: MeterProps): JSX.Element {
  const tone = plain || share < 0.7 ? 'accent' : share < 0.9 ? 'warn' : 'bad';
  const width = Math.min(100, Math.max(share > 0 ? 1.5 : 0, share * 100));
  return (
    <svg class={`meter ${tone}`} viewBox="0 0 100 6" preserveAspectRatio="none" role="img" aria-label={label}>
      <rect class="meter-rest" width="100" height="6" />
      <rect class="meter-used" width={width} height="6" />
    </svg>
  );
}
