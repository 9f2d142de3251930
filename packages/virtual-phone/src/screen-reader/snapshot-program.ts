// What agent-device's snapshot helper 0.21.5 does when `am instrument` starts it: one capture as status records, or a resident
// server on a port of the phone, which anybody on the phone can reach.
import { setTimeout as pause } from 'node:timers/promises';
import type { SocketTable } from '@pocketfleet/adb-device';
import type {
  Instrumentation,
  InstrumentationResult,
  InstrumentationStreams,
  ShellWorld,
} from '@pocketfleet/android-shell';
import type { ScreenReaderFault } from '../faults.ts';
import { type CaptureLimits, capture, JavaError } from './capture.ts';
import { serveResident } from './resident-server.ts';
import { injectPlan } from './touch-plan.ts';
import { describeViewport } from './viewport.ts';

export interface SnapshotProgramDeps {
  readonly world: ShellWorld;
  readonly sockets: SocketTable;
  fault(): ScreenReaderFault | null;
}

export const PROTOCOL = {
  agentDeviceProtocol: 'android-snapshot-helper-v1',
  helperApiVersion: 2,
  outputFormat: 'uiautomator-xml',
} as const;

const CHUNK_BYTES = 2048;
/** After a refused connection the end of the program waits for UiAutomation a hundred times, 100 ms apart. */
const REFUSED_END_MS = 10_000;
const MODES = ['snapshot', 'viewport', 'gesture'];

export function createSnapshotProgram(deps: SnapshotProgramDeps): Instrumentation {
  let running = new AbortController();
  return {
    component:
      'com.callstack.agentdevice.snapshothelper/com.callstack.agentdevice.snapshothelper.SnapshotInstrumentation',
    async start(args, streams) {
      running = new AbortController();
      const { signal } = running;
      const automation = new Automation(deps, args, streams, signal);
      try {
        const mode = args.get('mode') ?? 'snapshot';
        if (!MODES.includes(mode))
          throw new JavaError('java.lang.IllegalArgumentException', `Unknown mode ${mode}`);
        const port = numberOf(args, 'sessionPort', 0);
        const values =
          port > 0
            ? await serveResident(deps, automation, port, streams, signal)
            : await once(automation, mode);
        return { code: 0, values: { ...PROTOCOL, ok: true, ...values } };
      } catch (error) {
        if (automation.wasRefused) await pause(REFUSED_END_MS, undefined, { signal }).catch(() => undefined);
        return { code: 1, values: { ...PROTOCOL, ok: false, ...describeError(error) } };
      }
    },
    stop: () => running.abort(),
  };

  async function once(automation: Automation, mode: string): Promise<InstrumentationResult['values']> {
    if (mode === 'viewport') return automation.viewport();
    if (mode === 'gesture') return automation.gesture(automation.args.get('payloadBase64') ?? '');
    const { xml, values } = await automation.snapshot();
    if ((automation.args.get('emitChunks') ?? 'true') === 'true') automation.sendChunks(Buffer.from(xml));
    return values;
  }
}

/** UiAutomation of one run of the program, connected at its first use. */
export class Automation {
  readonly args: ReadonlyMap<string, string>;
  readonly limits: CaptureLimits;
  /** Somebody else held it. The same run never gets it afterwards. */
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

/** What is no number counts as not given, and a negative one as 0. */
function numberOf(args: ReadonlyMap<string, string>, name: string, otherwise: number): number {
  const text = args.get(name) ?? '';
  return /^-?\d{1,9}$/.test(text) ? Math.max(0, Number(text)) : otherwise;
}
