// What a player tells its page.
import type { Size } from './input/coordinates.ts';

export type PlayerState =
  | { readonly name: 'connecting' }
  | { readonly name: 'live' }
  /** Connected, but the phone's encoder is silent or reports trouble. The last picture is kept. */
  | { readonly name: 'stalled'; readonly detail: string; readonly sinceMs: number }
  /** The line is lost. Told again each second; `sinceMs` counts from the loss. */
  | { readonly name: 'reconnecting'; readonly detail: string; readonly sinceMs: number }
  | { readonly name: 'paused' }
  /**
   * No more tries by itself. `canRetry`: whether `retry()` can make sense. `isUnauthorized`: this viewer may not watch
   * this phone, or isn't signed in.
   */
  | {
      readonly name: 'ended';
      readonly detail: string;
      readonly canRetry: boolean;
      readonly isUnauthorized: boolean;
    };

export interface PlayerStats {
  readonly framesPerSecond: number;
  /** Packets or frames left out in the last second. */
  readonly dropped: number;
  /** Some were left out since the last report: where none was drawn, the phone moves all the same. */
  readonly hasLeftOut: boolean;
  readonly bitsPerSecond: number;
  /** Medians in ms; undefined while not known. Phone to relay can't be seen from here. */
  readonly roundTripMs: number | undefined;
  readonly relayToPageMs: number | undefined;
  readonly decodeMs: number;
  readonly drawMs: number;
  /** From the relay to the screen, of the pictures that were drawn. */
  readonly delayMs: number | undefined;
  /** The line is slow: a smaller picture stands for the one that the page wants (decision 032). */
  readonly isLean: boolean;
  /** When the last picture was drawn, in ms since 1970; undefined before the first. */
  readonly lastPictureAtMs: number | undefined;
}

export interface ControlRole {
  readonly role: 'controlling' | 'watching';
  readonly viewers: number;
  readonly mayControl: boolean;
}

export interface PlayerEvents {
  state: PlayerState;
  /** About once a second while pictures come. */
  stats: PlayerStats;
  role: ControlRole;
  /** The picture's size: the first, and after rotation or fold. */
  picture: Size;
  /** The phone's clipboard changed. */
  clipboard: string;
  /** The phone has taken the clipboard that `setClipboard` sent with this sequence. */
  clipboard_taken: number;
  /** Whether the keyboard is in the phone. */
  keyboard: boolean;
  /** Whether the sound is off in this browser, also when it was asked for and could not begin. */
  muted: boolean;
  /** When the customer's time with this phone ends: an instant, or null. */
  expires_at: string | null;
}

export type PlayerListener<Type extends keyof PlayerEvents> = (event: PlayerEvents[Type]) => void;

export interface Emitter {
  on<Type extends keyof PlayerEvents>(type: Type, listener: PlayerListener<Type>): () => void;
  emit<Type extends keyof PlayerEvents>(type: Type, event: PlayerEvents[Type]): void;
}

/** What holds until it is told anew: whoever listens later is told at once. */
const standing: ReadonlySet<keyof PlayerEvents> = new Set([
  'stats',
  'role',
  'picture',
  'clipboard',
  'expires_at',
]);

export function createEmitter(): Emitter {
  const listeners: { [Type in keyof PlayerEvents]?: Set<PlayerListener<Type>> } = {};
  const last: Partial<PlayerEvents> = {};
  return {
    on(type, listener) {
      const set: Set<typeof listener> = (listeners[type] as Set<typeof listener>) ?? new Set();
      (listeners as { [key in typeof type]?: Set<typeof listener> })[type] = set;
      set.add(listener);
      const told = last[type];
      if (told !== undefined) listener(told as PlayerEvents[typeof type]);
      return () => set.delete(listener);
    },
    emit(type, event) {
      if (standing.has(type)) last[type] = event;
      for (const listener of listeners[type] ?? []) listener(event);
    },
  };
}

/** Whole seconds since it began, for states that count them. */
export function secondsOf(state: PlayerState): number {
  return 'sinceMs' in state ? Math.floor(state.sinceMs / 1000) : 0;
}
