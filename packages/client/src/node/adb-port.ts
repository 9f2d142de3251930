// A phone as a port of this computer: `adb connect 127.0.0.1:PORT` finds it there, until it is closed.

import { isHopeless, Line } from '../adb/line.ts';
import { ApiError } from '../api-error.ts';
import type { Caller } from '../caller.ts';
import { createDeferred } from '../deferred.ts';
import { AdbSide } from './adb-side.ts';

export type AdbPort = {
  readonly port: number;
  /** The name of the phone in adb: "127.0.0.1:PORT". */
  readonly serial: string;
  /** Your Android user on the phone, where your apps and files are. Null where the phone's host doesn't say. */
  readonly user: number | null;
  /** Whether the line to the phone is up now. */
  isUp(): boolean;
  /** The reverses of adb, as "tcp:8081 tcp:8081". */
  reverses(): string[];
  /** Resolves after `close`; rejects with ApiError when the right to the phone has ended. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
};

export type AdbPortOptions = {
  /** Above 5683. A free one if left out, or where it is taken. */
  port?: number;
  /** Aborting it closes the port. */
  signal?: AbortSignal;
  onUp?: () => void;
  onDown?: (reason: string) => void;
  /** Why something was refused. */
  onRefused?: (service: string, reason: string) => void;
};

const connectTimeoutMs = 60_000;

/** Resolves once the phone's line is up and the port listens. `deviceId` is the phone's id. Rejects with ApiError. */
export async function listenForAdb(
  caller: Caller,
  deviceId: string,
  options: AdbPortOptions = {},
): Promise<AdbPort> {
  const ended = createDeferred<void>();
  // Awaited by the caller later than it may reject.
  ended.promise.catch(() => undefined);
  const firstBanner = createDeferred<string>();
  let lastRefusal = '';
  const side = new AdbSide({
    open: (service) => line.open(service),
    onRefused: options.onRefused ?? (() => undefined),
  });
  const line = new Line(caller, deviceId, {
    onOpen: (target, reply) => void side.openToComputer(target, reply),
    onUp: (banner) => {
      firstBanner.resolve(banner);
      options.onUp?.();
      void side.restoreReverses();
    },
    onDown: (reason) => options.onDown?.(reason),
    onRetry: (error) => {
      lastRefusal = error.message;
      if (isHopeless(error)) firstBanner.reject(error);
    },
    onEnd: (error) => {
      firstBanner.reject(error);
      void close(error);
    },
  });
  let closing: Promise<void> | undefined;
  const close = (error?: unknown): Promise<void> => {
    closing ??= (async () => {
      clearTimeout(late);
      options.signal?.removeEventListener('abort', abort);
      line.stop();
      await side.close();
      if (error === undefined) ended.resolve();
      else ended.reject(error);
    })();
    return closing;
  };
  const abort = (): void => {
    firstBanner.reject(options.signal?.reason);
    void close();
  };
  const late = setTimeout(() => {
    const reason = lastRefusal === '' ? '.' : `: ${lastRefusal}`;
    const detail = `The phone could not be reached within ${connectTimeoutMs / 1_000} seconds${reason}`;
    firstBanner.reject(new ApiError({ status: 0, code: 'line_lost', detail }));
  }, connectTimeoutMs);
  options.signal?.addEventListener('abort', abort, { once: true });
  if (options.signal?.aborted) abort();
  else line.start();
  try {
    const banner = await firstBanner.promise;
    const port = await side.listen(options.port ?? 0, banner);
    clearTimeout(late);
    const reverses = (): string[] => side.listReverses();
    const isUp = (): boolean => line.isUp;
    return {
      port,
      serial: `127.0.0.1:${port}`,
      user: userOf(banner),
      isUp,
      reverses,
      ended: ended.promise,
      close: () => close(),
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function userOf(banner: string): number | null {
  const user = /;pocketfleet\.user=(\d{1,9});/.exec(banner)?.[1];
  return user === undefined ? null : Number(user);
}
