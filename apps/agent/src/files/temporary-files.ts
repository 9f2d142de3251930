// What a file is called on the phone until it is whole. adbd removes what it was sent only a part of; what an agent
// leaves that ends after that and before the file has its own name, goes with the next push into that folder,
// and with the cleaning after the tenant.
import { randomBytes } from 'node:crypto';
import type { FilesRequest } from '@pocketfleet/contract';
import type { Adb } from '@yume-chan/adb';
import { quote, run } from './phone-shell.ts';
import { keysBeingSent, spoolKey } from './spool.ts';
import type { SpoolFile } from './spool-file.ts';

type Push = Extract<FilesRequest, { type: 'push' }>;

const installFolder = '/data/local/tmp';
const limitMs = 5_000;
const keyLength = 32;
const partPattern =
  /^(?:\.pocketfleet-([0-9a-f]{32})-[0-9a-f]{12}\.part|pocketfleet-([0-9a-f]{32})-[0-9a-f]{12}\.apk)$/;

/**
 * Beside the real name, so that the move needs no copy; an app lies where the package manager may read. Another one
 * for each try: adbd may only now remove what the try before was broken off at.
 */
export function temporaryPath(push: Push, spool: SpoolFile): string {
  const name = `pocketfleet-${spoolKey(spool).slice(0, keyLength)}-${randomBytes(6).toString('hex')}`;
  return push.install ? `${installFolder}/${name}.apk` : `${push.folder}/.${name}.part`;
}

/** Whether a file of the phone is one that is not whole yet. */
export function isTemporary(name: string): boolean {
  return partPattern.test(name);
}

/** Removes what nobody sends any more. What can't be removed now stays for the cleaning. */
export async function removeLeftovers(
  adb: Adb,
  folder: string,
  spoolDir: string,
  identity: string,
): Promise<void> {
  const list = `ls -d -- ${quote(folder)}/.pocketfleet-*.part ${installFolder}/pocketfleet-*.apk 2>/dev/null`;
  const paths = (await run(adb, list, limitMs)).split(/\r?\n/);
  const keys = new Set([...keysBeingSent(spoolDir, identity)].map((key) => key.slice(0, keyLength)));
  const left = paths.filter((path) => {
    const found = partPattern.exec(path.slice(path.lastIndexOf('/') + 1));
    const key = found?.[1] ?? found?.[2];
    return key !== undefined && !keys.has(key);
  });
  if (left.length > 0) await run(adb, `rm -f -- ${left.map(quote).join(' ')}`, limitMs);
}
