// The phones that are open in popups. The registry belongs to the document, so leaving the mosaic forgets no popup. After a
// reload the popups report themselves.
import { popupChannel, popupNotice, popupQuestion } from '../../frame/popup-messages.ts';
import { readPopupPlace, screenArea } from '../../streams/popup-places.ts';
import { inTeam, teamIn } from '../../team.ts';
import { gridOf, lastPlace, popupFeatures, popupPlace } from './popup-window.ts';

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
  const wanted = new URL(address, window.location.href);
  // Without an address, `open` finds a popup of this name without reloading it, even if the registry doesn't have it.
  const popup = findOpen(id) ?? window.open('', nameOf(id, wanted), popupFeatures(placeOf(id)));
  if (!popup) return false;
  if (shownIn(popup) !== pageOf(wanted)) popup.location.replace(wanted);
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
  // Browsers that don't tell whether there are several screens keep windows on one of them by themselves.
  const hasOthers = (window.screen as Screen & { isExtended?: boolean }).isExtended !== false;
  return popupPlace(screenArea(), lastPlace.safeParse(readPopupPlace(id)).data ?? null, hasOthers);
}

function findOpen(id: string): Window | undefined {
  const popup = open.get(id);
  return popup?.closed ? undefined : popup;
}

/** A team's popup is never taken for another team's, which may have had the phone before. */
function nameOf(id: string, { search }: URL): string {
  return ['phone', id, teamIn(search)].filter((part) => part !== null).join('-');
}

/** The page and its team, without the rest of the address. */
function pageOf({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  return inTeam(pathname, teamIn(search));
}

/** Null for a window that shows another site. */
function shownIn(popup: Window): string | null {
  try {
    return pageOf(popup.location);
  } catch {
    return null;
  }
}

/** A popup outlives the document that opened it, whose tab may show another team by now. */
function isOfThisTeam(popup: Window): boolean {
  try {
    return teamIn(popup.location.search) === teamIn(window.location.search);
  } catch {
    return false;
  }
}

function onMessage({ origin, source, data }: MessageEvent): void {
  if (origin !== window.location.origin || source === null) return;
  const notice = popupNotice.safeParse(data);
  if (notice.success && isOfThisTeam(source as Window)) add(notice.data.device_id, source as Window);
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
