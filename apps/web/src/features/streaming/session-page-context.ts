import type { Device } from '@pocketfleet/contract';
import { createContext, use } from 'react';
import type { LivePlayer } from './use-player.ts';
import type { Transfers } from './use-transfers.ts';

/** The data that the parts of the session page share. */
export type SessionPage = { device: Device; live: LivePlayer; transfers: Transfers };

export const SessionPageContext = createContext<SessionPage | null>(null);

export function useSessionPage(): SessionPage {
  const page = use(SessionPageContext);
  if (page === null) throw new Error('This component belongs into a session page.');
  return page;
}
