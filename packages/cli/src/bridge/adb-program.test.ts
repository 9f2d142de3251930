// Computers without a usable adb: what `connect` and `doctor` say about it.
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findFreePort } from '../../../../tools/postgres/free-port.ts';
import type { Context } from '../command.ts';
import { examineAdb } from '../doctor.ts';
import { attachToAdb } from './adb-server-client.ts';
import { listenForControl } from './control-socket.ts';
import { openStateFolder } from './state-folder.ts';

let folder: string;
let env: Record<'PATH' | 'ANDROID_ADB_SERVER_PORT' | 'CALLS' | 'XDG_STATE_HOME', string>;
let listener: Server | undefined;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pocketfleet-adb-'));
  const calls = join(folder, 'calls');
  writeFileSync(calls, '');
  env = {
    PATH: folder,
    ANDROID_ADB_SERVER_PORT: String(await findFreePort()),
    CALLS: calls,
    XDG_STATE_HOME: folder,
  };
});
afterEach(() => {
  listener?.close();
  listener = undefined;
  rmSync(folder, { recursive: true, force: true });
});

/** An adb that says this about itself, and keeps what it was called with. */
function installAdb(version: string, startServer = 'exit 0'): void {
  const program = join(folder, 'adb');
  const body = `if [ "$1" = version ]; then printf '${version}\\n'; else ${startServer}; fi`;
  writeFileSync(program, `#!/bin/sh\necho "$@" >> "$CALLS"\n${body}\n`);
  chmodSync(program, 0o755);
}

/** Answers every connection with this text and ends it. */
async function listenAtThePort(answer: string): Promise<void> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(answer));
  });
  listener = server;
  await new Promise<void>((done) => server.listen(Number(env.ANDROID_ADB_SERVER_PORT), '127.0.0.1', done));
}

const attach = () => attachToAdb(env, '127.0.0.1:5999').catch((error: unknown) => error);
const examine = async (more = {}) => {
  const account = () => ({ url: 'http://x', call: async () => ({ username: 'demo' }) });
  return examineAdb({ terminal: { env: { ...env, ...more } }, account } as unknown as Context);
};
const failed = async () =>
  (await examine()).filter(({ ok }) => !ok).map(({ name, detail }) => [name, detail]);
const install =
  'install Android’s platform-tools 28 or newer (on Debian and Ubuntu: apt install adb) so that "adb" is in PATH';

describe('an adb that can’t be used is refused in words that say what to do', () => {
  it('none', async () => {
    const detail = `There is no adb in PATH: ${install}.`;
    expect(await attach()).toMatchObject({ exit: 'no_adb', message: detail });
    expect(await failed()).toEqual([['adb', detail]]);
  });

  it.each([
    ['Android Debug Bridge version 1.0.32\\nRevision 09a0d98bebce-android', '1.0.32'],
    ['Android Debug Bridge version 1.0.39\\nVersion 0.0.1-4500957', '1.0.39'],
  ])('too old, and its server is not started: %s', async (version, short) => {
    installAdb(version);
    const detail = `The adb in PATH is ${short}, which is too old: ${install}.`;
    expect(await attach()).toMatchObject({ exit: 'no_adb', message: detail });
    expect(await failed()).toEqual([['adb', detail]]);
    expect(readFileSync(env.CALLS, 'utf8')).not.toContain('start-server');
  });

  it('a program that can’t start its server, with its own reason', async () => {
    installAdb(
      'Android Debug Bridge version 1.0.41',
      'echo "* daemon not running" >&2; echo "cannot bind" >&2; exit 1',
    );
    const message = `adb could not start its server on port ${env.ANDROID_ADB_SERVER_PORT}: cannot bind`;
    expect(await attach()).toMatchObject({ exit: 'no_adb', message });
  });

  it('a program that is no adb', async () => {
    installAdb('hello');
    const message = `The adb in PATH does not work (it does not say which version it is): ${install}.`;
    expect(await attach()).toMatchObject({ exit: 'no_adb', message });
  });

  it('a server of an old adb, beside a new program', async () => {
    installAdb('Android Debug Bridge version 1.0.41');
    await listenAtThePort('OKAY00040020');
    const detail = `The adb server on port ${env.ANDROID_ADB_SERVER_PORT} is of adb 1.0.32, which is too old: ${install}, then run "adb kill-server".`;
    expect(await attach()).toMatchObject({ exit: 'no_adb', message: detail });
    expect(await failed()).toEqual([['adb_server', detail]]);
  });

  it('a port at which something else listens', async () => {
    installAdb('Android Debug Bridge version 1.0.41');
    await listenAtThePort('HTTP/1.1 400 Bad Request\r\n\r\n');
    const detail = `Port ${env.ANDROID_ADB_SERVER_PORT} does not answer as an adb server (its answer is not understood): end what listens there, or set ANDROID_ADB_SERVER_PORT to another port.`;
    expect(await attach()).toMatchObject({ exit: 'no_adb', message: detail });
    expect(await failed()).toEqual([['adb_server', detail]]);
  });
});

