import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listenToParent, tellParent } from './parent-link.ts';

const origin = 'https://phones.example';
const parent = { postMessage: vi.fn() };
const pause = { to: 'pocketfleet-frame', type: 'pause' };
let heard: unknown[];

beforeEach(() => {
  heard = [];
  parent.postMessage.mockClear();
  vi.stubGlobal('window', Object.assign(new EventTarget(), { location: { origin }, parent }));
  listenToParent((request) => heard.push(request));
});
afterEach(() => vi.unstubAllGlobals());

function say(from: { origin: string; source: unknown; data: unknown }): void {
  window.dispatchEvent(Object.assign(new Event('message'), from));
}

it('hears the page around it, of its own origin', () => {
  say({ origin, source: parent, data: pause });
  expect(heard).toEqual([pause]);
});

it.each([
  ['another origin', { origin: 'https://evil.example', source: parent, data: pause }],
  ['an origin that only begins like ours', { origin: `${origin}.evil.example`, source: parent, data: pause }],
  ['a page without an origin', { origin: 'null', source: parent, data: pause }],
  ['another window of our origin', { origin, source: { postMessage: vi.fn() }, data: pause }],
  ['its page, but nothing that it knows', { origin, source: parent, data: { ...pause, type: 'navigate' } }],
])('does nothing for %s', (_who, message) => {
  say(message);
  expect(heard).toEqual([]);
});

it('speaks to its own origin only', () => {
  const notice = {
    from: 'pocketfleet-frame',
    device_id: '4711',
    state: 'live',
    words: '',
    frames_per_second: 30,
    has_left_out: false,
    delay_ms: null,
    last_picture_at_ms: null,
  } as const;
  tellParent(notice);
  expect(parent.postMessage).toHaveBeenCalledExactlyOnceWith(notice, origin);
});
