// A popup's header, its line of hints and its bar. The picture stands between them, so nothing covers the phone.
import { callRoute } from '@pocketfleet/client/call-route';
import { listPhones, type SeatHolder } from '@pocketfleet/contract';
import { timeRemaining } from '@pocketfleet/rules';
import {
  exitChordName,
  isHeldElsewhere,
  type Player,
  type PlayerState,
  type PlayerStats,
} from '@pocketfleet/stream-player';
import * as texts from '#language/frame';
import { typingResult } from '#language/streams';
import { connectionLabel } from '../streams/connection-label.ts';
import { keepPopupPlace } from '../streams/popup-places.ts';
import { inTeam } from '../team.ts';
import { callHeaders } from './call-headers.ts';
import { createQuestionLink } from './popup-questions.ts';
import { awaitSuccessor } from './popup-successor.ts';
import { showPopupTools } from './popup-tools.ts';
import { lastAuthorization } from './request-stream.ts';

export interface PopupChrome {
  /** Null for a rental without an end. */
  setExpiry(expiresAtMs: number | null): void;
}

/** The tick of the time left (spec section 9). */
const timeLeftTickMs = 60_000;
/** When the rental of the popup's phone began; undefined until the list of phones was read. */
let rentedSince: string | undefined;
/** A result of an action is shown in the hint line for this long. */
const resultMs = 4_000;

export function showPopupChrome(player: Player, deviceId: string, tag: string | undefined): PopupChrome {
  const main = document.querySelector('main');
  if (main === null) throw new Error('The page has no <main>.');
  const hint = createHint(player);
  player.on('typed', (typed) => hint.showResult(typingResult(typed)));
  const header = createHeader(player, deviceId, tag);
  const tools = showPopupTools(player, tag ?? texts.phoneScreen, hint.showResult);
  // Outside of <main>, where it is the page’s banner for screen readers.
  main.before(header.element);
  main.append(hint.element, ...tools);
  showSuccessor(player, deviceId);
  showSignIn(player);
  // A page in a tab has an address bar, and its window is not ours.
  if (window.opener !== null) keepPopupPlace(deviceId);
  return header;
}

function createHeader(
  player: Player,
  deviceId: string,
  tag: string | undefined,
): PopupChrome & { element: HTMLElement } {
  const element = document.createElement('header');
  element.id = 'header';
  const [name, tagPart, label] = [span('name'), span('tag'), span('label')];
  tagPart.textContent = tag ?? '';
  name.append(tagPart, ' ', label);
  const [quality, time] = [span('quality'), span('time')];
  quality.setAttribute('role', 'status');
  const link = document.createElement('a');
  link.href = inTeam(`/devices/${encodeURIComponent(deviceId)}/stream`);
  link.target = '_blank';
  const session = span('session');
  session.textContent = texts.session;
  link.append(texts.open, session);
  if (tag !== undefined) link.setAttribute('aria-label', texts.openSessionOf(tag));
  element.append(name, quality, createQuestionLink(deviceId), time, link);

  let stats: PlayerStats | null = null;
  const showQuality = () => {
    const { kind, label } = connectionLabel(player.state, stats);
    quality.className = `quality ${kind}`;
    // Written only when it has changed, because a status region announces each write.
    if (quality.textContent !== label) quality.textContent = label;
  };
  player.on('state', showQuality);
  player.on('stats', (next) => {
    stats = next;
    showQuality();
  });
  showQuality();

  let expiresAtMs: number | null | undefined;
  const showTime = () => {
    // The session of a phone that is no longer the customer's leads to a refusal.
    link.hidden = isGone(player.state);
    if (link.hidden) time.textContent = isOver(player.state) ? texts.expired : '';
    else if (expiresAtMs === undefined) return;
    else if (expiresAtMs === null) time.textContent = texts.noEnd;
    else if (expiresAtMs <= Date.now()) time.textContent = texts.expired;
    else time.textContent = texts.timeLeft(timeRemaining(expiresAtMs, Date.now()));
  };
  setInterval(showTime, timeLeftTickMs);
  player.on('state', ({ name }) => {
    // The known end may be old.
    time.classList.toggle('old', name === 'reconnecting');
    showTime();
  });
  const setExpiry = (next: number | null) => {
    expiresAtMs = next;
    showTime();
  };

  const refresh = async () => {
    const phone = (await readPhones()).find(({ id }) => id === deviceId);
    if (phone === undefined) return;
    rentedSince = phone.starts_at;
    label.textContent = phone.label ?? '';
    name.title = [phone.tag, phone.label].filter(Boolean).join(' ');
    if (tag === undefined) tagPart.textContent = phone.tag;
    const expiresAt = phone.stream_mappings[0]?.expires_at;
    if (expiresAt !== undefined) setExpiry(expiresAt === null ? null : Date.parse(expiresAt));
  };
  // The label and the end may have been changed in another window meanwhile.
  window.addEventListener('focus', () => void refresh());
  void refresh();
  return { element, setExpiry };
}

