// Manages one device: keeps its adb connection, tracks its state, and runs its captures. Equal reports are sent once.
import type { DeviceReport, RunnerState, StreamQuality } from '@pocketfleet/contract';
import type { Adb } from '@yume-chan/adb';
import type { Logger } from 'pino';
import { type AdbLink, UnauthorizedError } from './adb/adb-link.ts';
import { type DeviceFacts, readDeviceFacts, readHealth } from './adb/device-facts.ts';
import { Condition } from './condition.ts';
import { nextRunnerState, type RunnerEvent } from './device-state.ts';
import { Pause } from './pause.ts';
import type { Claimant, PhoneClaims } from './phone-claims.ts';
import { type HeldPhone, PhoneHold } from './phone-hold.ts';
import { preparePhone } from './prepare-phone.ts';
import { RunnerCaptures } from './runner-captures.ts';
import type { Capture } from './scrcpy/capture.ts';
import { ensureServer, pushServer } from './scrcpy/server-process.ts';
import { endScreen } from './screen/device-screen.ts';
import type { ScreenTools } from './screen/reader-program.ts';
import { releaseThen, ScreenReader } from './screen/screen-reader.ts';
import { busyTimeoutMs, withMoreTime, withTimeout } from './timeout.ts';

const connectTimeoutMs = 10_000;
const responseTimeoutMs = 4_000;
const probeIntervalMs = 4_000;
/** Every third probe reads battery and storage. */
const healthEveryProbes = 3;
const minRetryMs = 500;
/** An attempt costs little, and waiting for the next one is half of the time in which a phone comes back. */
const maxRetryMs = 2_500;
/** A real phone reboots in a minute or two. */
const returnTimeoutMs = 180_000;
const disconnectTimeoutMs = 60_000;

export interface RunnerDeps {
  /** Connects and authenticates. Rejects with UnauthorizedError where a person has to confirm the key on the phone. */
  readonly connect: (timeoutMs: number) => Promise<AdbLink>;
  readonly claims: PhoneClaims;
  readonly serverFile: Uint8Array;
  readonly screenTools?: ScreenTools | undefined;
  readonly log: Logger;
  readonly onReport: (report: DeviceReport) => void;
}

const duplicateReason = 'another phone on this host reports the same identity: disconnect one of them';

