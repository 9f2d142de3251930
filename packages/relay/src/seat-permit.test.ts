// The phone's one seat at a node's relay, with fake sockets and a seat that the test holds in its hand.
import { encodeControlMessage } from '@pocketfleet/stream-protocol';
import { FakeSocket } from '@pocketfleet/websockets/testing/fake-socket';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { Relay } from './relay.ts';
import type { DeviceSeatStore } from './relay-options.ts';

const place = { deviceId: 'device', assignmentId: 'assignment' };
const robot = { kind: 'key', name: 'robot', id: 'robot' } as const;
type Outcome = Awaited<ReturnType<DeviceSeatStore['claim']>>;
type Claim = {
  id: string;
  by: string;
  answer: (outcome: Outcome) => Promise<void>;
  fail: () => Promise<void>;
};

let channel: FakeSocket;
let relay: Relay;
let claims: Claim[];
let released: string[];
/** A release is done when this is. */
let releaseDone: Promise<unknown>;
let stored: Awaited<ReturnType<DeviceSeatStore['read']>>;

beforeEach(() => {
  vi.useFakeTimers();
  [claims, released, stored, releaseDone] = [[], [], undefined, Promise.resolve()];
  relay = new Relay({
    now: () => Date.now(),
    nodeId: 'node',
    publishSeat: () => undefined,
    knowsSeats: () => true,
    openChannel: async () => {
      channel = new FakeSocket();
      return channel as unknown as WebSocket;
    },
    deviceSeat: {
      read: async () => stored,
      claim: (_place, { id }, by) =>
        new Promise((resolve, reject) => {
          const answer = async (outcome: Outcome): Promise<void> => {
            resolve(outcome);
            await vi.advanceTimersByTimeAsync(0);
          };
          const fail = async (): Promise<void> => {
            reject(new Error('the database is away'));
            await vi.advanceTimersByTimeAsync(0);
          };
          claims.push({ id, by, answer, fail });
        }),
      release: async (_place, { id }) => {
        released.push(id);
        await releaseDone;
      },
    },
  });
});
afterEach(() => {
  relay.stop();
  vi.useRealTimers();
});

type Joining = { kind?: 'person' | 'key'; onControlTaken?: (from: string) => void };

async function join(name: string, { kind = 'person', onControlTaken }: Joining = {}): Promise<FakeSocket> {
  const socket = new FakeSocket();
  relay.addViewer(place, socket as unknown as WebSocket, {
    mayControl: true,
    who: { kind, name, id: name },
    quality: 'focus',
    isPaused: false,
    isAhead: false,
    wantsSound: true,
    sessionId: name,
    expiresAt: null,
    ...(onControlTaken && { onControlTaken }),
  });
  await vi.advanceTimersByTimeAsync(0);
  return socket;
}
const home = encodeControlMessage({ type: 'key', action: 'down', keycode: 3, repeat: 0, metaState: 0 });
const pressesOfHome = () => channel.packets().filter((bytes) => Buffer.from(bytes).equals(home)).length;
const seatsTold = () => channel.sent.filter((data) => typeof data === 'string' && data.includes('"seat"'));

test('the phone is told at once that somebody has taken its seat by a call', async () => {
  await join('ada');
  relay.receiveDeviceSeat(place, { generation: 7, holder: robot });
  expect(seatsTold()).toEqual([
    JSON.stringify({ type: 'seat', generation: 7, who: robot, hears_typed: true }),
  ]);
  // An event that comes late changes nothing.
  relay.receiveDeviceSeat(place, { generation: 6, holder: null });
  expect(seatsTold()).toHaveLength(1);
});

const roleOf = (viewer: FakeSocket) =>
  viewer.sent
    .filter((data): data is string => typeof data === 'string')
    .map((text) => JSON.parse(text) as { type: string; role?: string; holder?: object })
    .findLast(({ type }) => type === 'role');

