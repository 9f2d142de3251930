// A second `connect` while the first still starts: adb's other devices stay connected.
import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiError } from '@pocketfleet/client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { attachAgain, attachToAdb, detachFromAdb } from './adb-server-client.ts';
import { awaitStartedBridge, type BridgeStatus, listenForControl, queryBridge } from './control-socket.ts';
import { type BridgeDeps, startBridge } from './run-bridge.ts';
import { openStateFolder } from './state-folder.ts';

const serial = '127.0.0.1:5700';
let folder: string;
let path: string;
let control: Server | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pocketfleet-bridge-'));
  path = join(folder, 'bridge.sock');
});
afterEach(() => {
  control?.close();
  control = undefined;
  rmSync(folder, { recursive: true, force: true });
});

it.each([false, true])(
  'of bridges that start at once, one gets the phone (dead socket file: %s)',
  async (hasDead) => {
    if (hasDead) {
      // A closed socket removes its file, a killed process doesn't.
      const dead = await listenForControl(`${path}.dead`, () => statusWith(serial));
      renameSync(`${path}.dead`, path);
      await new Promise((closed) => dead.close(closed));
    }
    const started = await Promise.allSettled(
      Array.from({ length: 5 }, (_, index) => listenForControl(path, () => statusWith(`bridge ${index}`))),
    );
    const servers = started.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    try {
      expect(servers).toHaveLength(1);
      for (const each of started) {
        if (each.status === 'rejected') expect(each.reason).toMatchObject({ name: 'BridgeRunsError' });
      }
      const winner = started.findIndex(({ status }) => status === 'fulfilled');
      expect(await queryBridge(path, 'status')).toMatchObject({ serial: `bridge ${winner}` });
    } finally {
      for (const server of servers) server.close();
    }
  },
);

it('a bridge that still starts is waited for until it has a serial', async () => {
  let asked = 0;
  control = await listenForControl(path, () => statusWith(++asked < 3 ? '' : serial));
  expect(await awaitStartedBridge(path)).toMatchObject({ serial });
  expect(asked).toBe(3);
});

it('a bridge that ends while it starts counts as none, and one that never gets a serial is said to hang', async () => {
  control = await listenForControl(path, () => {
    setImmediate(() => control?.close());
    return statusWith('');
  });
  expect(await awaitStartedBridge(path)).toBeUndefined();
  control = await listenForControl(path, () => statusWith(''));
  await expect(awaitStartedBridge(path, 0)).rejects.toThrow(/F-1 is still being connected/);
});

it('a bridge that is stopped while it starts ends at once, and leaves no socket', async () => {
  const { adb, env } = await startAdbDouble();
  const state = openStateFolder(env);
  const stopping = new AbortController();
  let asked = (): void => undefined;
  const isAsked = new Promise<void>((resolve) => {
    asked = resolve;
  });
  // A server that never answers.
  const call = (): Promise<never> => {
    asked();
    return new Promise(() => undefined);
  };
  const account = { client: { url: 'http://127.0.0.1:1', call } } as unknown as BridgeDeps['account'];
  try {
    const starting = startBridge(
      { account, env, state, log: () => undefined, signal: stopping.signal },
      { id: 'device-1', tag: 'PF-001' },
      undefined,
    );
    const failed = expect(starting).rejects.toThrow('Stopped.');
    await isAsked;
    expect(await queryBridge(state.socketPath('device-1'), 'status')).toMatchObject({ serial: '' });
    stopping.abort();
    await failed;
    expect(await queryBridge(state.socketPath('device-1'), 'status')).toBeUndefined();
    // Nobody needs to be told what they did themselves.
    expect(state.listEnds()).toEqual([]);
  } finally {
    adb.close();
  }
});

it('a phone that could not be connected is not listed as one that was lost', async () => {
  const { adb, env } = await startAdbDouble();
  const state = openStateFolder(env);
  const refusal = new ApiError({ status: 403, code: 'forbidden', detail: 'You may not do this.' });
  const client = { url: 'http://127.0.0.1:1', call: () => Promise.reject(refusal) };
  const account = { client } as unknown as BridgeDeps['account'];
  const { signal } = new AbortController();
  const logged: string[] = [];
  const log = (text: string): void => void logged.push(text);
  try {
    const phone = { id: 'device-1', tag: 'PF-001' };
    const starting = startBridge({ account, env, state, log, signal }, phone, undefined);
    await expect(starting).rejects.toMatchObject({ exit: 'forbidden' });
    expect(state.listEnds()).toEqual([]);
    // The command itself says it.
    expect(logged).toEqual([]);
  } finally {
    adb.close();
  }
});

it('adb is never asked to disconnect without an address, which would disconnect every device', async () => {
  const requests: string[] = [];
  const adb = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', (chunk) => {
      requests.push(chunk.toString().slice(4));
      const text = requests.at(-1) === 'host:version' ? '0029' : '';
      socket.end(`OKAY${text.length.toString(16).padStart(4, '0')}${text}`);
    });
  });
  await new Promise<void>((done) => adb.listen(0, '127.0.0.1', done));
  try {
    const env = { ANDROID_ADB_SERVER_PORT: String((adb.address() as { port: number }).port) };
    for (const refuse of [attachToAdb, attachAgain, detachFromAdb])
      await expect(refuse(env, '')).rejects.toThrow('not connected to adb yet');
    expect(requests).toEqual([]);
    // The double records what adb is asked.
    await detachFromAdb(env, serial);
    expect(requests).toEqual([`host:disconnect:${serial}`]);
  } finally {
    adb.close();
  }
});

/** An adb server that says its version. */
async function startAdbDouble() {
  const adb = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', () => socket.end('OKAY00040029'));
  });
  await new Promise<void>((done) => adb.listen(0, '127.0.0.1', done));
  const { port } = adb.address() as { port: number };
  return { adb, env: { ANDROID_ADB_SERVER_PORT: String(port), XDG_STATE_HOME: folder } };
}

function statusWith(given: string): BridgeStatus {
  return {
    device_id: 'a',
    tag: 'F-1',
    serial: given,
    user: null,
    pid: 1,
    line: 'up',
    since: '2026-11-25T10:00:00Z',
    reverses: [],
    refused: [],
  };
}
