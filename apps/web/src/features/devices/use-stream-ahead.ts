import type { Device } from '@pocketfleet/contract';
import type { PointerEvent } from 'react';
import { useClient } from '../../api/api-provider.tsx';
import { startStreamAhead } from '../../api/streams.ts';
import { useAccountStore } from '../accounts/account-store-context.ts';

/** For the press of a link that opens a phone's stream: its ticket is asked for while the button goes down. */
export function useStreamAhead(): (device: Device, event: PointerEvent) => void {
  const client = useClient();
  const store = useAccountStore();
  return (device, event) => {
    // Any other button opens a menu or another tab.
    if (event.button === 0 && store.readToken()) startStreamAhead(client, device.id);
  };
}
