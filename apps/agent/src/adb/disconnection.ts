// The end of a phone's connection, for whoever waits only so long. Each reaction of a promise stays until the promise
// settles, with all that its function can see: on one that lives for days, that of every push would keep its socket.
import type { Adb } from '@yume-chan/adb';

interface Connection {
  isOver: boolean;
  readonly listeners: Set<() => void>;
}

const connections = new WeakMap<Adb, Connection>();

/** Resolves when the work has ended, in whatever way, or the phone is gone. */
export function untilDisconnected(adb: Adb, work: Promise<unknown>): Promise<void> {
  const connection = connectionOf(adb);
  return new Promise((resolve) => {
    const end = (): void => {
      connection.listeners.delete(end);
      resolve();
    };
    connection.listeners.add(end);
    // Also where the phone is gone already: the work's failure is nobody's concern.
    work.then(end, end);
    if (connection.isOver) end();
  });
}

function connectionOf(adb: Adb): Connection {
  const known = connections.get(adb);
  if (known !== undefined) return known;
  const connection: Connection = { isOver: false, listeners: new Set() };
  connections.set(adb, connection);
  const end = (): void => {
    connection.isOver = true;
    for (const listener of [...connection.listeners]) listener();
  };
  adb.disconnected.then(end, end);
  return connection;
}
