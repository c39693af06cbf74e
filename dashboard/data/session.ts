import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { SessionAnswer } from '../../src/admin/contract/session.ts';

/** Who is in front of the page. */
export const SessionContext = createContext<SessionAnswer | undefined>(undefined);

/** Whether they may change things: what they may not do is not offered. */
export function useMayChange(): boolean {
  return useContext(SessionContext)?.may === 'change';
}
