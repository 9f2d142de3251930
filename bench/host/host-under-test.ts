// A host under test: phones in one process, the agent in another, and in this one a stand-in for the control plane
// that follows the contract.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { agentMessage, type StreamQuality } from '@pocketfleet/contract';
import type { Faults } from '@pocketfleet/virtual-phone';
import { type WebSocket, WebSocketServer } from 'ws';
import { findFreePort } from '../../tools/postgres/free-port.ts';
import { ensureScrcpyServer } from '../../tools/start/scrcpy-server.ts';
import { ensureScreenReader } from '../../tools/start/screen-reader-files.ts';

export type HostUnderTest = {
  readonly agentPid: number;
  /** The process that runs all phones. */
  readonly phonesPid: number;
  readonly deviceIds: readonly string[];
  readonly phonePorts: readonly number[];
  /** Makes all phones stream recordings from now on. */
  record(): Promise<void>;
  /** Of all phones. */
  setFaults(change: Partial<Faults>): Promise<void>;
  openChannel(deviceId: string, quality: StreamQuality): Promise<WebSocket>;
  openFiles(deviceId: string): Promise<WebSocket>;
  /** Begins to record this phone. */
  startRecording(deviceId: string): void;
  /** What has been sent of recordings so far. `areHeld`: nothing is taken for now. */
  readonly uploads: { chunks: number; bytes: number; areHeld: boolean };
  /** Of recordings, what waits on the agent's disk. */
  storedBytes(): number;
  openScreen(deviceId: string): Promise<WebSocket>;
  /** Makes the agent open this phone's stream at another node; the channel has the phone's id. */
  dial(deviceId: string, nodeUrl: string): void;
  stop(): Promise<void>;
};

const repoDir = join(import.meta.dirname, '../..');
/** Preparing the phones uses all cores. */
const readyWithinMs = (count: number): number => 120_000 + count * 3_000;
const channelWithinMs = 30_000;
/** The agent may reconnect while this process is busy; a request on the old link is repeated after this time. */
const answerWithinMs = 5_000;

type PutBefore = (port: number) => Promise<number>;
const nothing: PutBefore = (port) => Promise.resolve(port);

/**
 * `through` may put a proxy between agent and phone, `over` one between agent and control plane: each gets the port behind it and
 * returns the port to dial.
 */
