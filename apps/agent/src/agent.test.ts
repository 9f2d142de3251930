// Runs the real agent as a process, with virtual phones and a stand-in for the control plane that follows the contract.
import type { ChildProcess } from 'node:child_process';
import { createPublicKey, randomUUID, verify } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import {
  agentMessage,
  type CommandMessage,
  type CommandResult,
  type DeviceReport,
} from '@pocketfleet/contract';
import {
  decodePacket,
  decodeShellMessage,
  decodeVideoConfig,
  encodeControlMessage,
  encodeShellMessage,
  type Packet,
} from '@pocketfleet/stream-protocol';
import { modelAt } from '@pocketfleet/virtual-phone';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { portsOf, startPhonesIn, startProcess } from '../test/start-process.ts';

const dir = mkdtempSync(join(tmpdir(), 'pf-agent-test-'));
const nonce = 'a-nonce';
const processes: ChildProcess[] = [];
let server: Server;
let url: string;
let hostId = '';
let publicKey = '';
let link: WebSocket | undefined;
let acceptedCount = 0;
let isProofRight = false;
const reports = new Map<string, DeviceReport>();
const deviceIds = new Map<string, string>();
const failures: string[] = [];
const results = new Map<string, CommandResult>();
/** Like the control plane, the test sends a command again over a new link, until it has the result. */
const commands = new Map<string, string>();
const channels = new Map<string, (socket: WebSocket) => void>();

beforeAll(async () => {
  server = createServer(async (request, response) => {
    publicKey = JSON.parse(await text(request)).public_key;
    hostId = randomUUID();
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ host_id: hostId }));
  });
  const sockets = new WebSocketServer({ server, perMessageDeflate: false });
  sockets.on('connection', (socket, request) => {
    const id = /^\/agent\/channels\/(.+)$/.exec(request.url ?? '')?.[1];
    if (id === undefined) return serveLink(socket);
    if (socket.protocol !== 'pocketfleet-channel') return socket.close(4400);
    channels.get(id)?.(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
  processes.push(await startPhones());
  processes.push(
    await startProcess('apps/agent/src/main.ts', [], {
      CONTROL_PLANE_URL: url,
      AGENT_DATA: join(dir, 'agent'),
      ENROLMENT_CODE: 'code-code-code',
      ADB_PROGRAM: '',
      ADB_ADDRESSES: portsOf(join(dir, 'phones'))
        .map((port) => `127.0.0.1:${port}`)
        .join(),
      SCRCPY_SERVER: process.env['SCRCPY_SERVER'] ?? '',
      LOG_LEVEL: 'info',
    }),
  );
  await vi.waitFor(() => expect(states()).toEqual(['ready', 'ready']), { timeout: 60_000 });
});

afterAll(async () => {
  await Promise.all(
    processes.map(async (child) => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    }),
  );
  server.closeAllConnections();
  server.close();
  rmSync(dir, { recursive: true, force: true });
});

const startPhones = () => startPhonesIn(join(dir, 'phones'), 2);
const states = (): string[] => [...reports.values()].map((report) => report.state);

function serveLink(socket: WebSocket): void {
  link = socket;
  // The agent gives up a link that is silent for six seconds, and what is sent at that moment is lost.
  const heartbeat = setInterval(() => socket.ping(), 1_000);
  socket.once('close', () => clearInterval(heartbeat));
  socket.on('message', (data) => {
    const message = agentMessage.parse(JSON.parse(data.toString()));
    if (message.type === 'hello') socket.send(JSON.stringify({ type: 'challenge', nonce }));
    if (message.type === 'proof') {
      const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
      const text = Buffer.from(`pocketfleet-agent-link:${hostId}:${nonce}`);
      isProofRight = verify(null, text, key, Buffer.from(message.signature, 'base64'));
      acceptedCount++;
      socket.send(JSON.stringify({ type: 'welcome', node_id: 'n', protocol: 1 }));
    }
    if (message.type === 'channel_failed') failures.push(message.detail);
    if (message.type === 'command_result' && commands.delete(message.command_id))
      results.set(message.command_id, message);
    if (message.type !== 'devices') return;
    for (const report of message.devices) {
      reports.set(report.identity, report);
      if (!deviceIds.has(report.identity)) deviceIds.set(report.identity, randomUUID());
    }
    const devices = [...deviceIds].map(([identity, device_id]) => ({ identity, device_id, tenant_user: 0 }));
    socket.send(JSON.stringify({ type: 'known_devices', devices }));
    // The agent has a command once, however often it is sent.
    for (const command of commands.values()) socket.send(command);
  });
}

