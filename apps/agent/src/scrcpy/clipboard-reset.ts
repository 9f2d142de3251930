// Overwrites the current Android user's clipboard and reads it back, through scrcpy's server: from Android 10 on, adb's
// shell itself may not access the clipboard. Bytes: scrcpy's ControlMessage (8 GET_CLIPBOARD, 9 SET_CLIPBOARD).
import type { Adb } from '@yume-chan/adb';
import { withTimeout } from '../timeout.ts';
import { DeviceMessageReader } from './device-message-reader.ts';
import { startControlServer } from './server-process.ts';

const timeoutMs = 10_000;
/** A space, because some phones ignore an empty text, and then nothing could be read back. */
const neutral = ' ';

/** Returns the text that is on the clipboard afterwards. Rejects when the phone doesn't send it. */
export async function resetClipboard(adb: Adb): Promise<string> {
  const server = await startControlServer(adb);
  try {
    const writer = server.control.writable.getWriter();
    await writer.write(setClipboardMessage(neutral));
    return await withTimeout(
      readClipboard(server.control.readable, () => writer.write(getClipboardMessage)),
      timeoutMs,
    );
  } finally {
    server.stop();
  }
}

/** Calls `request` once the phone has acknowledged the new text, and returns the clipboard that it sends then. */
async function readClipboard(
  readable: { getReader(): { read(): PromiseLike<{ value?: Uint8Array | undefined; done: boolean }> } },
  request: () => Promise<void>,
): Promise<string> {
  const messages = new DeviceMessageReader();
  const reader = readable.getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done || value === undefined) throw new Error('the server ended before it sent the clipboard');
    for (const message of messages.push(value)) {
      if (message.type === 'clipboard_ack') await request();
      else return message.text.toString();
    }
  }
}

/** Kind 8, copy key 0 (none). */
const getClipboardMessage: Uint8Array = Uint8Array.of(8, 0);

/** Kind 9, sequence 1 (asks for the acknowledgement), paste 0, length, text. */
function setClipboardMessage(text: string): Uint8Array {
  const bytes = Buffer.from(text);
  const head = Buffer.alloc(14);
  head[0] = 9;
  head.writeBigUInt64BE(1n, 1);
  head[9] = 0;
  head.writeUInt32BE(bytes.length, 10);
  return Buffer.concat([head, bytes]);
}
