// Cares for one device: keeps its adb connection, knows its state, and runs its captures. Reports only what
// has changed.
import type { DeviceReport, RunnerState, StreamQuality } from '@pocketfleet/contract';
import type { Adb } from '@yume-chan/adb';
import type { Logger } from 'pino';
import { type AdbLink, UnauthorizedError } from './adb/adb-link.ts';
import { limited } from './adb/ask-phone.ts';
import { type DeviceFacts, readDeviceFacts, readHealth } from './adb/device-facts.ts';
import { nextRunnerState, type RunnerEvent } from './device-state.ts';
import type { Claimant, PhoneClaims } from './phone-claims.ts';
import { type HeldPhone, PhoneHold } from './phone-hold.ts';
import { RunnerCaptures } from './runner-captures.ts';
import type { Capture } from './scrcpy/capture.ts';
import { ensureServer, pushServer } from './scrcpy/server-process.ts';
import { StateWaits } from './state-waits.ts';

const connectLimitMs = 10_000;
const answerLimitMs = 4_000;
const probeEveryMs = 4_000;
/** Battery and storage are asked for at every 3rd probe. */
const healthEveryProbes = 3;
const minRetryMs = 500;
/** A connection costs little, and half of what a phone takes to come back is waiting for the next try. */
const maxRetryMs = 2_500;
/** A restart of a real phone takes a minute or two. */
const backLimitMs = 180_000;
const endLimitMs = 60_000;

export interface RunnerDeps {
  /** Connects and signs in. Rejects after `limitMs`, with UnauthorizedError where the phone waits for a person. */
  readonly connect: (limitMs: number) => Promise<AdbLink>;
  readonly claims: PhoneClaims;
  readonly serverFile: Uint8Array;
  readonly log: Logger;
  readonly onReport: (report: DeviceReport) => void;
}

const twinReason = 'another phone on this host says that it is this one: take one of them off';

export class DeviceRunner implements Claimant {
  readonly #deps: RunnerDeps;
  #state: RunnerState = 'absent';
  #reason = '';
  #facts: DeviceFacts | undefined;
  #link: AdbLink | undefined;
  #lastReport = '';
  #stopped = false;
  #attempts = 0;
  #wake: (() => void) | undefined;
  readonly #captures = new RunnerCaptures(() => this.#move('captures_ended'));
  readonly #lostListeners = new Set<() => void>();
  readonly #waits = new StateWaits();
  #hold: PhoneHold | undefined;
  /** The Android user that the phone is open to; without one it is open to nobody. */
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
    this.#waits.wake();
    this.#wake?.();
    this.#captures.stopAll();
    this.#link?.close();
    await this.#done;
    this.#deps.claims.drop(this);
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

  /** Calls once, when the phone is next lost or held. Returns how to stop listening. */
  onLost(listener: () => void): () => void {
    this.#lostListeners.add(listener);
    return () => this.#lostListeners.delete(listener);
  }

