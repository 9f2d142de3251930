import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listenToParent, notifyParent } from './parent-link.ts';

const origin = 'https://phones.example';
const parent = { postMessage: vi.fn() };
const pause = { to: 'pocketfleet-frame', type: 'pause' };
let received: unknown[];

beforeEach(() => {
  received = [];
  parent.postMessage.mockClear();
  vi.stubGlobal('window', Object.assign(new EventTarget(), { location: { origin }, parent }));
  listenToParent((request) => received.push(request));
});
afterEach(() => vi.unstubAllGlobals());

function post(from: { origin: string; source: unknown; data: unknown }): void {
  window.dispatchEvent(Object.assign(new Event('message'), from));
}

it('receives requests of the page around it, from its own origin', () => {
  post({ origin, source: parent, data: pause });
  expect(received).toEqual([pause]);
});

it.each([
  ['another origin', { origin: 'https://evil.example', source: parent, data: pause }],
  ['an origin that begins like ours', { origin: `${origin}.evil.example`, source: parent, data: pause }],
  ['a page without an origin', { origin: 'null', source: parent, data: pause }],
  ['another window of our origin', { origin, source: { postMessage: vi.fn() }, data: pause }],
  ['an unknown message of its page', { origin, source: parent, data: { ...pause, type: 'navigate' } }],
])('ignores %s', (_, message) => {
  post(message);
  expect(received).toEqual([]);
});

it('sends to its own origin only', () => {
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
  notifyParent(notice);
  expect(parent.postMessage).toHaveBeenCalledExactlyOnceWith(notice, origin);
});
