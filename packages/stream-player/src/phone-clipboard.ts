// The clipboard between page and phone, both ways.
import { type ControlMessage, maxClipboardLength } from '@pocketfleet/stream-protocol';
import type { Emitter } from './player-events.ts';

export function createPhoneClipboard(
  emitter: Emitter,
  page: { readonly field: HTMLElement; send(message: ControlMessage): void },
) {
  let sequence = 0;
  return {
    take(payload: Uint8Array): void {
      const text = new TextDecoder().decode(payload);
      emitter.emit('clipboard', text);
      // While somebody types in the phone, copying there means copying here; browsers may refuse, the event stays.
      if (document.activeElement === page.field) navigator.clipboard?.writeText(text).catch(() => {});
    },
    takeAck({ buffer, byteOffset, byteLength }: Uint8Array): void {
      if (byteLength !== 4) return;
      emitter.emit('clipboard_taken', new DataView(buffer, byteOffset, byteLength).getUint32(0));
    },
    /** Answers the sequence that the phone will acknowledge; undefined where the text is too long. */
    set(text: string, paste: boolean): number | undefined {
      if (new TextEncoder().encode(text).length > maxClipboardLength) return undefined;
      sequence++;
      page.send({ type: 'set_clipboard', sequence, paste, text: text.toWellFormed() });
      return sequence;
    },
  };
}
