// What a phone may move in a day, over all nodes (spec-decisions 30). Bytes are reserved in large pieces, so that
// the database is asked once for each of them and not for each block; what is left over is given back.
import { maxDayFileBytes } from '@pocketfleet/contract';
import type { Db } from '../platform/database.ts';
import type { Log } from '../platform/log.ts';
import { addTransferred, subtractTransferred } from './transfers.sql.ts';

export const reservedBytes: number = 64 * 1024 * 1024;

/** The share of one transfer. */
export type TransferShare = {
  /** Whether these bytes may move; false when the phone has moved its share of today. */
  take: (bytes: number) => Promise<boolean> | boolean;
  close: () => void;
};

export function createTransferShare(deps: { db: Db; log: Log }, deviceId: string): TransferShare {
  let left = 0;
  let isClosed = false;
  const giveBack = (): void => {
    const unused = left;
    left = 0;
    if (unused === 0) return;
    subtractTransferred(deps.db, deviceId, unused).catch((error) =>
      deps.log.warn({ err: error, device_id: deviceId }, 'unused transfer bytes could not be given back'),
    );
  };
  return {
    take: (bytes) => {
      if (left >= bytes) {
        left -= bytes;
        return true;
      }
      return addTransferred(deps.db, deviceId, reservedBytes, maxDayFileBytes).then((isAllowed) => {
        // What came too late moves nothing any more.
        if (isAllowed) left += isClosed ? reservedBytes : reservedBytes - bytes;
        if (isClosed) giveBack();
        return isAllowed;
      });
    },
    close: () => {
      isClosed = true;
      giveBack();
    },
  };
}
