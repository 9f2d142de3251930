// Pure: parses the output of Android's tools. A line that is not understood is skipped; where that could hide a tenant's
// change, the parser throws.

/** `pm list users`: "UserInfo{10:name:410} running". Throws when the owner is not listed. */
export function parseUsers(text: string): number[] {
  const users = [...text.matchAll(/UserInfo\{(\d+):/g)].map((match) => Number(match[1]));
  if (!users.includes(0)) throw new Error('the phone lists no users');
  return users;
}

export function parseNumber(text: string): number {
  const value = Number(text);
  if (text === '' || !Number.isFinite(value)) throw new Error(`"${text.slice(0, 40)}" is not a number`);
  return value;
}

/** `pm list packages`: version code by name, empty where it isn't printed. */
export function parsePackages(text: string): Record<string, string> {
  const packages = emptyRecord();
  for (const [, name, version] of text.matchAll(/^package:([^\s]+)(?: versionCode:(\d+))?/gm)) {
    if (name !== undefined) packages[name] = version ?? '';
  }
  return packages;
}

/** A prefix of the version: the phone has the package or its data, but it is not installed for the owner. */
const NOT_INSTALLED = 'not installed';

/**
 * `pm list packages -u` also prints packages that were uninstalled for the owner; the list without `-u` has the installed
 * ones. Throws where that list lacks Android itself: it is not complete then, and other packages would seem uninstalled.
 */
export function parseOwnerPackages(all: string, installed: string): Record<string, string> {
  const packages = parsePackages(all);
  const present = parsePackages(installed);
  if (!Object.hasOwn(present, 'android')) throw new Error('the phone does not list its packages');
  for (const [name, version] of Object.entries(packages))
    if (!Object.hasOwn(present, name)) packages[name] = `${NOT_INSTALLED} ${version}`.trim();
  return packages;
}

/** True when a package with this version is installed for the owner. */
export function isInstalled(version: string | undefined): boolean {
  return version !== undefined && !version.startsWith(NOT_INSTALLED);
}

/**
 * The filtered `dumpsys package`: packages that are suspended or hidden for user 0. Throws where it lists fewer packages
 * than the owner has: `dumpsys` stops after 10 s, and a package that it leaves out would pass the check.
 */
export function parseWithheldPackages(
  text: string,
  packages: Readonly<Record<string, string>>,
): { suspended_packages: string[]; hidden_packages: string[] } {
  const listed = new Set<string>();
  const suspended = new Set<string>();
  const hidden = new Set<string>();
  let name = '';
  for (const line of text.split('\n')) {
    name = /^ {2}Package \[([^\]]+)\]/.exec(line)?.[1] ?? name;
    if (!/^\s+User 0:/.test(line)) continue;
    listed.add(name);
    if (/ suspended=true\b/.test(line)) suspended.add(name);
    if (/ hidden=true\b/.test(line)) hidden.add(name);
  }
  // Only counts are compared, because a renamed package has another name in the dump than in the list.
  if (listed.size < Object.values(packages).filter(isInstalled).length)
    throw new Error('the phone does not list the states of all packages');
  return { suspended_packages: [...suspended].sort(), hidden_packages: [...hidden].sort() };
}

export interface GrantedPermissions {
  /** "package permission", sorted. */
  readonly permissions: string[];
  /** "shared_user permission", sorted. Android keeps one list for all packages that share a user id. */
  readonly shared_permissions: string[];
  /** The packages of each shared user. */
  readonly shared_users: Readonly<Record<string, readonly string[]>>;
}

/** The filtered `dumpsys package`: permissions granted for user 0. Throws when it lists no package. */
export function parsePermissions(text: string): GrantedPermissions {
  const granted = { package: new Set<string>(), shared: new Set<string>() };
  const members: Record<string, string[]> = Object.create(null);
  let kind: keyof typeof granted = 'package';
  let name = '';
  // Permissions above the first "User" line are the package's own, not runtime permissions.
  let user: number | undefined;
  for (const line of text.split('\n')) {
    const start = /^ {2}(Package|SharedUser) \[([^\]]+)\]/.exec(line);
    if (start?.[2] !== undefined) {
      kind = start[1] === 'Package' ? 'package' : 'shared';
      name = start[2];
      user = undefined;
    }
    const shared = /^ {4}sharedUser=SharedUserSetting\{\S+ (\S+)\/\d+\}/.exec(line)?.[1];
    if (shared !== undefined) members[shared] = [...(members[shared] ?? []), name];
    const owner = /^\s+User (\d+):/.exec(line);
    if (owner) user = Number(owner[1]);
    const permission = /^\s+([\w.]+): granted=true/.exec(line)?.[1];
    if (permission !== undefined && user === 0) granted[kind].add(`${name} ${permission}`);
  }
  if (name === '') throw new Error('the phone does not list its permissions');
  return {
    permissions: [...granted.package].sort(),
    shared_permissions: [...granted.shared].sort(),
    shared_users: members,
  };
}

