// Reads one phone's screen. While a reader runs on the phone, it holds Android's only UiAutomation and all accessibility
// services are off; so it runs only while somebody asks, ends soon after, and yields to the customer's own automation.
import type { Adb } from '@yume-chan/adb';
import type { Logger } from 'pino';
import { withTimeout } from '../timeout.ts';
import { describeOff, hasSystemInFront, isSecureInFront, readPhoneState } from './phone-state.ts';
import type { ReaderProgram, RunningReader, ScreenCapture } from './reader-program.ts';
import { ScreenError } from './screen-error.ts';

const defaultTimes = {
  lingerMs: 10_000,
  /** How long the customer's automation has for its start, before we look whether the screen is free again. */
  yieldMs: 8_000,
  /** A phone that doesn't end our program by then holds up the customer's automation no longer. */
  yieldTimeoutMs: 10_000,
};
/** Android frees the screen a moment after a command that needed it has ended. */
const freeTries = 20;
const freeIntervalMs = 100;

export interface PhoneCapture extends ScreenCapture {
  /** The lock screen is in front. Undefined where the phone doesn't tell. */
  readonly isLocked: boolean | undefined;
}

export interface ScreenReaderDeps {
  readonly adb: Adb;
  /** Undefined where this host has no reader's files. */
  readonly program: ReaderProgram | undefined;
  readonly log: Logger;
  /** For tests. */
  readonly times?: Partial<typeof defaultTimes>;
}

export class ScreenReader {
  readonly #deps: ScreenReaderDeps;
  readonly #times: typeof defaultTimes;
  #running: RunningReader | undefined;
  /** The last piece of work: starts, readings and ends come one after the other. */
  #last: Promise<unknown> = Promise.resolve();
  /** A reading that has not begun, which later callers share. */
  #next: Promise<PhoneCapture> | undefined;
  #linger: NodeJS.Timeout | undefined;
  /** The program is put on the phone now, which holds nobody up. */
  #isPreparing = false;
  /** Ends the work that has the screen for itself now. */
  #freeWork: AbortController | undefined;
  #yieldedUntilMs = Number.NEGATIVE_INFINITY;
  #stopped = false;

  constructor(deps: ScreenReaderDeps) {
    this.#deps = deps;
    this.#times = { ...defaultTimes, ...deps.times };
  }

  /** Whether accessibility services are off now because of us. */
  get isHeld(): boolean {
    return this.#running !== undefined;
  }

  isOwnSocket(service: string): boolean {
    return this.#deps.program?.isOwnSocket(this.#deps.adb, service) ?? false;
  }

