// Files of this computer for transfers to and from phones, never as a whole in memory.
import { createWriteStream, openAsBlob } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Writable } from 'node:stream';

/** A file by its path. Its bytes are read as they are sent. Throws the system's error (ENOENT, …). */
export async function openFile(path: string): Promise<Blob & { name: string; lastModified: number }> {
  const { mtimeMs } = await stat(path);
  const content = await openAsBlob(path);
  return Object.assign(content, { name: basename(path), lastModified: Math.trunc(mtimeMs) });
}

/** Writes a stream to a file, which appears whole or not at all. Returns the number of bytes. */
export async function saveFile(content: ReadableStream<Uint8Array>, path: string): Promise<number> {
  const partial = `${path}.part`;
  const sink = createWriteStream(partial, { flags: 'w' });
  let bytes = 0;
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.length;
      controller.enqueue(chunk);
    },
  });
  try {
    await content.pipeThrough(count).pipeTo(Writable.toWeb(sink));
    await rename(partial, path);
    return bytes;
  } catch (error) {
    sink.destroy();
    await rm(partial, { force: true });
    throw error;
  }
}
