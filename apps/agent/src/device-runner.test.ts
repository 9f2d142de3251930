// Runs one runner with one phone, through a connection that can be cut at any byte. An unhandled rejection
// fails the run: in production it would end the agent, and so all phones of the host.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DeviceReport } from '@pocketfleet/contract';
import type { PacketKind } from '@pocketfleet/stream-protocol';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectAdb } from './adb/tcp-connection.ts';
import { openAdbCredentials } from './agent-files.ts';
import { DeviceRunner } from './device-runner.ts';
import { PhoneClaims } from './phone-claims.ts';
import type { PacketSink } from './scrcpy/capture-parts.ts';
import { readServerFile } from './scrcpy/server-process.ts';

const serverFile = readServerFile(process.env['SCRCPY_SERVER'] ?? '');
const dir = mkdtempSync(join(tmpdir(), 'pf-runner-test-'));
let phone: ChildProcess;
let cable: Cable;

beforeAll(async () => {
  const entry = join(import.meta.dirname, '../../../packages/virtual-phone/src/main.ts');
  phone = spawn(process.execPath, [entry, '--data', dir, '--count', '1'], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await new Promise<void>((resolve, reject) => {
    phone.once('message', () => resolve());
    phone.once('exit', (code) => reject(new Error(`the phone ended with ${code}`)));
  });
  const phones = JSON.parse(readFileSync(join(dir, 'virtual-phones.json'), 'utf8'));
  cable = await plugIn(phones[0].adb.port);
});

afterAll(async () => {
  const ended = new Promise((resolve) => phone.once('exit', resolve));
  phone.kill('SIGTERM');
  await ended;
  cable.close();
  rmSync(dir, { recursive: true, force: true });
});

type Cable = {
  readonly port: number;
  /** For each of the next connections, the number of bytes from the host after which it is cut. */
  cutAfter: number[];
  readonly connections: number;
  pull: () => void;
  close: () => void;
};

async function plugIn(port: number): Promise<Cable> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server: Server = createServer((host) => {
    connections++;
    const cutAfter = cable.cutAfter.shift() ?? Number.POSITIVE_INFINITY;
    let bytes = 0;
    const device = connect(port, '127.0.0.1');
    for (const [from, to] of [
      [host, device],
      [device, host],
    ] as const) {
      sockets.add(from);
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.on('data', (chunk) => {
        if (from === host) bytes += chunk.length;
        if (bytes >= cutAfter) from.resetAndDestroy();
        else to.write(chunk);
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const pull = (): void => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cutAfter: [],
    get connections() {
      return connections;
    },
    pull,
    close: () => {
      pull();
      server.close();
    },
  };
}

function startRunner(): { runner: DeviceRunner; states: string[] } {
  const states: string[] = [];
  const credentials = openAdbCredentials(dir, 'test');
  const runner = new DeviceRunner({
    connect: (timeoutMs) => connectAdb({ host: '127.0.0.1', port: cable.port }, credentials, timeoutMs),
    claims: new PhoneClaims(),
    serverFile,
    log: pino({ level: 'silent' }),
    onReport: (report: DeviceReport) => states.push(report.state),
  });
  runner.start();
  return { runner, states };
}

class Watcher implements PacketSink {
  keys = 0;
  send(_message: Uint8Array, kind: PacketKind, key: boolean): void {
    if (kind === 'video' && key) this.keys++;
  }
  failed(): void {
    // This viewer shows whether the capture sends key packets.
  }
}

test('a connection that is cut at any point of a phone’s preparation only delays it', async () => {
  // Cut in the first packet, after it, while facts are read, and three times while the server is pushed.
  cable.cutAfter = [10, 24, 400, 900, 20_000, 70_000];
  const before = cable.connections;
  const { runner, states } = startRunner();
  await expect.poll(() => states.at(-1), { timeout: 60_000 }).toBe('ready');
  expect(cable.connections - before).toBe(7);
  await runner.stop();
});

test('a connection that is cut during a capture, or while one starts, ends it, and the phone comes back', async () => {
  const { runner, states } = startRunner();
  for (const isRunning of [true, false, true, false]) {
    await expect.poll(() => states.at(-1), { timeout: 60_000 }).toBe('ready');
    const watcher = new Watcher();
    const capture = runner.capture('tile');
    capture.join(watcher);
    if (isRunning) await expect.poll(() => watcher.keys, { timeout: 60_000 }).toBeGreaterThan(0);
    const lost = new Promise<void>((resolve) => runner.onLost(resolve));
    cable.pull();
    capture.requestKeyPacket();
    capture.control({ type: 'rotate' });
    await lost;
    await expect.poll(() => states.at(-1), { timeout: 60_000 }).not.toBe('streaming');
  }
  await expect.poll(() => states.at(-1), { timeout: 60_000 }).toBe('ready');
  await runner.stop();
});