type Channel = { socket: WebSocket; packets: Packet[]; shell: Buffer[]; closedAtMs: number | undefined };

async function openChannel(
  kind: 'stream' | 'shell',
  quality = 'focus',
  end: { expires_at: string | null; expires_in_ms?: number } = { expires_at: null },
) {
  const channel_id = randomUUID();
  const device_id = [...deviceIds.values()][0];
  const opened = new Promise<Channel>((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error(`no channel: ${failures.join()}`)), 60_000);
    channels.set(channel_id, (socket) => {
      clearTimeout(limit);
      const channel: Channel = { socket, packets: [], shell: [], closedAtMs: undefined };
      socket.on('message', (data: Buffer, isBinary) => {
        if (!isBinary) return;
        if (kind === 'stream') channel.packets.push(decodePacket(data));
        else channel.shell.push(data);
      });
      socket.on('close', () => {
        channel.closedAtMs = performance.now();
      });
      resolve(channel);
    });
  });
  const channel = { channel_id, kind, device_id, node_url: url, secret: 'secret', quality, ...end };
  link?.send(JSON.stringify({ type: 'open_channel', ...channel }));
  return opened;
}

const configs = (channel: Channel) => channel.packets.filter((packet) => packet.kind === 'video_config');
const keys = (channel: Channel) => channel.packets.filter((packet) => packet.kind === 'video' && packet.key);
/** There may be more than one: the agent asks an encoder that is slow to begin for another one. */
const hasKey = (channel: Channel) => expect.poll(() => keys(channel).length).toBeGreaterThan(0);

test('a host enrols once, keeps a private key and authenticates with it', () => {
  expect(isProofRight).toBe(true);
  expect(statSync(join(dir, 'agent/host-key.pem')).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(join(dir, 'agent/host.json'), 'utf8')).host_id).toBe(hostId);
});

test('each phone is reported with its facts and an identity of its own', () => {
  const all = [...reports.values()];
  expect(new Set(all.map((report) => report.identity)).size).toBe(2);
  expect(all.map((report) => report.model).sort()).toEqual(['Pixel 7a', 'Pixel 8']);
  expect(all[0]).toMatchObject({
    screen_width: 1080,
    screen_height: 2400,
    battery_level: 87,
    charging: true,
  });
});

test('a stream begins with its configuration and a key packet, and sends heartbeats while the screen is still', async () => {
  const channel = await openChannel('stream');
  await hasKey(channel);
  expect(
    channel.packets.find((packet) => packet.kind === 'video_config' || packet.kind === 'video')?.kind,
  ).toBe('video_config');
  const config = decodeVideoConfig(configs(channel)[0]?.payload ?? new Uint8Array());
  expect(config.height / config.width).toBeCloseTo(2400 / 1080, 1);
  await expect
    .poll(() => channel.packets.filter((packet) => packet.kind === 'heartbeat').length, { timeout: 60_000 })
    .toBeGreaterThan(1);
  channel.socket.close();
});

test('a key packet is sent on request', async () => {
  const channel = await openChannel('stream');
  await hasKey(channel);
  const before = keys(channel).length;
  channel.socket.send(JSON.stringify({ type: 'key_packet' }));
  await expect.poll(() => keys(channel).length).toBeGreaterThan(before);
  channel.socket.close();
});

test('a tap reaches the phone, and a rotation changes the shape of the video', async () => {
  const channel = await openChannel('stream', 'tile');
  await hasKey(channel);
  const shape = () => {
    const config = decodeVideoConfig(configs(channel).at(-1)?.payload ?? new Uint8Array());
    return config.width > config.height ? 'wide' : 'tall';
  };
  expect(shape()).toBe('tall');
  channel.socket.send(encodeControlMessage({ type: 'rotate' }));
  await expect.poll(() => shape(), { timeout: 60_000 }).toBe('wide');
  channel.socket.send(encodeControlMessage({ type: 'rotate' }));
  await expect.poll(() => shape(), { timeout: 60_000 }).toBe('tall');
  const before = channel.packets.length;
  channel.socket.send(encodeControlMessage({ type: 'expand_notifications' }));
  await expect.poll(() => channel.packets.slice(before).some((packet) => packet.kind === 'video')).toBe(true);
  channel.socket.close();
});

