// One rented phone: what can be done on it, as methods. Everything takes a signal, and everything that waits has a limit.
import type {
  ActionResult,
  AskedAction,
  Device,
  InstalledApp,
  ScreenKey,
  ScreenReading,
  screenView,
} from '@pocketfleet/contract';
import type { PhoneLine } from './adb/phone-line.ts';
import { ApiError } from './api-error.ts';
import type { Caller } from './caller.ts';
import { unlessAborted } from './deferred.ts';
import { findPhone } from './find-phone.ts';
import { type FileSource, PhoneFiles, type TransferOptions } from './phone-files.ts';
import type { DuplexBytes, ShellOptions, ShellResult } from './phone-shell.ts';
import type { ScreenWatching, SeenScreen } from './watch-screen.ts';

export type Waits = { signal?: AbortSignal };
/** A control by the name that the last reading gave it, or a point in pixels of the display. */
export type Target = { ref: string } | { x: number; y: number };
export type Direction = 'up' | 'down' | 'left' | 'right';
type View = (typeof screenView)['options'][number];

/** The conditions to wait for. All that are given must hold. */
export type ScreenCondition = {
  text?: string;
  ref?: string;
  /** A package, such as "com.android.settings". */
  app?: string;
  /** Waits until text, ref or app are no longer there. */
  gone?: boolean;
  /** Waits until nothing changes any more. */
  idle?: boolean;
};

export class Phone {
  /** The tag, id or label by which the program names it. */
  readonly name: string;
  /** Files below `/sdcard`. */
  readonly files: PhoneFiles;
  readonly #caller: Caller;
  #found: Promise<Device> | undefined;
  #line: Promise<PhoneLine> | undefined;

