// The phones that are open in popups. The registry belongs to the document, so leaving the mosaic forgets no popup. After a
// reload the popups report themselves.
import { popupChannel, popupNotice, popupQuestion } from '../../frame/popup-messages.ts';
import { readPopupPlace } from '../../streams/popup-places.ts';
import { gridOf, popupFeatures, popupPlace, windowPlace } from './popup-window.ts';

/** How often closed popups are looked for, because browsers have no event for them (spec section 9). */
const closedPollMs = 1_000;

let open: ReadonlyMap<string, Window> = new Map();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let isListening = false;

export function getPopups(): ReadonlyMap<string, Window> {
  return open;
}

export function listenToPopups(onChange: () => void): () => void {
  listeners.add(onChange);
  if (!isListening) {
    isListening = true;
    window.addEventListener('message', onMessage);
    const channel = new BroadcastChannel(popupChannel);
    channel.postMessage(popupQuestion);
    channel.close();
  }
  return () => listeners.delete(onChange);
}

/** Shows the phone's popup, and opens it where there is none. Returns false when the browser blocks popups. */
export function showPopup(id: string, address: string): boolean {
  // Without an address, `open` finds a popup of this name without reloading it, even if the registry doesn't have it.
  const popup = findOpen(id) ?? window.open('', `phone-${id}`, popupFeatures(placeOf(id)));
  if (!popup) return false;
  const wanted = new URL(address, window.location.href);
  if (pathOf(popup) !== wanted.pathname) popup.location.replace(wanted);
  popup.focus();
  add(id, popup);
  return true;
}

/** Places all open popups beside each other, in the order in which they were opened. */
export function arrangePopups(): void {
  const popups = [...open.values()].filter((popup) => !popup.closed);
  for (const [index, { left, top, width, height }] of gridOf(screenArea(), popups.length).entries()) {
    popups[index]?.resizeTo(width, height);
    popups[index]?.moveTo(left, top);
    popups[index]?.focus();
  }
}

function placeOf(id: string) {
  return popupPlace(screenArea(), windowPlace.safeParse(readPopupPlace(id)).data ?? null);
}

function findOpen(id: string): Window | undefined {
  const popup = open.get(id);
  return popup?.closed ? undefined : popup;
}

/** Null for a window that shows another site. */
function pathOf(popup: Window): string | null {
  try {
    return popup.location.pathname;
  } catch {
    return null;
  }
}

function onMessage({ origin, source, data }: MessageEvent): void {
  if (origin !== window.location.origin || source === null) return;
  const notice = popupNotice.safeParse(data);
  if (notice.success) add(notice.data.device_id, source as Window);
}

function add(id: string, popup: Window): void {
  if (open.get(id) !== popup) change(new Map([...open, [id, popup]]));
}

function change(next: ReadonlyMap<string, Window>): void {
  open = next;
  clearInterval(timer);
  if (open.size > 0) timer = setInterval(forgetClosed, closedPollMs);
  for (const listener of listeners) listener();
}

function forgetClosed(): void {
  const remaining = [...open].filter(([, popup]) => !popup.closed);
  if (remaining.length !== open.size) change(new Map(remaining));
}

function screenArea() {
  const screen = window.screen as Screen & { availLeft?: number; availTop?: number };
  return {
    left: screen.availLeft ?? 0,
    top: screen.availTop ?? 0,
    width: screen.availWidth,
    height: screen.availHeight,
  };
}
