// Text of one person while another one takes the phone, with fake sockets.
import {
  decodeControlMessage,
  encodeControlMessage,
  encodePacket,
  type PacketKind,
} from '@pocketfleet/stream-protocol';
import { FakeSocket } from '@pocketfleet/websockets/testing/fake-socket';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { Relay } from './relay.ts';

const place = { deviceId: 'device', assignmentId: 'assignment' };
const take = JSON.stringify({ type: 'take_control' });
const person = (id: string) => ({ kind: 'person', name: id, id }) as const;
const typed = (text: string) => encodeControlMessage({ type: 'text', text });

let channel: FakeSocket;
let openFails: Error | undefined;
let generation: number;
/** A claim is answered when this is. */
let claimDone: Promise<unknown>;
let relay: Relay;

beforeEach(() => {
  vi.useFakeTimers();
  openFails = undefined;
  generation = 5;
  claimDone = Promise.resolve();
  relay = new Relay({
    now: () => Date.now(),
    nodeId: 'node',
    publishSeat: () => undefined,
    knowsSeats: () => true,
    openChannel: async (_place, quality) => {
      if (quality === 'focus' && openFails !== undefined) throw openFails;
      channel = new FakeSocket();
      return channel as unknown as WebSocket;
    },
    deviceSeat: {
      read: async () => undefined,
      claim: async (_place, _person, by) => {
        await claimDone;
        if (by === 'take') generation += 1;
        return { generation, hasChanged: by === 'take' };
      },
      release: async () => undefined,
    },
  });
});
afterEach(() => {
  relay.stop();
  vi.useRealTimers();
});

async function join(id: string): Promise<FakeSocket> {
  const socket = new FakeSocket();
  relay.addViewer(place, socket as unknown as WebSocket, {
    mayControl: true,
    who: person(id),
    quality: 'focus',
    isPaused: false,
    isAhead: false,
    wantsSound: true,
    sessionId: id,
    expiresAt: null,
  });
  await vi.advanceTimersByTimeAsync(0);
  return socket;
}

/** Ada has the phone in generation 5, and Bob watches. */
async function joinBoth(): Promise<{ ada: FakeSocket; bob: FakeSocket }> {
  const ada = await join('ada');
  relay.receiveDeviceSeat(place, { generation, holder: person('ada') });
  return { ada, bob: await join('bob') };
}
async function loseChannel(): Promise<void> {
  openFails = new Error('The phone is offline.');
  channel.terminate();
  await vi.advanceTimersByTimeAsync(0);
}
async function bringBack(): Promise<void> {
  openFails = undefined;
  relay.devicesChanged([place.deviceId]);
  await vi.advanceTimersByTimeAsync(100);
}
const told = (viewer: FakeSocket) => viewer.notices().filter(({ type }) => type === 'typed');
const lost = (text: string) => [{ type: 'typed', outcome: 'failed', why: null, text }];
const textsOf = (socket: FakeSocket) =>
  socket
    .packets()
    .map((bytes) => decodeControlMessage(bytes))
    .flatMap((message) => ('text' in message ? [message.text] : []));

test('text that waited in vain is told to its person, and not to the one who has the phone by then', async () => {
  const { ada, bob } = await joinBoth();
  await loseChannel();
  ada.hear(typed('secret'));
  bob.hear(take);
  await vi.advanceTimersByTimeAsync(0);
  bob.hear(typed('hello'));
  await vi.advanceTimersByTimeAsync(11_000);
  await bringBack();
  expect([told(ada), told(bob), textsOf(channel)]).toEqual([lost('secret'), lost('hello'), []]);
});

test('text that waits while another person takes the phone is told as lost, and not typed in that person’s name', async () => {
  const { ada, bob } = await joinBoth();
  await loseChannel();
  ada.hear(typed('secret'));
  bob.hear(take);
  await vi.advanceTimersByTimeAsync(0);
  bob.hear(typed('hello'));
  await bringBack();
  expect([told(ada), told(bob), textsOf(channel)]).toEqual([lost('secret'), [], ['hello']]);
  const seats = channel.sent.filter((data) => typeof data === 'string' && data.includes('"seat"'));
  expect(seats.map((text) => JSON.parse(String(text)))).toMatchObject([
    { generation: 6, who: { id: 'bob' } },
  ]);
});

test('text of a person who has left the phone is told to nobody', async () => {
  const { ada, bob } = await joinBoth();
  await loseChannel();
  ada.hear(typed('secret'));
  ada.close();
  bob.hear(take);
  await vi.advanceTimersByTimeAsync(11_000);
  await bringBack();
  expect([told(ada), told(bob)]).toEqual([[], []]);
});

test('the phone’s notice goes to the person whom it names', async () => {
  const { ada, bob } = await joinBoth();
  bob.hear(take);
  await vi.advanceTimersByTimeAsync(0);
  const [notice] = lost('secret');
  channel.hear(JSON.stringify({ ...notice, of: 'ada' }));
  channel.hear(JSON.stringify({ ...notice, of: 'grace' }));
  expect([told(ada), told(bob)]).toEqual([lost('secret'), []]);
});

test('a notice that names nobody goes to the person with control, without its words', async () => {
  const { ada, bob } = await joinBoth();
  channel.hear(JSON.stringify(lost('secret')[0]));
  expect([told(ada), told(bob)]).toEqual([[{ type: 'typed', outcome: 'failed', why: null }], []]);
});

test('text that waits for a claim is told as lost where the phone is given back before its answer', async () => {
  const claim = Promise.withResolvers<void>();
  claimDone = claim.promise;
  const ada = await join('ada');
  ada.hear(typed('secret'));
  relay.receiveDeviceSeat(place, { generation: 9, holder: null });
  claim.resolve();
  await vi.advanceTimersByTimeAsync(0);
  expect([told(ada), textsOf(channel)]).toEqual([lost('secret'), []]);
});

test('text that waits for a lost channel goes before that which is typed at the next quality', async () => {
  const { ada } = await joinBoth();
  await loseChannel();
  ada.hear(typed('a'));
  ada.hear('{"type":"quality","quality":"lean"}');
  await vi.advanceTimersByTimeAsync(0);
  const packet = (kind: PacketKind, key: boolean) =>
    encodePacket({ kind, key, sequence: 0, ptsUs: 0n, payload: new Uint8Array(1) });
  channel.hear(packet('video_config', false));
  channel.hear(packet('video', true));
  ada.hear(typed('b'));
  const lean = channel;
  await bringBack();
  expect([textsOf(lean), told(ada)]).toEqual([['a', 'b'], []]);
});

test('text that went into a dead line is told to its person alone', async () => {
  const { ada, bob } = await joinBoth();
  channel.isReading = false;
  ada.hear(typed('secret'));
  bob.hear(take);
  await vi.advanceTimersByTimeAsync(0);
  await loseChannel();
  expect([told(ada), told(bob)]).toEqual([
    [{ type: 'typed', outcome: 'unconfirmed', why: null, text: 'secret' }],
    [],
  ]);
});
