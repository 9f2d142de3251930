// Waits for work that also ends when the phone's connection does. A `then` on `adb.disconnected` would stay until
// that promise settles, days later, and would keep each push's socket in memory. Listeners here can be removed.
import type { Adb } from '@yume-chan/adb';

interface Connection {
  hasEnded: boolean;
  readonly listeners: Set<() => void>;
}

const connections = new WeakMap<Adb, Connection>();

/** Resolves when the work has succeeded or failed, or the phone is disconnected. */
export function untilDisconnected(adb: Adb, work: Promise<unknown>): Promise<void> {
  const connection = connectionOf(adb);
  return new Promise((resolve) => {
    const end = (): void => {
      connection.listeners.delete(end);
      resolve();
    };
    connection.listeners.add(end);
    // Attached even where the phone is gone already, so that a rejection of the work is handled.
    work.then(end, end);
    if (connection.hasEnded) end();
  });
}

function connectionOf(adb: Adb): Connection {
  const known = connections.get(adb);
  if (known !== undefined) return known;
  const connection: Connection = { hasEnded: false, listeners: new Set() };
  connections.set(adb, connection);
  const end = (): void => {
    connection.hasEnded = true;
    for (const listener of [...connection.listeners]) listener();
  };
  adb.disconnected.then(end, end);
  return connection;
}
