// The relay alone, with real sockets, and without a database or any other part of the product. Everything that it asks and hears
// is copied as a message between programs is, so nothing but plain data goes either way.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { encodePacket } from '@pocketfleet/stream-protocol';
import { createWebsockets, type Websockets } from '@pocketfleet/websockets';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import type { AdmissionRequest, Admitted, ControlEvent, ControlPlane, DialRequest } from './control-plane.ts';
import { createHostChannels } from './host-channels.ts';
import { acceptChannels } from './phone-sockets.ts';
import { type RunningRelay, startRelay } from './start-relay.ts';

const patience = { timeout: 60_000, interval: 10 };
const place = { device_id: 'device', assignment_id: 'assignment' };
const person = { kind: 'person', name: 'ada', id: 'ada' } as const;
const packet = encodePacket({
  kind: 'video',
  key: true,
  sequence: 1,
  ptsUs: 0n,
  payload: Uint8Array.of(0, 0, 0, 1, 0x65),
});

let isAway: boolean;
let asked: AdmissionRequest[];
let closed: string[];
let dials: DialRequest[];
let servers: Server[];
let websockets: Websockets[];
let running: RunningRelay;

beforeEach(async () => {
  [isAway, asked, closed, dials] = [false, [], [], []];
  servers = [createServer(), createServer()];
  const log = pino({ level: 'silent' });
  websockets = servers.map((server) =>
    createWebsockets(server, { log, allowedOrigins: undefined, maxSockets: 100 }),
  );
  const [siteSockets, agentSockets] = websockets as [Websockets, Websockets];
  for (const server of servers) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  }
  const control = asMessages(controlPlane());
  const channels = createHostChannels({ nodeUrl: 'ws://relay', control });
  running = startRelay({ relayId: 'relay', control, channels, siteSockets, log });
  acceptChannels(agentSockets, channels);
});
afterEach(async () => {
  running.stop();
  await Promise.all(websockets.map((each) => each.stop()));
  for (const server of servers) server.close();
});

function controlPlane(): ControlPlane {
  const answer = <Answer>(value: Answer): Promise<Answer> =>
    isAway ? Promise.reject(new Error('the control plane is away')) : Promise.resolve(value);
  return {
    admit: (request) => {
      asked.push(request);
      const admitted: Admitted = {
        ...place,
        session_id: 'session',
        note: 'of the socket',
        principal: person,
        credential_id: 'credential',
        may_control: true,
        assignment_expires_at: null,
        lease: { ends_in_ms: 600_000, reason: 'assignment_ended' },
      };
      return answer(request.ticket === 'right' ? admitted : { refusal: 'ticket_refused' as const });
    },
    socketClosed: (id) => closed.push(id),
    openChannel: (dial) => {
      dials.push(dial);
      return answer({ knows_seats: true, ends_in_ms: null, note: 'of the channel' });
    },
    channelArrived: () => undefined,
    channelClosed: () => undefined,
    readSeat: () => answer(undefined),
    claimSeat: () => answer({ generation: 1, hasChanged: true }),
    releaseSeat: () => answer(undefined),
    publishSeat: () => undefined,
    findRecorded: () => answer('ada'),
    recordUse: () => undefined,
    judgeFiles: () => answer(null),
    reserveTransfer: () => answer(true),
    releaseTransfer: () => undefined,
  };
}

/** Messages on a link between programs are JSON. */
function copy<Value>(value: Value): Value {
  if (value === undefined || typeof value === 'function') return value;
  const copied = JSON.parse(JSON.stringify(value)) as Value;
  expect(copied).toEqual(value);
  return copied;
}

function asMessages(control: ControlPlane): ControlPlane {
  const calls = Object.entries(control).map(([name, call]) => [
    name,
    (...input: unknown[]) => {
      const output = (call as (...copied: unknown[]) => unknown)(...input.map(copy));
      return output instanceof Promise ? output.then(copy) : undefined;
    },
  ]);
  return Object.fromEntries(calls) as ControlPlane;
}

function tell(event: ControlEvent): void {
  running.receive(copy(event));
}

function connect(server: number, path: string, subprotocols: string[]) {
  const address = servers[server]?.address() as AddressInfo;
  const socket = new WebSocket(`ws://127.0.0.1:${address.port}${path}`, subprotocols);
  const packets: Buffer[] = [];
  const notices: { type: string }[] = [];
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) packets.push(data);
    else notices.push(JSON.parse(data.toString()));
  });
  socket.on('error', () => undefined);
  const code = new Promise<number>((resolve) => socket.once('close', resolve));
  return { socket, packets, notices, code };
}