/** `dumpsys account`: "user: name (type)". Throws when their number is missing or differs. */
export function parseAccounts(text: string): string[] {
  if (!/Accounts: \d+/.test(text)) throw new Error('the phone does not list its accounts');
  const accounts: string[] = [];
  let user = '';
  for (const line of text.split('\n')) {
    user = /UserInfo\{(\d+):/.exec(line)?.[1] ?? user;
    const account = /Account \{name=(.*), type=(.*)\}/.exec(line);
    if (account) accounts.push(`${user}: ${account[1]} (${account[2]})`);
  }
  const expected = [...text.matchAll(/Accounts: (\d+)/g)].reduce((sum, match) => sum + Number(match[1]), 0);
  if (expected !== accounts.length) throw new Error('the phone’s accounts can’t be parsed');
  return accounts;
}

/** `settings list`. A value may span several lines. */
export function parseSettings(text: string): Record<string, string> {
  const settings = emptyRecord();
  let last = '';
  for (const line of text.split('\n')) {
    const equals = line.indexOf('=');
    if (equals > 0 && /^[\w.:/\- ]+$/.test(line.slice(0, equals))) {
      last = line.slice(0, equals);
      settings[last] = line.slice(equals + 1);
    } else if (last !== '') settings[last] += `\n${line}`;
  }
  if (last === '') throw new Error('the phone does not list its settings');
  return settings;
}

/** Prefixes of the properties that adb's shell may set (AOSP system/sepolicy, shell.te and property_contexts). */
const shellProperties = [
  'debug.',
  'log.',
  'persist.log.tag',
  'persist.debug.',
  'persist.sys.locale',
  'shell.',
];

/** `getprop`: properties that shell may set and that are not empty. */
export function parseProperties(text: string): Record<string, string> {
  const properties = emptyRecord();
  const found = [...text.matchAll(/^\[([^\]]+)\]: \[([^\]]*)\]/gm)];
  if (found.length === 0) throw new Error('the phone does not list its properties');
  for (const [, name = '', value = ''] of found) {
    if (value !== '' && shellProperties.some((prefix) => name.startsWith(prefix))) properties[name] = value;
  }
  return properties;
}

/**
 * `cmd wifi list-networks`: saved networks by id. Undefined before Android 11, which lacks the command. A name may
 * contain line breaks. So "No networks" counts in the first line only, a row ends where the next id begins, and a row
 * that repeats an id is part of a name.
 */
export function parseNetworks(text: string): Record<string, string> | undefined {
  if (text.startsWith('No networks')) return {};
  const [, rows] = /^Network Id\s+SSID[^\n]*(.*)/ms.exec(text) ?? [];
  if (rows === undefined) return undefined;
  const networks = emptyRecord();
  for (const row of rows.split(/\n(?=\s*\d+\s)/)) {
    const [, id = '', ssid = ''] = /^\s*(\d+)\s+(\S.*)/s.exec(row) ?? [];
    if (id !== '' && !Object.hasOwn(networks, id)) networks[id] = ssid.replace(/\s+\S+\s*$/, '');
  }
  return networks;
}

/** `cmd role get-role-holders` of one role. Undefined where Android doesn't know the role. */
export function parseRoleHolders(text: string): string[] | undefined {
  const names = text.split(/[;\s]+/).filter((name) => name !== '');
  return names.every((name) => /^[\w.]+$/.test(name)) ? names : undefined;
}

/** `appops query-op OP allow`: one package a line. Undefined for an error and for no output at all. */
export function parseAllowedApps(text: string): string[] | undefined {
  if (text.startsWith('No operations')) return [];
  const names = text.split('\n').map((line) => line.trim());
  return names.every((name) => /^[\w.]+$/.test(name)) ? names : undefined;
}

/**
 * `dumpsys deviceidle whitelist`: apps that were let run while the phone sleeps, one "user,package,uid" a line beside those
 * of the system, which nobody can change. Undefined for an error and for no output at all.
 */
export function parseIdleExempt(text: string): string[] | undefined {
  const lines = text.split('\n').map((line) => line.trim());
  const rows = lines.filter((line) => line !== '').map((line) => /^([\w-]+),([\w.]+),\d+$/.exec(line));
  if (rows.length === 0 || rows.includes(null)) return undefined;
  return rows.flatMap((row) => (row?.[1] === 'user' ? [row[2] ?? ''] : []));
}

/**
 * One kind of special access in the baseline's form: "role NAME package", or "role NAME ?" where it can't be read. On an
 * Android that doesn't know it, the baseline has the same line; elsewhere the line is a difference.
 */
export function accessLines(kind: string, apps: readonly string[] = [UNKNOWN_APP]): string[] {
  return apps.map((app) => `${kind} ${app}`);
}

/** Stands for an unknown package; no package can have this name. */
export const UNKNOWN_APP = '?';

/** `dumpsys activity activities`: packages with a task, without the launcher. */
export function parseTasks(text: string): string[] {
  if (!/ACTIVITY MANAGER ACTIVITIES/.test(text)) throw new Error('the phone does not list its tasks');
  const tasks = [...text.matchAll(/\* Task\{[^}]*type=standard[^}]*?A=\d*:?([\w.]+)/g)];
  return [...new Set(tasks.map((match) => match[1] ?? ''))];
}

/** scrcpy's list of apps: " * Settings   com.android.settings". */
export function parseLaunchablePackages(text: string): string[] {
  if (!text.includes('List of apps:')) throw new Error('the phone does not list its apps');
  return [...text.matchAll(/^\s*[*-]\s+.+?\s+([\w.]+)\s*$/gm)].map((match) => match[1] ?? '').sort();
}

/** Without a prototype, so that a tenant can't hide an entry by the name `__proto__`. */
function emptyRecord(): Record<string, string> {
  return Object.create(null);
}
