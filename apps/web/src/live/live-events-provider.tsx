import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { useClient } from '../api/api-provider.tsx';
import { useAuth } from '../session/auth-provider.tsx';
import type { LiveEvents, LiveState } from './live-events.ts';
import { reconnectDelayMs } from './reconnect-delay.ts';
import { createSureRefresh } from './sure-refresh.ts';

const LiveContext = createContext<LiveState>('connecting');
/** Null while the line works. */
const CutOffContext = createContext<CutOff | null>(null);
export type CutOff = {
  /** `lost`: nothing new has come since then. `never`: no live data yet. `stopped`: none until the page is loaded anew. */
  readonly kind: 'lost' | 'never' | 'stopped';
  /** In ms since 1970, by the browser's clock. */
  readonly sinceMs: number;
  readonly isBrowserOffline: boolean;
};
/** A shorter gap, such as that of a restarted server, is not worth a word. */
const gapShownAfterMs = 4_000;
/** A first connection may take longer: it waits for its code as well. */
const startShownAfterMs = 8_000;
/** The server's time minus the browser's, in ms; 0 until the socket has sent it. */
const ClockOffsetContext = createContext(0);

/** Keeps the data of all pages fresh while somebody is signed in. */
export function LiveEventsProvider({ children }: { children: ReactNode }) {
  const client = useClient();
  const queries = useQueryClient();
  const { refresh: refreshOnce } = useAuth();
  const [state, setState] = useState<LiveState>('connecting');
  const [clockOffsetMs, setClockOffset] = useState(0);

  useEffect(() => {
    const { refresh, stop } = createSureRefresh(refreshOnce);
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
        // The customer's teams and rights may have changed before the first event could come.
        void refresh();
      },
      onState: (next) => {
        setState(next);
        // Refused for good: the customer may have been removed from the team.
        if (next === 'stopped') void refresh();
      },
      onSignedOut: () => void refresh(),
      onRefused: () => void refresh(),
    };
    let live: LiveEvents | undefined;
    let isUnmounted = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Loaded late, because its schemas are the largest script of a first visit and nothing on the page waits for them.
    const load = (failures: number) => {
      import('./live-events.ts').then(
        (module) => {
          if (isUnmounted) return;
          const onChange = (what: Parameters<typeof module.keysChangedBy>[0]) => {
            // On a slow line, events that come faster than responses would cancel each request before its response.
            for (const queryKey of module.keysChangedBy(what)) {
              void queries.invalidateQueries({ queryKey }, { cancelRefetch: false });
            }
            if (what === 'account') void refresh();
          };
          live = new module.LiveEvents({ ...deps, onChange });
          live.start();
        },
        () => {
          if (isUnmounted) return;
          timer = setTimeout(() => load(failures + 1), reconnectDelayMs(failures, Math.random()));
        },
      );
    };
    load(0);
    return () => {
      isUnmounted = true;
      clearTimeout(timer);
      live?.stop();
      stop();
    };
  }, [client, queries, refreshOnce]);

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
  const [wasLive, setWasLive] = useState(state === 'live');
  if (state === 'live' && !wasLive) setWasLive(true);
  if (state === 'live' && cutOff !== null) setCutOff(null);
  useEffect(() => {
    if (state === 'live') return;
    const sinceMs = Date.now();
    const kind = state === 'stopped' ? 'stopped' : wasLive ? 'lost' : 'never';
    const show = () => setCutOff({ kind, sinceMs, isBrowserOffline: !navigator.onLine });
    if (!navigator.onLine) show();
    const timer = setTimeout(show, wasLive ? gapShownAfterMs : startShownAfterMs);
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
  const cutOff = useContext(CutOffContext);
  return cutOff?.kind === 'lost' ? cutOff : null;
}

/** The same for pages that were never live, and for those that aren't any longer: their calls may work all the same. */
export function useLineState(): CutOff | null {
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