const view = (ticket = 'right') => connect(0, '/ws/devices/device/stream', ['pocketfleet', ticket]);

/** A viewer who sees a picture, and the phone's agent. */
async function watching() {
  const viewer = view();
  await vi.waitFor(() => expect(dials).toHaveLength(1), patience);
  const [dial] = dials as [DialRequest];
  const agent = connect(1, `/agent/channels/${dial.channel_id}`, ['pocketfleet-channel', dial.secret]);
  await once(agent.socket, 'open');
  const sendPicture = async (): Promise<void> => {
    const before = viewer.packets.length;
    agent.socket.send(packet);
    await vi.waitFor(() => expect(viewer.packets.length).toBeGreaterThan(before), patience);
  };
  await vi.waitFor(() => {
    agent.socket.send(packet);
    expect(viewer.packets.length).toBeGreaterThan(0);
  }, patience);
  return { viewer, agent, sendPicture };
}

test('while the control plane is away, streams go on, nobody is admitted, and the end of the rental is kept', async () => {
  const { viewer, sendPicture } = await watching();
  const [{ socket_id }] = asked as [AdmissionRequest];
  isAway = true;
  const late = view();
  expect(await late.code).toBe(4500);
  await sendPicture();
  tell({ type: 'lease_changed', socket_id, lease: { ends_in_ms: 100, reason: 'assignment_ended' } });
  expect(await viewer.code).toBe(4405);
});

test('a lost channel is asked for again when the control plane is back', async () => {
  const { agent } = await watching();
  isAway = true;
  agent.socket.terminate();
  await vi.waitFor(() => expect(dials.length).toBeGreaterThan(1), patience);
  isAway = false;
  const before = dials.length;
  tell({ type: 'devices_changed', device_ids: [place.device_id] });
  await vi.waitFor(() => expect(dials.length).toBeGreaterThan(before), patience);
});

test('a socket without a right ticket is refused and not reported', async () => {
  const stranger = view('wrong');
  expect(await stranger.code).toBe(4401);
  expect(asked).toMatchObject([{ ticket: 'wrong', device_id: 'device', kind: 'stream', is_ahead: false }]);
  expect(closed).toEqual([]);
});

test('a socket that the control plane ends is closed with its reason, and reported once', async () => {
  const { viewer } = await watching();
  const [{ socket_id }] = asked as [AdmissionRequest];
  tell({ type: 'sockets_ended', socket_ids: [socket_id], reason: 'cut_off' });
  expect(await viewer.code).toBe(4411);
  await vi.waitFor(() => expect(closed).toEqual([socket_id]), patience);
});

test('viewers are told of recordings, and of an end that has moved', async () => {
  const { viewer } = await watching();
  const expires_at = '2030-01-01T00:00:00Z';
  tell({ type: 'assignment_end_moved', assignment_id: place.assignment_id, expires_at });
  tell({ type: 'gap' });
  await vi.waitFor(() => {
    expect(viewer.notices).toContainEqual({ type: 'recording', by: 'ada' });
    expect(viewer.notices).toContainEqual({ type: 'expires', expires_at });
  }, patience);
});

test('open sockets and channels are named with the product’s notes', async () => {
  const { viewer } = await watching();
  const [{ socket_id }] = asked as [AdmissionRequest];
  const [{ channel_id }] = dials as [DialRequest];
  expect(running.listOpen()).toEqual({
    sockets: [{ socket_id, note: 'of the socket' }],
    channels: [{ channel_id, note: 'of the channel' }],
  });
  expect(running.closeViewers('going_away')).toBe(1);
  expect(await viewer.code).toBe(1001);
  await vi.waitFor(() => expect(running.listOpen().sockets).toEqual([]), patience);
});

test('a channel that no agent has opened yet is asked for again when the control plane is back', async () => {
  view();
  await vi.waitFor(() => expect(dials).toHaveLength(1), patience);
  running.onControlBack();
  await vi.waitFor(() => expect(dials).toHaveLength(2), patience);
  expect(dials[1]?.channel_id).not.toBe(dials[0]?.channel_id);
});

test('the end of an assignment ends its captures', async () => {
  const { agent } = await watching();
  tell({ type: 'assignment_ended', assignment_id: place.assignment_id });
  expect(await agent.code).toBeGreaterThan(0);
  expect(running.relay.count()).toMatchObject({ captures: { focus: 0 } });
});
