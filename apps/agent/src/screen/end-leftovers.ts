// For each new connection: an earlier one, or an earlier agent, may have ended while it typed or read the screen.
import type { Adb } from '@yume-chan/adb';
import type { Logger } from 'pino';
import { restoreKeyboardOfCurrentUser } from './keyboard.ts';
import { endReader } from './resident-reader.ts';

/** Never rejects: what stays is tried again at the next use. */
export async function endLeftovers(adb: Adb, log: Logger): Promise<void> {
  try {
    await restoreKeyboardOfCurrentUser(adb);
  } catch (error) {
    log.warn({ err: error }, 'the keyboard could not be restored');
  }
  try {
    // Its port is open to every app of the phone.
    await endReader(adb);
  } catch (error) {
    log.warn({ err: error }, 'a screen reader that was left could not be ended');
  }
}
