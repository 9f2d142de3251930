// Debian's adb against one phone, with an adb server on a port of its own, and a folder for its key and for files.
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../../tools/postgres/free-port.ts';

const limitMs = 20_000;

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface AdbHost {
  /** Empty at the start, removed at the end. */
  readonly folder: string;
  readonly serverPort: number;
  /** Runs adb for this phone. A signal, or a timeout after 20 s, gives code -1. */
  run(...args: string[]): Promise<Ran>;
  /** Runs adb with bytes as input and output, and without selecting the phone. */
  raw(args: readonly string[], stdin?: string | Buffer): Promise<{ code: number; out: Buffer; err: Buffer }>;
  /** Starts adb for this phone and leaves it running. */
  start(...args: string[]): ChildProcess;
  connect(): Promise<string>;
  stop(): Promise<void>;
}

/** False, with a warning, if adb is not installed. */
export function findsAdb(): boolean {
  const isThere = spawnSync('adb', ['version']).status === 0;
  if (!isThere) console.warn('skipped: there is no adb on this machine (Debian package "adb")');
  return isThere;
}

export async function openAdbHost(phonePort: number): Promise<AdbHost> {
  const folder = mkdtempSync(join(tmpdir(), 'adb-test-'));
  const serverPort = await findFreePort();
  const address = `127.0.0.1:${phonePort}`;
  const env = { ...process.env, ANDROID_ADB_SERVER_PORT: String(serverPort), HOME: folder };
  const raw: AdbHost['raw'] = (args, stdin) =>
    new Promise((resolve) => {
      const options = { env, encoding: 'buffer', timeout: limitMs, maxBuffer: 64 * 1024 * 1024 } as const;
      const child = execFile('adb', args, options, (error, out, err) => {
        resolve({ code: typeof error?.code === 'number' ? error.code : error === null ? 0 : -1, out, err });
      });
      // A command that doesn't read its input closes the pipe, which is no error.
      child.stdin?.on('error', () => undefined);
      child.stdin?.end(stdin ?? '');
    });
  return {
    folder,
    serverPort,
    raw,
    async run(...args) {
      const { code, out, err } = await raw(['-s', address, ...args]);
      return { code, out: out.toString(), err: err.toString() };
    },
    start: (...args) => spawn('adb', ['-s', address, ...args], { env }),
    connect: async () => (await raw(['connect', address])).out.toString(),
    async stop() {
      await raw(['kill-server']);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
