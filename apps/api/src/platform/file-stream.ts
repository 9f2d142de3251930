// A file that may be large: it is sent piece by piece, and never whole in memory.
import { Readable } from 'node:stream';
import type { FileResponse } from '@pocketfleet/contract';

/** A caller that reads too slowly, or not at all, is cut off. */
const longestMs = 30 * 60_000;

/** An answer of a call with `responseKind: 'file'`. */
export class FileStream {
  readonly file_name: string;
  readonly content_type: FileResponse['content_type'];
  readonly pieces: AsyncIterable<Uint8Array>;

  constructor(head: Pick<FileResponse, 'file_name' | 'content_type'>, pieces: AsyncIterable<Uint8Array>) {
    this.file_name = head.file_name;
    this.content_type = head.content_type;
    this.pieces = pieces;
  }
}

/** Ends with an error after the greatest length in time, so that nobody takes what they got for the whole. */
export function readFileStream({ pieces }: FileStream): Readable {
  return Readable.from(pieces, { objectMode: false, signal: AbortSignal.timeout(longestMs) });
}
