import type { Device } from '@pocketfleet/contract';
import { type FocusEvent, type MouseEvent, type PointerEvent, useLayoutEffect, useRef } from 'react';
import { useClient } from '../../api/api-provider.tsx';
import { useAccountStore } from '../../session/account-store-context.ts';
import { useMay } from '../../session/use-workspace.ts';

/** A mouse that passes over a link leaves sooner. */
const hoverMs = 60;
/** A finger that begins to scroll has moved by then, and the browser takes the touch away. */
const touchMs = 40;
/** A focus that passes with the Tab key leaves sooner. */
const focusMs = 250;

type LinkProps = {
  onPointerEnter(event: PointerEvent): unknown;
  onPointerLeave(): void;
  onPointerDown(event: PointerEvent): void;
  onPointerUp(event: PointerEvent): void;
  onClickCapture(event: MouseEvent): unknown;
  onFocus(event: FocusEvent): unknown;
  onBlur(): void;
};

/**
 * For a link that opens a phone's stream. While the mouse or the keyboard's focus rests on the link, and at the latest when
 * the mouse button goes down, it opens the stream ahead (decision 036). It closes the stream when the pointer leaves
 * without a click. A finger's touch opens it without its picture, which follows when the finger rests or lifts off (decision
 * 208). Each click opens the stream before the page is rendered that shows it (decision 196).
 */
export function useStreamAhead(device: Device): LinkProps {
  const client = useClient();
  const store = useAccountStore();
  const mayControl = useMay('control');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isClicked = useRef(false);
  const isMounted = useRef(false);
  // A layout effect, because it must end before the clicked page takes the player: a later one would be a second player.
  useLayoutEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
      clearTimeout(timer.current);
    };
  }, []);

  const open = ({ isPaused = false } = {}) => {
    clearTimeout(timer.current);
    // Opened ahead, a stream asks for control.
    if (!store.readToken() || !mayControl) return;
    // A failure is ignored: the clicked page loads the same code and shows the error.
    loadPlayerAhead()
      .then(({ openPlayerAhead }) => isMounted.current && openPlayerAhead(client, device, { isPaused }))
      .catch(ignore);
  };
  const openAfter = (ms: number) => {
    clearTimeout(timer.current);
    isClicked.current = false;
    timer.current = setTimeout(open, ms);
  };
  const leave = () => {
    clearTimeout(timer.current);
    if (!isClicked.current) close();
  };
  return {
    onPointerEnter: (event) => mayLeadToClick(event) && openAfter(hoverMs),
    onPointerLeave: leave,
    onPointerDown(event) {
      if (leadsToClick(event)) open();
      else if (mayBeTap(event)) {
        open({ isPaused: true });
        openAfter(touchMs);
      } else leave();
    },
    onPointerUp(event) {
      isClicked.current = true;
      if (mayBeTap(event)) open();
    },
    onClickCapture: (event) => opensHere(event) && open(),
    onFocus: ({ currentTarget }) => currentTarget.matches(':focus-visible') && openAfter(focusMs),
    onBlur: leave,
  };
}

type PlayerAhead = typeof import('../../streams/player-ahead.ts');
let loading: Promise<PlayerAhead> | undefined;

function loadPlayerAhead(): Promise<PlayerAhead> {
  loading = import('../../streams/player-ahead.ts');
  return loading;
}

const ignore = () => undefined;

/** No player is open before the code has been loaded. */
function close(): void {
  loading?.then(({ closePlayerAhead }) => closePlayerAhead()).catch(ignore);
}

type Press = Pick<
  globalThis.PointerEvent,
  'pointerType' | 'button' | 'buttons' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'
>;

/** Only a mouse hovers before it clicks. A finger touches links at the start of each scroll. */
export function mayLeadToClick({ pointerType, buttons }: Pick<Press, 'pointerType' | 'buttons'>): boolean {
  return pointerType === 'mouse' && buttons === 0;
}
/** Whether this press opens the link here. Another button, or a held key, opens a menu, a tab or a window. */
export function leadsToClick(press: Omit<Press, 'buttons'>): boolean {
  return press.pointerType === 'mouse' && opensHere(press);
}

/** The finger may also begin to scroll. */
export function mayBeTap(press: Omit<Press, 'buttons'>): boolean {
  return press.pointerType === 'touch' && opensHere(press);
}

function opensHere({
  button,
  ctrlKey,
  metaKey,
  shiftKey,
  altKey,
}: Omit<Press, 'buttons' | 'pointerType'>): boolean {
  return button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey;
}
