// The line of one phone, opened with the first command and shared by those that follow.
import type { Adb } from '@yume-chan/adb';
import { ApiError } from '../api-error.ts';
import type { Caller } from '../caller.ts';
import { createDeferred, type Deferred } from '../deferred.ts';
import { createAdb } from './adb-transport.ts';
import { isHopeless, Line } from './line.ts';

const connectTimeoutMs = 30_000;
/** An open line without work waits this long for the next command. */
const idleMs = 10_000;

type Open = {
  line: Line;
  banner: Deferred<string>;
  /** Rejects when the line is lost: what runs on it has failed. */
  broken: Deferred<never>;
  /** Why the line could not be opened yet. */
  lastRefusal: string;
};

export class PhoneLine {
  readonly #caller: Caller;
  readonly #phone: { id: string; tag: string };
  #open: Open | undefined;
  #users = 0;
  #idleTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(caller: Caller, phone: { id: string; tag: string }) {
    this.#caller = caller;
    this.#phone = phone;
  }

  /** Runs work on the line. Rejects with ApiError, or with the signal's reason. */
  async use<Result>(work: (adb: Adb, line: Line) => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    signal?.throwIfAborted();
    const open = this.#take();
    const aborted = createDeferred<never>();
    aborted.promise.catch(() => undefined);
    const abort = (): void => aborted.reject(signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    const late = setTimeout(() => {
      const reason = open.lastRefusal === '' ? '.' : `: ${open.lastRefusal}`;
      const detail = `${this.#phone.tag} could not be reached within ${connectTimeoutMs / 1_000} seconds${reason}`;
      open.banner.reject(new ApiError({ status: 0, code: 'line_lost', detail }));
    }, connectTimeoutMs);
    try {
      const banner = await Promise.race([open.banner.promise, open.broken.promise, aborted.promise]);
      clearTimeout(late);
      const adb = createAdb(open.line, this.#phone.tag, banner);
      return await Promise.race([work(adb, open.line), open.broken.promise, aborted.promise]);
    } finally {
      clearTimeout(late);
      signal?.removeEventListener('abort', abort);
      this.#giveBack(open);
    }
  }

  /** Ends the line at once; what runs on it fails. */
  close(): void {
    clearTimeout(this.#idleTimer);
    const open = this.#open;
    this.#open = undefined;
    if (open === undefined) return;
    open.line.stop();
    open.broken.reject(new ApiError({ status: 0, code: 'line_lost', detail: 'The line was closed.' }));
  }

  #take(): Open {
    clearTimeout(this.#idleTimer);
    this.#users += 1;
    this.#open ??= this.#dial();
    this.#open.line.keepAlive(true);
    return this.#open;
  }

  #giveBack(open: Open): void {
    this.#users -= 1;
    if (this.#users > 0 || this.#open !== open) return;
    if (!open.line.isUp) {
      this.close();
      return;
    }
    open.line.keepAlive(false);
    this.#idleTimer = setTimeout(() => this.close(), idleMs);
    // A program that has nothing else to do may end.
    (this.#idleTimer as { unref?: () => void }).unref?.();
  }

  #dial(): Open {
    const open: Open = {
      banner: createDeferred(),
      broken: createDeferred(),
      lastRefusal: '',
      line: new Line(this.#caller, this.#phone.id, {
        onOpen: (_target, reply) => reply.refuse('not a reverse of this bridge'),
        onUp: (banner) => open.banner.resolve(banner),
        onDown: (reason) => {
          const detail = `The line to ${this.#phone.tag} was lost: ${reason}`;
          this.#end(open, new ApiError({ status: 0, code: 'line_lost', detail }));
        },
        onRetry: (error) => {
          open.lastRefusal = error.message;
          if (isHopeless(error)) this.#end(open, error);
        },
        onEnd: (error) => this.#end(open, error),
      }),
    };
    open.banner.promise.catch(() => undefined);
    open.broken.promise.catch(() => undefined);
    open.line.start();
    return open;
  }

  #end(open: Open, error: Error): void {
    if (this.#open === open) this.#open = undefined;
    open.line.stop();
    open.banner.reject(error);
    open.broken.reject(error);
  }
}
