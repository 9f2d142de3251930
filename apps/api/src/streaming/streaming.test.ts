// The relay with everything real around it: the control plane on PostgreSQL, the agent as a process, phones that
// speak adb and scrcpy's protocol, rented, cleaned and prepared. A browser's side is played by a websocket.
import { randomUUID } from 'node:crypto';
import { closeCodes, tileStandInsSince } from '@pocketfleet/contract';
import { type ControlMessage, decodeVideoConfig } from '@pocketfleet/stream-protocol';
import { expect, test, vi } from 'vitest';
import { useRentedPhone } from '../../test/rented-phone.ts';
import { openSocket, type TestViewer, ticketFor } from '../../test/test-viewer.ts';
import { sql } from '../platform/database.ts';

const patience = { timeout: 60_000, interval: 20 };
const scene = useRentedPhone();

const touch = (action: 'down' | 'up' | 'move', at = 0.5): ControlMessage => ({
  type: 'touch',
  action,
  pointer: 0,
  tool: 'finger',
  buttons: 0,
  pressure: action === 'up' ? 0 : 65535,
  x: Math.round(65535 * at),
  y: Math.round(65535 * at),
  pictureWidth: 720,
  pictureHeight: 1600,
});

test('a viewer sees the phone’s screen, and their input changes it', async () => {
  const viewer = await scene.watchLive();
  expect(viewer.notices[0]).toMatchObject({ type: 'welcome', may_control: true });
  await vi.waitFor(
    () => expect(viewer.notices).toContainEqual({ type: 'phone', state: 'streaming', detail: '' }),
    patience,
  );
  const changed = viewer.nextPicture();
  viewer.send({ type: 'expand_settings' });
  await changed;
});

test('a viewer who joins a running stream sees it without a new capture', async () => {
  const first = await scene.watchLive();
  const second = await scene.watchLive();
  expect(second.notices.filter((notice) => notice.type === 'phone')).toEqual([
    { type: 'phone', state: 'streaming', detail: '' },
  ]);
  expect(first.socket.readyState).toBe(first.socket.OPEN);
});

test('control goes to the viewer who takes it, and the others watch', async () => {
  const first = await scene.watchLive();
  const second = await scene.watchLive();
  await vi.waitFor(
    () => expect([first.role(), second.role()]).toEqual(['controlling', 'watching']),
    patience,
  );
  const holderFor = (viewer: typeof first) => viewer.notices.findLast(({ type }) => type === 'role');
  expect(holderFor(first)).toMatchObject({ holder: { kind: 'this_window' } });
  expect(holderFor(second)).toMatchObject({ holder: { kind: 'own_window' } });
  second.ask({ type: 'take_control' });
  await vi.waitFor(
    () => expect([first.role(), second.role()]).toEqual(['watching', 'controlling']),
    patience,
  );
  second.socket.close();
  await vi.waitFor(() => expect(first.notices.at(-1)).toMatchObject({ type: 'role', viewers: 1 }), patience);
  first.send(touch('down'));
  first.send(touch('up'));
  await vi.waitFor(() => expect(first.role()).toBe('controlling'), patience);
});

test('a paused viewer gets no packets, and a key packet when they resume', async () => {
  const viewer = await scene.watchLive();
  const other = await scene.watchLive();
  const heartbeats = () => other.packets.filter((packet) => packet.kind === 'heartbeat').length;
  viewer.ask({ type: 'pause' });
  viewer.ask({ type: 'ping', client_time_ms: 1 });
  // Packets that were sent before the relay handled the message have arrived when its response has.
  await vi.waitFor(() => expect(viewer.notices.at(-1)).toMatchObject({ type: 'pong' }), patience);
  const before = viewer.packets.length;
  const heartbeatsBefore = heartbeats();
  await vi.waitFor(() => expect(heartbeats()).toBeGreaterThan(heartbeatsBefore + 1), patience);
  expect(viewer.packets.length).toBe(before);
  viewer.ask({ type: 'resume' });
  await vi.waitFor(() => {
    const since = viewer.packets.slice(before).filter((packet) => packet.kind === 'video');
    expect(since[0]?.key).toBe(true);
  }, patience);
});

test('a tile that is out of sight starts no capture', async () => {
  const viewer = await scene.watch({ query: '?quality=tile&paused=1' });
  await vi.waitFor(() => expect(viewer.role()).toBe('controlling'), patience);
  expect(viewer.packets).toEqual([]);
  viewer.ask({ type: 'resume' });
  await vi.waitFor(
    () => expect(viewer.packets.some((packet) => packet.kind === 'video')).toBe(true),
    patience,
  );
});

