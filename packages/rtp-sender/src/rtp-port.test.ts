// The port against strangers: nothing they send opens, keeps or disturbs a session. Browsers are in the tests of the relay.
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { freeUdpPort } from '../../../e2e/udp-line.ts';
import { openRtpPort, type RtpPort, type RtpSession } from './rtp-port.ts';

const host = '127.0.0.1';
const answer = { ice_ufrag: 'abcd', ice_pwd: 'a'.repeat(22), fingerprint: Array(32).fill('AA').join(':') };
let number: number;
let port: RtpPort;
let stranger: Socket;
let offers: string[];
let closed: number;

beforeEach(async () => {
  number = await freeUdpPort(host);
  port = await openRtpPort({
    host,
    port: number,
    reachedAt: { address: '203.0.113.7', port: 4_010 },
    now: () => performance.now(),
    maxSessions: 2,
    connectWithinMs: 500,
  });
  stranger = createSocket('udp4');
  stranger.bind(0, host);
  await once(stranger, 'listening');
  [offers, closed] = [[], 0];
});
afterEach(() => {
  port.close();
  stranger.close();
});

const open = (): RtpSession | undefined =>
  port.open({
    onOffer: (sdp) => offers.push(sdp),
    onConnected: () => undefined,
    onKeyNeeded: () => undefined,
    onClosed: () => {
      closed += 1;
    },
  });
const offered = async (): Promise<string> => await vi.waitFor(() => certain(offers[0]));

function certain(text: string | undefined): string {
  if (text === undefined) throw new Error('there is no offer');
  return text;
}

test('an offer names the address for browsers, and no other one of this machine', async () => {
  open();
  const lines = (await offered()).split('\r\n').filter((line) => line.startsWith('a=candidate'));
  expect(lines).toEqual(['a=candidate:1 1 UDP 2130706431 203.0.113.7 4010 typ host']);
});

test('a browser that never answers, or never connects, loses its session', async () => {
  open();
  const second = open();
  await vi.waitFor(() => expect(offers).toHaveLength(2));
  second?.accept(answer);
  await vi.waitFor(() => expect(closed).toBe(2));
  expect(port.sessionCount).toBe(0);
});

test('there are no more sessions than the limit, and a closed one makes room', async () => {
  const first = open();
  open();
  expect(open()).toBeUndefined();
  first?.close();
  expect(open()).toBeDefined();
});

test('garbage, pieces of requests and forged ones get no answer and leave the port as it was', async () => {
  open();
  const user = /a=ice-ufrag:(\S+)/.exec(await offered())?.[1] ?? '';
  let answers = 0;
  stranger.on('message', () => {
    answers += 1;
  });
  const name = Buffer.from(`${user}:abcd`);
  const padded = Buffer.concat([name, Buffer.alloc((4 - (name.length % 4)) % 4)]);
  // A binding request of STUN for this session, with its user name, but without the proof that only its browser has.
  const forged = Buffer.concat([
    Buffer.from([
      0,
      1,
      0,
      4 + padded.length,
      0x21,
      0x12,
      0xa4,
      0x42,
      ...Array(12).fill(7),
      0,
      6,
      0,
      name.length,
    ]),
    padded,
  ]);
  const kinds = [
    forged,
    forged.subarray(0, 12),
    Buffer.alloc(1_400, 0x80),
    Buffer.from([22, 254, 253, 0]),
    Buffer.alloc(0),
  ];
  for (let index = 0; index < 5_000; index++) stranger.send(kinds[index % kinds.length] ?? '', number, host);
  await vi.waitFor(() => expect(closed).toBe(1));
  expect(answers).toBe(0);
  expect(open()).toBeDefined();
  await vi.waitFor(() => expect(offers).toHaveLength(2));
});
