import type { Device } from '@pocketfleet/contract';
import type { PointerEvent } from 'react';
import { useClient } from '../../api/api-provider.tsx';
import { forgetStreamAhead, startStreamAhead } from '../../api/streams.ts';
import { useAccountStore } from '../accounts/account-store-context.ts';

/** For the press of a link that opens a phone's stream: its ticket is asked for while the mouse button goes down. */
export function useStreamAhead(): (device: Device, event: PointerEvent) => void {
  const client = useClient();
  const store = useAccountStore();
  return (device, event) => {
    if (!leadsToClick(event) || !store.readToken()) return;
    startStreamAhead(client, device.id);
    const link = event.currentTarget;
    const over = new AbortController();
    const onOver = ({ type, target }: Event) => {
      over.abort();
      const isClick = type === 'pointerup' && target instanceof Node && link.contains(target);
      if (!isClick) forgetStreamAhead();
    };
    // A link that is dragged away is cancelled; a button that goes up elsewhere clicks nothing.
    for (const type of ['pointerup', 'pointercancel']) {
      window.addEventListener(type, onOver, { signal: over.signal, capture: true });
    }
  };
}

/**
 * Whether this press opens the link here. A finger goes down on a link at the start of each scroll: only a mouse says
 * what it wants. Any other button, or a key held with it, opens a menu, a tab or a window.
 */
export function leadsToClick(
  press: Pick<
    globalThis.PointerEvent,
    'pointerType' | 'button' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'
  >,
): boolean {
  const hasKey = press.ctrlKey || press.metaKey || press.shiftKey || press.altKey;
  return press.pointerType === 'mouse' && press.button === 0 && !hasKey;
}