/** How high the picture is that a viewer gets first. */
const firstHeight = ({ packets }: TestViewer): number | undefined => {
  const config = packets.find((packet) => packet.kind === 'video_config');
  return config && decodeVideoConfig(config.payload).height;
};

test('an older agent is asked for a tile instead of a quality that it does not know', async () => {
  const setVersion = (version: string) =>
    sql`update hosts set agent_version = ${version}`.execute(scene.fleet.site.db);
  await setVersion('1.1.9');
  expect(firstHeight(await scene.watchLive({ query: '?quality=tile&stand_in=tile_small' }))).toBe(800);
  await setVersion(tileStandInsSince);
  expect(firstHeight(await scene.watchLive({ query: '?quality=tile&stand_in=tile_slow' }))).toBe(432);
});

test('a socket with a wrong ticket is refused, and other viewers go on', async () => {
  const innocent = await scene.watchLive();
  const viewer = openSocket(scene.fleet.address, scene.phone, 'x'.repeat(43));
  expect(await viewer.closed).toBe(closeCodes.ticket_refused.code);
  expect(innocent.socket.readyState).toBe(innocent.socket.OPEN);
});

test.each<[string, (viewer: TestViewer) => void, number]>([
  ['is too long', ({ socket }) => socket.send(Buffer.alloc(300 * 1024)), 1009],
  ['is of an unknown kind', ({ socket }) => socket.send(Buffer.of(200, 1, 2)), 4400],
  ['is out of range', ({ socket }) => socket.send(Buffer.from([1, 9, 99, ...Array(12).fill(255)])), 4400],
  ['is no JSON', ({ socket }) => socket.send('{"type":'), 4400],
  ['is an unknown request', ({ socket }) => socket.send('{"type":"shutdown"}'), 4400],
  ['is the relay’s own', ({ send }) => send({ type: 'cancel_gestures' }), 4400],
])('a viewer whose message %s is closed, and the others go on', async (_, misbehave, code) => {
  const innocent = await scene.watchLive();
  const viewer = await scene.watchLive();
  misbehave(viewer);
  expect(await viewer.closed).toBe(code);
  const changed = innocent.nextPicture();
  innocent.ask({ type: 'key_packet' });
  await changed;
});

test('a ticket to view gives video and no control', async () => {
  const viewer = await scene.watchLive({ purpose: 'view' });
  viewer.send(touch('down'));
  expect(await viewer.closed).toBe(closeCodes.not_allowed.code);
});

test('a ticket to view can’t take control either, and opens no shell', async () => {
  const viewer = await scene.watchLive({ purpose: 'view' });
  viewer.ask({ type: 'take_control' });
  expect(await viewer.closed).toBe(closeCodes.not_allowed.code);
  const shell = await scene.watch({ purpose: 'view', what: 'shell' });
  expect(await shell.closed).toBe(closeCodes.not_allowed.code);
});

test('stopping a stream session closes its sockets and no others', async () => {
  const session_id = randomUUID();
  const mine = openSocket(
    scene.fleet.address,
    scene.phone,
    await ticketFor(scene.fleet.site, scene.token, scene.phone, { session_id }),
  );
  const another = await scene.watchLive();
  await vi.waitFor(() => expect(mine.notices.length).toBeGreaterThan(0), patience);
  await scene.fleet.site.call('POST', `/api/devices/${scene.phone}/stream/stop`, {
    token: scene.token,
    payload: { session_id },
  });
  expect(await mine.closed).toBe(closeCodes.normal.code);
  expect(another.socket.readyState).toBe(another.socket.OPEN);
});

test('a tab opens at most four sockets of a phone', async () => {
  const session_id = randomUUID();
  for (let count = 0; count < 4; count += 1) {
    const viewer = openSocket(
      scene.fleet.address,
      scene.phone,
      await ticketFor(scene.fleet.site, scene.token, scene.phone, { session_id }),
    );
    scene.viewers.push(viewer);
    await vi.waitFor(() => expect(viewer.notices.length).toBeGreaterThan(0), patience);
  }
  const fifth = openSocket(
    scene.fleet.address,
    scene.phone,
    await ticketFor(scene.fleet.site, scene.token, scene.phone, { session_id }),
  );
  expect(await fifth.closed).toBe(closeCodes.too_many.code);
});
