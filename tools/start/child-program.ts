// One program of the supervisor: starts it, restarts it when it dies, and stops it in time.
import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { LogFile } from './log-file.ts';
import { decideRestart } from './restart-policy.ts';

export type ProgramSpec = {
  readonly name: string;
  /** Path of the module that Node runs. */
  readonly entry: string;
  readonly args?: readonly string[];
  /** The program's whole environment; nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly logPath: string;
};

export type ProgramEvents = {
  onRestart(name: string, reason: string): void;
  /** The program reports that it waits for something, and an empty text when it continues. */
  onWait(name: string, what: string): void;
  /** True when programs die now through no fault of their own. */
  isExcused(): boolean;
  /** The program must not run any more (status 77): an agent whose host was revoked. It is not restarted. */
  onDismissed(name: string, reason: string): void;
  /** Called once, when the program is not restarted any more. */
  onGiveUp(name: string, reason: string): void;
};

const readyTimeoutMs = 60_000;

type WaitUntilLate = (signal: AbortSignal) => Promise<false>;

const waitForLimit: WaitUntilLate = (signal) =>
  wait(readyTimeoutMs, false as const, { signal }).catch(() => false as const);

/** EX_NOPERM. */
const exitDismissed = 77;

export class ChildProgram {
  readonly #spec: ProgramSpec;
  readonly #events: ProgramEvents;
  readonly #log: LogFile;
  readonly #waitUntilLate: WaitUntilLate;
  readonly #deathsMs: number[] = [];
  #child: ChildProcess | undefined;
  #isStopping = false;
  #isWaiting = false;
  /** True when it has waited during the current timeout for getting ready. */
  #hasWaited = false;
  #errorOutput = '';
  #markReady: () => void = () => {};

  /** `waitUntilLate` is for tests: it resolves with false at the end of the time for getting ready. */
  constructor(spec: ProgramSpec, events: ProgramEvents, waitUntilLate: WaitUntilLate = waitForLimit) {
    this.#spec = spec;
    this.#waitUntilLate = waitUntilLate;
    this.#events = events;
    this.#log = new LogFile(spec.logPath);
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Resolves when the program reports that it is ready. If it dies before, it is restarted as later. */
  async start(): Promise<void> {
    const ready = new Promise<void>((resolve) => {
      this.#markReady = resolve;
    });
    this.#spawn();
    // The time in which it waits for something else doesn't count.
    do {
      this.#hasWaited = this.#isWaiting;
      if (await this.#isInTime(ready)) return;
    } while (this.#hasWaited || this.#isWaiting);
    throw new Error(`${this.#spec.name} was not ready within ${readyTimeoutMs / 1000} s${this.#hint()}`);
  }

  async #isInTime(ready: Promise<void>): Promise<boolean> {
    const isOver = new AbortController();
    const inTime = await Promise.race([ready.then(() => true), this.#waitUntilLate(isOver.signal)]);
    isOver.abort();
    return inTime;
  }

  /** SIGTERM, then SIGKILL after `graceMs`. */
  async stop(graceMs: number): Promise<void> {
    this.#isStopping = true;
    const child = this.#child;
    if (child !== undefined && child.exitCode === null && child.signalCode === null) {
      const gone = new Promise<void>((resolve) => child.once('close', () => resolve()));
      child.kill('SIGTERM');
      const inTime = await Promise.race([gone.then(() => true), wait(graceMs, false)]);
      if (!inTime) {
        child.kill('SIGKILL');
        await Promise.race([gone, wait(500)]);
      }
    }
    this.#log.close();
  }

  #spawn(): void {
    const { entry, args = [], env, cwd } = this.#spec;
    const child = spawn(process.execPath, [entry, ...args], {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // A process group of its own: Ctrl-C reaches only the supervisor, which stops its children in order.
      // If the supervisor is killed, the IPC channel closes and the child stops.
      detached: true,
    });
    this.#child = child;
    child.stdout?.on('data', (chunk: Buffer) => this.#log.write(chunk));
    child.stderr?.on('data', (chunk: Buffer) => {
      this.#errorOutput = (this.#errorOutput + chunk.toString('utf8')).slice(-4_000);
      this.#log.write(chunk);
    });
    child.on('message', (message) => {
      if (typeof message !== 'object' || message === null) return;
      if ('ready' in message) this.#markReady();
      if ('waiting' in message) this.#setWaiting(String(message.waiting));
    });
    child.once('error', (error) => this.#died(error.message, null));
    child.once('close', (code, signal) => this.#died(`ended with ${signal ?? code}`, code));
  }

  #setWaiting(what: string): void {
    if (what === '' && !this.#isWaiting) return;
    this.#isWaiting = what !== '';
    if (this.#isWaiting) this.#hasWaited = true;
    if (!this.#isStopping) this.#events.onWait(this.#spec.name, what);
  }

  #died(reason: string, exitCode: number | null): void {
    if (this.#isStopping) return;
    if (this.#isWaiting) this.#setWaiting('');
    const nowMs = Date.now();
    this.#deathsMs.push(nowMs);
    if (this.#deathsMs.length > 20) this.#deathsMs.shift();
    const decision = decideRestart(this.#deathsMs, nowMs, exitCode, this.#events.isExcused());
    const fullReason = `${reason}${this.#hint()}`;
    this.#errorOutput = '';
    if (exitCode === exitDismissed) {
      this.#events.onDismissed(this.#spec.name, fullReason);
      return;
    }
    if (!decision.restart) {
      this.#events.onGiveUp(this.#spec.name, fullReason);
      return;
    }
    // A killed program has printed no reason; its earlier output has nothing to do with its death.
    this.#events.onRestart(this.#spec.name, exitCode === null ? reason : fullReason);
    setTimeout(() => {
      if (!this.#isStopping) this.#spawn();
    }, decision.delayMs);
  }

  /** The program's last error on stderr, as the reason of its death. */
  #hint(): string {
    const lines = this.#errorOutput.trim().split('\n');
    const error = lines.find((line) => /^\w*Error\b/.test(line)) ?? lines.at(-1) ?? '';
    return error === '' ? '' : `: ${error.trim()}`;
  }
}
