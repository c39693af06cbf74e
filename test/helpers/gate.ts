/** Holds something until the test lets it go on. */
export interface Gate {
  readonly opened: Promise<void>;
  open(): void;
}

export function gate(): Gate {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

/** Between two looks, at least. */
const pauseMs = 5;
/** A look that asks a process keeps it from what is waited for: it is asked for a third of the time at most. */
const pausePerLook = 2;
const longestPauseMs = 50;

/** Resolves when a condition holds that another process or the kernel brings about; rejects after `withinMs`. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  what: string,
  withinMs = 10_000,
): Promise<void> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const since = performance.now();
    if (await condition()) return;
    const now = performance.now();
    if (now > deadline) throw new Error(`not within ${withinMs} ms: ${what}`);
    const pause = Math.min(longestPauseMs, Math.max(pauseMs, pausePerLook * (now - since)));
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