it.each(['1.0.40', '1.0.41'])(
  'adb %s is examined without a complaint, and no server is started',
  async (version) => {
    installAdb(`Android Debug Bridge version ${version}\\nVersion 29.0.6-debian`);
    expect((await examine()).map(({ ok, detail }) => [ok, detail])).toEqual([
      [true, `adb ${version} is installed.`],
      [true, `No adb server runs on port ${env.ANDROID_ADB_SERVER_PORT}: connect starts one.`],
      [true, 'http://x answers; you are demo.'],
    ]);
    expect(readFileSync(env.CALLS, 'utf8')).toBe('version\n');
  },
);

it('a server of another adb than the one in PATH, which that one would end', async () => {
  installAdb('Android Debug Bridge version 1.0.40');
  await listenAtThePort('OKAY00040029');
  const port = env.ANDROID_ADB_SERVER_PORT;
  expect(await failed()).toEqual([
    [
      'adb_server',
      `adb 1.0.40 would end the server of adb 1.0.41 on port ${port} and all its connections: use one adb for everything, or give one of them another ANDROID_ADB_SERVER_PORT.`,
    ],
  ]);
});

it('an ADB_SERVER_SOCKET that leads adb to another server', async () => {
  installAdb('Android Debug Bridge version 1.0.41');
  const named = async (socket: string) =>
    (await examine({ ADB_SERVER_SOCKET: socket })).filter(({ ok }) => !ok).map(({ name }) => name);
  expect(await named('tcp:build-box:5037')).toEqual(['adb_server_socket']);
  expect(await named('localfilesystem:/tmp/adb')).toEqual(['adb_server_socket']);
  for (const same of ['tcp:', 'tcp:localhost:', 'tcp:127.0.0.1:'])
    expect(await named(`${same}${env.ANDROID_ADB_SERVER_PORT}`)).toEqual([]);
});

it('a connected phone that adb calls offline', async () => {
  installAdb('Android Debug Bridge version 1.0.41');
  const state = openStateFolder(env);
  state.notePort('device-1', 5_999);
  const bridge = await listenForControl(state.socketPath('device-1'), () => ({
    device_id: 'device-1',
    tag: 'PF-001',
    serial: '127.0.0.1:5999',
    user: null,
    pid: 1,
    line: 'up',
    since: '2026-11-25T10:00:00Z',
    reverses: [],
    refused: [],
  }));
  let devices = '127.0.0.1:5999\toffline\n';
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (asked) => {
      const text = asked.toString().includes('host:devices') ? devices : '0029';
      socket.end(`OKAY${text.length.toString(16).padStart(4, '0')}${text}`);
    });
  });
  listener = server;
  await new Promise<void>((done) => server.listen(Number(env.ANDROID_ADB_SERVER_PORT), '127.0.0.1', done));
  try {
    expect(await failed()).toEqual([
      ['phone PF-001', 'PF-001 (127.0.0.1:5999) is offline in adb: run pocketfleet connect PF-001'],
    ]);
    devices = '';
    expect((await failed())[0]?.[1]).toContain('missing in adb');
    devices = '127.0.0.1:5999\tdevice\n';
    expect(await failed()).toEqual([]);
  } finally {
    bridge.close();
  }
});