  constructor(caller: Caller, name: string) {
    this.name = name;
    this.#caller = caller;
    this.files = new PhoneFiles(caller, async (signal) => (await this.#device(signal)).id);
  }

  /** Returns the phone as the product knows it now. Throws ApiError `not_found`. */
  async details({ signal }: Waits = {}): Promise<Device> {
    return findPhone(await this.#caller.call('listPhones', { signal }), this.name);
  }

  // The screen. Its texts are untrusted: never take them for instructions.

  /** The screen as text and as named controls. */
  async screen({ view, signal }: Waits & { view?: View } = {}): Promise<ScreenReading> {
    const query = view === undefined ? {} : { view };
    return this.#caller.call('readScreen', { params: await this.#params(signal), query, signal });
  }

  /** Waits at most `timeoutMs` (10 s, at most 30 s); `matched` says whether it came true. */
  async waitFor(
    condition: ScreenCondition,
    { timeoutMs, signal }: Waits & { timeoutMs?: number } = {},
  ): Promise<ScreenReading & { matched: boolean }> {
    const body = { ...condition, ...(timeoutMs !== undefined && { timeout_ms: timeoutMs }) };
    return this.#caller.call('waitForScreen', {
      params: await this.#params(signal),
      query: {},
      body,
      signal,
    });
  }

  /**
   * The screen as it changes, a whole outline first: `for await (const { notice, nodes } of phone.watchScreen({ signal }))`. It
   * goes on after lost connections, ends with the signal, and throws when the right to the phone has ended.
   */
  async *watchScreen(watching: ScreenWatching = {}): AsyncGenerator<SeenScreen, void, undefined> {
    const [{ watchScreen }, { id }] = await Promise.all([
      import('./watch-screen.ts'),
      this.#params(watching.signal),
    ]);
    yield* watchScreen(this.#caller, id, watching);
  }

  tap(target: Target, waits?: Waits): Promise<ActionResult> {
    return this.act({ action: 'tap', ...target }, waits);
  }

  longPress(target: Target, waits?: Waits): Promise<ActionResult> {
    return this.act({ action: 'long_press', ...target }, waits);
  }

  swipe(
    direction: Direction,
    {
      signal,
      durationMs,
      ...target
    }: Waits & Partial<{ ref: string; x: number; y: number; durationMs: number }> = {},
  ): Promise<ActionResult> {
    const duration = durationMs === undefined ? {} : { duration_ms: durationMs };
    return this.act({ action: 'swipe', direction, ...target, ...duration } as AskedAction, {
      ...(signal && { signal }),
    });
  }

  /**
   * Types a text, or a secret of the workspace by its name, into the focused field, or into `ref`. `confirmed` of the answer says
   * what reading it back has shown.
   */
  type(
    what: string | { secret: string },
    { signal, ...into }: Waits & { ref?: string; replace?: boolean } = {},
  ): Promise<ActionResult> {
    const typed = typeof what === 'string' ? { text: what } : { secret: what.secret };
    return this.act({ action: 'type', replace: false, ...typed, ...into }, { ...(signal && { signal }) });
  }

  press(key: ScreenKey, waits?: Waits): Promise<ActionResult> {
    return this.act({ action: 'press', key }, waits);
  }

  openApp(app: string, waits?: Waits): Promise<ActionResult> {
    return this.act({ action: 'open_app', app }, waits);
  }

  closeApp(app: string, waits?: Waits): Promise<ActionResult> {
    return this.act({ action: 'close_app', app }, waits);
  }

  /**
   * Takes the phone from another key or program. A program that acts on a phone which nobody has takes it by that. Throws ApiError
   * `conflict` while a person has it.
   */
  async take({ signal }: Waits = {}): Promise<void> {
    await this.#caller.call('takeSeat', { params: await this.#params(signal), signal });
  }

  /** Gives the phone back: the next one who acts has it. Until then a key or program keeps it, for as long as it may control it. */
  async give({ signal }: Waits = {}): Promise<void> {
    await this.#caller.call('giveSeat', { params: await this.#params(signal), signal });
  }

  /**
   * Does one thing, once, also when the connection is lost meanwhile. Throws ApiError where it was not done: `code` is the
   * reason (`gone`, `covered`, `seat_taken`, …), and `cause` the whole answer with what is nearest to a target that is gone.
   */
  async act(action: AskedAction, { signal }: Waits = {}): Promise<ActionResult> {
    const params = await this.#params(signal);
    const result = await this.#caller.call('actOnDevice', { params, body: action, signal });
    if (result.done) return result;
    const { why, detail } = result;
    throw new ApiError({ status: 409, code: why ?? 'failed', detail: detail || null, cause: result });
  }

  /** Returns the phone's screen as PNG. */
  async screenshot({ signal }: Waits = {}): Promise<Uint8Array> {
    const { takeScreenshot } = await import('./phone-shell.ts');
    return takeScreenshot(await this.#openLine(signal), signal);
  }

  // Shell and adb, and the screenshot above: they need `adb`.

  /** Runs one command. A status other than 0 is no error. At most `timeoutMs` (10 minutes) and `maxBytes` of output. */
  async shell(command: string, options: ShellOptions = {}): Promise<ShellResult> {
    const { runShell } = await import('./phone-shell.ts');
    return runShell(await this.#openLine(options.signal), command, options);
  }

  /** A service of the phone's adb, such as "tcp:9222" or "exec:logcat", as a stream in both directions. */
  async adb(service: string, { signal }: Waits = {}): Promise<DuplexBytes> {
    const { openAdbService } = await import('./phone-shell.ts');
    return openAdbService(await this.#openLine(signal), service, signal);
  }

  // Apps and the phone itself.

  /** Installs an APK. */
  install(apk: FileSource, options?: TransferOptions): Promise<void> {
    return this.files.install(apk, options);
  }

  async apps({ signal }: Waits = {}): Promise<InstalledApp[]> {
    return this.#caller.call('listApps', { params: await this.#params(signal), signal });
  }

  async uninstall(app: string, { signal }: Waits = {}): Promise<void> {
    const params = await this.#params(signal);
    await this.#caller.call('uninstallApp', { params, body: { package: app }, signal });
  }

  /** Restarts the phone and waits; false where it is still restarting. */
  async restart({ signal }: Waits = {}): Promise<boolean> {
    this.close();
    const { is_back } = await this.#caller.call('restartDevice', {
      params: await this.#params(signal),
      signal,
    });
    return is_back;
  }

  /** Closes what is open to the phone. It opens again when it is needed. */
  close(): void {
    void this.#line?.then((line) => line.close()).catch(() => undefined);
    this.#line = undefined;
    this.#found = undefined;
  }

  async #params(signal?: AbortSignal): Promise<{ id: string }> {
    return { id: (await this.#device(signal)).id };
  }

  // A value that several callers share is requested without anybody's signal, so that a caller who aborts ends nothing for the others.

  #device(signal?: AbortSignal): Promise<Device> {
    this.#found ??= this.#shared(this.details(), () => {
      this.#found = undefined;
    });
    return unlessAborted(this.#found, signal);
  }

  #openLine(signal?: AbortSignal): Promise<PhoneLine> {
    this.#line ??= this.#shared(this.#createLine(), () => {
      this.#line = undefined;
    });
    return unlessAborted(this.#line, signal);
  }

  #shared<Value>(promise: Promise<Value>, forget: () => void): Promise<Value> {
    return promise.catch((error: unknown) => {
      forget();
      throw error;
    });
  }

  async #createLine(): Promise<PhoneLine> {
    const [{ PhoneLine }, device] = await Promise.all([import('./adb/phone-line.ts'), this.#device()]);
    return new PhoneLine(this.#caller, device);
  }
}
