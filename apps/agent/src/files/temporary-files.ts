// The names that files have on the phone until they are complete. adbd removes a partial file itself. An agent that
// ends between the transfer and the rename leaves a file, which the next push into that folder removes, or the cleaning
// after the tenant.
import { randomBytes } from 'node:crypto';
import type { FilesRequest } from '@pocketfleet/contract';
import type { Adb } from '@yume-chan/adb';
import { quote, run } from './phone-shell.ts';
import { listActiveKeys, spoolKey } from './spool.ts';
import type { SpoolFile } from './spool-file.ts';

type Push = Extract<FilesRequest, { type: 'push' }>;

const installFolder = '/data/local/tmp';
const timeoutMs = 5_000;
const keyLength = 32;
const partPattern =
  /^(?:\.pocketfleet-([0-9a-f]{32})-[0-9a-f]{12}\.part|pocketfleet-([0-9a-f]{32})-[0-9a-f]{12}\.apk)$/;

/**
 * In the real name's folder, so that the rename needs no copy; for an app, in a folder that the package manager can read.
 * Each attempt gets a new name, because adbd may still be removing the file of the previous one.
 */
export function temporaryPath(push: Push, spool: SpoolFile): string {
  const name = `pocketfleet-${spoolKey(spool).slice(0, keyLength)}-${randomBytes(6).toString('hex')}`;
  return push.install ? `${installFolder}/${name}.apk` : `${push.folder}/.${name}.part`;
}

/** True when this is the temporary name of a file that is not complete. */
export function isTemporary(name: string): boolean {
  return partPattern.test(name);
}

/** Removes temporary files without an active transfer. A file that can't be removed is left for the cleaning. */
export async function removeLeftovers(
  adb: Adb,
  folder: string,
  spoolDir: string,
  identity: string,
): Promise<void> {
  const list = `ls -d -- ${quote(folder)}/.pocketfleet-*.part ${installFolder}/pocketfleet-*.apk 2>/dev/null`;
  const paths = (await run(adb, list, timeoutMs)).split(/\r?\n/);
  const keys = new Set([...listActiveKeys(spoolDir, identity)].map((key) => key.slice(0, keyLength)));
  const left = paths.filter((path) => {
    const found = partPattern.exec(path.slice(path.lastIndexOf('/') + 1));
    const key = found?.[1] ?? found?.[2];
    return key !== undefined && !keys.has(key);
  });
  if (left.length > 0) await run(adb, `rm -f -- ${left.map(quote).join(' ')}`, timeoutMs);
}
