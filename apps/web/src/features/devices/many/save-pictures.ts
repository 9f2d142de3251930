import { saveFile } from '@pocketfleet/ui';
import { zipSync } from 'fflate';
import { fileNameFor } from '../../../streams/file-name.ts';

export type Picture = { tag: string; takenAt: Date; content: Blob };

/** One picture as it is, several in one file: a browser asks before it saves many. */
export async function savePictures(pictures: readonly Picture[]): Promise<void> {
  const [first] = pictures;
  if (first === undefined) return;
  if (pictures.length === 1) return saveFile(first.content, fileNameFor(first.tag, first.takenAt, 'png'));
  const name = fileNameFor('screenshots', first.takenAt, 'zip');
  saveFile(new Blob([await zipOf(pictures)], { type: 'application/zip' }), name);
}

async function zipOf(pictures: readonly Picture[]): Promise<Uint8Array<ArrayBuffer>> {
  const files: Record<string, Uint8Array> = {};
  for (const { tag, takenAt, content } of pictures)
    files[fileNameFor(tag, takenAt, 'png')] = new Uint8Array(await content.arrayBuffer());
  // PNG is compressed already.
  return zipSync(files, { level: 0 });
}
