// The last steps on one phone's screen of one tenant, by calls and by hand, for those who watch. Only in memory.
import type { ActionResult, HostStep, RecordedAction } from '@pocketfleet/contract';
import type { ControlMessage } from '@pocketfleet/stream-protocol';
import { actionByCall, Gestures, nodeAt } from './gestures.ts';
import type { Taken } from './readings.ts';
import type { Actor, ScreenWatcher, WatchedAction } from './screen-watcher.ts';

const maxSteps = 100;
/** A reading names what a touch meets for so long, and until something was done since: the screen may be another one by then. */
const readingValidMs = 10_000;

export class RecentSteps implements ScreenWatcher {
  readonly #steps: RecordedAction[] = [];
  readonly #gestures = new Gestures((action) => this.#add(action));
  #seen: { taken: Taken; atMs: number } | undefined;

  onReading(taken: Taken): void {
    this.#seen = { taken, atMs: performance.now() };
  }

  onAction(watched: WatchedAction): (result: ActionResult) => void {
    const at_ms = Math.round(performance.now());
    const { action, target } = watched;
    const nodes = this.#observation()?.nodes ?? [];
    const node =
      target ??
      ('x' in action && action.x !== undefined && action.y !== undefined
        ? nodeAt(nodes, action.x, action.y)
        : undefined);
    return (result) => this.#add(actionByCall(watched, result, { at_ms, node }));
  }

  onInput(message: ControlMessage, who: Actor | null): void {
    this.#gestures.take(message, who, Math.round(performance.now()), this.#observation());
  }

  /** In the order of time. */
  list(): HostStep[] {
    const nowMs = Math.round(performance.now());
    this.#gestures.check(nowMs);
    return this.#steps.map((action) => ({ age_ms: nowMs - action.at_ms, action: { ...action, at_ms: 0 } }));
  }

  #observation(): Taken['observation'] | undefined {
    if (this.#seen === undefined || performance.now() - this.#seen.atMs > readingValidMs) return undefined;
    return this.#seen.taken.observation;
  }

  #add(action: RecordedAction): void {
    this.#seen = undefined;
    this.#steps.push(action);
    // A finger's step has the time at which it went down.
    this.#steps.sort((a, b) => a.at_ms - b.at_ms);
    if (this.#steps.length > maxSteps) this.#steps.shift();
  }
}
