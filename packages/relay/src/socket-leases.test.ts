// How long viewers' sockets stay open, by what the relay knows alone.

import { FakeSocket } from '@pocketfleet/websockets/testing/fake-socket';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { SocketLeases } from './socket-leases.ts';

let leases: SocketLeases;
let socket: FakeSocket;

beforeEach(() => {
  vi.useFakeTimers();
  leases = new SocketLeases();
  socket = new FakeSocket();
  leases.add('one', socket as unknown as WebSocket);
});
afterEach(() => {
  leases.stop();
  vi.useRealTimers();
});

test('a socket closes when its time is over, although nothing was heard since', () => {
  leases.set('one', { ends_in_ms: 60_000, reason: 'assignment_ended' });
  vi.advanceTimersByTime(59_999);
  expect(socket.closeCode).toBeUndefined();
  vi.advanceTimersByTime(1);
  expect(socket.closeCode).toBe(4405);
});

test('a lease of months ends neither at once nor never', () => {
  const day = 24 * 60 * 60_000;
  leases.set('one', { ends_in_ms: 90 * day, reason: 'session_ended' });
  vi.advanceTimersByTime(89 * day);
  expect(socket.closeCode).toBeUndefined();
  vi.advanceTimersByTime(day);
  expect(socket.closeCode).toBe(4404);
});

test('a changed lease replaces the one before', () => {
  leases.set('one', { ends_in_ms: 1_000, reason: 'assignment_ended' });
  leases.receive({
    type: 'lease_changed',
    socket_id: 'one',
    lease: { ends_in_ms: 10_000, reason: 'assignment_ended' },
  });
  vi.advanceTimersByTime(9_999);
  expect(socket.closeCode).toBeUndefined();
  vi.advanceTimersByTime(1);
  expect(socket.closeCode).toBe(4405);
});

test('a socket can be ended before its ticket was checked, and others stay open', () => {
  const other = new FakeSocket();
  leases.add('other', other as unknown as WebSocket);
  leases.receive({ type: 'sockets_ended', socket_ids: ['one', 'unknown'], reason: 'cut_off' });
  expect(socket.readyState).toBe(socket.CLOSED);
  expect(other.readyState).toBe(other.OPEN);
});

test('only a socket whose assignment ends soon is said to end with it', () => {
  leases.set('one', { ends_in_ms: 5_000, reason: 'assignment_ended' });
  expect(leases.endsWithin('one', 1_000, 'assignment_ended')).toBe(false);
  vi.advanceTimersByTime(4_500);
  expect(leases.endsWithin('one', 1_000, 'assignment_ended')).toBe(true);
  leases.set('one', { ends_in_ms: 500, reason: 'session_ended' });
  expect(leases.endsWithin('one', 1_000, 'assignment_ended')).toBe(false);
});
