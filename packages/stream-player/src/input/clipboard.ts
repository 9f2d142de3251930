// The clipboards of browser and phone, both ways.
import { type ControlMessage, maxClipboardLength } from '@pocketfleet/stream-protocol';

export interface PlayerClipboard {
  /** Answers the sequence that the phone will acknowledge; undefined for a text that is too long. */
  send(text: string, paste: boolean): number | undefined;
  /** The phone's clipboard has changed. */
  take(payload: Uint8Array): string;
  /** The sequence that the phone has acknowledged; undefined for what is no acknowledgement. */
  taken(payload: Uint8Array): number | undefined;
}

/** `field` has the focus while somebody types in the phone. */
export function createClipboard(
  field: HTMLElement,
  sendMessage: (message: ControlMessage) => void,
): PlayerClipboard {
  let sequence = 0;
  return {
    send(text, paste) {
      if (new TextEncoder().encode(text).length > maxClipboardLength) return undefined;
      sequence++;
      sendMessage({ type: 'set_clipboard', sequence, paste, text: text.toWellFormed() });
      return sequence;
    },
    take(payload) {
      const text = new TextDecoder().decode(payload);
      // While somebody types in the phone, copying there means copying here; browsers may refuse, the event stays.
      if (document.activeElement === field) navigator.clipboard?.writeText(text).catch(() => {});
      return text;
    },
    taken({ buffer, byteOffset, byteLength }) {
      return byteLength === 4 ? new DataView(buffer, byteOffset, byteLength).getUint32(0) : undefined;
    },
  };
}
