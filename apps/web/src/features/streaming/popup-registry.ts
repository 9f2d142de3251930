// The phones that are open in a window of their own. It belongs to the document, not to a page of it: leaving the
// mosaic forgets no window, and a panel that was loaded anew is told by the windows themselves.
import { popupChannel, popupNotice, popupQuestion } from '../../frame/popup-messages.ts';
import { popupFeatures } from './popup-window.ts';

/** How often it is looked whether a popup was closed; browsers tell nobody (spec section 9). */
const closedPollMs = 1_000;

let open: ReadonlyMap<string, Window> = new Map();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let isListening = false;

export function readPopups(): ReadonlyMap<string, Window> {
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

/** Shows the phone's window, and opens it where there is none; false when the browser lets none open. */
export function showPopup(id: string, address: string): boolean {
  // Without an address a window of this name is found as it is, also where this document doesn't know it.
  const popup = known(id) ?? window.open('', `phone-${id}`, popupFeatures(screenPlace()));
  if (!popup) return false;
  const wanted = new URL(address, window.location.href);
  if (pathOf(popup) !== wanted.pathname) popup.location.replace(wanted);
  popup.focus();
  note(id, popup);
  return true;
}

function known(id: string): Window | undefined {
  const popup = open.get(id);
  return popup?.closed ? undefined : popup;
}

/** Null for a window that shows nothing of ours. */
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
  if (notice.success) note(notice.data.device_id, source as Window);
}

function note(id: string, popup: Window): void {
  if (open.get(id) !== popup) change(new Map([...open, [id, popup]]));
}

function change(next: ReadonlyMap<string, Window>): void {
  open = next;
  clearInterval(timer);
  if (open.size > 0) timer = setInterval(forgetClosed, closedPollMs);
  for (const listener of listeners) listener();
}

function forgetClosed(): void {
  const left = [...open].filter(([, popup]) => !popup.closed);
  if (left.length !== open.size) change(new Map(left));
}

function screenPlace() {
  const screen = window.screen as Screen & { availLeft?: number; availTop?: number };
  return {
    left: screen.availLeft ?? 0,
    top: screen.availTop ?? 0,
    width: screen.availWidth,
    height: screen.availHeight,
  };
}
