// What a page gives to a player and can ask of it.
import type { StreamQuality } from '@pocketfleet/contract';
import type { Packet } from '@pocketfleet/stream-protocol';
import type { StartStream } from './connection/connection.ts';
import type { PhoneCommands } from './input/phone-commands.ts';
import type { PlayerEvents, PlayerListener, PlayerState } from './player-events.ts';

export interface PlayerOptions {
  /** Left out, the player is made ahead: it is on its way to a picture, and `showIn` says where it is seen. */
  readonly canvasHost?: HTMLElement;
  /** Asks the API for a ticket; called at each connect and reconnect. */
  readonly startStream: StartStream;
  /** Accessible name, e.g. "Phone PF-001". */
  readonly label?: string;
  readonly quality?: StreamQuality;
}

export interface Player extends PhoneCommands {
  readonly state: PlayerState;
  /** For a player that was made ahead, once: somebody is here now, and looks at it in this place. */
  showIn(canvasHost: HTMLElement): void;
  on<Type extends keyof PlayerEvents>(type: Type, listener: PlayerListener<Type>): () => void;
  /**
   * Encoded packets as they come, for recording, after the configurations that hold now. The payload is only valid
   * during the call.
   */
  onPacket(listener: (packet: Packet) => void): () => void;
  /** Asks for a packet from which pictures can be decoded; the relay answers at most once a second. */
  wantKeyPacket(): void;
  /** After `ended`: begin again; while reconnecting: try at once. */
  retry(): void;
  setQuality(quality: StreamQuality): void;
  pause(): void;
  resume(): void;
  takeControl(): void;
  screenshot(): Promise<Blob | undefined>;
  /** Answers the sequence that `clipboard_taken` will carry, or undefined: too long, or not connected. */
  setClipboard(text: string, options?: { readonly paste?: boolean }): number | undefined;
  readonly isMuted: boolean;
  setMuted(isMuted: boolean): Promise<void>;
  /** Sound packets come also while muted, as a recording needs them. */
  keepSound(isKept: boolean): void;
  /** Puts the keyboard into the phone. */
  enterKeyboard(): void;
  leaveKeyboard(): void;
  close(): void;
}
