// One transfer's share of what its phone may move in a day. Bytes are reserved in large pieces, so that not each block has to
// ask. Unused bytes are released at the end.
import type { ControlPlane } from './control-plane.ts';
import type { Share } from './files-join.ts';

export const reservedBytes: number = 64 * 1024 * 1024;

export function createTransferShare(
  control: Pick<ControlPlane, 'reserveTransfer' | 'releaseTransfer'>,
  deviceId: string,
): Share {
  let left = 0;
  let isClosed = false;
  const releaseUnused = (): void => {
    const unused = left;
    left = 0;
    if (unused > 0) control.releaseTransfer(deviceId, unused);
  };
  return {
    take: (bytes) => {
      if (left >= bytes) {
        left -= bytes;
        return true;
      }
      return control.reserveTransfer(deviceId, reservedBytes).then((isAllowed) => {
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
