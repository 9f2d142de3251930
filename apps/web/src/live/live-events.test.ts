import { ApiError } from '@pocketfleet/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LiveEvents, type LiveState } from './live-events.ts';

/** A socket that says and does nothing by itself, as on a line that is gone. */
class SilentSocket extends EventTarget {
  isClosed = false;
  close(): void {
    this.isClosed = true;
  }
  hear(message: object): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }));
  }
}

let sockets: SilentSocket[];
let states: LiveState[];
let live: LiveEvents;
/** Stops the answers to calls for a ticket. */
let isMute: boolean;
let refusal: ApiError | undefined;
let refusals: number;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('window', new EventTarget());
  sockets = [];
  states = [];
  isMute = false;
  refusal = undefined;
  refusals = 0;
  live = new LiveEvents({
    getTicket: () => {
      if (refusal !== undefined) return Promise.reject(refusal);
      return isMute ? new Promise(() => {}) : Promise.resolve('ticket');
    },
    open: () => {
      const socket = new SilentSocket();
      sockets.push(socket);
      return socket as unknown as WebSocket;
    },
    onConnected: () => {},
    onChange: () => {},
    onState: (state) => states.push(state),
    onSignedOut: () => {},
    onRefused: () => {
      refusals++;
    },
  });
  live.start();
  await pass(0);
});
afterEach(() => {
  live.stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const hello = { type: 'hello', server_time_ms: 0, heartbeat_every_ms: 4_000 };

it('a line that was cut without a word is noticed within 9 seconds, also before the first heartbeat', async () => {
  sockets[0]?.hear(hello);
  await pass(8_900);
  sockets[0]?.hear({ type: 'heartbeat' });
  await pass(8_900);
  expect(states).toEqual(['live']);
  await pass(100);
  expect(states).toEqual(['live', 'connecting']);
  await pass(400);
  sockets[1]?.hear(hello);
  await pass(9_000);
  expect(states).toEqual(['live', 'connecting', 'live', 'connecting']);
});

it('a server of an older version, which sends a heartbeat every 10 seconds, is not given up', async () => {
  sockets[0]?.hear({ type: 'hello', server_time_ms: 0 });
  await pass(60_000);
  sockets[0]?.hear({ type: 'heartbeat' });
  await pass(24_000);
  expect(states).toEqual(['live']);
  await pass(1_000);
  expect(states).toEqual(['live', 'connecting']);
});

it('a socket that never opens, and a call without an answer, are tried again after 8 seconds', async () => {
  await pass(8_000);
  expect(sockets[0]?.isClosed).toBe(true);
  isMute = true;
  await pass(400);
  expect(sockets).toHaveLength(1);
  await pass(8_000);
  isMute = false;
  await pass(1_000);
  expect(sockets).toHaveLength(2);
  sockets[1]?.hear(hello);
  expect(states.at(-1)).toBe('live');
});

it('when the browser is online again, the line of before is not waited for', async () => {
  sockets[0]?.hear(hello);
  window.dispatchEvent(new Event('online'));
  await pass(0);
  expect(sockets).toHaveLength(2);
  expect(sockets[0]?.isClosed).toBe(true);
  // A late event of the old one changes nothing.
  sockets[0]?.dispatchEvent(new Event('close'));
  sockets[1]?.hear(hello);
  expect(states).toEqual(['live', 'connecting', 'live']);
});

it('a page that gets no ticket learns that its rights have changed, and is live again when it has them', async () => {
  refusal = new ApiError({ status: 403, code: 'second_factor_needed', detail: null });
  window.dispatchEvent(new Event('online'));
  await pass(0);
  expect(refusals).toBe(1);
  refusal = undefined;
  await pass(60_000);
  sockets.at(-1)?.hear(hello);
  expect(states.at(-1)).toBe('live');
});
