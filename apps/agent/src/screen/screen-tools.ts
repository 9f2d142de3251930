import { readReaderFiles } from './reader-files.ts';
import type { ScreenTools } from './reader-program.ts';
import { createHelperProgram, type HelperLimits } from './resident-reader.ts';

/** From the folder with the pinned files. Throws for a file that is missing or another one. */
export function readScreenTools(folder: string, limits?: HelperLimits): ScreenTools {
  const { snapshotApk, keyboardApk } = readReaderFiles(folder);
  return { reader: createHelperProgram(snapshotApk, limits), keyboardApk };
}
