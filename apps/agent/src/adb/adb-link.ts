// A connection to one phone's adbd, however it is reached.
import type { Adb } from '@yume-chan/adb';

export interface AdbLink {
  readonly adb: Adb;
  /** Resolves when the connection has ended, whoever ended it. Never rejects. */
  readonly ended: Promise<void>;
  close(): void;
}

/** The phone has not said yes to this host's key. */
export class UnauthorizedError extends Error {
  override name = 'UnauthorizedError';
}
