import { afterEach, expect, test, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { FakeSocket } from '../../test/fake-socket.ts';
import { LiveSockets } from './live-sockets.ts';

afterEach(() => vi.useRealTimers());

test('after a gap in the news a thousand tabs are told to fetch everything over some seconds, and each once', () => {
  vi.useFakeTimers();
  const sockets = new LiveSockets();
  const tabs = Array.from({ length: 1_000 }, (_, n) => {
    const tab = new FakeSocket();
    sockets.add(tab as unknown as WebSocket, { user_id: `user-${n}`, access_token_id: `token-${n}` });
    return tab;
  });
  const told = () => tabs.filter((tab) => tab.sent.length > 0).length;
  sockets.tellAll();
  expect(told()).toBe(20);
  vi.advanceTimersByTime(1_000);
  expect(told()).toBe(220);
  vi.advanceTimersByTime(9_000);
  expect(tabs.map((tab) => tab.sent.length)).toEqual(tabs.map(() => 4));
  sockets.stop();
});

test('with ten thousand users the last one is told within ten seconds', () => {
  vi.useFakeTimers();
  const sockets = new LiveSockets();
  const tabs = Array.from({ length: 10_000 }, (_, n) => {
    const tab = new FakeSocket();
    sockets.add(tab as unknown as WebSocket, { user_id: `user-${n}`, access_token_id: `token-${n}` });
    return tab;
  });
  sockets.tellAll();
  vi.advanceTimersByTime(10_000);
  expect(tabs.every((tab) => tab.sent.length === 4)).toBe(true);
  sockets.stop();
});
