// Loads an exported recording into the browser's own storage, piece by piece (decision 058): it may have gigabytes, and never
// lies in the page's memory as a whole.
import type { Client } from '@pocketfleet/client';
import { FilesFailedError } from '@pocketfleet/client/files-failed-error';
import * as texts from '#language/recordings';
import { createFetchedFile } from '../../streams/fetched-file.ts';

/** As long as the server sends a file. An hour of video has some hundred megabytes, which a slow line loads for many minutes. */
const withinMs = 30 * 60_000;

/** The whole file, to be saved at once. Throws as a call does, and where there is no room. */
export async function saveExport(
  client: Client,
  { id, format }: { id: string; format: 'mp4' | 'json' },
  onProgress: (bytes: number) => void,
  signal: AbortSignal,
): Promise<{ file: Blob; name: string }> {
  const file = await createFetchedFile();
  let bytes = 0;
  const onBytes = async (piece: Uint8Array<ArrayBuffer>): Promise<void> => {
    bytes += piece.length;
    if (bytes > file.maxBytes) throw new FilesFailedError(texts.noRoom, false);
    await file.append(piece);
    onProgress(bytes);
  };
  try {
    const { file_name } = await client.call('exportRecording', {
      params: { id },
      query: { format },
      timeoutMs: withinMs,
      signal,
      onBytes,
    });
    signal.throwIfAborted();
    return { file: await file.finish(), name: file_name };
  } catch (error) {
    await file.discard();
    throw error;
  }
}
