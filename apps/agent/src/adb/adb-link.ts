// A connection to one phone's adbd, however it is reached.
import type { Adb } from '@yume-chan/adb';

export interface AdbLink {
  readonly adb: Adb;
  /** Resolves when either side has ended the connection. Never rejects. */
  readonly ended: Promise<void>;
  close(): void;
}

/** Nobody has confirmed this host's key on the phone's screen yet. */
export class UnauthorizedError extends Error {
  override name = 'UnauthorizedError';
}
