// Entry of /frame/{id}: one phone, edge to edge, embedded in the mosaic or alone in a popup. It uses no React and no router:
// the player does the work, and this file shows its states. Only a popup has a header and a bar, which are loaded apart.
import { createPlayer, exitChordName, type PlayerState, type PlayerStats } from '@pocketfleet/stream-player';
import * as texts from '#language/frame';
import { showRecordingMark } from '../streams/recording-mark.ts';
import { inTeam } from '../team.ts';
import { announcePopup } from './opener-link.ts';
import { listenToParent, notifyParent } from './parent-link.ts';
import type { PopupChrome } from './popup-chrome.ts';
import { createStartStream } from './request-stream.ts';
import { stateMessage } from './state-message.ts';

const deviceId = decodeURIComponent(window.location.pathname.split('/').filter(Boolean).at(-1) ?? '');
const search = new URLSearchParams(window.location.search);
const tag = /^[\w .-]{1,32}$/.exec(search.get('tag') ?? '')?.[0];
const isTile = search.get('quality') === 'tile';
if (tag !== undefined) document.title = tag;
const isAlone = window.parent === window;
document.body.classList.toggle('alone', isAlone);
if (isAlone) announcePopup(deviceId);

const notice = elementById('notice');
const message = elementById('message');
const seconds = elementById('seconds');
const cause = elementById('cause');
const retry = elementById('retry');
const keyboard = elementById('keyboard');
const sound = elementById('sound');
elementById('chord').textContent = exitChordName();
let expiresAtMs: number | null | undefined;
let chrome: PopupChrome | undefined;
let stats: PlayerStats | undefined;
let lastFrameAtMs: number | null = null;

const player = createPlayer({
  host: elementById('phone'),
  // A tile only watches: it must not take control from the window in which the customer works.
  startStream: createStartStream(deviceId, isTile ? 'view' : 'control', (expiresAt) => {
    expiresAtMs = expiresAt === null ? null : Date.parse(expiresAt);
    chrome?.setExpiry(expiresAtMs);
  }),
  label: tag === undefined ? texts.phoneScreen : texts.phone(tag),
  quality: isTile ? 'tile' : 'focus',
});

showRecordingMark(player, elementById('phone'));
player.on('state', show);
player.on('stats', (next) => {
  stats = next;
  lastFrameAtMs = next.lastFrameAtMs ?? null;
  notify(player.state);
});
player.on('frame_size', () => {
  lastFrameAtMs = Date.now();
  notice.classList.remove('whole');
});
player.on('keyboard', (isInPhone) => {
  keyboard.hidden = isAlone || !isInPhone;
});
retry.addEventListener('click', () => player.retry());
window.addEventListener('pagehide', (event) => {
  // A page in the back-forward cache may come back with its player. Every other page is gone.
  if (!event.persisted) player.close();
});
// A browser without a sound device refuses, and the button shows that the sound is still off.
sound.addEventListener('click', () => void player.setMuted(!player.isMuted).catch(() => undefined));
player.on('muted', showSound);
listenToParent((request) => {
  if (request.type === 'quality') player.setQuality(request.quality);
  else player[request.type]();
});
notice.classList.add('whole');
show(player.state);
// Tiles have no sound, and a popup has it in its menu.
sound.hidden = isTile || isAlone;
showSound();
if (isAlone) void loadChrome();

async function loadChrome(): Promise<void> {
  const { showPopupChrome } = await import('./popup-chrome.ts');
  chrome = showPopupChrome(player, deviceId, tag);
  if (expiresAtMs !== undefined) chrome.setExpiry(expiresAtMs);
}

function showSound(): void {
  sound.textContent = player.isMuted ? texts.soundOff : texts.soundOn;
  sound.setAttribute('aria-pressed', String(!player.isMuted));
}

function show(state: PlayerState): void {
  // A popup leads to a page with the reasons. A tile is embedded in a page that shows them already.
  if (isAlone && state.name === 'ended' && state.isUnauthorized) {
    window.location.replace(inTeam(`/unauthorized-stream/${encodeURIComponent(deviceId)}`));
    return;
  }
  const { text, ...rest } = stateMessage(state);
  notice.hidden = text === '';
  // Written only when it has changed, because a status region announces each write.
  if (message.textContent !== text) message.textContent = text;
  seconds.textContent = rest.seconds;
  cause.textContent = rest.cause;
  retry.hidden = !rest.canRetry;
  document.body.dataset['state'] = state.name;
  if (state.name !== 'live' && stats) stats = { ...stats, framesPerSecond: 0, hasDropped: false };
  notify(state);
}

function notify(state: PlayerState): void {
  const { text, seconds, cause } = stateMessage(state);
  notifyParent({
    from: 'pocketfleet-frame',
    device_id: deviceId,
    state: state.name,
    words: [text, seconds, cause].filter(Boolean).join(' '),
    frames_per_second: Math.round((stats?.framesPerSecond ?? 0) * 10) / 10,
    has_left_out: stats?.hasDropped ?? false,
    delay_ms: stats?.delayMs === undefined ? null : Math.round(stats.delayMs),
    last_picture_at_ms: lastFrameAtMs,
  });
}

function elementById(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`The page has no #${id}.`);
  return element;
}
