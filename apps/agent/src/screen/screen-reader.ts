// Reads one phone's screen. While a reader runs on the phone, it holds Android's only UiAutomation and all accessibility
// services are off; so it runs only while somebody asks, ends soon after, and yields to the customer's own automation.
import type { Adb } from '@yume-chan/adb';
import type { Logger } from 'pino';
import type { ReaderProgram, RunningReader, ScreenCapture } from './reader-program.ts';
import { ScreenError } from './screen-error.ts';

const lingerMs = 10_000;
/** How long the customer's automation has for its start, before we look whether the screen is free again. */
const yieldMs = 8_000;

export interface ScreenReaderDeps {
  readonly adb: Adb;
  /** Undefined where this host has no reader's files. */
  readonly program: ReaderProgram | undefined;
  readonly log: Logger;
  /** For tests. */
  readonly times?: { readonly lingerMs: number; readonly yieldMs: number };
}

export class ScreenReader {
  readonly #deps: ScreenReaderDeps;
  readonly #times: { readonly lingerMs: number; readonly yieldMs: number };
  #running: RunningReader | undefined;
  /** The last piece of work: starts, readings and ends come one after the other. */
  #last: Promise<unknown> = Promise.resolve();
  /** A reading that has not begun, which later callers share. */
  #next: Promise<ScreenCapture> | undefined;
  #linger: NodeJS.Timeout | undefined;
  #yieldedUntilMs = Number.NEGATIVE_INFINITY;
  #stopped = false;

  constructor(deps: ScreenReaderDeps) {
    this.#deps = deps;
    this.#times = deps.times ?? { lingerMs, yieldMs };
  }

  /** Whether accessibility services are off now because of us. */
  get isHeld(): boolean {
    return this.#running !== undefined;
  }

  isOwnSocket(service: string): boolean {
    return this.#deps.program?.isOwnSocket(this.#deps.adb, service) ?? false;
  }

  /** A reading that began after this call. Rejects with ScreenError. */
  capture(): Promise<ScreenCapture> {
    this.#next ??= this.#inOrder(() => {
      this.#next = undefined;
      return this.#capture();
    });
    return this.#next;
  }

  /** Lets go of the screen, for the customer's own automation. Resolves when nothing of ours runs any more. */
  async yieldTo(reason: string): Promise<void> {
    this.#yieldedUntilMs = performance.now() + this.#times.yieldMs;
    if (this.#running !== undefined) this.#deps.log.info({ reason }, 'the screen reader yields');
    // A capture that runs now fails as soon as its program is gone.
    await this.#close(this.#running).catch((error: unknown) =>
      this.#deps.log.warn({ err: error }, 'the screen reader could not be stopped'),
    );
    await this.#last.catch(() => undefined);
  }

  /** Runs work that needs the screen for itself, such as `uiautomator dump`, with the reader closed. */
  withFreeScreen<Result>(work: (adb: Adb) => Promise<Result>): Promise<Result> {
    return this.#inOrder(async () => {
      this.#refuse();
      await this.#close(this.#running);
      return work(this.#deps.adb);
    });
  }

  /** Closes the reader; the next reading starts it again. */
  release(): Promise<void> {
    return this.#inOrder(() => this.#close(this.#running));
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#close(this.#running);
  }

  async #capture(): Promise<ScreenCapture> {
    this.#refuse();
    clearTimeout(this.#linger);
    const running = this.#running ?? (await this.#start());
    try {
      const capture = await running.capture();
      this.#refuse();
      return capture;
    } catch (error) {
      // A screen without a tree is no fault of the reader; after everything else a new run is surer than the old one.
      if (!(error instanceof ScreenError && error.problem === 'off'))
        await this.#close(running).catch(() => undefined);
      this.#refuse();
      return rethrow(error);
    } finally {
      if (this.#running !== undefined) this.#linger = this.#closeLater();
    }
  }

  async #start(): Promise<RunningReader> {
    const { program, adb } = this.#deps;
    if (program === undefined) throw new ScreenError('unavailable', 'this host has no screen reader');
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
    if (this.#stopped) throw new ScreenError('failed', 'the phone is not connected');
    if (performance.now() < this.#yieldedUntilMs) {
      throw new ScreenError('busy', 'the customer’s own automation has the screen');
    }
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

function rethrow(error: unknown): never {
  if (error instanceof ScreenError) throw error;
  throw new ScreenError('failed', error instanceof Error ? error.message : String(error), { cause: error });
}