test('a message that breaks the protocol closes its own channel only', async () => {
  const good = await openChannel('stream');
  const bad = await openChannel('stream');
  bad.socket.send(Buffer.from([250, 1, 2]));
  await expect.poll(() => bad.closedAtMs).toBeDefined();
  expect(good.socket.readyState).toBe(good.socket.OPEN);
  good.socket.close();
});

test('a shell sends its output and its exit code', async () => {
  const channel = await openChannel('shell');
  const type = (text: string) =>
    channel.socket.send(encodeShellMessage({ type: 'input', data: Buffer.from(text) }));
  type('getprop ro.product.model\r');
  type('exit 3\r');
  await expect.poll(() => channel.closedAtMs, { timeout: 60_000 }).toBeDefined();
  const messages = channel.shell.map((bytes) => decodeShellMessage(bytes));
  const text = messages.map((m) => (m.type === 'output' ? Buffer.from(m.data).toString() : '')).join('');
  expect(text).toMatch(/Pixel/);
  expect(messages.at(-1)).toEqual({ type: 'exit', code: 3 });
});

test('the agent ends a channel when its assignment ends, whatever its own clock says', async () => {
  const lastsMs = 5_000;
  const endingAt = (offMs: number) => new Date(Date.now() + offMs).toISOString();
  const ends = [
    { expires_at: endingAt(lastsMs) },
    { expires_at: endingAt(-3_600_000), expires_in_ms: lastsMs },
    { expires_at: endingAt(3_600_000), expires_in_ms: lastsMs },
  ];
  const askedMs = performance.now();
  const opened = await Promise.all(ends.map((end) => openChannel('stream', 'tile', end)));
  for (const channel of opened) await expect.poll(() => channel.closedAtMs).toBeDefined();
  // A timer may be some milliseconds early.
  for (const { closedAtMs } of opened) expect((closedAtMs ?? 0) - askedMs).toBeGreaterThan(lastsMs - 100);
});

test('a phone with hundreds of packages joins and is cleaned over the link, in messages of hundreds of kilobytes', async () => {
  const { serial } = modelAt(1);
  const identity = [...reports.values()].find((report) => report.serial === serial)?.identity ?? '';
  const ask = async (what: Partial<CommandMessage>): Promise<CommandResult | undefined> => {
    const command_id = randomUUID();
    const about = { type: 'command', command_id, device_id: deviceIds.get(identity), deadline_ms: 120_000 };
    commands.set(command_id, JSON.stringify({ ...about, ...what }));
    link?.send(commands.get(command_id) ?? '');
    await expect.poll(() => results.has(command_id), { timeout: 240_000 }).toBe(true);
    return results.get(command_id);
  };
  const joined = await ask({ command: 'take_baseline' });
  expect(joined).toMatchObject({ ok: true, detail: '' });
  const length = JSON.stringify(joined?.baseline).length;
  expect(length).toBeGreaterThan(600_000);
  expect(length).toBeLessThan(700_000);
  expect(Object.keys(joined?.baseline?.packages ?? {}).length).toBeGreaterThan(250);
  const cleaned = await ask({ command: 'clean', ...(joined?.baseline && { baseline: joined.baseline }) });
  expect(cleaned).toMatchObject({ ok: true, detail: '' });
}, 500_000);

test('the agent reconnects a lost link and reports everything again', async () => {
  const before = acceptedCount;
  reports.clear();
  link?.terminate();
  // On a busy machine the new link may be lost, too.
  await expect.poll(() => acceptedCount).toBeGreaterThan(before);
  await expect.poll(() => reports.size).toBe(2);
});

test('phones are absent when their process dies, and ready when it is back', async () => {
  processes[0]?.kill('SIGKILL');
  await expect.poll(() => states(), { timeout: 60_000 }).toEqual(['absent', 'absent']);
  processes[0] = await startPhones();
  await expect.poll(() => states(), { timeout: 60_000 }).toEqual(['ready', 'ready']);
});
