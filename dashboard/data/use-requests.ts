import { useEffect, useRef, useState } from 'preact/hooks';
import type { RequestRecord } from '../../src/admin/contract/requests.ts';
import { ApiError, get } from './api.ts';

const everyMs = 1000;
const most = 200;

export interface RequestFilter {
  readonly key: string;
  readonly model: string;
  readonly status: string;
}

/** The latest requests that match, newest first; asks each second for those that are new. */
export function useRequests(
  { key, model, status }: RequestFilter,
  isPaused: boolean,
): { readonly requests: readonly RequestRecord[]; readonly error: string | undefined } {
  const [requests, setRequests] = useState<readonly RequestRecord[]>([]);
  const [error, setError] = useState<string>();
  const newest = useRef(0);

  useEffect(() => {
    newest.current = 0;
    setRequests([]);
  }, [key, model, status]);

  useEffect(() => {
    if (isPaused) return;
    let isOver = false;
    let timer = 0;
    const ask = async () => {
      try {
        const after = newest.current;
        const answer = await get('/api/requests', { key, model, status, after });
        if (isOver) return;
        // A gateway that was started anew counts from one.
        if (answer.newest < after) newest.current = 0;
        else {
          newest.current = answer.newest;
          const isFirst = after === 0;
          setRequests((before) => [...answer.requests, ...(isFirst ? [] : before)].slice(0, most));
        }
        setError(undefined);
      } catch (refused) {
        if (!isOver) setError(refused instanceof ApiError ? refused.message : String(refused));
      }
      if (!isOver) timer = setTimeout(tick, everyMs);
    };
    const tick = () => {
      if (document.hidden) timer = setTimeout(tick, everyMs);
      else void ask();
    };
    void ask();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [key, model, status, isPaused]);

  return { requests, error };
}
