// What is on a phone now, outside the tenants' own Android users: everything that a baseline names, and what
// must not be there at all. Read with shell's rights only; what shell can't read is not in here (decision 016).
import type { DeviceBaseline } from '@pocketfleet/contract';
import type { Adb } from '@yume-chan/adb';
import { askPhone } from '../adb/ask-phone.ts';
import { listTree } from './file-tree.ts';
import * as parse from './parse-answers.ts';
import { cannotBeLookedAt, findInShellFolders, shellFoldersQuestion } from './shell-folders.ts';

/** Where user 0's shared files lie; /sdcard is a link to it. */
export const ownerStorage = '/storage/emulated/0';

export interface Snapshot extends Omit<DeviceBaseline, 'launchable_packages' | 'shared_permissions'> {
  readonly current_user: number;
  /** For the owner. */
  readonly suspended_packages: readonly string[];
  readonly hidden_packages: string[];
  readonly shared_permissions: readonly string[];
  readonly shared_users: parse.GrantedPermissions['shared_users'];
  /** Saved networks by the numbers under which Android forgets them. */
  readonly network_ids: Readonly<Record<string, string>>;
  /** "user: name (type)". */
  readonly accounts: readonly string[];
  /** Files and links in user 0's shared storage, and folders that can't be looked into. */
  readonly shared_files: readonly string[];
  /** Whatever is wrong with the folders that shell may write to. */
  readonly shell_files: readonly string[];
  /** Apps with a task that is still there. */
  readonly running_apps: readonly string[];
  /** What the device forwards to the host. */
  readonly tunnels: readonly string[];
  readonly uptime_s: number;
}

/** Who may read messages, calls and pages in place of Android's own apps. */
const roles = ['SMS', 'DIALER', 'BROWSER', 'HOME', 'ASSISTANT', 'CALL_REDIRECTION', 'CALL_SCREENING'];
/** What lets an app see, draw over or change others, and is no permission that `dumpsys package` tells. */
const appOps = [
  'SYSTEM_ALERT_WINDOW',
  'GET_USAGE_STATS',
  'WRITE_SETTINGS',
  'REQUEST_INSTALL_PACKAGES',
  'MANAGE_EXTERNAL_STORAGE',
  'PROJECT_MEDIA',
  'ACTIVATE_VPN',
];
const limitMs = 60_000;
const questions = [
  'pm list users',
  'am get-current-user',
  'pm list packages -u --user 0 --show-versioncode',
  'pm list packages -d --user 0',
  `dumpsys package | grep -E '^  (Package|SharedUser) \\[|^    sharedUser=|^    *User [0-9]+:|granted=true'`,
  'dumpsys account',
  'settings --user 0 list global',
  'settings --user 0 list system',
  'settings --user 0 list secure',
  'getprop',
  'wm size',
  'wm density',
  'dumpsys activity activities',
  'cat /proc/uptime',
  'pm list packages --user 0',
  shellFoldersQuestion,
  'cmd wifi list-networks 2>&1',
  ...roles.map((role) => `cmd role get-role-holders --user 0 android.app.role.${role} 2>&1`),
  ...appOps.map((op) => `appops query-op --user 0 ${op} allow 2>&1`),
];
const firstRole = questions.length - roles.length - appOps.length;

/** Rejects when the phone doesn't answer all of it, or more than a baseline may hold. */
export async function readSnapshot(adb: Adb): Promise<Snapshot> {
  const answers = await askPhone(adb, questions, limitMs);
  const answer = (at: number): string => answers[at] ?? '';
  const shared = await listTree(adb, ownerStorage);
  const tunnels = await adb.reverse.list();
  const packages = parse.readOwnersPackages(answer(2), answer(14));
  return {
    users: parse.readUsers(answer(0)),
    current_user: parse.readNumber(answer(1)),
    packages,
    ...parse.readWithheld(answer(4), packages),
    disabled_packages: Object.keys(parse.readPackages(answer(3))),
    ...parse.readPermissions(answer(4)),
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
    ...readNetworks(answer(firstRole - 1)),
    special_access: readSpecialAccess(answers.slice(firstRole)),
    folders: shared.folders,
    shared_files: [...shared.files, ...shared.closed.map(cannotBeLookedAt)],
    shell_files: await findInShellFolders(adb, answer(15)),
    tunnels: tunnels.map(({ localName }) => localName),
  };
}

function readNetworks(text: string): Pick<Snapshot, 'network_ids' | 'wifi_networks'> {
  const networks = parse.readNetworks(text);
  if (networks === undefined) return { network_ids: {} };
  return { network_ids: networks, wifi_networks: [...new Set(Object.values(networks))].sort() };
}

/** What an Android doesn't know is told as unknown in its baseline, too. */
function readSpecialAccess(answers: readonly string[]): string[] {
  const held = roles.flatMap((role, at) =>
    parse.accessLines(`role android.app.role.${role}`, parse.readRoleHolders(answers[at] ?? '')),
  );
  const allowed = appOps.flatMap((op, at) =>
    parse.accessLines(`app_op ${op}`, parse.readAllowedApps(answers[roles.length + at] ?? '')),
  );
  return [...held, ...allowed].sort();
}
