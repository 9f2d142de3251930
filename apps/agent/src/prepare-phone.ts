// Brings a phone that was just connected into the state in which it is used: it may have restarted since.
import type { Adb } from '@yume-chan/adb';
import type { Logger } from 'pino';
import { bringToFront } from './cleaning/android-users.ts';
import { ensureServer } from './scrcpy/server-process.ts';
import { endLeftovers } from './screen/end-leftovers.ts';

type Preparation = {
  readonly serverFile: Uint8Array;
  readonly tenantUser: number | undefined;
  readonly log: Logger;
};

export async function preparePhone(adb: Adb, { serverFile, tenantUser, log }: Preparation): Promise<void> {
  await ensureServer(adb, serverFile);
  if (tenantUser !== undefined) {
    // After a restart Android's owner is in front: the tenant would find none of their apps and files.
    await bringToFront(adb, tenantUser).catch((error: unknown) =>
      log.warn({ err: error, user: tenantUser }, 'the tenant’s user could not be brought to the front'),
    );
  }
  await endLeftovers(adb, log);
}
