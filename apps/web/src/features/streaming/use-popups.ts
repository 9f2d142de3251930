import { toast } from '@pocketfleet/ui';
import { useSyncExternalStore } from 'react';
import { listenToPopups, readPopups, showPopup } from './popup-registry.ts';

/** The phones that are open in a window of their own; opening one again focuses it. */
export function usePopups() {
  const open = useSyncExternalStore(listenToPopups, readPopups);
  const openPopup = (id: string, address: string) => {
    if (showPopup(id, address)) return;
    toast.error('Unable to open streaming window. Please check your browser settings.');
  };
  return { open, openPopup };
}
