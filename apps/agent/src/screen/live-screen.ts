// A phone's screen as it changes, for listeners that ask for the next version again and again: so a slow one gets the newest,
// and nothing waits here for anybody. All share one round of readings, which ends when nobody asks any more.
import type { ScreenNode, ScreenNotice, ScreenReading, ScreenRequest } from '@pocketfleet/contract';
import { compare } from './outline/changes.ts';
import type { Readings } from './readings.ts';
import { SeenScreens } from './seen-screens.ts';

/** At most five readings a second, while something changes and somebody looks or acts; else one. */
const defaultTimes = { busyMs: 200, idleMs: 1_000, problemMs: 2_000, stillBusyMs: 1_500, lingerMs: 3_000 };

type NextRequest = Pick<
  Extract<ScreenRequest, { type: 'next' }>,
  'caller' | 'reader' | 'since' | 'timeout_ms'
>;
type Held = { readonly version: number; readonly nodes: readonly ScreenNode[] };
type Waiter = { readonly since: number | null; readonly wake: (hasNews: boolean) => void };

export class LiveScreen {
  readonly #readings: Readings;
  readonly #times: typeof defaultTimes;
  /** The state that each listener has. */
  readonly #held = new SeenScreens<Held>();
  readonly #waiters = new Set<Waiter>();
  #version = 0;
  #key = '';
  #reading: ScreenReading | undefined;
  #changedAtMs = Number.NEGATIVE_INFINITY;
  #askedAtMs = Number.NEGATIVE_INFINITY;
  /** Recordings, which need no notices. */
  #keepers = 0;
  #hurriedAtMs = Number.NEGATIVE_INFINITY;
  /** Whether `#reading` is of the round that runs now. */
  #isFresh = false;
  #isRunning = false;

  constructor(readings: Readings, times = defaultTimes) {
    this.#readings = readings;
    this.#times = times;
    readings.onTaken = () => this.#publish(readings.describeLast());
  }

  /** Readings go on until the signal: one a second, so that those of many recorded phones leave their pictures in time. */
  async keepOn(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    this.#keepers += 1;
    void this.#run();
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    this.#keepers -= 1;
  }

  /** Somebody acts, so what they touch next is to be known soon. */
  hurry(): void {
    this.#hurriedAtMs = performance.now();
  }

  /**
   * Resolves with null when nothing has changed since that version within the time, or on the signal: the listener is gone, and
   * what it has is forgotten.
   */
  async next(
    { caller, reader, since, timeout_ms }: NextRequest,
    signal?: AbortSignal,
  ): Promise<ScreenNotice | null> {
    if (signal?.aborted) return null;
    this.#askedAtMs = performance.now();
    void this.#run();
    const hasNews = this.#hasNews(since) || (await this.#wait(since, timeout_ms, signal));
    if (signal?.aborted) return null;
    if (!hasNews) {
      this.#askedAtMs = performance.now();
      return null;
    }
    if (!this.#held.has(caller))
      signal?.addEventListener('abort', () => this.#held.delete(caller), { once: true });
    const notice = this.#noticeFor(caller, since);
    if (notice?.problem === null) this.#readings.saw(reader, this.#reading?.nodes ?? []);
    return notice;
  }

  #hasNews(since: number | null): boolean {
    return this.#isFresh && since !== this.#version;
  }

  #wait(since: number | null, timeoutMs: number, signal: AbortSignal | undefined): Promise<boolean> {
    return new Promise((resolve) => {
      const leave = (): void => waiter.wake(false);
      const timer = setTimeout(() => waiter.wake(false), timeoutMs);
      const waiter: Waiter = {
        since,
        wake: (hasNews) => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', leave);
          this.#waiters.delete(waiter);
          resolve(hasNews);
        },
      };
      this.#waiters.add(waiter);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    while (this.#keepers > 0 || this.#isListenedTo) {
      const startedAtMs = performance.now();
      // A successful reading is published by `onTaken`, like every reading of an action or a call.
      await this.#readings
        .take()
        .catch((error: unknown) => this.#publish(this.#readings.describeProblem(error)));
      await pause(startedAtMs + this.#intervalMs() - performance.now());
    }
    this.#isRunning = false;
    this.#isFresh = false;
  }

  get #isListenedTo(): boolean {
    return this.#waiters.size > 0 || performance.now() - this.#askedAtMs < this.#times.lingerMs;
  }

  #intervalMs(): number {
    const { busyMs, idleMs, problemMs, stillBusyMs, lingerMs } = this.#times;
    if (this.#reading?.problem != null) return problemMs;
    const isHurried = this.#isListenedTo || performance.now() - this.#hurriedAtMs < lingerMs;
    return isHurried && performance.now() - this.#changedAtMs < stillBusyMs ? busyMs : idleMs;
  }

  #publish(reading: ScreenReading | undefined): void {
    if (!this.#isRunning || reading === undefined) return;
    const key = JSON.stringify(reading);
    this.#isFresh = true;
    if (key !== this.#key) {
      this.#key = key;
      this.#version += 1;
      // That a screen has come to rest is news, but no change.
      if (!isRest(this.#reading, reading)) this.#changedAtMs = performance.now();
      this.#reading = reading;
    }
    for (const waiter of [...this.#waiters]) if (waiter.since !== this.#version) waiter.wake(true);
  }

  #noticeFor(caller: string, since: number | null): ScreenNotice | null {
    const reading = this.#reading;
    if (reading === undefined) return null;
    const held = this.#held.get(caller);
    const before = held !== undefined && held.version === since ? held.nodes : undefined;
    const { text, nodes, ...state } = reading;
    const version = this.#version;
    if (reading.problem !== null) {
      this.#held.set(caller, { version, nodes: before ?? [] });
      return {
        type: 'changes',
        version,
        ...state,
        changed: [],
        nodes: [],
        refs: before === undefined ? [] : null,
      };
    }
    this.#held.set(caller, { version, nodes });
    if (before === undefined) return { type: 'outline', version, ...state, text, nodes };
    const { lines } = compare(before, nodes);
    const old = new Map(before.map((node) => [node.ref, JSON.stringify(node)]));
    const isSameOrder =
      before.length === nodes.length && before.every(({ ref }, at) => ref === nodes[at]?.ref);
    return {
      type: 'changes',
      version,
      ...state,
      changed: lines.filter((line) => /^[+~-] /.test(line)),
      nodes: nodes.filter((node) => old.get(node.ref) !== JSON.stringify(node)),
      refs: isSameOrder ? null : nodes.map(({ ref }) => ref),
    };
  }
}

function isRest(before: ScreenReading | undefined, now: ScreenReading): boolean {
  return before !== undefined && JSON.stringify({ ...before, settled: now.settled }) === JSON.stringify(now);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
}
