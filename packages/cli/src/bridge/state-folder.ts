// Where running bridges are found: a folder of this user with a control socket, a log, the last port and the last end for each
// phone.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { CommandError, type Environment } from '@pocketfleet/command-line';
import { z } from 'zod';

/** The system cuts longer ones without a word (sun_path of macOS, which has the shortest). */
const maxSocketPathBytes = 103;

const bridgeEnd = z.object({ device_id: z.string(), tag: z.string(), at: z.string(), detail: z.string() });
/** Why a bridge has ended that nobody has stopped. */
type BridgeEnd = z.infer<typeof bridgeEnd>;

export type StateFolder = {
  socketPath: (deviceId: string) => string;
  logPath: (deviceId: string) => string;
  /** The port that the phone had the last time, so that its serial stays the same; 0 without one. */
  lastPort: (deviceId: string) => number;
  notePort: (deviceId: string, port: number) => void;
  noteEnd: (end: BridgeEnd) => void;
  /** The phone is connected again, or was disconnected on purpose. */
  forgetEnd: (deviceId: string) => void;
  listEnds: () => BridgeEnd[];
  /** Devices that have, or had, a bridge. */
  list: () => string[];
};

export function openStateFolder(env: Environment, platform: NodeJS.Platform = process.platform): StateFolder {
  const base = env['XDG_STATE_HOME'] ?? join(homedir(), '.local', 'state');
  const folder = join(base, 'pocketfleet', 'bridges');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = (deviceId: string, ending: string): string => join(folder, `${deviceId}.${ending}`);
  const namesWith = (ending: string): string[] =>
    readdirSync(folder)
      .filter((name) => name.endsWith(`.${ending}`))
      .map((name) => name.slice(0, -ending.length - 1));
  return {
    socketPath: (deviceId) => socketPath(folder, deviceId, platform),
    logPath: (deviceId) => path(deviceId, 'log'),
    lastPort: (deviceId) => {
      try {
        return Number.parseInt(readFileSync(path(deviceId, 'port'), 'utf8'), 10) || 0;
      } catch {
        return 0;
      }
    },
    notePort: (deviceId, port) => writeFileSync(path(deviceId, 'port'), `${port}\n`, { mode: 0o600 }),
    noteEnd: (end) => writeFileSync(path(end.device_id, 'end'), `${JSON.stringify(end)}\n`, { mode: 0o600 }),
    forgetEnd: (deviceId) => rmSync(path(deviceId, 'end'), { force: true }),
    listEnds: () => namesWith('end').flatMap((deviceId) => readEnd(path(deviceId, 'end'))),
    list: () => namesWith('port'),
  };
}

/** None where the file is gone, or is not ours. */
function readEnd(path: string): BridgeEnd[] {
  try {
    return [bridgeEnd.parse(JSON.parse(readFileSync(path, 'utf8')))];
  } catch {
    return [];
  }
}

/** A file; on Windows, where sockets have no files, the name of a pipe. */
function socketPath(folder: string, deviceId: string, platform: NodeJS.Platform): string {
  const name = deviceId.slice(0, 18);
  if (platform === 'win32') {
    const user = createHash('sha256').update(folder).digest('hex').slice(0, 16);
    return `\\\\.\\pipe\\pocketfleet-${user}-${name}`;
  }
  const path = join(folder, `${name}.sock`);
  if (Buffer.byteLength(path) <= maxSocketPathBytes) return path;
  throw new CommandError(
    'usage',
    `The folder ${folder} has too long a name for a local socket: set XDG_STATE_HOME to a shorter one.`,
  );
}
