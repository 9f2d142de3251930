// The phone that a recorder follows: its screen and its best capture, while it is there and open to the tenant of the recording.
import type { Logger } from 'pino';
import type { DeviceRunner } from '../device-runner.ts';
import { type DeviceScreen, rememberedScreenOf, screenOf } from '../screen/device-screen.ts';
import type { ScreenWatcher } from '../screen/screen-watcher.ts';
import type { RecordedPicture } from './recorded-picture.ts';

export interface RecordedPhoneOptions {
  readonly deviceId: string;
  /** The Android user of the recording's tenant. Undefined: the recording follows the first user that it finds on the phone. */
  readonly user: number | undefined;
  /** Has what screens must remember, which `memoryKeys` open. */
  readonly dataDir: string;
  readonly memoryKeys: readonly string[];
  readonly runnerOf: (deviceId: string) => DeviceRunner | undefined;
  readonly picture: RecordedPicture;
  readonly watcher: ScreenWatcher;
  /** The screen may show a stored secret. Called before anything of the screen is recorded. */
  readonly onSecrets: () => void;
  readonly log: Logger;
}

export class RecordedPhone {
  readonly #options: RecordedPhoneOptions;
  #user: number | undefined;
  #screen: DeviceScreen | undefined;
  #watching: { readonly screen: DeviceScreen; readonly abort: AbortController } | undefined;
  /** True while it is known which parts of the screen have to stay hidden. */
  knowsHidden = true;

  constructor(options: RecordedPhoneOptions) {
    this.#options = options;
    this.#user = options.user;
  }

  /** Joins the phone where it is there. */
  follow(): 'there' | 'away' | 'other_tenant' {
    const { deviceId, runnerOf, picture } = this.#options;
    const runner = runnerOf(deviceId);
    const user = runner?.isUsable() ? runner.tenantUser : undefined;
    if (runner === undefined || user === undefined) {
      this.leave();
      return 'away';
    }
    this.#user ??= user;
    if (user !== this.#user) return 'other_tenant';
    const screen = this.#recall(runner, user);
    // Both before the first picture of it: a secret may have been typed, or is being typed.
    if (screen.holdsSecrets || !this.knowsHidden) this.#options.onSecrets();
    this.#watch(screen);
    try {
      // Of viewers where there are some, else one of its own.
      picture.follow(runner.captures.bestWatched(picture.sink) ?? runner.capture('lean'));
    } catch {
      // The encoder has failed, and is tried again after its delay.
      return 'away';
    }
    return 'there';
  }

  leave(): void {
    this.#options.picture.leave();
    this.#watching?.abort.abort();
    this.#watching = undefined;
  }

  /** The screen of this connection, with what must stay hidden on it since before a restart of the agent. */
  #recall(runner: DeviceRunner, user: number): DeviceScreen {
    const { dataDir, deviceId, memoryKeys, log } = this.#options;
    const screen = screenOf(runner, user);
    if (screen === this.#screen) return screen;
    this.#screen = screen;
    try {
      rememberedScreenOf(runner, user, { dataDir, identity: runner.identity ?? deviceId, keys: memoryKeys });
      this.knowsHidden = true;
    } catch (error) {
      this.knowsHidden = false;
      log.warn({ err: error }, 'a recording leaves out the screen, as nobody knows what must stay hidden');
    }
    return screen;
  }

  #watch(screen: DeviceScreen): void {
    if (this.#watching?.screen === screen && !this.#watching.abort.signal.aborted) return;
    this.#watching?.abort.abort();
    const abort = new AbortController();
    this.#watching = { screen, abort };
    screen.watch(this.#options.watcher, abort.signal).catch((error: unknown) => {
      this.#options.log.warn({ err: error }, 'a recording lost the screen');
      abort.abort();
    });
  }
}
