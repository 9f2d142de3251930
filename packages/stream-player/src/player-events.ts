// The events that a player sends to its page.
import type { SeatHolder, TypedNotice } from '@pocketfleet/contract';
import type { Size } from './input/coordinates.ts';
import type { PlayerState } from './player-state.ts';

export interface PlayerStats {
  readonly framesPerSecond: number;
  /** Packets and frames dropped in the last second. */
  readonly dropped: number;
  /** Any were dropped since the last report: the phone's screen has changed, even if no frame was drawn. */
  readonly hasDropped: boolean;
  readonly bitsPerSecond: number;
  /** Medians in ms; undefined while not known. The delay from phone to relay can't be measured here. */
  readonly roundTripMs: number | undefined;
  readonly relayToPageMs: number | undefined;
  readonly decodeMs: number;
  readonly drawMs: number;
  /** From the relay to the screen, of the frames that were drawn. */
  readonly delayMs: number | undefined;
  /** The line is slow, so a smaller capture stands in for the one that the page wants (decision 032). */
  readonly isLean: boolean;
  /** When the last frame was drawn, in ms since 1970; undefined before the first. */
  readonly lastFrameAtMs: number | undefined;
}

export interface PlayerEvents {
  state: PlayerState;
  /** About once a second while frames are drawn. */
  stats: PlayerStats;
  role: {
    readonly role: 'controlling' | 'watching';
    readonly viewers: number;
    /** The holder of control. */
    readonly holder: SeatHolder;
  };
  /** The size of the first frame, and of later ones after the phone was rotated or folded. */
  frame_size: Size;
  /** The phone's clipboard has changed. */
  clipboard: string;
  /** The phone has set the clipboard that `setClipboard` sent with this sequence. */
  clipboard_set: number;
  /** Text that was typed or pasted here did not surely arrive. */
  typed: Pick<TypedNotice, 'outcome' | 'why' | 'text'>;
  /** By whom the phone is recorded now, empty for a setting; null: it isn't. */
  recording: string | null;
  /** True when the viewer types into the phone. */
  keyboard: boolean;
  /** True when the sound is muted, also after the browser has refused to play it. */
  muted: boolean;
}

/** True when somebody else or another window has control, so that this viewer's input does nothing. */
export function isHeldElsewhere({ kind }: SeatHolder): boolean {
  return kind !== 'nobody' && kind !== 'this_window';
}

export type PlayerListener<Type extends keyof PlayerEvents> = (event: PlayerEvents[Type]) => void;

export interface Emitter {
  on<Type extends keyof PlayerEvents>(type: Type, listener: PlayerListener<Type>): () => void;
  emit<Type extends keyof PlayerEvents>(type: Type, event: PlayerEvents[Type]): void;
}

/** A later listener receives the last of these events at once. */
const replayed: ReadonlySet<keyof PlayerEvents> = new Set([
  'stats',
  'role',
  'frame_size',
  'clipboard',
  'recording',
]);

export function createEmitter(): Emitter {
  const listeners: { [Type in keyof PlayerEvents]?: Set<PlayerListener<Type>> } = {};
  const last: Partial<PlayerEvents> = {};
  return {
    on(type, listener) {
      const set: Set<typeof listener> = (listeners[type] as Set<typeof listener>) ?? new Set();
      (listeners as { [key in typeof type]?: Set<typeof listener> })[type] = set;
      set.add(listener);
      const event = last[type];
      if (event !== undefined) listener(event as PlayerEvents[typeof type]);
      return () => set.delete(listener);
    },
    emit(type, event) {
      if (replayed.has(type)) last[type] = event;
      for (const listener of listeners[type] ?? []) listener(event);
    },
  };
}
