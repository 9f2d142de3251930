// Reads a phone's state outside the tenants' Android users: everything that a baseline records, and things that must not
// exist at all. It has shell's permissions only, so it lacks what shell can't read (decision 016).
import type { DeviceBaseline } from '@pocketfleet/contract';
import type { Adb } from '@yume-chan/adb';
import { runCommands } from '../adb/run-commands.ts';
import { listTree } from './file-tree.ts';
import * as parse from './parse-output.ts';
import { describeUnreadable, findShellFolderProblems, statShellFoldersCommand } from './shell-folders.ts';

/** User 0's shared files; /sdcard is a link to it. */
export const ownerStorage = '/storage/emulated/0';

export interface Snapshot extends Omit<DeviceBaseline, 'launchable_packages' | 'shared_permissions'> {
  readonly current_user: number;
  /** Suspended for the owner. */
  readonly suspended_packages: readonly string[];
  readonly hidden_packages: string[];
  readonly shared_permissions: readonly string[];
  readonly shared_users: parse.GrantedPermissions['shared_users'];
  /** Saved networks by id; `cmd wifi forget-network` takes the id. */
  readonly network_ids: Readonly<Record<string, string>>;
  /** "user: name (type)". */
  readonly accounts: readonly string[];
  /** Files and links in user 0's shared storage, and folders that can't be read. */
  readonly shared_files: readonly string[];
  /** Problems of the folders in which shell may write. */
  readonly shell_files: readonly string[];
  /** Apps that still have a task. */
  readonly running_apps: readonly string[];
  /** Reverse tunnels from the device to the host. */
  readonly tunnels: readonly string[];
  readonly uptime_s: number;
}

/** Roles whose holders see messages, calls or pages in place of Android's own apps. */
const roles = ['SMS', 'DIALER', 'BROWSER', 'HOME', 'ASSISTANT', 'CALL_REDIRECTION', 'CALL_SCREENING'];
/** Operations by which an app can see, cover or change others, and which `dumpsys package` doesn't list. */
const appOps = [
  'SYSTEM_ALERT_WINDOW',
  'GET_USAGE_STATS',
  'WRITE_SETTINGS',
  'REQUEST_INSTALL_PACKAGES',
  'MANAGE_EXTERNAL_STORAGE',
  'PROJECT_MEDIA',
  'ACTIVATE_VPN',
];
const timeoutMs = 60_000;
const commands = [
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
  statShellFoldersCommand,
  'dumpsys deviceidle whitelist 2>&1',
  'cmd wifi list-networks 2>&1',
  ...roles.map((role) => `cmd role get-role-holders --user 0 android.app.role.${role} 2>&1`),
  ...appOps.map((op) => `appops query-op --user 0 ${op} allow 2>&1`),
];
const firstRole = commands.length - roles.length - appOps.length;

/** Rejects when the phone doesn't answer each command, or has more files than a baseline may hold. */
export async function readSnapshot(adb: Adb): Promise<Snapshot> {
  const outputs = await runCommands(adb, commands, timeoutMs);
  const output = (at: number): string => outputs[at] ?? '';
  const shared = await listTree(adb, ownerStorage);
  const tunnels = await adb.reverse.list();
  const packages = parse.parseOwnerPackages(output(2), output(14));
  return {
    users: parse.parseUsers(output(0)),
    current_user: parse.parseNumber(output(1)),
    packages,
    ...parse.parseWithheldPackages(output(4), packages),
    disabled_packages: Object.keys(parse.parsePackages(output(3))),
    ...parse.parsePermissions(output(4)),
    accounts: parse.parseAccounts(output(5)),
    settings: {
      global: parse.parseSettings(output(6)),
      system: parse.parseSettings(output(7)),
      secure: parse.parseSettings(output(8)),
    },
    properties: parse.parseProperties(output(9)),
    display: { size: output(10), density: output(11) },
    running_apps: parse.parseTasks(output(12)),
    uptime_s: parse.parseNumber(output(13).split(' ')[0] ?? ''),
    ...parseNetworks(output(firstRole - 1)),
    special_access: parseSpecialAccess(outputs.slice(firstRole), output(firstRole - 2)),
    folders: shared.folders,
    shared_files: [...shared.files, ...shared.closed.map(describeUnreadable)],
    shell_files: await findShellFolderProblems(adb, output(15)),
    tunnels: tunnels.map(({ localName }) => localName),
  };
}

function parseNetworks(text: string): Pick<Snapshot, 'network_ids' | 'wifi_networks'> {
  const networks = parse.parseNetworks(text);
  if (networks === undefined) return { network_ids: {} };
  return { network_ids: networks, wifi_networks: [...new Set(Object.values(networks))].sort() };
}

/** Access that this Android doesn't know is recorded as unknown, as it is in the baseline. */
function parseSpecialAccess(outputs: readonly string[], idle: string): string[] {
  const held = roles.flatMap((role, at) =>
    parse.accessLines(`role android.app.role.${role}`, parse.parseRoleHolders(outputs[at] ?? '')),
  );
  const allowed = appOps.flatMap((op, at) =>
    parse.accessLines(`app_op ${op}`, parse.parseAllowedApps(outputs[roles.length + at] ?? '')),
  );
  const exempt = parse.accessLines('idle user', parse.parseIdleExempt(idle));
  return [...held, ...allowed, ...exempt].sort();
}
