import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import uPlot from 'uplot';
import { timesBackFrom } from './axis-times.ts';

export interface Line {
  readonly label: string;
  readonly values: readonly (number | null)[];
  /** A colour of the style sheet, such as `--accent`. */
  readonly color: string;
  /** Fills down to the axis. */
  readonly filled?: boolean;
}

interface ChartProps {
  /** The chart's content for people who can't see it. */
  readonly label: string;
  /** Unix seconds. */
  readonly at: readonly number[];
  /** The labels of the time axis: the time of day, or days in UTC. */
  readonly time?: 'clock' | 'day';
  readonly lines: readonly Line[];
  /** A value as the legend has it, */
  readonly show: (value: number) => string;
  /** and those at the marks of the axis, where they are not the same. */
  readonly showMarks?: (marks: readonly number[]) => string[];
}

const height = 190;

/** Lines over time. Colours are read from the style sheet, so that it follows the theme. */
export function Chart({
  label,
  at,
  lines,
  show,
  showMarks = (marks) => marks.map(show),
  time = 'clock',
}: ChartProps): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const theme = useThemeChanges();
  const names = lines.map((line) => line.label).join();

  useEffect(() => {
    const root = place.current;
    if (root === null) return;
    const made = new uPlot(optionsOf(root, { lines, show, showMarks, time }), dataOf(at, lines), root);
    plot.current = made;
    const resized = new ResizeObserver(() => made.setSize({ width: root.clientWidth, height }));
    resized.observe(root);
    return () => {
      resized.disconnect();
      made.destroy();
    };
  }, [names, theme]);

  useEffect(() => {
    plot.current?.setData(dataOf(at, lines));
  }, [at]);

  return <div class="chart" ref={place} role="img" aria-label={label} />;
}

function dataOf(at: readonly number[], lines: readonly Line[]): uPlot.AlignedData {
  return [[...at], ...lines.map(({ values }) => [...values])];
}

function optionsOf(
  root: HTMLElement,
  { lines, show, showMarks, time }: Required<Pick<ChartProps, 'lines' | 'show' | 'showMarks' | 'time'>>,
): uPlot.Options {
  const timeOf = { clock: clockOf, day: dayOf }[time];
  const color = colorsOf(root);
  const font = `11px ${getComputedStyle(root).fontFamily}`;
  const axis = { stroke: color('--text-2'), font, ticks: { show: false } };
  return {
    ...(time === 'day' && { tzDate: (seconds: number) => uPlot.tzDate(new Date(seconds * 1000), 'UTC') }),
    width: root.clientWidth,
    height,
    padding: [10, 24, 0, 0],
    cursor: { y: false, points: { size: 6 }, drag: { x: false, y: false } },
    legend: {
      live: true,
      markers: { width: 0, fill: (_, index) => color(lines[index - 1]?.color ?? '--text-2') },
    },
    scales: { y: { range: (_, __, most) => [0, niceTop(most)] } },
    axes: [
      {
        ...axis,
        space: 80,
        grid: { show: false },
        splits: (_, __, first, last, every) => timesBackFrom(last, first, every),
        values: (_, ticks) => ticks.map(timeOf),
        size: 28,
        ...(time === 'day' && { incrs: dayIncrements }),
      },
      {
        ...axis,
        size: 62,
        space: 34,
        grid: { stroke: color('--line'), width: 1 },
        values: (_, marks) => showMarks(marks),
      },
    ],
    series: [
      { label: 'Time', value: (_, value) => (value === null ? '' : timeOf(value)) },
      ...lines.map(({ label, color: name, filled }) => ({
        label,
        stroke: color(name),
        width: 1.5,
        spanGaps: false,
        points: {
          show: true,
          size: 4,
          filter: (plot: uPlot, index: number) => alone(plot.data[index] ?? []),
        },
        ...(filled && { fill: `color-mix(in srgb, ${color(name)} 14%, transparent)` }),
        value: (_: uPlot, value: number | null) => (value === null ? '' : show(value)),
      })),
    ],
  };
}

/** Colours as the theme has them now: a canvas does not know the names of a style sheet. */
function colorsOf(root: HTMLElement): (name: string) => string {
  const probe = document.createElement('span');
  root.append(probe);
  const seen = (name: string) => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
  queueMicrotask(() => probe.remove());
  return seen;
}

/** Values with nothing beside them, which no line shows. */
function alone(values: ArrayLike<number | null | undefined>): number[] {
  const found: number[] = [];
  for (let index = 0; index < values.length; index += 1) {
    if (values[index] != null && values[index - 1] == null && values[index + 1] == null) found.push(index);
  }
  return found;
}

/** The axis ends a little above the highest value, and is never flat. */
function niceTop(most: number | null): number {
  // Without values the marks are whole numbers, which every unit can show.
  return most === null || most <= 0 ? 4 : most * 1.1;
}

const clockFormat = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

function clockOf(seconds: number): string {
  return clockFormat.format(seconds * 1000);
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

function dayOf(seconds: number): string {
  return dayFormat.format(seconds * 1000);
}

/** Whole days, in seconds. */
const dayIncrements = [1, 2, 5, 7, 14].map((days) => days * 86_400);

/** Counts changes of the colours, by hand or by the machine. */
function useThemeChanges(): number {
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    const changed = () => setChanges((before) => before + 1);
    const machine = matchMedia('(prefers-color-scheme: dark)');
    machine.addEventListener('change', changed);
    addEventListener('themechange', changed);
    return () => {
      machine.removeEventListener('change', changed);
      removeEventListener('themechange', changed);
    };
  }, []);
  return changes;
}
