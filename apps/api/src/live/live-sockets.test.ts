import { FakeSocket } from '@pocketfleet/websockets/testing/fake-socket';
import { afterEach, expect, test, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { heartbeatParts, LiveSockets } from './live-sockets.ts';

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

test('every tab gets heartbeats, a part of them at a time, so that a page notices a line that was cut without a word', () => {
  const sockets = new LiveSockets();
  const tabs: FakeSocket[] = [];
  const heard = () => tabs.reduce((sum, { sent }) => sum + sent.length, 0);
  for (let part = 0; part < heartbeatParts; part += 1) {
    for (const n of [0, 1, 2]) {
      const tab = new FakeSocket();
      tabs.push(tab);
      sockets.add(tab as unknown as WebSocket, owner(`${part} ${n}`));
    }
    sockets.sendHeartbeats();
  }
  for (let part = 0; part < heartbeatParts; part += 1) {
    const before = heard();
    sockets.sendHeartbeats();
    expect(heard() - before).toBe(3);
  }
  expect(tabs.every(({ sent }) => sent.includes('{"type":"heartbeat"}'))).toBe(true);
  const [gone] = tabs;
  const before = gone?.sent.length;
  gone?.close();
  for (let part = 0; part < heartbeatParts; part += 1) sockets.sendHeartbeats();
  expect(gone?.sent).toHaveLength(before ?? 0);
  sockets.stop();
});

test('a tab is told of each thing that changed in its workspace, and of nothing in others', () => {
  const sockets = new LiveSockets();
  const [tab, other] = [new FakeSocket(), new FakeSocket()];
  sockets.add(tab as unknown as WebSocket, owner('ada'));
  sockets.add(other as unknown as WebSocket, owner('bob'));
  sockets.notifyWorkspace('ada', ['devices', 'questions']);
  expect(tab.sent.map((message) => JSON.parse(String(message)))).toEqual([
    { type: 'changed', what: 'devices' },
    { type: 'changed', what: 'questions' },
  ]);
  expect(other.sent).toEqual([]);
  sockets.stop();
});
