// Channels of agents, with a control plane that the test holds in its hand.

import { FakeSocket } from '@pocketfleet/websockets/testing/fake-socket';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WebSocket } from 'ws';
import type { ChannelAnswer, DialRequest } from './control-plane.ts';
import { createHostChannels, type HostChannels } from './host-channels.ts';

const asked: ChannelAnswer = { knows_seats: true, ends_in_ms: null, note: '' };
let channels: HostChannels;
let dials: DialRequest[];
let told: string[];

beforeEach(() => {
  vi.useFakeTimers();
  [dials, told] = [[], []];
  channels = createHostChannels({
    nodeUrl: 'wss://relay',
    control: {
      channelArrived: (id) => told.push(`arrived ${dials.findIndex((dial) => dial.channel_id === id)}`),
      channelClosed: (id) => told.push(`closed ${dials.findIndex((dial) => dial.channel_id === id)}`),
    },
  });
});
afterEach(() => {
  channels.stop();
  vi.useRealTimers();
});

function open(answer: ChannelAnswer = asked): Promise<WebSocket> {
  const opening = channels.open('assignment', async (dial) => {
    dials.push(dial);
    return answer;
  });
  opening.catch(() => undefined);
  return opening;
}

/** An agent dials in. */
function dialIn({ channel_id, secret }: DialRequest): FakeSocket {
  const socket = new FakeSocket();
  channels.accept(socket as never, {
    params: { channelId: channel_id },
    query: new URLSearchParams(),
    offered: [secret],
    request: {} as never,
    address: '127.0.0.1',
    proven: () => undefined,
  });
  return socket;
}

function dial(index: number): DialRequest {
  const found = dials[index];
  if (found === undefined) throw new Error('the channel was not requested');
  return found;
}

test('messages of an agent before the control plane has answered wait until somebody listens', async () => {
  const answer = Promise.withResolvers<ChannelAnswer>();
  const opening = channels.open('assignment', (request) => {
    dials.push(request);
    return answer.promise;
  });
  const agent = dialIn(dial(0));
  expect(agent.isPaused).toBe(true);
  answer.resolve(asked);
  const channel = await opening;
  expect(agent.isPaused).toBe(true);
  channel.on('message', () => undefined);
  expect(agent.isPaused).toBe(false);
  // A joiner that can't take more for a while pauses it itself.
  channel.pause();
  channel.on('message', () => undefined);
  expect(agent.isPaused).toBe(true);
});

test('the agent that knows the secret is the channel, once', async () => {
  const opening = open();
  expect(dial(0)).toMatchObject({ node_url: 'wss://relay' });
  const wrong = dialIn({ ...dial(0), secret: 'x'.repeat(43) });
  const right = dialIn(dial(0));
  const second = dialIn(dial(0));
  expect(await opening).toBe(right);
  expect([wrong.readyState, right.readyState, second.readyState]).toEqual([3, 1, 3]);
  expect(channels.knowsSeats(right as never)).toBe(true);
  right.terminate();
  expect(told).toEqual(['arrived 0', 'closed 0']);
});

test.each([
  ['the phone is offline', { refusal: { detail: 'The phone is offline.', is_too_old: false } }],
  ['its agent is too old', { refusal: { detail: 'It can’t do this yet.', is_too_old: true } }],
])('a request is refused when %s', async (_, answer) => {
  const { detail: message, is_too_old: isTooOld } = answer.refusal;
  await expect(open(answer)).rejects.toMatchObject({ message, isTooOld });
});

test('a request whose agent never dials in is given up', async () => {
  const opening = open();
  await vi.advanceTimersByTimeAsync(8_000);
  await expect(opening).rejects.toThrow('didn’t respond in time');
  expect(told).toEqual(['closed 0']);
  expect(dialIn(dial(0)).readyState).toBe(3);
});

test('a phone whose host has moved is asked again with another secret, a few times', async () => {
  const opening = open();
  const fail = async (index: number, has_moved: boolean): Promise<void> => {
    const { channel_id } = dial(index);
    channels.receive({ type: 'channel_failed', channel_id, detail: 'it was lost', has_moved });
    await vi.advanceTimersByTimeAsync(0);
  };
  await fail(0, true);
  expect(dial(1).secret).not.toBe(dial(0).secret);
  expect(dialIn(dial(0)).readyState).toBe(3);
  for (const index of [1, 2, 3]) await fail(index, true);
  await expect(opening).rejects.toThrow('it was lost');
  expect(dials).toHaveLength(4);
});

test('a channel ends with its assignment, at its time, and when it is ended', async () => {
  const openOne = async (answer: ChannelAnswer = asked): Promise<FakeSocket> => {
    const opening = open(answer);
    const socket = dialIn(dial(dials.length - 1));
    await opening;
    return socket;
  };
  const [timed, moved, ended] = [
    await openOne({ knows_seats: false, ends_in_ms: 1_000, note: '' }),
    await openOne({ knows_seats: false, ends_in_ms: 1_000, note: '' }),
    await openOne(),
  ];
  channels.receive({ type: 'channel_end_moved', channel_id: dial(1).channel_id, ends_in_ms: 5_000 });
  await vi.advanceTimersByTimeAsync(1_000);
  expect([timed.readyState, moved.readyState, ended.readyState]).toEqual([3, 1, 1]);
  channels.receive({ type: 'channels_ended', channel_ids: [dial(2).channel_id] });
  expect([moved.readyState, ended.readyState]).toEqual([1, 3]);
  channels.receive({ type: 'assignment_ended', assignment_id: 'another' });
  expect(moved.readyState).toBe(1);
  channels.receive({ type: 'assignment_ended', assignment_id: 'assignment' });
  expect(moved.readyState).toBe(3);
});
