// Replaces the agent in the files row: receives blocks from a websocket and sends them to the phone with the agent's
// own framing on both sides, but without a hash and without a copy on the disk.
// `joined-process.ts URL PHONE-PORT PATH`; sends `done` when the phone has the whole file, and accepts the next.
import { decodeFileBlock } from '@pocketfleet/stream-protocol';
import { WebSocket } from 'ws';
import { sendFile } from '../../apps/agent/src/adb/sync-send.ts';
import { connectAdb } from '../../apps/agent/src/adb/tcp-connection.ts';
import { gatherFrames } from '../../apps/agent/src/control-plane/gathered-socket.ts';

const maxPayload = 512 * 1024;
const maxWaiting = 16;
const limitMs = 600_000;

const [url = '', phonePort, path = ''] = process.argv.slice(2);
const noKeys = {
  generateKey: () => Promise.reject(new Error('the phone should not ask for a key')),
  iterateKeys: () => [],
};
const { adb } = await connectAdb({ host: '127.0.0.1', port: Number(phonePort) }, noKeys, limitMs);
const { createConnection, release } = gatherFrames(false, maxPayload);
const socket = new WebSocket(url, { createConnection, maxPayload, perMessageDeflate: false });

const waiting: Uint8Array[] = [];
let used = 0;
let isWhole = false;
let wake = (): void => undefined;
socket.on('message', (data: Buffer, isBinary) => {
  if (isBinary) waiting.push(decodeFileBlock(data).content);
  else isWhole = true;
  if (waiting.length >= maxWaiting) socket.pause();
  wake();
});

const file = { path, modifiedS: Math.floor(Date.now() / 1000) };
for (;;) {
  await sendFile(adb, file, { read }, AbortSignal.timeout(limitMs));
  isWhole = false;
  socket.send('done');
}

async function read(pieces: readonly Uint8Array[]): Promise<number> {
  let count = 0;
  for (const piece of pieces) {
    for (let filled = 0; filled < piece.length; ) {
      const [block] = waiting;
      if (block === undefined) {
        if (isWhole) return count;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        continue;
      }
      const part = block.subarray(used, used + piece.length - filled);
      piece.set(part, filled);
      filled += part.length;
      count += part.length;
      used += part.length;
      if (used === block.length) dropFirst(block);
    }
  }
  return count;
}

function dropFirst(block: Uint8Array): void {
  waiting.shift();
  used = 0;
  release(block);
  if (socket.isPaused) socket.resume();
}
