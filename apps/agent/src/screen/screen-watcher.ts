// How a recording follows a phone's screen: each reading, each action of a program, and input by hand.
import type { ActionResult, actor, ScreenAction, ScreenNode } from '@pocketfleet/contract';
import type { ControlMessage } from '@pocketfleet/stream-protocol';
import type { z } from 'zod';
import type { LiveScreen } from './live-screen.ts';
import type { Readings, Taken } from './readings.ts';

export type Actor = z.infer<typeof actor>;

export interface WatchedAction {
  readonly action: ScreenAction;
  readonly who: Actor | null;
  /** As the caller saw it last. */
  readonly target: ScreenNode | undefined;
  /** Set: the text of the action is this stored secret. */
  readonly secretName: string | undefined;
}

export interface ScreenWatcher {
  onReading(taken: Taken): void;
  /** Before it is done. The returned function is told what came of it. */
  onAction(action: WatchedAction): (result: ActionResult) => void;
  /** During an action: a stored secret has passed all checks, and its first character is typed next. */
  onSecret?(name: string): void;
  onInput(message: ControlMessage, who: Actor | null): void;
}

export interface Watched {
  readonly readings: Readings;
  readonly live: LiveScreen;
  readonly watchers: Set<ScreenWatcher>;
}

/** Until the signal. */
export async function watchScreen(
  { readings, live, watchers }: Watched,
  watcher: ScreenWatcher,
  signal: AbortSignal,
): Promise<void> {
  const onReading = (taken: Taken): void => watcher.onReading(taken);
  watchers.add(watcher);
  readings.watchers.add(onReading);
  try {
    await live.keepOn(signal);
  } finally {
    watchers.delete(watcher);
    readings.watchers.delete(onReading);
  }
}
