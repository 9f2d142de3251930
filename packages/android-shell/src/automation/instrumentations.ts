// Test programs of installed packages, which `am instrument` starts. What such a program does is registered by whoever
// simulates it: this phone can't run the code in an APK.
import type { PackageManager } from '../packages/package-manager.ts';
import type { UiAutomation, UiAutomationConnection } from './ui-automation.ts';

export type InstrumentationValues = Readonly<Record<string, string | number | boolean>>;

/** What `am instrument` prints at the end. */
export interface InstrumentationResult {
  readonly code: number;
  readonly values: InstrumentationValues;
}

/** What a running program may use. */
export interface InstrumentationStreams {
  /** Sends a record to `am`. */
  status(code: number, values: InstrumentationValues): void;
  /** Connects the phone's UiAutomation. Throws UiAutomationTaken. `am` has one only with `-w`. */
  connect(): UiAutomationConnection;
  /** Aborted when `am` has ended: Android then disconnects UiAutomation, and the process stays. */
  readonly listener: AbortSignal;
}

export interface Instrumentation {
  /** "package/class", with the class's full name. */
  readonly component: string;
  /** Resolves when the program ends by itself. It never rejects. */
  start(args: ReadonlyMap<string, string>, streams: InstrumentationStreams): Promise<InstrumentationResult>;
  /** The process was killed: everything that it holds is closed. */
  stop(): void;
}

export interface Instrumentations {
  register(instrumentation: Instrumentation): void;
  /** Undefined if the package isn't installed for the user, or has no such program. */
  find(component: string, user: number): Instrumentation | undefined;
  /** Runs a program to its end. A run of the same package is killed first. Undefined when it was killed. */
  run(request: InstrumentationRequest): Promise<InstrumentationResult | undefined>;
  /** Packages whose process runs. */
  readonly running: readonly RunningInstrumentation[];
  /** Kills a package's process, or all processes. */
  kill(packageName?: string): void;
  /** Kills the processes of packages that were replaced, or removed for their user. */
  killReplaced(): void;
}

interface InstrumentationRequest {
  readonly instrumentation: Instrumentation;
  readonly user: number;
  readonly args: ReadonlyMap<string, string>;
  /** Whether `am` waits for the end and brings a UiAutomation. */
  readonly waits: boolean;
  status(code: number, values: InstrumentationValues): void;
  readonly listener: AbortSignal;
}

interface RunningInstrumentation {
  readonly packageName: string;
  readonly component: string;
  readonly user: number;
}

export interface InstrumentationsDeps {
  readonly uiAutomation: UiAutomation;
  readonly packages: PackageManager;
}

export function createInstrumentations(deps: InstrumentationsDeps): Instrumentations {
  const registered = new Map<string, Instrumentation>();
  const running = new Map<string, RunningInstrumentation & { folder: string | undefined; kill(): void }>();

  const kill = (packageName?: string) => {
    for (const run of [...running.values()]) {
      if (packageName === undefined || run.packageName === packageName) run.kill();
    }
  };
  return {
    register: (instrumentation) => void registered.set(instrumentation.component, instrumentation),
    find(component, user) {
      const packageName = packageOf(component);
      if (deps.packages.getFor(user, packageName) === undefined) return undefined;
      return registered.get(component);
    },
    async run({ instrumentation, user, args, waits, status, listener }) {
      const packageName = packageOf(instrumentation.component);
      kill(packageName);
      const killed = Promise.withResolvers<undefined>();
      let connection: UiAutomationConnection | undefined;
      const end = () => {
        if (running.get(packageName)?.kill === stop) running.delete(packageName);
        connection?.disconnect();
        listener.removeEventListener('abort', disconnect);
      };
      const disconnect = () => connection?.disconnect();
      const stop = () => {
        end();
        instrumentation.stop();
        killed.resolve(undefined);
      };
      listener.addEventListener('abort', disconnect, { once: true });
      const { component } = instrumentation;
      const folder = deps.packages.stored(packageName)?.folder;
      running.set(packageName, { packageName, component, user, folder, kill: stop });
      const connect = () => {
        if (!waits || listener.aborted) throw new UiAutomationMissing();
        connection = deps.uiAutomation.connect(component);
        return connection;
      };
      const ended = instrumentation.start(args, { status, connect, listener }).then((result) => {
        if (running.get(packageName)?.kill === stop) end();
        return result;
      });
      return Promise.race([ended, killed.promise]);
    },
    get running() {
      return [...running.values()];
    },
    kill,
    killReplaced() {
      for (const run of [...running.values()]) {
        const isThere = deps.packages.getFor(run.user, run.packageName) !== undefined;
        if (!isThere || deps.packages.stored(run.packageName)?.folder !== run.folder) run.kill();
      }
    },
  };
}

/** `am` has ended, or was started without `-w`. */
class UiAutomationMissing extends Error {
  readonly errorType = 'java.lang.IllegalStateException';

  constructor() {
    super('UiAutomation not connected, UiAutomation@1c2d3e[id=-1, displayId=0, flags=0]');
  }
}

function packageOf(component: string): string {
  return component.split('/')[0] ?? '';
}
