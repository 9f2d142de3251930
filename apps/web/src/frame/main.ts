// Entry of /frame/{id}: one phone, edge to edge, embedded in the mosaic or alone in a popup. No React, no
// router; everything live is in the player, this file puts its states into words.
import { createPlayer, exitChordName, type PlayerState } from '@pocketfleet/stream-player';
import { tellOpener } from './opener-link.ts';
import { listenToParent, tellParent } from './parent-link.ts';
import { createStartStream } from './start-stream.ts';
import { wordsFor } from './state-words.ts';

const deviceId = decodeURIComponent(window.location.pathname.split('/').filter(Boolean).at(-1) ?? '');
const search = new URLSearchParams(window.location.search);
const tag = /^[\w .-]{1,32}$/.exec(search.get('tag') ?? '')?.[0];
const isTile = search.get('quality') === 'tile';
if (tag !== undefined) document.title = tag;
const isAlone = window.parent === window;
document.body.classList.toggle('alone', isAlone);
if (isAlone) tellOpener(deviceId);

const notice = elementById('notice');
const words = elementById('words');
const seconds = elementById('seconds');
const cause = elementById('cause');
const retry = elementById('retry');
const keyboard = elementById('keyboard');
const sound = elementById('sound');
elementById('chord').textContent = exitChordName();
let framesPerSecond = 0;
let hasLeftOut = false;
let lastPictureAtMs: number | null = null;
let delayMs: number | null = null;

const player = createPlayer({
  host: elementById('phone'),
  startStream: createStartStream(deviceId),
  label: tag === undefined ? 'Phone screen' : `Phone ${tag}`,
  quality: isTile ? 'tile' : 'focus',
});

player.on('state', show);
player.on('stats', (stats) => {
  framesPerSecond = stats.framesPerSecond;
  hasLeftOut = stats.hasDropped;
  lastPictureAtMs = stats.lastFrameAtMs ?? null;
  delayMs = stats.delayMs ?? null;
  tell(player.state);
});
player.on('frame_size', () => {
  lastPictureAtMs = Date.now();
  notice.classList.remove('whole');
});
player.on('keyboard', (isInPhone) => {
  keyboard.hidden = !isInPhone;
});
retry.addEventListener('click', () => player.retry());
window.addEventListener('pagehide', (event) => {
  // A page kept for the back button comes back whole; everything else is over.
  if (!event.persisted) player.close();
});
// A browser without a sound device refuses; the button then says what is.
sound.addEventListener('click', () => void player.setMuted(!player.isMuted).catch(() => undefined));
player.on('muted', showSound);
listenToParent((request) => {
  if (request.type === 'quality') player.setQuality(request.quality);
  else player[request.type]();
});
notice.classList.add('whole');
show(player.state);
// Tiles carry no sound.
sound.hidden = isTile;
showSound();

function showSound(): void {
  sound.textContent = player.isMuted ? 'Sound off' : 'Sound on';
  sound.setAttribute('aria-pressed', String(!player.isMuted));
}

function show(state: PlayerState): void {
  // In a window of its own there is room for the reasons and a way on; a tile's page has both already.
  if (isAlone && state.name === 'ended' && state.isUnauthorized) {
    window.location.replace(`/unauthorized-stream/${encodeURIComponent(deviceId)}`);
    return;
  }
  const said = wordsFor(state);
  notice.hidden = said.words === '';
  // Written only when changed: a status region announces each change.
  if (words.textContent !== said.words) words.textContent = said.words;
  seconds.textContent = said.seconds;
  cause.textContent = said.cause;
  retry.hidden = !said.canRetry;
  document.body.dataset['state'] = state.name;
  if (state.name !== 'live') [framesPerSecond, hasLeftOut] = [0, false];
  tell(state);
}

function tell(state: PlayerState): void {
  const said = wordsFor(state);
  tellParent({
    from: 'pocketfleet-frame',
    device_id: deviceId,
    state: state.name,
    words: [said.words, said.seconds, said.cause].filter(Boolean).join(' '),
    frames_per_second: Math.round(framesPerSecond * 10) / 10,
    has_left_out: hasLeftOut,
    delay_ms: delayMs === null ? null : Math.round(delayMs),
    last_picture_at_ms: lastPictureAtMs,
  });
}

function elementById(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`The page has no #${id}.`);
  return element;
}
