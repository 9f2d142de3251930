// Runs commands on the phone for files and apps, and translates Android's errors into sentences for the customer.
import type { Adb } from '@yume-chan/adb';
import { withTimeout } from '../timeout.ts';

/** An error whose message is a sentence for the customer. */
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

/** Returns the command's output. */
export async function run(adb: Adb, command: string, timeoutMs: number): Promise<string> {
  return withTimeout(adb.subprocess.noneProtocol.spawnWaitText(command), timeoutMs, {
    onTimeout: () => new FilesRefusedError('The phone didn’t respond in time. Please try again.', true),
  });
}

/** Free bytes on the phone; undefined where it doesn't print them. */
export async function readFreeBytes(adb: Adb): Promise<number | undefined> {
  const kilobytes = /\s\d+\s+\d+\s+(\d+)\s+\d+%/.exec(await run(adb, 'df /data', 5_000))?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
}

/** Translates an error of adb into a sentence for the customer. */
export function toRefusal(error: unknown): FilesRefusedError {
  if (error instanceof FilesRefusedError) return error;
  const text = error instanceof Error ? error.message : String(error);
  if (/no space left/i.test(text)) return new FilesRefusedError('The phone’s storage is full.');
  if (/no such file|not found|ENOENT|lstat error/i.test(text))
    return new FilesRefusedError('There is no such file or folder on the phone.');
  if (/permission denied|not permitted|read-only|EACCES|EPERM/i.test(text)) {
    return new FilesRefusedError('Android does not allow this.');
  }
  if (/is a directory/i.test(text)) return new FilesRefusedError('This is a folder.');
  if (/not a directory|ENOTDIR/i.test(text)) return new FilesRefusedError('This is not a folder.');
  return new FilesRefusedError('The phone couldn’t do this.', true);
}
