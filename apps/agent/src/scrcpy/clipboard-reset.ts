// Overwrites the clipboard of whoever is in front and reads it back, through scrcpy's server: adb's shell itself
// may not touch the clipboard from Android 10 on. Bytes: facts/scrcpy-protocol.md 3.3 (8 GET_CLIPBOARD,
// 9 SET_CLIPBOARD) and 3.4.
import type { Adb } from '@yume-chan/adb';
import { limited } from '../adb/ask-phone.ts';
import { DeviceMessageReader } from './device-message-reader.ts';
import { startControlServer } from './server-process.ts';

const limitMs = 10_000;
/** A space: an empty text is no clip on some phones, and then nothing would be read back. */
const neutral = ' ';

/** The text that is on the clipboard afterwards. Rejects when the phone doesn't tell. */
export async function resetClipboard(adb: Adb): Promise<string> {
  const server = await startControlServer(adb);
  try {
    const writer = server.control.writable.getWriter();
    await writer.write(setClipboardMessage(neutral));
    return await limited(
      readClipboard(server.control.readable, () => writer.write(getClipboardMessage)),
      limitMs,
    );
  } finally {
    server.stop();
  }
}

/** Asks once the phone has said that it took the text. */
async function readClipboard(
  readable: { getReader(): { read(): PromiseLike<{ value?: Uint8Array | undefined; done: boolean }> } },
  ask: () => Promise<void>,
): Promise<string> {
  const messages = new DeviceMessageReader();
  const reader = readable.getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done || value === undefined) throw new Error('the server ended before it told the clipboard');
    for (const message of messages.push(value)) {
      if (message.type === 'clipboard_ack') await ask();
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
