// The chain of `stream-protocol/file-block.ts`: a running hash that identifies the beginning of a file.
import { fileBlockLength } from '@pocketfleet/stream-protocol';
import { freeBuffer } from './free-buffer.ts';

export const emptyChain: string = '0'.repeat(64);

export async function nextChain(chain: string, content: Uint8Array): Promise<string> {
  const bytes = new Uint8Array(32 + content.length);
  for (let at = 0; at < 32; at++) bytes[at] = Number.parseInt(chain.slice(2 * at, 2 * at + 2), 16);
  bytes.set(content, 32);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  freeBuffer(bytes);
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The chain of a file's first `length` bytes, read block by block. */
export async function chainOf(
  read: (from: number, to: number) => Promise<Uint8Array<ArrayBuffer>>,
  length: number,
  signal: AbortSignal,
): Promise<string> {
  let chain = emptyChain;
  for (let at = 0; at < length; at += fileBlockLength) {
    signal.throwIfAborted();
    const block = await read(at, Math.min(length, at + fileBlockLength));
    chain = await nextChain(chain, block);
    freeBuffer(block);
  }
  return chain;
}

export function readerOf(file: Blob) {
  return async (from: number, to: number): Promise<Uint8Array<ArrayBuffer>> =>
    new Uint8Array(await file.slice(from, to).arrayBuffer());
}