test('a person who gives the phone back sees that it is free, used before or not, until they use it again', async () => {
  const ada = await join('ada');
  expect(roleOf(ada)).toMatchObject({ role: 'controlling', holder: { kind: 'this_window' } });
  // Somebody else gives back what they had: nothing changes for her.
  relay.receiveDeviceSeat(place, { generation: 3, holder: null, given_by: 'bob' });
  expect(roleOf(ada)).toMatchObject({ role: 'controlling' });
  relay.receiveDeviceSeat(place, { generation: 3, holder: null, given_by: 'ada' });
  expect(roleOf(ada)).toMatchObject({ role: 'watching', holder: { kind: 'nobody' } });
  ada.hear(home);
  await claims[0]?.answer({ generation: 4, hasChanged: true });
  expect(roleOf(ada)).toMatchObject({ role: 'controlling', holder: { kind: 'this_window' } });
  expect(pressesOfHome()).toBe(1);
  relay.receiveDeviceSeat(place, { generation: 5, holder: null, given_by: 'ada' });
  expect(roleOf(ada)).toMatchObject({ role: 'watching', holder: { kind: 'nobody' } });
});

const take = JSON.stringify({ type: 'take_control' });

test('a flood of clicks for control costs one claim, and none once the seat is had', async () => {
  const ada = await join('ada');
  relay.receiveDeviceSeat(place, { generation: 7, holder: robot });
  // Each viewer of a person counts.
  for (const window of [ada, await join('ada')]) {
    ada.hear(take);
    window.hear(take);
  }
  expect(claims).toMatchObject([{ id: 'ada', by: 'take' }]);
  await claims[0]?.answer({ generation: 8, hasChanged: true });
  for (let second = 0; second < 4; second += 1) {
    await vi.advanceTimersByTimeAsync(1_000);
    ada.hear(take);
  }
  expect(claims).toHaveLength(1);
});

test('a viewer’s clicks that are refused are asked about twice a second', async () => {
  const ada = await join('ada');
  relay.receiveDeviceSeat(place, { generation: 7, holder: robot });
  const click = async (times: number): Promise<void> => {
    for (let count = 0; count < times; count += 1) {
      ada.hear(take);
      await claims.at(-1)?.answer({ taken_by: robot, generation: 7 });
    }
  };
  await click(20);
  expect(claims).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1_000);
  await click(20);
  expect(claims).toHaveLength(4);
  expect(ada.closeCode).toBeUndefined();
});

test('control that was taken is told after the grant, and only where the seat has changed hands', async () => {
  const told: string[] = [];
  const ada = await join('ada', { onControlTaken: (from) => told.push(from) });
  relay.receiveDeviceSeat(place, { generation: 7, holder: robot });
  ada.hear(take);
  expect(told).toEqual([]);
  await claims[0]?.answer({ taken_by: robot, generation: 7 });
  expect(told).toEqual([]);
  ada.hear(take);
  await claims[1]?.answer({ generation: 8, hasChanged: true });
  expect(told).toEqual(['robot']);
  await vi.advanceTimersByTimeAsync(6_000);
  ada.hear(take);
  await claims[2]?.answer({ generation: 8, hasChanged: false });
  expect(told).toEqual(['robot']);
});

test('a refusal does not put an older holder in the place of a newer one', async () => {
  const ada = await join('ada');
  ada.hear(home);
  relay.receiveDeviceSeat(place, {
    generation: 9,
    holder: { ...robot, kind: 'person', name: 'bob', id: 'bob' },
  });
  await claims[0]?.answer({ taken_by: robot, generation: 8 });
  expect(ada.notices().findLast(({ type }) => type === 'role')).toMatchObject({ holder: { name: 'bob' } });
});

test('after a gap in the events the seat is read again: an ended key has the phone no more', async () => {
  const ada = await join('ada');
  relay.receiveDeviceSeat(place, { generation: 7, holder: robot });
  ada.hear(home);
  expect(claims).toEqual([]);
  stored = { generation: 8, holder: null };
  relay.readDeviceSeats();
  await vi.advanceTimersByTimeAsync(0);
  ada.hear(home);
  expect(claims).toMatchObject([{ id: 'ada', by: 'use' }]);
});

