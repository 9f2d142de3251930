// Installs one of the pinned programs for an Android user, unless exactly this file is installed already.
import type { Adb } from '@yume-chan/adb';
import { runCommands } from '../adb/run-commands.ts';
import { sendFile } from '../adb/sync-send.ts';
import { withTimeout } from '../timeout.ts';
import type { PinnedApk } from './reader-files.ts';
import { ScreenError } from './screen-error.ts';

const queryTimeoutMs = 5_000;
const installTimeoutMs = 30_000;

/** Rejects with ScreenError `refused`, with Android's reason, where the phone forbids it. */
export async function ensureApk(adb: Adb, apk: PinnedApk, file: Uint8Array, user: number): Promise<void> {
  if (await isInstalled(adb, apk, user)) return;
  const path = `/data/local/tmp/pocketfleet-${apk.sha256.slice(0, 16)}.apk`;
  try {
    await push(adb, path, file);
    // Another program under this name may have a higher version or another signature; its data is of no use either.
    await runCommands(adb, [`pm uninstall ${apk.packageName} 2>&1`], installTimeoutMs);
    const [output = ''] = await runCommands(
      adb,
      [`pm install -r --user ${user} ${path} 2>&1`],
      installTimeoutMs,
    );
    if (!/^Success$/m.test(output)) {
      const reason = /INSTALL_[A-Z_]+/.exec(output)?.[0] ?? 'no reason was given';
      throw new ScreenError('refused', `the phone refuses to install the ${apk.title}: ${reason}`);
    }
  } finally {
    await runCommands(adb, [`rm -f ${path}`], queryTimeoutMs).catch(() => undefined);
  }
  if (!(await isInstalled(adb, apk, user))) {
    throw new ScreenError('refused', `the phone installed another file in place of the ${apk.title}`);
  }
}

/** Gives a package that another Android user has to this one as well. */
export async function ensureApkForUser(
  adb: Adb,
  apk: PinnedApk,
  file: Uint8Array,
  user: number,
): Promise<void> {
  await ensureApk(adb, apk, file, 0);
  const [listed = ''] = await runCommands(
    adb,
    [
      `pm install-existing --user ${user} ${apk.packageName} >/dev/null 2>&1; pm path --user ${user} ${apk.packageName}`,
    ],
    installTimeoutMs,
  );
  if (!listed.startsWith('package:')) {
    throw new ScreenError('refused', `the phone doesn’t give the ${apk.title} to its tenant`);
  }
}

async function isInstalled(adb: Adb, apk: PinnedApk, user: number): Promise<boolean> {
  const [version = '', path = ''] = await runCommands(
    adb,
    [
      `pm list packages --show-versioncode --user ${user} ${apk.packageName}`,
      `pm path --user ${user} ${apk.packageName}`,
    ],
    queryTimeoutMs,
  );
  const isRightVersion = version
    .split('\n')
    .includes(`package:${apk.packageName} versionCode:${apk.versionCode}`);
  const file = /^package:(\/[\w./=~+-]+)$/.exec(path)?.[1];
  if (!isRightVersion || file === undefined) return false;
  const [hash = ''] = await runCommands(adb, [`sha256sum ${file} 2>&1`], queryTimeoutMs);
  return hash.startsWith(`${apk.sha256} `);
}

async function push(adb: Adb, path: string, file: Uint8Array): Promise<void> {
  let offset = 0;
  const read = async (pieces: readonly Uint8Array[]): Promise<number> => {
    const before = offset;
    for (const piece of pieces) {
      const part = file.subarray(offset, offset + piece.length);
      piece.set(part);
      offset += part.length;
    }
    return offset - before;
  };
  const transfer = new AbortController();
  const modifiedS = Math.floor(Date.now() / 1000);
  await withTimeout(sendFile(adb, { path, modifiedS }, { read }, transfer.signal), installTimeoutMs).finally(
    () => transfer.abort(),
  );
}
