import type { Device } from '@pocketfleet/contract';
import { toast } from '@pocketfleet/ui';
import { useQueryClient } from '@tanstack/react-query';
import * as texts from '#language/devices';
import { useClient } from '../../api/api-provider.tsx';
import { queryKeys } from '../../api/query-keys.ts';
import { paths } from '../../paths.ts';
import { useAccountStore } from '../../session/account-store-context.ts';
import { useAuth } from '../../session/auth-provider.tsx';
import { findObstacle } from './stream-obstacle.ts';

/**
 * Returns a function that checks whether a phone's stream can be opened now, and shows the reason if not (spec sections 5
 * and 8). If the list has no address for the phone, it asks the server, and calls `onFound` once the phone can be opened.
 */
export function useStreamGuard(onFound: (device: Device) => void): (device: Device) => boolean {
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
    const refuse = () => toast.error(obstacle.title, { description: obstacle.description });
    if (!obstacle.isAddressMissing) {
      refuse();
      return false;
    }
    // Loaded only when it is needed, because it needs the player's code.
    import('../../streams/start-stream.ts')
      .then(({ getStreamingUrl }) =>
        getStreamingUrl(client, store.readToken(), device.id, paths.frame(device.id)),
      )
      .then(
        () => onFound(device),
        () => {
          refuse();
          toast.error(texts.failedToAccessStreamingUrl);
        },
      )
      .finally(() => queries.invalidateQueries({ queryKey: queryKeys.devices }));
    return false;
  };
}
