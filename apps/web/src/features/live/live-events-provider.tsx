import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { useClient } from '../../api/api-provider.tsx';
import { queryKeys } from '../../api/query-keys.ts';
import { useAuth } from '../accounts/auth-provider.tsx';
import { LiveEvents, type LiveState } from './live-events.ts';

const LiveContext = createContext<LiveState>('connecting');

/** Keeps the data of all pages fresh while somebody is signed in. */
export function LiveEventsProvider({ children }: { children: ReactNode }) {
  const client = useClient();
  const queries = useQueryClient();
  const { refresh } = useAuth();
  const [state, setState] = useState<LiveState>('connecting');

  useEffect(() => {
    const invalidate = (key: readonly string[]) => void queries.invalidateQueries({ queryKey: key });
    const live = new LiveEvents({
      getTicket: async () => (await client.call('eventsTicket')).ticket,
      open: (protocols) => {
        const address = new URL('/ws/events', location.href);
        address.protocol = address.protocol.replace('http', 'ws');
        return new WebSocket(address, protocols);
      },
      onConnected: () => void queries.invalidateQueries(),
      onChange: (what) => {
        if (what === 'devices' || what === 'assignments') invalidate(queryKeys.devices);
        if (what === 'assignments') invalidate(queryKeys.assignments);
        if (what === 'orders') invalidate(queryKeys.orders);
        if (what === 'account') void refresh();
      },
      onState: setState,
      onSignedOut: () => void refresh(),
    });
    live.start();
    return () => live.stop();
  }, [client, queries, refresh]);

  return <LiveContext value={state}>{children}</LiveContext>;
}

export function useLiveState(): LiveState {
  return useContext(LiveContext);
}
