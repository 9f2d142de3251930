import type { Device } from '@pocketfleet/contract';
import { toast } from '@pocketfleet/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useClient } from '../../api/api-provider.tsx';
import { queryKeys } from '../../api/query-keys.ts';
import { getStreamingUrl } from '../../api/streams.ts';
import { useAccountStore } from '../accounts/account-store-context.ts';
import { useAuth } from '../accounts/auth-provider.tsx';
import { findObstacle } from './stream-obstacle.ts';

/** Whether a phone's stream may be opened from here; says why not (spec sections 5 and 8). */
export function useStreamGuard(): (device: Device) => boolean {
  const store = useAccountStore();
  const { state } = useAuth();
  const client = useClient();
  const queries = useQueryClient();
  return (device) => {
    const obstacle = findObstacle(
      { isSignedIn: state.status === 'signed_in', token: store.readToken() },
      device,
    );
    if (obstacle === null) return true;
    toast.error(obstacle.title, { description: obstacle.description });
    if (obstacle.isAddressMissing) {
      getStreamingUrl(client, store.readToken(), device.id)
        .catch(() => toast.error('Failed to access streaming URL.'))
        .finally(() => queries.invalidateQueries({ queryKey: queryKeys.devices }));
    }
    return false;
  };
}
