// What is on a phone now, outside the tenants' own Android users: everything that a baseline names, and what
// must not be there at all. Read with shell's rights only; what shell can't read is not in here (decision 016).
import type { DeviceBaseline } from '@pocketfleet/contract';
import type { Adb } from '@yume-chan/adb';
import { askPhone } from '../adb/ask-phone.ts';
import { serverPath } from '../scrcpy/server-process.ts';
import { listTree } from './file-tree.ts';
import * as parse from './parse-answers.ts';

/** Where user 0's shared files lie; /sdcard is a link to it. */
export const ownerStorage = '/storage/emulated/0';
export const shellFolder = '/data/local/tmp';

export interface Snapshot extends Omit<DeviceBaseline, 'launchable_packages'> {
  readonly current_user: number;
  /** "user: name (type)". */
  readonly accounts: readonly string[];
  /** Files and links in user 0's shared storage. */
  readonly shared_files: readonly string[];
  readonly shell_files: readonly string[];
  /** Apps with a task that is still there. */
  readonly running_apps: readonly string[];
  /** What the device forwards to the host. */
  readonly tunnels: readonly string[];
  readonly uptime_s: number;
}

const limitMs = 60_000;
const questions = [
  'pm list users',
  'am get-current-user',
  'pm list packages -u --user 0 --show-versioncode',
  'pm list packages -d --user 0',
  `dumpsys package | grep -E '^  Package \\[|^    *User [0-9]+:|granted=true'`,
  'dumpsys account',
  'settings --user 0 list global',
  'settings --user 0 list system',
  'settings --user 0 list secure',
  'getprop',
  'wm size',
  'wm density',
  'dumpsys activity activities',
  'cat /proc/uptime',
];

/** Rejects when the phone doesn't answer all of it, or more than a baseline may hold. */
export async function readSnapshot(adb: Adb): Promise<Snapshot> {
  const answers = await askPhone(adb, questions, limitMs);
  const answer = (at: number): string => answers[at] ?? '';
  const shared = await listTree(adb, ownerStorage);
  const shell = await listTree(adb, shellFolder);
  const tunnels = await adb.reverse.list();
  return {
    users: parse.readUsers(answer(0)),
    current_user: parse.readNumber(answer(1)),
    packages: parse.readPackages(answer(2)),
    disabled_packages: Object.keys(parse.readPackages(answer(3))),
    permissions: parse.readPermissions(answer(4)),
    accounts: parse.readAccounts(answer(5)),
    settings: {
      global: parse.readSettings(answer(6)),
      system: parse.readSettings(answer(7)),
      secure: parse.readSettings(answer(8)),
    },
    properties: parse.readProperties(answer(9)),
    display: { size: answer(10), density: answer(11) },
    running_apps: parse.readTasks(answer(12)),
    uptime_s: parse.readNumber(answer(13).split(' ')[0] ?? ''),
    folders: shared.folders,
    shared_files: shared.files,
    // Our own server is written anew at each connection, whatever stood there.
    shell_files: [...shell.folders, ...shell.files].filter((path) => path !== serverPath),
    tunnels: tunnels.map(({ localName }) => localName),
  };
}
