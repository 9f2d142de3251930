import type { Device } from '@pocketfleet/contract';
import { toast } from '@pocketfleet/ui';
import { useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../../api/query-keys.ts';
import { useAccountStore } from '../accounts/account-store-context.ts';
import { useAuth } from '../accounts/auth-provider.tsx';

/** Whether a phone's stream may be opened from here; says why not (spec sections 5 and 8). */
export function useStreamGuard(): (device: Device) => boolean {
  const store = useAccountStore();
  const { state } = useAuth();
  const queries = useQueryClient();
  return (device) => {
    if (state.status !== 'signed_in') {
      toast.error('Authentication Required', { description: 'Please log in to access device features.' });
      return false;
    }
    if (!store.readToken()) {
      toast.error('Session Expired', { description: 'Please log in again to continue.' });
      return false;
    }
    if (!device.streaming_url) {
      toast.error('Stream Unavailable', { description: 'No streaming URL available for this device.' });
      void queries.invalidateQueries({ queryKey: queryKeys.devices });
      return false;
    }
    return true;
  };
}
