// The guests' page in a frame of a customer's page: it lets itself in, shows the phone alone, and posts to the page around it
// how the phone is. Only the origin for which the embed was made gets messages, and is heard.
import { type FrameMessage, type PhoneState, readComponentMessage } from '@pocketfleet/component/messages';
import type { PlayerState } from '@pocketfleet/stream-player';

export const isEmbed: boolean = window.location.pathname.startsWith('/embed/');

type Requests = { retry: () => void; takeControl: () => void };

let pageOrigin: string | undefined;
let requests: Requests | undefined;
/** Messages from before the origin was known. */
const waiting: FrameMessage[] = [];

export function meetPage(origin: string): void {
  pageOrigin = origin;
  for (const message of waiting.splice(0)) postToPage(message);
}

/** Sets the requests that the page around may make, until the next call. */
export function setPageRequests(next: Requests): void {
  requests = next;
}

export function postState(state: PhoneState, detail = ''): void {
  postToPage({ pocketfleet: 'state', state, detail });
}

export function postSize(width: number, height: number): void {
  postToPage({ pocketfleet: 'size', width, height });
}

/** The player's states in the component's words. */
export function postPlayerState(state: PlayerState): void {
  // Of an end the server is asked first, and then the page says so.
  const isPlain = state.name === 'live' || state.name === 'connecting';
  postState(isPlain ? state.name : 'waiting', 'detail' in state ? state.detail : '');
}

function postToPage(message: FrameMessage): void {
  if (!isEmbed || window.parent === window) return;
  if (pageOrigin === undefined) waiting.push(message);
  else window.parent.postMessage(message, pageOrigin);
}

window.addEventListener('message', ({ origin, source, data }: MessageEvent<unknown>) => {
  if (pageOrigin === undefined || origin !== pageOrigin || source !== window.parent) return;
  const asked = readComponentMessage(data)?.pocketfleet;
  if (asked === 'retry') requests?.retry();
  if (asked === 'take_control') requests?.takeControl();
});
