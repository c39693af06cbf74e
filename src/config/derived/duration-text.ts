const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
] as const;

/** Milliseconds as files have them, in the largest unit that says them without a fraction: `2d`, `90m`, `5s`, `250ms`. */
export function durationText(ms: number): string {
  const [unit, length] = units.find(([, length]) => ms > 0 && ms % length === 0) ?? ['ms', 1];
  return `${ms / length}${unit}`;
}
