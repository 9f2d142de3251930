// The use of the screen by one run of the snapshot helper, and the fields that all its responses have.
import { setTimeout as pause } from 'node:timers/promises';
import type { SocketTable } from '@pocketfleet/adb-device';
import type { InstrumentationStreams } from '@pocketfleet/android-shell';
import { type CaptureDeps, type CaptureLimits, capture, JavaError } from './capture.ts';
import { injectPlan } from './touch-plan.ts';
import { describeViewport } from './viewport.ts';

export interface SnapshotProgramDeps extends CaptureDeps {
  readonly sockets: SocketTable;
}

export const PROTOCOL = {
  agentDeviceProtocol: 'android-snapshot-helper-v1',
  helperApiVersion: 2,
  outputFormat: 'uiautomator-xml',
} as const;

const CHUNK_BYTES = 2048;

/** UiAutomation of one run of the program, connected at its first use. */
export class Automation {
  readonly args: ReadonlyMap<string, string>;
  readonly limits: CaptureLimits;
  /** Another program held it. The same run never gets it afterwards. */
  wasRefused = false;
  readonly #deps: SnapshotProgramDeps;
  readonly #streams: InstrumentationStreams;
  readonly #signal: AbortSignal;
  #isConnected = false;

  constructor(
    deps: SnapshotProgramDeps,
    args: ReadonlyMap<string, string>,
    streams: InstrumentationStreams,
    signal: AbortSignal,
  ) {
    this.#deps = deps;
    this.args = args;
    this.#streams = streams;
    this.#signal = signal;
    this.limits = {
      waitForIdleTimeoutMs: numberOf(args, 'waitForIdleTimeoutMs', 500),
      waitForIdleQuietMs: numberOf(args, 'waitForIdleQuietMs', 100),
      timeoutMs: numberOf(args, 'timeoutMs', 8000),
      maxDepth: numberOf(args, 'maxDepth', 128),
      maxNodes: numberOf(args, 'maxNodes', 5000),
    };
  }

  async snapshot() {
    await this.#connect();
    return capture(this.#deps, this.limits, this.#signal);
  }

  async viewport() {
    await this.#connect();
    return describeViewport(this.#deps.world.android().screen);
  }

  async gesture(payloadBase64: string) {
    await this.#connect();
    return injectPlan(this.#deps.world.android().screen, payloadBase64, this.#signal);
  }

  sendChunks(bytes: Buffer): void {
    const chunkCount = Math.max(1, Math.ceil(bytes.length / CHUNK_BYTES));
    for (let chunkIndex = 0; chunkIndex < chunkCount; chunkIndex++) {
      const chunk = bytes.subarray(chunkIndex * CHUNK_BYTES, (chunkIndex + 1) * CHUNK_BYTES);
      this.#streams.status(1, {
        ...PROTOCOL,
        chunkIndex,
        chunkCount,
        payloadBase64: chunk.toString('base64'),
      });
    }
  }

  async #connect(): Promise<void> {
    if (this.#isConnected && !this.#streams.listener.aborted) return;
    if (this.wasRefused || this.#streams.listener.aborted || this.#deps.fault() === 'never_connected') {
      await pause(Math.max(1, this.limits.timeoutMs), undefined, { signal: this.#signal });
      throw new JavaError(
        'java.util.concurrent.TimeoutException',
        'Timed out waiting for Android UiAutomation to connect',
      );
    }
    try {
      this.#streams.connect();
      this.#isConnected = true;
    } catch (error) {
      this.wasRefused = true;
      throw error;
    }
  }
}

export function describeError(error: unknown): { errorType: string; message: string } {
  const errorType = (error as { errorType?: string }).errorType ?? 'java.lang.RuntimeException';
  return { errorType, message: error instanceof Error ? error.message : String(error) };
}

/** A text that is no number counts as not given, and a negative number as 0. */
export function numberOf(args: ReadonlyMap<string, string>, name: string, otherwise: number): number {
  const text = args.get(name) ?? '';
  return /^-?\d{1,9}$/.test(text) ? Math.max(0, Number(text)) : otherwise;
}
