import { FakeSocket } from '@pocketfleet/websockets/testing/fake-socket';
import { afterEach, expect, test, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { LiveSockets } from './live-sockets.ts';

const owner = (id: string) => ({ user_id: id, workspace_id: id, credential_id: `${id} credential` });

afterEach(() => vi.useRealTimers());

test('after a gap in the events a thousand tabs are notified once each, spread over some seconds', () => {
  vi.useFakeTimers();
  const sockets = new LiveSockets();
  const tabs = Array.from({ length: 1_000 }, (_, n) => {
    const tab = new FakeSocket();
    sockets.add(tab as unknown as WebSocket, owner(`${n}`));
    return tab;
  });
  const notified = () => tabs.filter((tab) => tab.sent.length > 0).length;
  sockets.notifyAll();
  expect(notified()).toBe(20);
  vi.advanceTimersByTime(1_000);
  expect(notified()).toBe(220);
  vi.advanceTimersByTime(9_000);
  expect(tabs.map((tab) => tab.sent.length)).toEqual(tabs.map(() => 6));
  sockets.stop();
});

test('all of ten thousand users are notified within ten seconds', () => {
  vi.useFakeTimers();
  const sockets = new LiveSockets();
  const tabs = Array.from({ length: 10_000 }, (_, n) => {
    const tab = new FakeSocket();
    sockets.add(tab as unknown as WebSocket, owner(`${n}`));
    return tab;
  });
  sockets.notifyAll();
  vi.advanceTimersByTime(10_000);
  expect(tabs.every((tab) => tab.sent.length === 6)).toBe(true);
  sockets.stop();
});

test('every tab gets heartbeats, so that a page notices a line that was cut without a word', () => {
  const sockets = new LiveSockets();
  const tab = new FakeSocket();
  sockets.add(tab as unknown as WebSocket, owner('ada'));
  sockets.sendHeartbeats();
  expect(tab.sent.map((message) => JSON.parse(String(message)))).toEqual([{ type: 'heartbeat' }]);
  sockets.stop();
});
