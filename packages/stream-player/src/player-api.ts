// The options and the methods of a player.
import type { StreamQuality } from '@pocketfleet/contract';
import type { Packet } from '@pocketfleet/stream-protocol';
import type { StartStream } from './connection/start-stream.ts';
import type { PhoneCommand, PhoneKey } from './input/android-keys.ts';
import type { PlayerEvents, PlayerListener } from './player-events.ts';
import type { PlayerState } from './player-state.ts';

export interface PlayerOptions {
  /** The element that shows the phone. A player without it is opened ahead of its page, which calls `showIn` later. */
  readonly host?: HTMLElement;
  /** Requests a ticket from the API; called at each connect and reconnect. */
  readonly startStream: StartStream;
  /** Accessible name, e.g. "Phone PF-001". */
  readonly label?: string;
  readonly quality?: StreamQuality;
}

export interface Player {
  readonly state: PlayerState;
  /** Shows a player that was opened ahead. Call it once, when the viewer has arrived. */
  showIn(host: HTMLElement): void;
  on<Type extends keyof PlayerEvents>(type: Type, listener: PlayerListener<Type>): () => void;
  /** Listens to the encoded packets, current configurations first. The payload is valid only during the call. */
  onPacket(listener: (packet: Packet) => void): () => void;
  /** Requests a key packet, where decoding can start; the relay responds at most once a second. */
  requestKeyPacket(): void;
  /** After `ended`: starts again. While reconnecting: ends the delay before the next attempt. */
  retry(): void;
  setQuality(quality: StreamQuality): void;
  pause(): void;
  resume(): void;
  takeControl(): void;
  /** Presses a key of the phone. */
  key(key: PhoneKey): void;
  rotate(): void;
  /** Such as to copy what is selected on the phone. */
  command(command: PhoneCommand): void;
  screenshot(): Promise<Blob | undefined>;
  /** Returns the sequence that `clipboard_set` will carry; undefined if the text is too long or the phone not connected. */
  setClipboard(text: string, options?: { readonly paste?: boolean }): number | undefined;
  readonly isMuted: boolean;
  setMuted(isMuted: boolean): Promise<void>;
  /** Keeps sound packets coming while the sound is muted, for a recording. */
  keepSound(isKept: boolean): void;
  /** True when the viewer's keys go to the phone now. The event `keyboard` reports changes. */
  hasKeyboard(): boolean;
  /** Lets the viewer type into the phone. */
  enterKeyboard(): void;
  leaveKeyboard(): void;
  close(): void;
}
