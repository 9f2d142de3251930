import type { Device } from '@pocketfleet/contract';
import { createContext, type ReactNode, use } from 'react';
import type { LivePlayer } from './use-player.ts';
import type { Transfers } from './use-transfers.ts';

/** The data that the parts of the session page share. */
export type SessionPage = {
  device: Device;
  live: LivePlayer;
  transfers: Transfers;
  /** Over the last picture of a phone that failed for good: what has replaced it, or what is to be chosen. Null for all others. */
  replacedNote: { title: string; detail: string; action: ReactNode } | null;
  /** How long the rental lasts, for the bar in full screen. */
  timeLeft: ReactNode;
  /** Opens the dialog in which the rental is extended. */
  onExtend(): void;
};

export const SessionPageContext = createContext<SessionPage | null>(null);

export function useSessionPage(): SessionPage {
  const page = use(SessionPageContext);
  if (page === null) throw new Error('This component belongs into a session page.');
  return page;
}
