// Limits for strangers on AGENT_PORT, however much they send.
import { connect, type Socket } from 'node:net';
import { beforeAll, expect, test, vi } from 'vitest';
import {
  connectAgent,
  type HostIdentity,
  listenForAgents,
  newKey,
  phoneReport,
} from '../../test/test-agent.ts';
import { useTestApp } from '../../test/use-test-app.ts';
import { sql } from '../platform/database.ts';

const site = useTestApp({ TRUSTED_PROXY: '127.0.0.0/8' });
let agents: string;
beforeAll(async () => {
  agents = await listenForAgents(site);
});

/** 185 kB, a valid report of 250 phones. */
const report = JSON.stringify({
  type: 'devices',
  full: true,
  devices: Array.from({ length: 250 }, (_, index) => ({
    ...phoneReport(`flood ${index}`),
    reason: 'x'.repeat(300),
  })),
});

test('reports before the handshake are never parsed, and their sockets are terminated', async () => {
  const parse = vi.spyOn(JSON, 'parse');
  const floods = Array.from({ length: 24 }, () => flood(report));
  await Promise.all(floods.map(({ closed }) => closed));
  const parsed = parse.mock.calls.filter(([text]) => String(text).includes('"devices"'));
  parse.mockRestore();
  expect(parsed).toHaveLength(0);
  // No close is waited for, and no answer to it: one message is more than a stranger may send.
  expect(Math.max(...floods.map(({ sent }) => sent()))).toBeLessThan(64);
});

test('a refused socket is no longer read, and is terminated', async () => {
  const parse = vi.spyOn(JSON, 'parse');
  const { closed } = flood('{"type":"command_result"}', 100);
  await closed;
  const parsed = parse.mock.calls.filter(([text]) => String(text).includes('command_result'));
  parse.mockRestore();
  expect(parsed).toHaveLength(1);
});

test('unproven sockets of one address are limited, and hosts with other addresses behind the proxy can link', async () => {
  const strangers = Array.from({ length: 80 }, () => open('203.0.113.66'));
  const answers = await Promise.all(strangers.map(({ answer }) => answer));
  expect(answers.filter((line) => line.includes(' 101 '))).toHaveLength(64);
  expect(answers.filter((line) => line.includes(' 429 '))).toHaveLength(16);
  const host = await newHost('behind-the-proxy');
  const agent = await connectAgent(agents, host, { from: '198.51.100.7' });
  expect(agent.received.at(-1)).toMatchObject({ type: 'welcome' });
  // Once it is proven, what it sends may be long.
  agent.sendRaw(report);
  await vi.waitFor(() => expect(agent.received.at(-1)).toMatchObject({ type: 'known_devices' }));
  agent.close();
  for (const { socket } of strangers) socket.destroy();
});

async function newHost(name: string): Promise<HostIdentity> {
  const { privateKey, public_key } = newKey();
  const made = await sql<{ id: string }>`
    insert into hosts (name, public_key) values (${name}, decode(${public_key}, 'base64')) returning id`.execute(
    site.db,
  );
  return { hostId: made.rows[0]?.id ?? '', privateKey };
}

/** A websocket whose owner keeps to no rule: what comes back is not read beyond the first line. */
function open(from: string): { socket: Socket; answer: Promise<string> } {
  const [host = '', port = ''] = agents.split(':');
  const socket = connect(Number(port), host, () =>
    socket.write(
      `GET /agent/link HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        `X-Forwarded-For: ${from}\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
    ),
  );
  socket.on('error', () => undefined);
  const answer = new Promise<string>((resolve) => {
    socket.once('data', (data) => resolve(data.toString().split('\r\n')[0] ?? ''));
    socket.once('close', () => resolve('closed'));
  });
  return { socket, answer };
}

let nextFlood = 0;

/** Sends the same message again and again, `times` or until the connection is gone, and answers no close. */
function flood(
  text: string,
  times = Number.POSITIVE_INFINITY,
): { closed: Promise<void>; sent: () => number } {
  nextFlood += 1;
  const { socket, answer } = open(`192.0.2.${nextFlood}`);
  const frame = frameOf(text);
  let sent = 0;
  const send = (): void => {
    while (sent < times && !socket.destroyed) {
      sent += 1;
      if (!socket.write(frame)) break;
    }
  };
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  answer.then(send);
  socket.on('drain', send);
  return { closed, sent: () => sent };
}

/** One masked text frame. */
function frameOf(text: string): Buffer {
  const body = Buffer.from(text);
  const head =
    body.length < 126
      ? Buffer.from([0x81, 0x80 | body.length])
      : Buffer.from([0x81, 0xff, 0, 0, 0, 0, ...Buffer.from(Uint32Array.of(body.length).buffer).reverse()]);
  return Buffer.concat([head, Buffer.alloc(4), body]);
}
