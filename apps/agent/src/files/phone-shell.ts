// Commands on the phone for files and apps: quoting, limits, and sentences for what Android answers.
import type { Adb } from '@yume-chan/adb';

/** A refusal in the customer's words. */
export class FilesRefusedError extends Error {
  override name = 'FilesRefusedError';
  readonly retry: boolean;
  constructor(detail: string, retry = false) {
    super(detail);
    this.retry = retry;
  }
}

export function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Output of a command. Rejects when it takes longer than `limitMs`. */
export async function run(adb: Adb, command: string, limitMs: number): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  try {
    return await Promise.race([
      adb.subprocess.noneProtocol.spawnWaitText(command),
      new Promise<never>((_, reject) => {
        timer = setTimeout(() => {
          reject(new FilesRefusedError('The phone did not answer in time.', true));
        }, limitMs);
      }),
    ]);
  } finally {
    clearTimeout(timer);
  }
}

/** Bytes that the phone has room for; undefined where it doesn't say. */
export async function freeBytes(adb: Adb): Promise<number | undefined> {
  const kilobytes = /\s\d+\s+\d+\s+(\d+)\s+\d+%/.exec(await run(adb, 'df /data', 5_000))?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
}

/** What adb's words mean for the customer. */
export function sentenceOf(error: unknown): FilesRefusedError {
  if (error instanceof FilesRefusedError) return error;
  const text = error instanceof Error ? error.message : String(error);
  if (/no space left/i.test(text)) return new FilesRefusedError('The phone’s storage is full.');
  if (/no such file|not found|ENOENT|lstat error/i.test(text))
    return new FilesRefusedError('This is no longer on the phone.');
  if (/permission denied|not permitted|read-only|EACCES|EPERM/i.test(text)) {
    return new FilesRefusedError('Android does not allow this.');
  }
  if (/is a directory/i.test(text)) return new FilesRefusedError('This is a folder.');
  if (/not a directory|ENOTDIR/i.test(text)) return new FilesRefusedError('This is not a folder.');
  return new FilesRefusedError('The phone could not do this.', true);
}
