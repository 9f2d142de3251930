import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../api/api-provider.tsx';
import { listDevices } from '../../api/devices.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useLiveState } from '../../live/live-events-provider.tsx';
import { useAccountStore } from '../../session/account-store-context.ts';
import { updateTunnels } from '../../session/sign-in.ts';

/** How often the list is fetched while the live socket is down. */
const fallbackPollMs = 10_000;

export function useDevices() {
  const client = useClient();
  const store = useAccountStore();
  const isLive = useLiveState() === 'live';
  return useQuery({
    queryKey: queryKeys.devices,
    queryFn: async ({ signal }) => {
      const list = await listDevices(client, signal);
      // After each load the tunnel domains are updated (spec section 7); a failure must not hide the list.
      if (!list.isUnauthorized) {
        updateTunnels({ client, store }).catch((error: unknown) =>
          console.warn('The tunnel domains were not updated:', error),
        );
      }
      return list;
    },
    refetchInterval: isLive ? false : fallbackPollMs,
  });
}
