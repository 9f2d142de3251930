import { toast } from '@pocketfleet/ui';
import { useSyncExternalStore } from 'react';
import * as texts from '#language/devices';
import { arrangePopups, getPopups, listenToPopups, showPopup } from './popup-registry.ts';

/** The phones that are open in popups. Opening one again focuses its popup. */
export function usePopups() {
  const open = useSyncExternalStore(listenToPopups, getPopups);
  const openPopup = (id: string, address: string) => {
    if (showPopup(id, address)) return;
    toast.error(texts.unableToOpenStreamingWindow);
  };
  return { open, openPopup, arrange: arrangePopups };
}