export class DeviceRunner implements Claimant {
  readonly #deps: RunnerDeps;
  #state: RunnerState = 'absent';
  #reason = '';
  #facts: DeviceFacts | undefined;
  #link: AdbLink | undefined;
  #screen: ScreenReader | undefined;
  #lastReport = '';
  #stopped = false;
  #attempts = 0;
  /** Ends early when the connection is lost or the runner stops. */
  readonly #pause = new Pause();
  readonly captures = new RunnerCaptures(() => this.#move('captures_ended'));
  readonly #lostListeners = new Set<() => void>();
  readonly #changed = new Condition();
  #hold: PhoneHold | undefined;
  /** The Android user that tenants may use now; undefined while the phone is closed to tenants. */
  tenantUser: number | undefined;
  #done: Promise<void> = Promise.resolve();

  constructor(deps: RunnerDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#done = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#changed.notifyAll();
    this.#pause.end();
    this.captures.stopAll();
    this.#link?.close();
    await this.#done;
    this.#deps.claims.drop(this);
  }

  get identity(): string | undefined {
    return this.#facts?.identity;
  }

  /** Undefined until the phone's facts were read once. */
  report(): DeviceReport | undefined {
    return this.#facts && { ...this.#facts, state: this.#state, reason: this.#reason };
  }

  isUsable(): boolean {
    return this.#state === 'ready' || this.#state === 'streaming';
  }

  /** Calls the listener once, when the phone is next lost or held. Returns a function that removes it. */
  onLost(listener: () => void): () => void {
    this.#lostListeners.add(listener);
    return () => this.#lostListeners.delete(listener);
  }

  /**
   * Reserves the phone for one piece of work: captures and channels end, and no others start. Rejects with
   * PhoneLostError as soon as the connection is lost, unless the work itself restarts the phone.
   */
  async hold<Result>(work: (phone: HeldPhone) => Promise<Result>): Promise<Result> {
    if (this.#hold) throw new Error('the phone is busy');
    const hold = new PhoneHold();
    this.#hold = hold;
    try {
      this.captures.stopAll();
      this.#notifyLost();
      this.#move('held');
      const phone: HeldPhone = {
        adb: () => this.#heldAdb(),
        restart: () => this.#restart(),
        pushServer: async () => pushServer(await this.#heldAdb(), this.#deps.serverFile),
      };
      return await hold.run(phone, (held) => releaseThen(this.#screen, () => work(held)));
    } finally {
      this.#hold = undefined;
      this.#move('released');
    }
  }

  /** Undefined while the phone is not connected. */
  get screen(): ScreenReader | undefined {
    return this.isUsable() ? this.#screen : undefined;
  }

  get keyboardApk(): Uint8Array | undefined {
    return this.#deps.screenTools?.keyboardApk;
  }

  async withAdb<Result>(work: (adb: Adb) => Promise<Result>): Promise<Result> {
    if (!this.#link || !this.isUsable()) throw new Error('the phone is not connected');
    return work(this.#link.adb);
  }

  /** Returns the capture of this quality and starts it where it doesn't run. Throws when the phone is not connected. */
  capture(quality: StreamQuality): Capture {
    const running = this.captures.find(quality);
    if (running) return running;
    const link = this.#link;
    if (!link || !this.isUsable()) throw new Error('the phone is not connected');
    const capture = this.captures.start(quality, {
      adb: link.adb,
      ensureServer: () => ensureServer(link.adb, this.#deps.serverFile),
      log: this.#deps.log,
    });
    this.#move('capture_started');
    return capture;
  }

  ensureServer(): Promise<void> {
    return this.withAdb((adb) => ensureServer(adb, this.#deps.serverFile));
  }

  duplicateFound(): void {
    this.captures.stopAll();
    this.#notifyLost();
    this.#move('duplicate_found', duplicateReason);
  }

  duplicateGone(): void {
    this.#move('duplicate_gone');
  }

  forget(): void {
    this.#facts = undefined;
    this.#lastReport = '';
    this.tenantUser = undefined;
    endScreen(this);
  }

  async #heldAdb(): Promise<Adb> {
    await this.#waitUntil(() => this.#state === 'cleaning' && this.#link !== undefined, returnTimeoutMs);
    if (!this.#link) throw new Error('the phone is not connected');
    return this.#link.adb;
  }

  async #restart(): Promise<void> {
    const link = this.#link;
    if (!link) throw new Error('the phone is not connected');
    // The response may be lost with the connection.
    link.adb.power.reboot().catch(() => undefined);
    await withTimeout(link.ended, disconnectTimeoutMs);
    await this.#waitUntil(() => this.#link !== undefined && this.#link !== link, returnTimeoutMs);
    await this.#heldAdb();
  }

  #waitUntil(isTrue: () => boolean, timeoutMs: number): Promise<void> {
    return this.#changed.until(isTrue, timeoutMs, () => this.#stopped);
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
      const maxDelayMs = Math.min(maxRetryMs, minRetryMs * 2 ** Math.min(this.#attempts++, 10));
      await this.#pause.wait(maxDelayMs * (0.5 + Math.random() / 2));
    }
  }

  /** Connects, and serves the phone until the connection ends. */
  async #serve(): Promise<void> {
    const { connect, claims, log, screenTools } = this.#deps;
    const link = await connect(connectTimeoutMs);
    this.#link = link;
    const screen = new ScreenReader({ adb: link.adb, program: screenTools?.reader, log });
    this.#screen = screen;
    void link.ended.then(() => this.#pause.end());
    try {
      if (this.#stopped) return;
      this.#move('connected');
      // Tango's requests never settle once the connection has ended, so its end is awaited beside them.
      await Promise.race([
        this.#prepare(link),
        link.ended.then(() => {
          throw new Error('the connection was lost');
        }),
      ]);
      this.#attempts = 0;
      this.#move(this.#hold ? 'prepared_while_held' : 'prepared');
      log.info({ model: this.#facts?.model, serial: this.#facts?.serial }, 'phone ready');
      await this.#watch(link);
    } finally {
      this.#link = undefined;
      this.#screen = undefined;
      screen.stop().catch(() => undefined);
      this.captures.stopAll();
      this.#notifyLost();
      link.close();
      // Reported before the claim is released: the report of the next connection must come later.
      this.#move('lost', 'the connection was lost');
      claims.release(this);
      this.#hold?.connectionLost();
    }
  }

  async #prepare(link: AdbLink): Promise<void> {
    const { facts, bootId } = await readDeviceFacts(link.adb, responseTimeoutMs);
    if (this.#link !== link) return;
    if (this.#facts && this.#facts.identity !== facts.identity) this.forget();
    if (!this.#deps.claims.take(facts.identity, bootId, this)) {
      this.forget();
      throw new Error('this phone is served through another connection');
    }
    this.#facts = facts;
    this.#report();
    await preparePhone(link.adb, { ...this.#deps, tenantUser: this.tenantUser });
  }

  async #watch(link: AdbLink): Promise<void> {
    let ended = false;
    void link.ended.then(() => {
      ended = true;
    });
    const isHeld = (): boolean => this.#hold !== undefined;
    const answer = <Answer>(asked: Promise<Answer>) => withMoreTime(asked, responseTimeoutMs, isHeld);
    for (let probe = 1; !this.#stopped; probe++) {
      await this.#pause.wait(probeIntervalMs);
      if (ended || this.#stopped) return;
      if (probe % healthEveryProbes === 0) {
        const health = await answer(readHealth(link.adb, busyTimeoutMs));
        if (this.#facts) this.#facts = { ...this.#facts, ...health };
        this.#report();
      } else await answer(link.adb.getProp('sys.boot_completed'));
    }
  }

  #notifyLost(): void {
    const listeners = [...this.#lostListeners];
    this.#lostListeners.clear();
    for (const listener of listeners) listener();
  }

  #move(event: RunnerEvent, reason = ''): void {
    const next = nextRunnerState(this.#state, event);
    if (next === undefined) return;
    this.#state = next;
    this.#reason = reason.slice(0, 500);
    this.#report();
    this.#changed.notifyAll();
  }

  #report(): void {
    const report = this.report();
    if (!report) return;
    const text = JSON.stringify(report);
    if (text === this.#lastReport) return;
    this.#lastReport = text;
    this.#deps.onReport(report);
  }
}