export async function startHost(
  count: number,
  through: PutBefore = nothing,
  over: PutBefore = nothing,
): Promise<HostUnderTest> {
  const dir = mkdtempSync(join(tmpdir(), 'pocketfleet-host-'));
  const children: ChildProcess[] = [];
  const deviceIds = new Map<string, string>();
  const ready = new Set<string>();
  const waiting = new Map<string, (socket: WebSocket) => void>();
  const refused = new Map<string, (detail: string) => void>();
  let link: WebSocket | undefined;

  const uploads = { chunks: 0, bytes: 0, areHeld: false };
  const http = createServer((request, response) => {
    const isChunk = request.url?.includes('/chunks/') === true;
    if (isChunk && uploads.areHeld) return void request.destroy();
    if (isChunk) uploads.chunks += 1;
    request.on('data', (data: Buffer) => {
      if (isChunk) uploads.bytes += data.length;
    });
    request.once('end', () =>
      response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify(isChunk ? { stop: false } : { host_id: randomUUID() })),
    );
  });
  const sockets = new WebSocketServer({ server: http, perMessageDeflate: false });
  sockets.on('connection', (socket, request) => {
    const id = /^\/agent\/channels\/(.+)$/.exec(request.url ?? '')?.[1];
    if (id !== undefined) return waiting.get(id)?.(socket);
    link = socket;
    socket.on('message', (data) => answer(socket, data.toString()));
  });
  function answer(socket: WebSocket, text: string): void {
    const message = agentMessage.parse(JSON.parse(text));
    if (message.type === 'hello') socket.send('{"type":"challenge","nonce":"n"}');
    if (message.type === 'proof') socket.send('{"type":"welcome","node_id":"n","protocol":1}');
    if (message.type === 'channel_failed') refused.get(message.channel_id)?.(message.detail);
    if (message.type !== 'devices') return;
    for (const { identity, state } of message.devices) {
      if (!deviceIds.has(identity)) deviceIds.set(identity, randomUUID());
      if (state === 'ready') ready.add(identity);
    }
    const devices = [...deviceIds].map(([identity, device_id]) => ({ identity, device_id, tenant_user: 0 }));
    socket.send(JSON.stringify({ type: 'known_devices', devices }));
  }
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const url = `ws://127.0.0.1:${await over((http.address() as AddressInfo).port)}`;

  const openOnce = (what: object): Promise<WebSocket> => {
    const channel_id = randomUUID();
    let limit: NodeJS.Timeout | undefined;
    const opened = new Promise<WebSocket>((resolve, reject) => {
      limit = setTimeout(() => reject(new Error('the agent does not answer')), answerWithinMs);
      waiting.set(channel_id, resolve);
      refused.set(channel_id, (detail) => reject(new Error(detail)));
      const request = { type: 'open_channel', channel_id, ...what, expires_at: null, node_url: url };
      link?.send(JSON.stringify({ ...request, secret: 'secret' }));
    });
    return opened.finally(() => {
      clearTimeout(limit);
      waiting.delete(channel_id);
      refused.delete(channel_id);
    });
  };
  /** On a busy machine a phone may be offline for a moment, so the request is repeated. */
  const openChannel = async (what: object): Promise<WebSocket> => {
    const deadlineMs = performance.now() + channelWithinMs;
    for (;;) {
      try {
        return await openOnce(what);
      } catch (error) {
        if (performance.now() > deadlineMs)
          throw new Error(`no channel was opened: ${error}`, { cause: error });
        await wait(250);
      }
    }
  };
  const stop = async (): Promise<void> => {
    await Promise.all(children.map(end));
    for (const socket of sockets.clients) socket.terminate();
    http.close();
    rmSync(dir, { recursive: true, force: true });
  };
  try {
    const controlPort = await findFreePort();
    const phones = ['--data', dir, '--count', String(count), '--control-port', String(controlPort)];
    const phoneFleet = await start('packages/virtual-phone/src/main.ts', phones, {});
    children.push(phoneFleet);
    const list = JSON.parse(readFileSync(join(dir, 'virtual-phones.json'), 'utf8')) as {
      tag: string;
      adb: { port: number };
    }[];
    const dialled = await Promise.all(list.map(({ adb }) => through(adb.port)));
    const cacheDir = process.env['POCKETFLEET_CACHE'] ?? join(homedir(), '.cache', 'pocketfleet');
    const agent = await start('apps/agent/src/main.ts', [], {
      CONTROL_PLANE_URL: url,
      AGENT_DATA: join(dir, 'agent'),
      ENROLMENT_CODE: 'bench-bench',
      ADB_PROGRAM: '',
      ADB_ADDRESSES: dialled.map((port) => `127.0.0.1:${port}`).join(','),
      SCRCPY_SERVER: await ensureScrcpyServer(cacheDir),
      SCREEN_READER: await ensureScreenReader(cacheDir),
      LOG_LEVEL: 'error',
    });
    children.push(agent);
    const deadlineMs = performance.now() + readyWithinMs(count);
    while (ready.size < count) {
      if (performance.now() > deadlineMs) throw new Error(`${ready.size} of ${count} phones got ready`);
      await wait(50);
    }
    const setFaults = async (change: Partial<Faults>): Promise<void> => {
      for (const { tag } of list) {
        const address = `http://127.0.0.1:${controlPort}/phones/${tag}/faults`;
        const response = await fetch(address, { method: 'POST', body: JSON.stringify(change) });
        if (!response.ok) throw new Error(`the phone answered ${response.status}`);
      }
    };
    return {
      agentPid: agent.pid ?? 0,
      phonesPid: phoneFleet.pid ?? 0,
      deviceIds: [...deviceIds.values()],
      phonePorts: list.map(({ adb }) => adb.port),
      record: () => setFaults({ recorded: true }),
      setFaults,
      openChannel: (device_id, quality) => openChannel({ kind: 'stream', device_id, quality }),
      openFiles: (device_id) => openChannel({ kind: 'files', device_id }),
      uploads,
      storedBytes: () => sizeOf(join(dir, 'agent', 'recordings')),
      startRecording(device_id) {
        const key = randomBytes(32).toString('base64');
        const recording = { recording_id: randomUUID(), device_id, tenant_user: 0, key, memory_keys: [key] };
        const limits = { elapsed_ms: 0, next_chunk: 0, max_bytes: 10_000_000_000, ends_in_ms: null };
        link?.send(
          JSON.stringify({ type: 'start_recording', ...recording, upload_token: 'bench', ...limits }),
        );
      },
      openScreen: (device_id) => openChannel({ kind: 'screen', device_id }),
      dial(device_id, node_url) {
        const what = {
          kind: 'stream',
          device_id,
          channel_id: device_id,
          quality: 'baseline',
          expires_at: null,
        };
        link?.send(JSON.stringify({ type: 'open_channel', ...what, node_url, secret: 'secret' }));
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function start(entry: string, args: string[], env: Record<string, string>): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(repoDir, entry), ...args], {
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  return new Promise((resolve, reject) => {
    child.once('message', () => resolve(child));
    child.once('exit', (code) => reject(new Error(`${entry} ended with ${code}`)));
  });
}

function sizeOf(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  return files.reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0);
}

function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  return ended;
}
