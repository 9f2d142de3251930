import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { useClient } from '../api/api-provider.tsx';
import { useAuth } from '../session/auth-provider.tsx';
import type { LiveEvents, LiveState } from './live-events.ts';

const LiveContext = createContext<LiveState>('connecting');
/** Since when nothing new has come, in ms since 1970 by the browser's clock; null while the line works. */
const CutOffContext = createContext<CutOff | null>(null);
export type CutOff = { readonly sinceMs: number; readonly isBrowserOffline: boolean };
/** A shorter gap, such as that of a restarted server, is not worth a word. */
const gapShownAfterMs = 4_000;
/** The server's time minus the browser's, in ms; 0 until the socket has sent it. */
const ClockOffsetContext = createContext(0);

/** Keeps the data of all pages fresh while somebody is signed in. */
export function LiveEventsProvider({ children }: { children: ReactNode }) {
  const client = useClient();
  const queries = useQueryClient();
  const { refresh } = useAuth();
  const [state, setState] = useState<LiveState>('connecting');
  const [clockOffsetMs, setClockOffset] = useState(0);

  useEffect(() => {
    const deps: Omit<ConstructorParameters<typeof LiveEvents>[0], 'onChange'> = {
      getTicket: async () => (await client.call('eventsTicket')).ticket,
      open: (protocols) => {
        const address = new URL('/ws/events', location.href);
        address.protocol = address.protocol.replace('http', 'ws');
        return new WebSocket(address, protocols);
      },
      onConnected: (serverTimeMs) => {
        setClockOffset(serverTimeMs - Date.now());
        void queries.invalidateQueries();
      },
      onState: (next) => {
        setState(next);
        // Refused for good: the customer may have been removed from the team.
        if (next === 'stopped') void refresh();
      },
      onSignedOut: () => void refresh(),
    };
    let live: LiveEvents | undefined;
    let isUnmounted = false;
    // Loaded late, because its schemas are the largest script of a first visit and nothing on the page waits for them.
    import('./live-events.ts')
      .then((module) => {
        if (isUnmounted) return;
        const onChange = (what: Parameters<typeof module.keysChangedBy>[0]) => {
          for (const queryKey of module.keysChangedBy(what)) void queries.invalidateQueries({ queryKey });
          if (what === 'account') void refresh();
        };
        live = new module.LiveEvents({ ...deps, onChange });
        live.start();
      })
      .catch(() => setState('stopped'));
    return () => {
      isUnmounted = true;
      live?.stop();
    };
  }, [client, queries, refresh]);

  return (
    <LiveContext value={state}>
      <CutOffContext value={useCutOff(state)}>
        <ClockOffsetContext value={clockOffsetMs}>{children}</ClockOffsetContext>
      </CutOffContext>
    </LiveContext>
  );
}

function useCutOff(state: LiveState): CutOff | null {
  const [cutOff, setCutOff] = useState<CutOff | null>(null);
  // A page that was never live says so itself, because it has nothing to show.
  const [wasLive, setWasLive] = useState(state === 'live');
  if (state === 'live' && !wasLive) setWasLive(true);
  if (state === 'live' && cutOff !== null) setCutOff(null);
  useEffect(() => {
    if (state !== 'connecting' || !wasLive) return;
    const sinceMs = Date.now();
    const show = () => setCutOff({ sinceMs, isBrowserOffline: !navigator.onLine });
    if (!navigator.onLine) show();
    const timer = setTimeout(show, gapShownAfterMs);
    window.addEventListener('online', show);
    window.addEventListener('offline', show);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', show);
      window.removeEventListener('offline', show);
    };
  }, [state, wasLive]);
  return cutOff;
}

/** Null while the page is kept up to date, or has just lost its connection. */
export function useCutOffState(): CutOff | null {
  return useContext(CutOffContext);
}

export function useLiveState(): LiveState {
  return useContext(LiveContext);
}

/** The server's time in ms, updated every `tickMs`. Rentals end by the server's clock, not by the browser's. */
export function useServerNow(tickMs = 1_000): number {
  const offset = useContext(ClockOffsetContext);
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, [tickMs]);
  return now + offset;
}
