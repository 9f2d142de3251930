// Test programs of installed packages, which `am instrument` starts. Each is registered by the code that simulates it,
// because this phone can't run the code in an APK.
import type { PackageManager } from '../packages/package-manager.ts';
import type { UiAutomation, UiAutomationConnection } from './ui-automation.ts';

export type InstrumentationValues = Readonly<Record<string, string | number | boolean>>;

/** The last output of `am instrument`. */
export interface InstrumentationResult {
  readonly code: number;
  readonly values: InstrumentationValues;
}

/** The means of a running program. */
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
  /** The package that it tests, in whose process it runs. Left out: its own. */
  readonly target?: string;
  /** Resolves when the program ends by itself. It never rejects. */
  start(args: ReadonlyMap<string, string>, streams: InstrumentationStreams): Promise<InstrumentationResult>;
  /** The process was killed: everything that it holds is closed. */
  stop(): void;
}

interface InstrumentationRequest {
  readonly instrumentation: Instrumentation;
  readonly user: number;
  readonly args: ReadonlyMap<string, string>;
  /** True when `am` waits for the end and brings a UiAutomation. */
  readonly waits: boolean;
  status(code: number, values: InstrumentationValues): void;
  readonly listener: AbortSignal;
}

interface RunningInstrumentation {
  /** The process. */
  readonly target: string;
  readonly component: string;
  readonly user: number;
}

export interface InstrumentationsDeps {
  readonly uiAutomation: UiAutomation;
  readonly packages: PackageManager;
}

export function createInstrumentations(deps: InstrumentationsDeps) {
  const registered = new Map<string, Instrumentation>();
  const running = new Map<string, RunningInstrumentation & { folders: string; kill(): void }>();

  const isInstalled = (one: Instrumentation, user: number) =>
    packagesOf(one).every((name) => deps.packages.getFor(user, name) !== undefined);
  const foldersOf = (one: Instrumentation) =>
    packagesOf(one)
      .map((name) => deps.packages.stored(name)?.folder)
      .join();
  /** Kills the programs that run in a package's process or come from the package, or all programs. */
  const kill = (packageName?: string) => {
    for (const run of [...running.values()]) {
      const isOfPackage = run.target === packageName || packageOf(run.component) === packageName;
      if (packageName === undefined || isOfPackage) run.kill();
    }
  };
  return {
    register: (instrumentation: Instrumentation) =>
      void registered.set(instrumentation.component, instrumentation),
    /** The instrumentations that are installed for the user. */
    listFor: (user: number) => [...registered.values()].filter((one) => isInstalled(one, user)),
    /** Undefined if a package isn't installed for the user, or has no such program. */
    find(component: string, user: number) {
      const found = registered.get(component);
      return found === undefined || !isInstalled(found, user) ? undefined : found;
    },
    /** Runs a program to its end. A run of the same package is killed first. Undefined when it was killed. */
    async run({ instrumentation, user, args, waits, status, listener }: InstrumentationRequest) {
      const { component } = instrumentation;
      const target = targetOf(instrumentation);
      kill(target);
      const killed = Promise.withResolvers<undefined>();
      let connection: UiAutomationConnection | undefined;
      const end = () => {
        if (running.get(component)?.kill === stop) running.delete(component);
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
      running.set(component, { target, component, user, folders: foldersOf(instrumentation), kill: stop });
      const connect = () => {
        if (!waits || listener.aborted) throw new UiAutomationMissing();
        connection = deps.uiAutomation.connect(component);
        return connection;
      };
      const ended = instrumentation.start(args, { status, connect, listener }).then((result) => {
        if (running.get(component)?.kill === stop) end();
        return result;
      });
      return Promise.race([ended, killed.promise]);
    },
    get running(): readonly RunningInstrumentation[] {
      return [...running.values()];
    },
    kill,
    /** Kills the processes of packages that were replaced, or removed for their user. */
    killReplaced() {
      for (const run of [...running.values()]) {
        const found = registered.get(run.component);
        if (!found || !isInstalled(found, run.user) || foldersOf(found) !== run.folders) run.kill();
      }
    },
  };
}

export type Instrumentations = ReturnType<typeof createInstrumentations>;

/** `am` has ended, or was started without `-w`. */
class UiAutomationMissing extends Error {
  readonly errorType = 'java.lang.IllegalStateException';

  constructor() {
    super('UiAutomation not connected, UiAutomation@1c2d3e[id=-1, displayId=0, flags=0]');
  }
}

/** The package that an instrumentation tests, in whose process it runs. */
export function targetOf({ component, target }: Instrumentation): string {
  return target ?? packageOf(component);
}

function packagesOf(instrumentation: Instrumentation): readonly string[] {
  return [packageOf(instrumentation.component), targetOf(instrumentation)];
}

function packageOf(component: string): string {
  return component.split('/')[0] ?? '';
}
