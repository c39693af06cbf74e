import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Reads } from '../../src/admin/contract/generated/reads.generated.ts';
import { ApiError, get, type Query } from './api.ts';

/** The answer so far. */
export interface Asked<Answer> {
  readonly data: Answer | undefined;
  /** Why the last try failed; what was known before stays. */
  readonly error: string | undefined;
  /** Asks again now. */
  refresh(): void;
}

/** Asks the API, and again every `everyMs` while the page is in sight; 0 for once. */
export function useApi<Path extends keyof Reads>(
  path: Path,
  query: Query = {},
  everyMs = 0,
): Asked<Reads[Path]> {
  const [state, setState] = useState<{ readonly data?: Reads[Path]; readonly error?: string }>({});
  const asked = `${path}?${JSON.stringify(query)}`;
  const latest = useRef(query);
  latest.current = query;
  const number = useRef(0);

  const ask = useCallback(async () => {
    number.current += 1;
    const mine = number.current;
    try {
      const data = await get(path, latest.current);
      if (mine === number.current) setState({ data });
    } catch (error) {
      const message = error instanceof ApiError ? error.message : 'Something went wrong in this page.';
      if (mine === number.current) setState(({ data }) => ({ ...(data && { data }), error: message }));
    }
  }, [asked]);

  useEffect(() => {
    void ask();
    if (everyMs === 0) return;
    const timer = setInterval(() => {
      if (!document.hidden) void ask();
    }, everyMs);
    const onVisible = () => {
      if (!document.hidden) void ask();
    };
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [ask, everyMs]);

  return { data: state.data, error: state.error, refresh: () => void ask() };
}
