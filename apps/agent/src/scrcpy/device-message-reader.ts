// Parses scrcpy-server's messages on the control socket (scrcpy's DeviceMessage): 0 clipboard, 1 clipboard acknowledged,
// 2 UHID output (skipped, because we don't use it).
import { ScrcpyStreamError } from './media-reader.ts';

export type DeviceMessage =
  | { readonly type: 'clipboard'; readonly text: Buffer }
  | { readonly type: 'clipboard_ack'; readonly sequence: bigint };

const maxTextLength = 256 * 1024;

export class DeviceMessageReader {
  #bytes: Buffer = Buffer.alloc(0);

  push(chunk: Uint8Array): DeviceMessage[] {
    this.#bytes = this.#bytes.length === 0 ? Buffer.from(chunk) : Buffer.concat([this.#bytes, chunk]);
    const messages: DeviceMessage[] = [];
    for (;;) {
      const length = this.#messageLength();
      if (length === undefined || this.#bytes.length < length) return messages;
      const message = this.#bytes.subarray(0, length);
      this.#bytes = this.#bytes.subarray(length);
      if (message[0] === 0) messages.push({ type: 'clipboard', text: message.subarray(5) });
      if (message[0] === 1) messages.push({ type: 'clipboard_ack', sequence: message.readBigUInt64BE(1) });
    }
  }

  #messageLength(): number | undefined {
    const bytes = this.#bytes;
    if (bytes.length === 0) return undefined;
    switch (bytes[0]) {
      case 0: {
        if (bytes.length < 5) return undefined;
        const length = bytes.readUInt32BE(1);
        if (length > maxTextLength) throw new ScrcpyStreamError(`clipboard of ${length} bytes`);
        return 5 + length;
      }
      case 1:
        return 9;
      case 2:
        return bytes.length < 5 ? undefined : 5 + bytes.readUInt16BE(3);
      default:
        throw new ScrcpyStreamError(`device message ${bytes[0]}`);
    }
  }
}
