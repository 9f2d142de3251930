// Runs the agent's own adb server, for phones on USB and for network phones that need its pairing. It has its own
// port and home folder, so no other adb on the host can stop it or be stopped by it (decision 022). It is restarted
// when it dies.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { queryServer } from './server-socket.ts';

const minRestartMs = 250;
const maxRestartMs = 5_000;
const startTimeoutMs = 5_000;
const pollIntervalMs = 100;
const killDelayMs = 1_000;
const stableAfterMs = 60_000;

export interface AdbServerOptions {
  /** Path of the adb program. */
  readonly program: string;
  readonly homeDir: string;
  /** PEM of the key by which phones know this host. */
  readonly keyPem: string;
  readonly log: Logger;
  readonly onUp: (port: number) => void;
  readonly onDown: () => void;
}

export class AdbServer {
  readonly #options: AdbServerOptions;
  #child: ChildProcess | undefined;
  #attempts = 0;
  #stopped = false;
  #done: Promise<void> = Promise.resolve();
  #wake: (() => void) | undefined;

  constructor(options: AdbServerOptions) {
    this.#options = options;
  }

  /** The running server's process id, for tests that kill it. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  start(): void {
    const keyDir = join(this.#options.homeDir, '.android');
    mkdirSync(keyDir, { recursive: true, mode: 0o700 });
    writeFileSync(join(keyDir, 'adbkey'), this.#options.keyPem, { mode: 0o600 });
    this.#done = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#child?.kill('SIGTERM');
    const kill = setTimeout(() => this.#child?.kill('SIGKILL'), killDelayMs);
    this.#wake?.();
    await this.#done;
    clearTimeout(kill);
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      const startedAtMs = performance.now();
      try {
        await this.#serve();
      } catch (error) {
        this.#options.log.warn({ err: error }, 'the adb server could not be run');
      }
      this.#options.onDown();
      if (this.#stopped) return;
      if (performance.now() - startedAtMs > stableAfterMs) this.#attempts = 0;
      await this.#pause(Math.min(maxRestartMs, minRestartMs * 2 ** Math.min(this.#attempts++, 10)));
    }
  }

  /** Runs the server once, until it ends. */
  async #serve(): Promise<void> {
    const { program, homeDir, log } = this.#options;
    await this.#stopLeftOver();
    const port = await findFreePort();
    writeFileSync(this.#portFile, String(port), { mode: 0o600 });
    const child = spawn(program, ['-P', String(port), 'nodaemon', 'server'], {
      // ANDROID_* variables of our own environment would point it to other keys and servers, so it gets none of
      // them. It must not look for emulators: their ports may be phones that the agent reaches directly.
      env: { HOME: homeDir, ANDROID_SDK_HOME: homeDir, ADB_LOCAL_TRANSPORT_MAX_PORT: '5554', ADB_MDNS: '0' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#child = child;
    let output = '';
    child.stderr.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-500);
    });
    let hasEnded = this.#stopped;
    const ended = new Promise<void>((resolve) => {
      child.once('exit', () => resolve());
      child.once('error', () => resolve());
    }).then(() => {
      hasEnded = true;
    });
    if (this.#stopped) child.kill('SIGTERM');
    try {
      const deadlineMs = performance.now() + startTimeoutMs;
      while (!hasEnded && !(await isListening(port))) {
        if (performance.now() > deadlineMs) child.kill('SIGKILL');
        await Promise.race([ended, this.#pause(pollIntervalMs)]);
      }
      if (!hasEnded) {
        log.info({ port }, 'adb server started');
        this.#options.onUp(port);
      }
      await ended;
      if (!this.#stopped) log.warn({ output: output.trim() }, 'the adb server ended');
    } finally {
      this.#child = undefined;
    }
  }

  /** A killed agent leaves its server running, and that server keeps the phones on USB to itself. */
  async #stopLeftOver(): Promise<void> {
    const port = existsSync(this.#portFile) ? Number(readFileSync(this.#portFile, 'utf8')) : 0;
    rmSync(this.#portFile, { force: true });
    if (Number.isInteger(port) && port > 0) await queryServer(port, 'host:kill').catch(() => undefined);
  }

  get #portFile(): string {
    return join(this.#options.homeDir, 'server-port');
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

function isListening(port: number): Promise<boolean> {
  return queryServer(port, 'host:version').then(
    () => true,
    () => false,
  );
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => {
        if (address === null || typeof address === 'string') reject(new Error('no free port'));
        else resolve(address.port);
      });
    });
  });
}
