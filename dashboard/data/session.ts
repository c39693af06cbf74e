import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { SessionAnswer } from '../../src/admin/contract/session.ts';

/** The signed-in person. */
export const SessionContext = createContext<SessionAnswer | undefined>(undefined);

/** True if they may change things: the page does not offer forbidden actions. */
export function useMayChange(): boolean {
  return useContext(SessionContext)?.may === 'change';
}
