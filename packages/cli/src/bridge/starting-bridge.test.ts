// A second `connect` while the first still starts: adb's other devices stay connected.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { attachAgain, attachToAdb, detachFromAdb } from './adb-server-client.ts';
import { awaitStartedBridge, type BridgeStatus, listenForControl } from './control-socket.ts';

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

function statusWith(given: string): BridgeStatus {
  return {
    device_id: 'a',
    tag: 'F-1',
    serial: given,
    pid: 1,
    line: 'up',
    since: '2026-11-25T10:00:00Z',
    reverses: [],
    refused: [],
  };
}
