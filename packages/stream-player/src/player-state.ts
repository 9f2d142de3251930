// The state that a player shows, derived from what is known about its stream.
import type { CloseReason } from '@pocketfleet/contract';
import type { StreamHealth } from './connection/stream-health.ts';

export type PlayerState =
  | { readonly name: 'connecting' }
  | { readonly name: 'live' }
  /** Connected, but the phone's encoder is silent or reports a problem. The last frame stays. */
  | { readonly name: 'stalled'; readonly detail: string; readonly sinceMs: number }
  /** The connection is lost. Emitted again each second; `sinceMs` counts from the loss. */
  | { readonly name: 'reconnecting'; readonly detail: string; readonly sinceMs: number }
  | { readonly name: 'paused' }
  /** The player has given up. `canRetry`: `retry()` may help. `isUnauthorized`: as in StreamRefusedError. */
  | {
      readonly name: 'ended';
      readonly detail: string;
      readonly canRetry: boolean;
      readonly isUnauthorized: boolean;
      /** Why the relay has ended the stream, where it has. */
      readonly reason?: CloseReason | undefined;
    };

type EndOptions = {
  readonly canRetry: boolean;
  readonly isUnauthorized?: boolean;
  readonly reason?: CloseReason | undefined;
};

export type StateTracker = ReturnType<typeof createStateTracker>;

/** `onChange` receives each state that looks different to the viewer, who sees whole seconds. */
export function createStateTracker(health: StreamHealth, onChange: (state: PlayerState) => void) {
  let state: PlayerState = { name: 'connecting' };
  let [isConnected, hasFrame] = [false, false];
  let pause = { isPaused: false, byUser: false };
  let loss: { readonly atMs: number; readonly detail: string } | undefined;

  function derive(nowMs: number): PlayerState {
    if (!isConnected) {
      if (loss === undefined) return { name: 'connecting' };
      return { name: 'reconnecting', detail: loss.detail, sinceMs: nowMs - loss.atMs };
    }
    if (pause.byUser) return { name: 'paused' };
    const problem = pause.isPaused ? undefined : health.findProblem(nowMs);
    if (problem !== undefined) return { name: 'stalled', ...problem };
    const hasCurrentFrame = hasFrame && (pause.isPaused || !health.isStarting());
    return { name: hasCurrentFrame ? 'live' : 'connecting' };
  }

  function change(next: PlayerState): void {
    const before = state;
    state = next;
    if (!isSame(before, next)) onChange(next);
  }

  function update(): void {
    if (state.name !== 'ended') change(derive(performance.now()));
  }

  return {
    get state(): PlayerState {
      return state;
    },
    get isConnected() {
      return isConnected;
    },
    get isEnded() {
      return state.name === 'ended';
    },
    /** Starts for the first time, or again after the end. */
    start() {
      loss = undefined;
      change({ name: 'connecting' });
    },
    onConnected() {
      [isConnected, loss] = [true, undefined];
      update();
    },
    onLost({ detail, sinceMs }: { readonly detail: string; readonly sinceMs: number }) {
      isConnected = false;
      loss = { atMs: loss?.atMs ?? performance.now() - sinceMs, detail };
      update();
    },
    onFrame() {
      hasFrame = true;
      update();
    },
    /** `byUser` is false for a pause because nobody sees or hears the phone. Such a pause is not shown. */
    onPause(next: { readonly isPaused: boolean; readonly byUser: boolean }) {
      pause = next;
      update();
    },
    end(detail: string, { canRetry, isUnauthorized = false, reason }: EndOptions) {
      if (state.name === 'ended') return;
      isConnected = false;
      change({ name: 'ended', detail, canRetry, isUnauthorized, reason });
    },
    /** Call it regularly, and after each change of the stream's health. */
    update,
  };
}

function isSame(a: PlayerState, b: PlayerState): boolean {
  if (a.name !== b.name || secondsOf(a) !== secondsOf(b)) return false;
  return 'detail' in a && 'detail' in b ? a.detail === b.detail : true;
}

function secondsOf(state: PlayerState): number {
  return 'sinceMs' in state ? Math.floor(state.sinceMs / 1000) : 0;
}
