import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const site = 'wss://phones.example/ws/devices/a/stream?quality=tile';
const relay = 'wss://relay-1.example:8443/ws/devices/a/stream?quality=tile';
let sockets: FakeSocket[];
let dial: (address: string, ticket: string) => unknown;

class FakeSocket extends EventTarget {
  onclose: (() => void) | null = () => undefined;
  onerror: ((event: Event) => void) | null = null;
  closedWith: number[] = [];
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    this.addEventListener('close', (event) => this.closedWith.push((event as CloseEvent).code));
    sockets.push(this);
  }
  open(): void {
    this.dispatchEvent(new Event('open'));
  }
  fail(): void {
    this.onerror?.(new Event('error'));
  }
}

beforeEach(async () => {
  sockets = [];
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('window', { location: new URL('https://phones.example/panel') });
  vi.useFakeTimers();
  // The choice of a way belongs to the page, and so to the module.
  vi.resetModules();
  dial = (await import('./dial-relay.ts')).dialRelay;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function next(address = relay): FakeSocket {
  dial(address, 'a-ticket');
  return sockets.at(-1) as FakeSocket;
}

it('a relay that can’t be reached is dialled at the site’s own address from then on', () => {
  const direct = next();
  expect(direct.url).toBe(relay);
  direct.fail();
  expect(direct.closedWith).toEqual([1006]);
  const passed = next();
  expect(passed.url).toBe(site);
  passed.open();
  expect(next().url).toBe(site);
  expect(next('wss://relay-2.example/ws/devices/a/stream?quality=tile').url).toBe(site);
});

it('many sockets that fail at once choose the same way', () => {
  const direct = [next(), next()];
  for (const socket of direct) socket.fail();
  expect(next().url).toBe(site);
});

it('where the site passes nothing on, the relay is dialled again', () => {
  next().fail();
  next().fail();
  expect(next().url).toBe(relay);
});

it('a relay that was reached once is dialled again, however often it fails', () => {
  next().open();
  next().fail();
  expect(next().url).toBe(relay);
});

it('a relay that answers nothing is left after four seconds, but not by a page that gives up before', () => {
  const given = next();
  given.onclose = null;
  vi.advanceTimersByTime(4_000);
  const silent = next();
  expect(silent.url).toBe(relay);
  vi.advanceTimersByTime(4_000);
  expect(next().url).toBe(site);
  silent.open();
});
