// Cares for one device: keeps its adb connection, knows its state, and runs its captures. Reports only what
// has changed.
import type { DeviceReport, RunnerState, StreamQuality } from '@pocketfleet/contract';
import type { Adb, AdbCredentialStore } from '@yume-chan/adb';
import type { Logger } from 'pino';
import { type DeviceFacts, readDeviceFacts, readHealth } from './adb/device-facts.ts';
import { type AdbAddress, type AdbLink, connectAdb, UnauthorizedError } from './adb/tcp-connection.ts';
import { nextRunnerState, type RunnerEvent } from './device-state.ts';
import { Capture } from './scrcpy/capture.ts';
import { type CaptureOptions, pushServer } from './scrcpy/server-process.ts';

const captureOptions: { readonly [Quality in StreamQuality]: CaptureOptions } = {
  focus: { maxSize: 1600, maxFps: 60, videoBitsPerSecond: 8_000_000, audio: true },
  tile: { maxSize: 800, maxFps: 15, videoBitsPerSecond: 1_000_000, audio: false },
};

const connectLimitMs = 10_000;
const answerLimitMs = 4_000;
const probeEveryMs = 4_000;
/** Battery and storage are asked for at every 15th probe. */
const healthEveryProbes = 15;
const minRetryMs = 500;
const maxRetryMs = 5_000;

export interface RunnerDeps {
  readonly address: AdbAddress;
  readonly credentials: AdbCredentialStore;
  readonly serverFile: Uint8Array;
  readonly log: Logger;
  readonly onReport: (report: DeviceReport) => void;
}

export class DeviceRunner {
  readonly #deps: RunnerDeps;
  #state: RunnerState = 'absent';
  #reason = '';
  #facts: DeviceFacts | undefined;
  #link: AdbLink | undefined;
  #lastReport = '';
  #stopped = false;
  #attempts = 0;
  #wake: (() => void) | undefined;
  readonly #captures = new Map<StreamQuality, Capture>();
  readonly #lostListeners = new Set<() => void>();
  #done: Promise<void> = Promise.resolve();

  constructor(deps: RunnerDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#done = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#wake?.();
    for (const capture of [...this.#captures.values()]) capture.stop();
    this.#link?.close();
    await this.#done;
  }

  get identity(): string | undefined {
    return this.#facts?.identity;
  }

  /** Undefined until the phone has once said who it is. */
  report(): DeviceReport | undefined {
    return this.#facts && { ...this.#facts, state: this.#state, reason: this.#reason };
  }

  isUsable(): boolean {
    return this.#state === 'ready' || this.#state === 'streaming';
  }

  /** Calls once, when the phone's connection is next lost. */
  onLost(listener: () => void): void {
    this.#lostListeners.add(listener);
  }

  async withAdb<Result>(work: (adb: Adb) => Promise<Result>): Promise<Result> {
    if (!this.#link || !this.isUsable()) throw new Error('the phone is not connected');
    return work(this.#link.adb);
  }

  /** The running capture of this quality, started where there is none. Throws when the phone is not there. */
  capture(quality: StreamQuality): Capture {
    const running = this.#captures.get(quality);
    if (running) return running;
    if (!this.#link || !this.isUsable()) throw new Error('the phone is not connected');
    const capture: Capture = new Capture(
      { adb: this.#link.adb, serverFile: this.#deps.serverFile, log: this.#deps.log },
      captureOptions[quality],
      () => {
        if (this.#captures.get(quality) === capture) this.#captures.delete(quality);
        if (this.#captures.size === 0) this.#move('captures_ended');
      },
    );
    this.#captures.set(quality, capture);
    this.#move('capture_started');
    return capture;
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      try {
        await this.#serve();
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        this.#move(error instanceof UnauthorizedError ? 'refused_key' : 'lost', reason);
      }
      if (this.#stopped) return;
      const capMs = Math.min(maxRetryMs, minRetryMs * 2 ** Math.min(this.#attempts++, 10));
      await this.#sleep(capMs * (0.5 + Math.random() / 2));
    }
  }

  /** One connection, from dialling to its end. */
  async #serve(): Promise<void> {
    const { address, credentials, log } = this.#deps;
    const link = await connectAdb(address, credentials, connectLimitMs);
    this.#link = link;
    void link.ended.then(() => this.#wake?.());
    try {
      if (this.#stopped) return;
      this.#move('connected');
      // A connection that ends leaves Tango's answers open: its end is waited for beside them.
      await Promise.race([
        this.#prepare(link.adb),
        link.ended.then(() => {
          throw new Error('the connection was lost');
        }),
      ]);
      this.#attempts = 0;
      this.#move('prepared');
      log.info({ model: this.#facts?.model, serial: this.#facts?.serial }, 'phone ready');
      await this.#watch(link);
    } finally {
      this.#link = undefined;
      for (const capture of [...this.#captures.values()]) capture.stop();
      for (const listener of this.#lostListeners) listener();
      this.#lostListeners.clear();
      link.close();
    }
    this.#move('lost', 'the connection was lost');
  }

  async #prepare(adb: Adb): Promise<void> {
    this.#facts = await readDeviceFacts(adb, answerLimitMs);
    await limited(pushServer(adb, this.#deps.serverFile), answerLimitMs);
  }

  async #watch(link: AdbLink): Promise<void> {
    let ended = false;
    void link.ended.then(() => {
      ended = true;
    });
    for (let probe = 1; !this.#stopped; probe++) {
      await this.#sleep(probeEveryMs);
      if (ended || this.#stopped) return;
      if (probe % healthEveryProbes === 0) {
        const health = await readHealth(link.adb, answerLimitMs);
        if (this.#facts) this.#facts = { ...this.#facts, ...health };
        this.#tell();
      } else await limited(link.adb.getProp('sys.boot_completed'), answerLimitMs);
    }
  }

  #move(event: RunnerEvent, reason = ''): void {
    const next = nextRunnerState(this.#state, event);
    if (next === undefined) return;
    this.#state = next;
    this.#reason = reason.slice(0, 500);
    this.#tell();
  }

  #tell(): void {
    const report = this.report();
    if (!report) return;
    const text = JSON.stringify(report);
    if (text === this.#lastReport) return;
    this.#lastReport = text;
    this.#deps.onReport(report);
  }

  /** Ends early when the connection is lost or the runner stops. */
  #sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.#wake = undefined;
        resolve();
      };
      const timer = setTimeout(done, ms);
      this.#wake = done;
    });
  }
}

async function limited<Result>(work: Promise<Result>, limitMs: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  try {
    return await Promise.race([
      work,
      new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error('the phone does not answer')), limitMs);
      }),
    ]);
  } finally {
    clearTimeout(timer);
  }
}