  /** A reading that began after this call. Rejects with ScreenError. */
  capture(): Promise<PhoneCapture> {
    this.#next ??= this.#inOrder(() => {
      this.#next = undefined;
      return this.#capture();
    });
    return this.#next;
  }

  /**
   * Lets go of the screen, for the customer's own automation: ends a reading or a dump that runs now. Resolves when nothing of ours
   * holds the screen any more, and after ten seconds in any case. Never rejects.
   */
  async yieldTo(reason: string): Promise<void> {
    this.#yieldedUntilMs = performance.now() + this.#times.yieldMs;
    if (this.#running !== undefined || this.#freeWork !== undefined)
      this.#deps.log.info({ reason }, 'the screen reader yields');
    this.#freeWork?.abort(yielded());
    await withTimeout(this.#letGo(), this.#times.yieldTimeoutMs).catch((error: unknown) =>
      this.#deps.log.warn({ err: error }, 'the screen reader could not be stopped'),
    );
  }

  async #letGo(): Promise<void> {
    try {
      // A capture that runs now fails as soon as its program is gone.
      await this.#close(this.#running);
    } finally {
      if (!this.#isPreparing) await this.#last.catch(() => undefined);
    }
  }

  /** Runs work that needs the screen for itself, such as `uiautomator dump`, with the reader closed. The signal ends it. */
  withFreeScreen<Result>(work: (adb: Adb, signal: AbortSignal) => Promise<Result>): Promise<Result> {
    return this.#inOrder(async () => {
      this.#refuse();
      const ending = new AbortController();
      this.#freeWork = ending;
      try {
        await this.#close(this.#running);
        this.#refuse();
        return await work(this.#deps.adb, ending.signal);
      } finally {
        this.#freeWork = undefined;
        if (ending.signal.aborted) await this.#untilFree();
      }
    });
  }

  async #untilFree(): Promise<void> {
    for (let tries = 0; tries < freeTries && (await this.#isTaken()); tries++)
      await new Promise((resolve) => setTimeout(resolve, freeIntervalMs));
  }

  /** Whether pictures of the app in front are black. Undefined where the phone doesn't tell. Never rejects. */
  isSecureInFront(): Promise<boolean | undefined> {
    return isSecureInFront(this.#deps.adb);
  }

  /** Closes the reader; the next reading starts it again. */
  release(): Promise<void> {
    return this.#inOrder(() => this.#close(this.#running));
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#freeWork?.abort(notConnected());
    await this.#close(this.#running);
  }

  async #capture(): Promise<PhoneCapture> {
    this.#refuse();
    clearTimeout(this.#linger);
    const running = this.#running ?? (await this.#start());
    try {
      const capture = await running.capture();
      this.#refuse();
      if (!hasSystemInFront(capture.xml)) return { ...capture, isLocked: false };
      return { ...capture, isLocked: (await readPhoneState(this.#deps.adb))?.isLocked };
    } catch (error) {
      // A screen without a tree is no fault of the reader; after everything else a new run is surer than the old one.
      const isOff = error instanceof ScreenError && error.problem === 'off';
      if (!isOff) await this.#close(running).catch(() => undefined);
      this.#refuse();
      this.#deps.log.debug({ err: error }, 'the screen could not be read');
      // Another program may have taken the screen while ours held it, and have ended ours by that.
      if (!isOff && (await this.#isTaken()))
        throw new ScreenError('busy', 'another automation holds the screen');
      if (isOff) {
        const state = await readPhoneState(this.#deps.adb);
        throw new ScreenError('off', describeOff(state), { cause: error, state });
      }
      return rethrow(error);
    } finally {
      if (this.#running !== undefined) this.#linger = this.#closeLater();
    }
  }

  async #isTaken(): Promise<boolean> {
    const { program, adb } = this.#deps;
    return (await program?.isTaken(adb).catch(() => false)) ?? false;
  }

  async #start(): Promise<RunningReader> {
    const { program, adb } = this.#deps;
    if (program === undefined) throw new ScreenError('unavailable', 'this host has no screen reader');
    const yieldedUntilMs = this.#yieldedUntilMs;
    this.#isPreparing = true;
    await program
      .prepare(adb)
      .catch(rethrow)
      .finally(() => {
        this.#isPreparing = false;
      });
    // Automation that the customer has begun meanwhile has the screen, however long the installation took.
    if (this.#yieldedUntilMs !== yieldedUntilMs) throw yielded();
    this.#refuse();
    const running = await program.start(adb).catch(rethrow);
    this.#running = running;
    // The customer's automation or the end may have come meanwhile.
    if (this.#stopped || performance.now() < this.#yieldedUntilMs) {
      await this.#close(running);
      this.#refuse();
    }
    return running;
  }

  #closeLater(): NodeJS.Timeout {
    clearTimeout(this.#linger);
    return setTimeout(() => {
      this.release().catch((error: unknown) =>
        this.#deps.log.warn({ err: error }, 'the screen reader could not be stopped'),
      );
    }, this.#times.lingerMs).unref();
  }

  async #close(running: RunningReader | undefined): Promise<void> {
    clearTimeout(this.#linger);
    if (running === undefined) return;
    try {
      await running.close();
    } finally {
      if (this.#running === running) this.#running = undefined;
    }
  }

  #refuse(): void {
    if (this.#stopped) throw notConnected();
    if (performance.now() < this.#yieldedUntilMs) throw yielded();
  }

  #inOrder<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#last.catch(() => undefined).then(work);
    this.#last = result;
    result.catch(() => undefined);
    return result;
  }
}

/** Runs work on a phone whose screen we don't hold. */
export async function releaseThen<Result>(
  reader: ScreenReader | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  await reader?.release();
  return work();
}

function yielded(): ScreenError {
  return new ScreenError('busy', 'the customer’s own automation has the screen');
}

function notConnected(): ScreenError {
  return new ScreenError('failed', 'the phone is not connected');
}

function rethrow(error: unknown): never {
  if (error instanceof ScreenError) throw error;
  throw new ScreenError('failed', error instanceof Error ? error.message : String(error), { cause: error });
}
