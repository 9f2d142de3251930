// The daily limit of file transfers of a phone, over all nodes. Bytes are reserved in large pieces, so
// that not each block needs the database. Unused bytes are released at the end.
import { maxDayFileBytes } from '@pocketfleet/contract';
import type { Db } from '../platform/database.ts';
import type { Log } from '../platform/log.ts';
import { addTransferred, subtractTransferred } from './transfers.sql.ts';

export const reservedBytes: number = 64 * 1024 * 1024;

/** The reserved bytes of one transfer. */
export type TransferShare = {
  /** False when the phone has used up its limit of today. */
  take: (bytes: number) => Promise<boolean> | boolean;
  close: () => void;
};

export function createTransferShare(deps: { db: Db; log: Log }, deviceId: string): TransferShare {
  let left = 0;
  let isClosed = false;
  const releaseUnused = (): void => {
    const unused = left;
    left = 0;
    if (unused === 0) return;
    subtractTransferred(deps.db, deviceId, unused).catch((error) =>
      deps.log.warn({ err: error, device_id: deviceId }, 'unused transfer bytes could not be released'),
    );
  };
  return {
    take: (bytes) => {
      if (left >= bytes) {
        left -= bytes;
        return true;
      }
      return addTransferred(deps.db, deviceId, reservedBytes, maxDayFileBytes).then((isAllowed) => {
        // If the transfer closed meanwhile, the whole reservation is released.
        if (isAllowed) left += isClosed ? reservedBytes : reservedBytes - bytes;
        if (isClosed) releaseUnused();
        return isAllowed;
      });
    },
    close: () => {
      isClosed = true;
      releaseUnused();
    },
  };
}
