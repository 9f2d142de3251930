import { toast } from '@pocketfleet/ui';
import { useCallback, useEffect, useRef, useState } from 'react';
import { popupFeatures } from './popup-window.ts';

/** How often it is looked whether a popup was closed; browsers tell nobody (spec section 9). */
const closedPollMs = 1_000;

/** The phones that are open in a window of their own; opening one again focuses it. */
export function usePopups() {
  const windows = useRef(new Map<string, Window>());
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());

  useEffect(() => {
    if (open.size === 0) return;
    const timer = setInterval(() => {
      for (const [id, popup] of windows.current) {
        if (popup.closed) windows.current.delete(id);
      }
      if (windows.current.size !== open.size) setOpen(new Set(windows.current.keys()));
    }, closedPollMs);
    return () => clearInterval(timer);
  }, [open]);

  const openPopup = useCallback((id: string, address: string) => {
    const known = windows.current.get(id);
    if (known && !known.closed) {
      known.focus();
      return;
    }
    const screen = window.screen as Screen & { availLeft?: number; availTop?: number };
    const features = popupFeatures({
      left: screen.availLeft ?? 0,
      top: screen.availTop ?? 0,
      width: screen.availWidth,
      height: screen.availHeight,
    });
    const popup = window.open(address, `phone-${id}`, features);
    if (!popup) {
      toast.error('Unable to open streaming window. Please check your browser settings.');
      return;
    }
    popup.focus();
    windows.current.set(id, popup);
    setOpen(new Set(windows.current.keys()));
  }, []);

  return { open, openPopup };
}
