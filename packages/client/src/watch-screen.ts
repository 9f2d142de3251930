// A phone's screen as it changes. A socket that is lost is dialled again, with a whole outline first.
import {
  applyScreenNotice,
  closeCodes,
  type ScreenNode,
  type ScreenNotice,
  screenNotice,
} from '@pocketfleet/contract';
import { openSocket } from '#open-socket';
import { ApiError } from './api-error.ts';
import type { Caller } from './caller.ts';
import { wait } from './deferred.ts';
import { closeErrorOf, isPassing } from './sockets/close-error.ts';

export type SeenScreen = {
  /** A whole outline, or what has changed. With a `problem` the screen can't be read now. */
  readonly notice: ScreenNotice;
  /** All controls, with these changes. */
  readonly nodes: readonly ScreenNode[];
};

export type ScreenWatching = {
  signal?: AbortSignal | undefined;
  onDown?: ((reason: string) => void) | undefined;
};

/** The server pings every 10 s. */
const silentAfterMs = 30_000;
const firstRetryMs = 500;
const longestRetryMs = 8_000;
const maxMessageBytes = 2 * 1_024 * 1_024;
/** Changes that wait to be taken. With more the socket is closed, and a whole outline comes instead of them. */
const maxWaiting = 100;

/** Ends when the signal is aborted. Throws ApiError when the right to the phone has ended. */
export async function* watchScreen(
  caller: Caller,
  deviceId: string,
  { signal, onDown }: ScreenWatching = {},
): AsyncGenerator<SeenScreen, void, undefined> {
  for (let failures = 0; !signal?.aborted; failures += 1) {
    const line = new ScreenLine();
    let nodes: readonly ScreenNode[] = [];
    try {
      await line.open(caller, deviceId, signal);
      for (let notice = await line.next(); notice !== null; notice = await line.next()) {
        if (signal?.aborted) return;
        failures = -1;
        nodes = applyScreenNotice(nodes, notice);
        yield { notice, nodes };
      }
    } catch (error) {
      if (signal?.aborted) return;
      if (!(error instanceof ApiError) || !isPassing(error)) throw error;
    } finally {
      line.close();
    }
    if (signal?.aborted) return;
    onDown?.(line.reason);
    const delayMs = Math.min(firstRetryMs * 2 ** Math.max(0, failures), longestRetryMs);
    await wait(delayMs * (0.5 + Math.random() / 2), signal).catch(() => undefined);
  }
}

/** One socket: its notices in their order, then null or the error that ended it. */
class ScreenLine {
  readonly #waiting: ScreenNotice[] = [];
  #end: { error: ApiError | null } | undefined;
  #wake: () => void = () => undefined;
  #cut: () => void = () => undefined;
  reason = 'The line was lost.';

  async open(caller: Caller, deviceId: string, signal: AbortSignal | undefined): Promise<void> {
    const { ticket } = await caller.call('startStream', {
      params: { id: deviceId },
      body: { purpose: 'screen' },
      signal,
    });
    const address = `${caller.url.replace(/^http/, 'ws')}/ws/devices/${deviceId}/screen`;
    const socket = openSocket(
      { address, ticket, maxMessageBytes, silentAfterMs, hasHeartbeats: false },
      {
        onOpen: () => undefined,
        onMessage: (data) => this.#take(parse(data)),
        onClose: (code, text) => {
          const { error, reconnect } = closeErrorOf(code, text);
          this.reason = error.message;
          this.#finish(reconnect ? null : error);
        },
      },
    );
    const stop = (): void => {
      socket.close(closeCodes.normal.code);
      this.#finish(null);
    };
    signal?.addEventListener('abort', stop, { once: true });
    if (signal?.aborted) stop();
    this.#cut = () => {
      signal?.removeEventListener('abort', stop);
      socket.close(closeCodes.normal.code);
    };
  }

  async next(): Promise<ScreenNotice | null> {
    for (;;) {
      const notice = this.#waiting.shift();
      if (notice !== undefined) return notice;
      if (this.#end !== undefined) {
        if (this.#end.error !== null) throw this.#end.error;
        return null;
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  close(): void {
    this.#cut();
  }

  #take(notice: ScreenNotice | undefined): void {
    if (notice === undefined || this.#end !== undefined) return;
    this.#waiting.push(notice);
    if (this.#waiting.length >= maxWaiting) {
      this.#finish(null);
      this.#cut();
    }
    this.#wake();
  }

  #finish(error: ApiError | null): void {
    this.#end ??= { error };
    this.#wake();
  }
}

function parse(data: string | Uint8Array): ScreenNotice | undefined {
  try {
    return screenNotice.safeParse(JSON.parse(String(data))).data;
  } catch {
    return undefined;
  }
}
