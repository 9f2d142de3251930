// The action that is done now on a screen, and the watchers that are told of it: at its beginning, or when they come.
import type { ActionResult } from '@pocketfleet/contract';
import type { ScreenWatcher, WatchedAction } from './screen-watcher.ts';

export class RunningAction {
  readonly #action: WatchedAction;
  /** The notice that each watcher gets at its end. */
  readonly #ends = new Map<ScreenWatcher, (result: ActionResult) => void>();
  /** A stored secret is on its way to the phone. */
  #typesSecret = false;

  constructor(action: WatchedAction) {
    this.#action = action;
  }

  /** Once for each watcher. */
  tell(watcher: ScreenWatcher): void {
    if (this.#ends.has(watcher)) return;
    this.#ends.set(watcher, watcher.onAction(this.#action));
    if (this.#typesSecret) watcher.onSecret?.(this.#action.secretName ?? '');
  }

  tellSecret(): void {
    this.#typesSecret = true;
    for (const watcher of this.#ends.keys()) watcher.onSecret?.(this.#action.secretName ?? '');
  }

  end(result: ActionResult): void {
    for (const end of this.#ends.values()) end(result);
  }
}
