// Where running bridges are found: a folder of this user with a control socket, a log and the last port for each phone.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '@pocketfleet/command-line';

export type StateFolder = {
  socketPath: (deviceId: string) => string;
  logPath: (deviceId: string) => string;
  /** The port that the phone had the last time, so that its serial stays the same; 0 without one. */
  lastPort: (deviceId: string) => number;
  notePort: (deviceId: string, port: number) => void;
  /** Devices that have, or had, a bridge. */
  list: () => string[];
};

export function openStateFolder(env: Environment): StateFolder {
  const base = env['XDG_STATE_HOME'] ?? join(homedir(), '.local', 'state');
  const folder = join(base, 'pocketfleet', 'bridges');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = (deviceId: string, ending: string): string => join(folder, `${deviceId}.${ending}`);
  return {
    // A socket's path may have about 100 bytes.
    socketPath: (deviceId) => join(folder, `${deviceId.slice(0, 18)}.sock`),
    logPath: (deviceId) => path(deviceId, 'log'),
    lastPort: (deviceId) => {
      try {
        return Number.parseInt(readFileSync(path(deviceId, 'port'), 'utf8'), 10) || 0;
      } catch {
        return 0;
      }
    },
    notePort: (deviceId, port) => writeFileSync(path(deviceId, 'port'), `${port}\n`, { mode: 0o600 }),
    list: () =>
      readdirSync(folder)
        .filter((name) => name.endsWith('.port'))
        .map((name) => name.slice(0, -'.port'.length)),
  };
}