/** None also while the server can't be reached: the stream itself shows why. */
async function readPhones() {
  const headers = callHeaders();
  if (headers === null) return [];
  try {
    return await callRoute({ baseUrl: '/api' }, listPhones, {}, { headers });
  } catch {
    return [];
  }
}

const isOver = (state: PlayerState) => state.name === 'ended' && state.reason === 'assignment_ended';

/** The phone was taken out of service, or its rental is over. */
const isGone = (state: PlayerState) =>
  isOver(state) || (state.name === 'ended' && state.reason === 'device_quarantined');

/** Over the last picture, in place of what is said there; after a rental that is over, also the ways on. */
function showSuccessor(player: Player, deviceId: string): void {
  let isAsking = false;
  const onState = (state: PlayerState) => {
    if (!isGone(state) || isAsking) return;
    isAsking = true;
    const waysOn = isOver(state) ? createWaysOn() : [];
    document.querySelector('#notice')?.append(...waysOn);
    // A phone may have been replaced in an earlier rental, too.
    const readLater = async () =>
      (await readPhones()).filter(
        ({ replaces }) =>
          rentedSince === undefined || Date.parse(replaces?.at ?? '') > Date.parse(rentedSince),
      );
    awaitSuccessor(deviceId, readLater, (message, link) => {
      link.className = 'successor';
      for (const way of waysOn) way.remove();
      document.querySelector('#cause')?.replaceChildren(message);
      document.querySelector('#notice')?.append(link);
    });
  };
  player.on('state', onState);
  // The phone may have been lost before this part was loaded.
  onState(player.state);
}

function createWaysOn(): HTMLAnchorElement[] {
  const ways = [
    [inTeam('/devices'), texts.yourDevices],
    [inTeam('/rent?start=now'), texts.rentPhones],
  ] as const;
  return ways.map(([href, text]) => {
    const link = document.createElement('a');
    link.href = href;
    link.target = '_blank';
    link.className = 'successor';
    link.textContent = text;
    return link;
  });
}

/** Leads to the sign-in in another tab. The popup goes on when the customer comes back to it. */
function showSignIn(player: Player): void {
  const link = document.createElement('a');
  link.href = '/login';
  link.target = '_blank';
  link.className = 'successor';
  link.textContent = texts.signIn;
  const isSignedOut = () => player.state.name === 'ended' && player.state.reason === 'session_ended';
  const show = () => {
    if (isSignedOut()) document.querySelector('#notice')?.append(link);
    // While it is tried again, the link stays: the try may fail.
    else if (player.state.name === 'live' || player.state.name === 'ended') link.remove();
  };
  player.on('state', show);
  show();
  window.addEventListener('focus', () => {
    const authorization = callHeaders()?.['authorization'];
    // The token that has ended may still be in the cookie. It would only be refused again.
    if (isSignedOut() && authorization !== undefined && authorization !== lastAuthorization()) player.retry();
  });
}

function createHint(player: Player): { element: HTMLElement; showResult(text: string): void } {
  const element = document.createElement('div');
  element.id = 'hint';
  const text = document.createElement('span');
  text.setAttribute('role', 'status');
  const takeControl = document.createElement('button');
  takeControl.type = 'button';
  takeControl.textContent = texts.takeControl;
  takeControl.addEventListener('click', () => player.takeControl());
  element.append(text, takeControl);

  let holder: SeatHolder = { kind: 'this_window' };
  let [isTyping, isInReach, result] = [false, true, ''];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const show = () => {
    const standing = isTyping ? texts.typingOnThePhone(exitChordName()) : texts.clickToType;
    const isControlling = !isHeldElsewhere(holder);
    // While the phone is out of reach, its picture says what happened: neither typing nor control can be had.
    const usual = isControlling ? standing : texts.otherHasControl(holder);
    const next = result || (isInReach ? usual : '');
    if (text.textContent !== next) text.textContent = next;
    text.title = next;
    takeControl.hidden = isControlling || !isInReach;
  };
  player.on('keyboard', (isInPhone) => {
    isTyping = isInPhone;
    show();
  });
  player.on('state', ({ name }) => {
    isInReach = name !== 'ended' && name !== 'reconnecting' && name !== 'stalled';
    show();
  });
  player.on('role', (role) => {
    // If nobody has control, the next input takes it.
    holder = role.holder;
    show();
  });
  show();
  return {
    element,
    showResult(shown) {
      result = shown;
      show();
      clearTimeout(timer);
      timer = setTimeout(() => {
        result = '';
        show();
      }, resultMs);
    },
  };
}

function span(className: string): HTMLElement {
  const element = document.createElement('span');
  element.className = className;
  return element;
}
