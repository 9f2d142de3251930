// A relay with a stolen key can report nothing about phones that nobody uses over it.
import { randomUUID } from 'node:crypto';
import type { ControlPlane } from '@pocketfleet/relay';
import { beforeEach, expect, test } from 'vitest';
import { createRecentSockets } from './recent-sockets.ts';
import { limitRelay } from './relay-limits.ts';
import type { AdmittedSocket } from './relay-notes.ts';

const program = { relay_id: randomUUID(), agents_url: 'wss://relay.example' };
const socket: AdmittedSocket = {
  socket_id: randomUUID(),
  address: '127.0.0.1',
  user_id: randomUUID(),
  workspace_id: randomUUID(),
  credential_id: randomUUID(),
  device_id: randomUUID(),
  assignment_id: randomUUID(),
  purpose: 'control',
  session_id: randomUUID(),
  ticket_at: '2026-01-01 00:00:00+00',
  kind: 'person',
  name: 'Ada',
  assignment_expires_at: null,
  token_expires_at: '2026-02-01T00:00:00.000Z',
};
const files: AdmittedSocket = {
  ...socket,
  socket_id: randomUUID(),
  device_id: randomUUID(),
  purpose: 'files',
};
const place = { device_id: socket.device_id, assignment_id: socket.assignment_id };
const elsewhere = { device_id: randomUUID(), assignment_id: randomUUID() };
const ada = { kind: 'person', name: 'Ada', id: socket.user_id } as const;
const event: Parameters<ControlPlane['publishSeat']>[1] = {
  node_id: program.relay_id,
  kind: 'left',
  to_node_id: null,
  holds: false,
  viewer_id: null,
  viewers: 0,
};
let called: string[];
let limited: ControlPlane;

beforeEach(() => {
  called = [];
  const control = new Proxy({} as ControlPlane, {
    ownKeys: () => [],
    get: (_, name) => async () => {
      called.push(String(name));
    },
  });
  const speaksFor = (isMeant: (one: AdmittedSocket) => boolean) => [socket, files].some(isMeant);
  limited = limitRelay(control, { speaksFor }, program);
});

test('seats are claimed and given back for those who have a socket there, under their own names', async () => {
  await limited.readSeat(place);
  await limited.claimSeat(place, ada, 'take');
  await limited.releaseSeat(place, ada);
  await limited.findRecorded(place);
  expect(called).toEqual(['readSeat', 'claimSeat', 'releaseSeat', 'findRecorded']);
  for (const person of [
    { ...ada, name: 'Grace' },
    { ...ada, id: randomUUID() },
    { ...ada, kind: 'key' as const },
  ])
    await expect(limited.claimSeat(place, person, 'take')).rejects.toThrow('no socket for this');
  await expect(limited.claimSeat(elsewhere, ada, 'take')).rejects.toThrow('no socket for this');
  await expect(limited.releaseSeat(elsewhere, ada)).rejects.toThrow('no socket for this');
  await expect(limited.readSeat({ ...place, assignment_id: randomUUID() })).rejects.toThrow('no socket');
  await expect(limited.findRecorded(elsewhere)).rejects.toThrow('no socket for this');
  expect(called).toHaveLength(4);
});

test('events of seats go out in the relay’s own name, and bytes move for phones with files open', async () => {
  limited.publishSeat(place, event);
  limited.publishSeat(elsewhere, event);
  limited.publishSeat(place, { ...event, node_id: randomUUID() });
  await limited.reserveTransfer(files.device_id, 1);
  limited.releaseTransfer(files.device_id, 1);
  await expect(limited.reserveTransfer(socket.device_id, 1)).rejects.toThrow('no socket for this');
  limited.releaseTransfer(socket.device_id, 1);
  expect(called).toEqual(['publishSeat', 'reserveTransfer', 'releaseTransfer']);
});

test('agents are sent to the relay’s own address', async () => {
  const dial = { channel_id: randomUUID(), secret: 'x', node_url: program.agents_url };
  await limited.openChannel(dial, { ...place, kind: 'stream' });
  const other = { ...dial, node_url: 'wss://thief.example' };
  await expect(limited.openChannel(other, { ...place, kind: 'stream' })).rejects.toThrow('no socket');
  expect(called).toEqual(['openChannel']);
});

test('a socket that has closed is known for two minutes', () => {
  let nowMs = 0;
  const recent = createRecentSockets(() => nowMs);
  recent.add(socket);
  nowMs = 119_999;
  recent.add(files);
  expect([...recent.list()]).toEqual([socket, files]);
  nowMs = 120_000;
  expect(recent.find(socket.socket_id)).toBeUndefined();
  expect([...recent.list()]).toEqual([files]);
});
