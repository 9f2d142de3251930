// Stores the chunks of recordings, which come and stay encrypted. Another storage needs these three functions.
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A chunk is stored in two parts. */
export type ChunkPart = 'events' | 'video';
type PartName = { recordingId: string; number: number; part: ChunkPart };

export type RecordingStore = {
  /** Writes the whole part or nothing. Storing it again replaces it. */
  put: (name: PartName, bytes: Buffer) => Promise<void>;
  /** Undefined where there is none. */
  get: (name: PartName) => Promise<Buffer | undefined>;
  /** All of a recording. Does nothing where there is none. */
  delete: (recordingId: string) => Promise<void>;
};

/** All nodes need the same folder. */
export function createFolderStore(dir: string): RecordingStore {
  const folderOf = (recordingId: string): string => join(dir, recordingId.slice(0, 2), recordingId);
  const pathOf = ({ recordingId, number, part }: PartName): string =>
    join(folderOf(recordingId), `${number}.${part}`);
  return {
    put: async (name, bytes) => {
      const path = pathOf(name);
      await mkdir(folderOf(name.recordingId), { recursive: true, mode: 0o700 });
      const temporary = `${path}.${process.pid}.tmp`;
      await writeFile(temporary, bytes, { mode: 0o600, flush: true });
      await rename(temporary, path);
    },
    get: (name) =>
      readFile(pathOf(name)).catch((error: unknown) => {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
        throw error;
      }),
    delete: (recordingId) => rm(folderOf(recordingId), { recursive: true, force: true }),
  };
}
