// Copies text between the clipboards of browser and phone.
import { type ControlMessage, maxClipboardLength } from '@pocketfleet/stream-protocol';

export interface PlayerClipboard {
  /** Returns the sequence that the phone will acknowledge; undefined for a text that is too long. */
  send(text: string, paste: boolean): number | undefined;
  /** Decodes a `clipboard` packet: the phone's clipboard has changed. */
  receive(payload: Uint8Array): string;
  /** Decodes a `clipboard_ack` packet to the acknowledged sequence; undefined for a malformed one. */
  decodeAck(payload: Uint8Array): number | undefined;
}

/** `field` has the focus while the viewer types into the phone. */
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
    receive(payload) {
      const text = new TextDecoder().decode(payload);
      // While the viewer types into the phone, text copied there is copied here too. A browser may refuse this; the caller
      // gets the text in any case.
      if (document.activeElement === field) navigator.clipboard?.writeText(text).catch(() => {});
      return text;
    },
    decodeAck({ buffer, byteOffset, byteLength }) {
      return byteLength === 4 ? new DataView(buffer, byteOffset, byteLength).getUint32(0) : undefined;
    },
  };
}
