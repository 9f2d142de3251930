import type { Device } from '@pocketfleet/contract';
import { type FocusEvent, type PointerEvent, useLayoutEffect, useRef } from 'react';
import { useClient } from '../../api/api-provider.tsx';
import { useAccountStore } from '../accounts/account-store-context.ts';

/** A mouse that passes over a link stays for less. */
const restsForMs = 60;
/** Who walks along with the Tab key stays for less. */
const focusedForMs = 250;

type LinkProps = {
  onPointerEnter(event: PointerEvent): unknown;
  onPointerLeave(): void;
  onPointerDown(event: PointerEvent): void;
  onPointerUp(): void;
  onFocus(event: FocusEvent): unknown;
  onBlur(): void;
};

/**
 * For a link that opens a phone's stream: while the mouse or the keyboard's focus rests on it, and at the latest when
 * the mouse button goes down, the picture is on its way. Leaving ends it, unless it was clicked.
 */
export function useStreamAhead(device: Device): LinkProps {
  const client = useClient();
  const store = useAccountStore();
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isClicked = useRef(false);
  const isHere = useRef(false);
  // Ends before the clicked page looks for a player: what would come after that would be a second one.
  useLayoutEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
      clearTimeout(resting.current);
    };
  }, []);

  const make = () => {
    clearTimeout(resting.current);
    if (!store.readToken()) return;
    // The page of the click brings the same code; whoever is offline gets it by his click, or hears why not.
    loadPlayerAhead()
      .then((it) => isHere.current && it.openPlayerAhead(client, device))
      .catch(ignore);
  };
  const makeAfter = (ms: number) => {
    clearTimeout(resting.current);
    isClicked.current = false;
    resting.current = setTimeout(make, ms);
  };
  const leave = () => {
    clearTimeout(resting.current);
    if (!isClicked.current) drop();
  };
  return {
    onPointerEnter: (event) => mayLeadToClick(event) && makeAfter(restsForMs),
    onPointerLeave: leave,
    onPointerDown: (event) => (leadsToClick(event) ? make() : leave()),
    onPointerUp() {
      isClicked.current = true;
    },
    onFocus: ({ currentTarget }) => currentTarget.matches(':focus-visible') && makeAfter(focusedForMs),
    onBlur: leave,
  };
}

type PlayerAhead = typeof import('../streaming/player-ahead.ts');
let loading: Promise<PlayerAhead> | undefined;

function loadPlayerAhead(): Promise<PlayerAhead> {
  loading = import('../streaming/player-ahead.ts');
  return loading;
}

const ignore = () => undefined;

/** Without its code there is none. */
function drop(): void {
  loading?.then((it) => it.closePlayerAhead()).catch(ignore);
}

type Held = Pick<
  globalThis.PointerEvent,
  'pointerType' | 'button' | 'buttons' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'
>;

/** A finger has no rest before its press, and goes down on a link at the start of each scroll: only a mouse tells. */
export function mayLeadToClick({ pointerType, buttons }: Pick<Held, 'pointerType' | 'buttons'>): boolean {
  return pointerType === 'mouse' && buttons === 0;
}
/** Whether this press opens the link here. Any other button, or a key held with it, opens a menu, a tab or a window. */
export function leadsToClick(press: Omit<Held, 'buttons'>): boolean {
  const hasKey = press.ctrlKey || press.metaKey || press.shiftKey || press.altKey;
  return press.pointerType === 'mouse' && press.button === 0 && !hasKey;
}