  /**
   * Keeps the phone for one piece of work, through restarts: whatever uses it now ends, nothing else begins.
   * Rejects with PhoneLostError as soon as the phone goes away that the work didn't restart.
   */
  async hold<Result>(work: (phone: HeldPhone) => Promise<Result>): Promise<Result> {
    if (this.#hold) throw new Error('the phone is busy');
    const hold = new PhoneHold();
    this.#hold = hold;
    try {
      this.#captures.stopAll();
      this.#tellLost();
      this.#move('held');
      const phone: HeldPhone = {
        adb: () => this.#heldAdb(),
        restart: () => this.#restart(),
        pushServer: async () =>
          limited(pushServer(await this.#heldAdb(), this.#deps.serverFile), answerLimitMs),
      };
      return await hold.run(phone, work);
    } finally {
      this.#hold = undefined;
      this.#move('let_go');
    }
  }

  async withAdb<Result>(work: (adb: Adb) => Promise<Result>): Promise<Result> {
    if (!this.#link || !this.isUsable()) throw new Error('the phone is not connected');
    return work(this.#link.adb);
  }

  /** The running capture of this quality, started where there is none. Throws when the phone is not there. */
  capture(quality: StreamQuality): Capture {
    const running = this.#captures.find(quality);
    if (running) return running;
    const link = this.#link;
    if (!link || !this.isUsable()) throw new Error('the phone is not connected');
    const capture = this.#captures.start(quality, {
      adb: link.adb,
      ensureServer: () => ensureServer(link.adb, this.#deps.serverFile),
      log: this.#deps.log,
    });
    this.#move('capture_started');
    return capture;
  }

  /** Sees to it that scrcpy's server on the phone is the pinned one. */
  async ensureServer(): Promise<void> {
    await this.withAdb((adb) => ensureServer(adb, this.#deps.serverFile));
  }

  twinsSeen(): void {
    this.#captures.stopAll();
    this.#tellLost();
    this.#move('twins_seen', twinReason);
  }

  twinsGone(): void {
    this.#move('twins_gone');
  }

  forget(): void {
    this.#facts = undefined;
    this.#lastReport = '';
    this.tenantUser = undefined;
  }

  async #heldAdb(): Promise<Adb> {
    await this.#until(() => this.#state === 'cleaning' && this.#link !== undefined, backLimitMs);
    if (!this.#link) throw new Error('the phone is not connected');
    return this.#link.adb;
  }

  async #restart(): Promise<void> {
    const link = this.#link;
    if (!link) throw new Error('the phone is not connected');
    // The answer may be lost with the connection.
    link.adb.power.reboot().catch(() => undefined);
    await limited(link.ended, endLimitMs);
    await this.#until(() => this.#link !== undefined && this.#link !== link, backLimitMs);
    await this.#heldAdb();
  }

  #until(isSo: () => boolean, limitMs: number): Promise<void> {
    return this.#waits.until(isSo, limitMs, () => this.#stopped);
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
    const { connect, claims, log } = this.#deps;
    const link = await connect(connectLimitMs);
    this.#link = link;
    void link.ended.then(() => this.#wake?.());
    try {
      if (this.#stopped) return;
      this.#move('connected');
      // A connection that ends leaves Tango's answers open: its end is waited for beside them.
      await Promise.race([
        this.#prepare(link),
        link.ended.then(() => {
          throw new Error('the connection was lost');
        }),
      ]);
      this.#attempts = 0;
      this.#move(this.#hold ? 'prepared_held' : 'prepared');
      log.info({ model: this.#facts?.model, serial: this.#facts?.serial }, 'phone ready');
      await this.#watch(link);
    } finally {
      this.#link = undefined;
      this.#captures.stopAll();
      this.#tellLost();
      link.close();
      // Told before the phone is let go: whoever serves it next tells something newer.
      this.#move('lost', 'the connection was lost');
      claims.release(this);
      this.#hold?.connectionLost();
    }
  }

  async #prepare(link: AdbLink): Promise<void> {
    const { facts, bootId } = await readDeviceFacts(link.adb, answerLimitMs);
    if (this.#link !== link) return;
    if (this.#facts && this.#facts.identity !== facts.identity) this.forget();
    if (!this.#deps.claims.take(facts.identity, bootId, this)) {
      this.forget();
      throw new Error('this phone is served through another connection');
    }
    this.#facts = facts;
    this.#tell();
    await ensureServer(link.adb, this.#deps.serverFile);
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

  #tellLost(): void {
    const listeners = [...this.#lostListeners];
    this.#lostListeners.clear();
    for (const listener of listeners) listener();
  }

  #move(event: RunnerEvent, reason = ''): void {
    const next = nextRunnerState(this.#state, event);
    if (next === undefined) return;
    this.#state = next;
    this.#reason = reason.slice(0, 500);
    this.#tell();
    this.#waits.wake();
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