test('input that waits is sent with the grant, and not for a viewer that has left, whose seat is given back', async () => {
  const ada = await join('ada');
  ada.hear(home);
  await claims[0]?.answer({ generation: 7, hasChanged: true });
  expect([pressesOfHome(), released]).toEqual([1, []]);
  relay.receiveDeviceSeat(place, { generation: 8, holder: null });
  await join('bob');
  ada.hear(home);
  ada.terminate();
  await claims[1]?.answer({ generation: 9, hasChanged: true });
  expect([pressesOfHome(), released]).toEqual([1, ['ada']]);
});

test('input that waits is dropped when another window of the same person takes control, and the seat stays', async () => {
  const ada = await join('ada');
  const second = await join('ada');
  ada.hear(home);
  second.hear(take);
  await claims[0]?.answer({ generation: 7, hasChanged: true });
  expect([pressesOfHome(), released]).toEqual([0, []]);
});

test('input keeps its order when the event of the grant comes before the answer to the claim', async () => {
  const ada = await join('ada');
  ada.hear(home);
  relay.receiveDeviceSeat(place, {
    generation: 7,
    holder: { ...robot, kind: 'person', name: 'ada', id: 'ada' },
  });
  ada.hear(home);
  expect(pressesOfHome()).toBe(0);
  await claims[0]?.answer({ generation: 7, hasChanged: true });
  expect(pressesOfHome()).toBe(2);
});

test('somebody who comes back while their seat is being released claims it anew, and none of their input is lost', async () => {
  const ada = await join('ada');
  ada.hear(home);
  await claims[0]?.answer({ generation: 7, hasChanged: true });
  let finish = (): void => undefined;
  releaseDone = new Promise<void>((done) => {
    finish = done;
  });
  await join('bob');
  ada.terminate();
  const again = await join('ada');
  again.hear(take);
  again.hear(home);
  expect([pressesOfHome(), claims.length]).toEqual([1, 1]);
  finish();
  await vi.advanceTimersByTimeAsync(0);
  again.hear(home);
  await claims[1]?.answer({ generation: 9, hasChanged: true });
  expect(pressesOfHome()).toBe(3);
});

test('input that waits goes out with the newest generation of the same person', async () => {
  const ada = await join('ada');
  ada.hear(home);
  const holder = { ...robot, kind: 'person', name: 'ada', id: 'ada' } as const;
  relay.receiveDeviceSeat(place, { generation: 9, holder });
  await claims[0]?.answer({ generation: 7, hasChanged: true });
  expect(pressesOfHome()).toBe(1);
});

test('text that is typed while the database doesn’t answer is told', async () => {
  const viewer = await join('ada');
  viewer.hear(encodeControlMessage({ type: 'text', text: '한' }));
  await claims[0]?.fail();
  const told = { type: 'typed', outcome: 'failed', why: null, text: '한' };
  expect(viewer.notices().filter((notice) => notice.type === 'typed')).toEqual([told]);
});

test('text of a person who doesn’t get the phone is told, and text of a window without control', async () => {
  const [first, second] = [await join('ada'), await join('ada')];
  const say = (text: string) => encodeControlMessage({ type: 'text', text });
  first.hear(say('한'));
  await claims[0]?.answer({ taken_by: robot, generation: 3 });
  first.hear(say('글'));
  second.hear(say('b'));
  const told = (viewer: FakeSocket) =>
    viewer.notices().flatMap((notice) => (notice.type === 'typed' ? [notice] : []));
  expect(told(first)).toMatchObject([{ text: '한' }, { text: '글' }]);
  expect(told(second)).toMatchObject([{ text: 'b' }]);
});

test('a rotated key at the picture gets the phone that it has by its older id, and asks once a second for another’s', async () => {
  const viewer = await join('rotated', { kind: 'key' });
  relay.receiveDeviceSeat(place, { generation: 7, holder: robot });
  viewer.hear(home);
  await claims[0]?.answer({ generation: 7, hasChanged: true });
  expect(pressesOfHome()).toBe(1);
  relay.receiveDeviceSeat(place, { generation: 8, holder: robot });
  for (const _ of Array(3)) {
    viewer.hear(home);
    await claims[1]?.answer({ taken_by: robot, generation: 8 });
  }
  expect([claims.length, pressesOfHome()]).toEqual([2, 1]);
});
