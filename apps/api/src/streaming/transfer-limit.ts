// The daily limit of file transfers of a phone, over all nodes.
import { maxDayFileBytes } from '@pocketfleet/contract';
import type { ControlPlane } from '@pocketfleet/relay';
import type { Db } from '../platform/database.ts';
import type { Log } from '../platform/log.ts';
import { addTransferred, subtractTransferred } from './transfers.sql.ts';

export type TransferLimit = Pick<ControlPlane, 'reserveTransfer' | 'releaseTransfer'>;

export function createTransferLimit({ db, log }: { db: Db; log: Log }): TransferLimit {
  return {
    reserveTransfer: (deviceId, bytes) => addTransferred(db, deviceId, bytes, maxDayFileBytes),
    releaseTransfer: (deviceId, bytes) => {
      subtractTransferred(db, deviceId, bytes).catch((error) =>
        log.warn({ err: error, device_id: deviceId }, 'unused transfer bytes could not be released'),
      );
    },
  };
}
