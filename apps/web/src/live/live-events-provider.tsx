import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { useClient } from '../api/api-provider.tsx';
import { queryKeys } from '../api/query-keys.ts';
import { useAuth } from '../session/auth-provider.tsx';
import type { LiveEvents, LiveState } from './live-events.ts';

const LiveContext = createContext<LiveState>('connecting');
/** Server's time minus the browser's, in ms; 0 until the socket has said it. */
const ClockOffsetContext = createContext(0);

/** Keeps the data of all pages fresh while somebody is signed in. */
export function LiveEventsProvider({ children }: { children: ReactNode }) {
  const client = useClient();
  const queries = useQueryClient();
  const { refresh } = useAuth();
  const [state, setState] = useState<LiveState>('connecting');
  const [clockOffsetMs, setClockOffset] = useState(0);

  useEffect(() => {
    const invalidate = (key: readonly string[]) => void queries.invalidateQueries({ queryKey: key });
    const deps: ConstructorParameters<typeof LiveEvents>[0] = {
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
      onChange: (what) => {
        if (what === 'devices' || what === 'assignments') invalidate(queryKeys.devices);
        if (what === 'assignments') invalidate(queryKeys.assignments);
        // An order names its phones, and whether they have opened.
        if (what === 'orders' || what === 'assignments') invalidate(queryKeys.orders);
        if (what === 'account') void refresh();
      },
      onState: setState,
      onSignedOut: () => void refresh(),
    };
    let live: LiveEvents | undefined;
    let isLeft = false;
    // Its checks are the heaviest script of a first visit, and nothing on the page waits for them.
    import('./live-events.ts')
      .then((module) => {
        if (isLeft) return;
        live = new module.LiveEvents(deps);
        live.start();
      })
      .catch(() => setState('stopped'));
    return () => {
      isLeft = true;
      live?.stop();
    };
  }, [client, queries, refresh]);

  return (
    <LiveContext value={state}>
      <ClockOffsetContext value={clockOffsetMs}>{children}</ClockOffsetContext>
    </LiveContext>
  );
}

export function useLiveState(): LiveState {
  return useContext(LiveContext);
}

/** The server's time in ms, renewed every `tickMs`: what ends is told by its clock, not by the browser's. */
export function useServerNow(tickMs = 1_000): number {
  const offset = useContext(ClockOffsetContext);
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, [tickMs]);
  return now + offset;
}
