// Pure: what Android's tools print, as values. A line that is not understood is kept out, except where that
// could hide something: there it throws.

/** `pm list users`: "UserInfo{10:name:410} running". Throws when not even the owner is named. */
export function readUsers(text: string): number[] {
  const users = [...text.matchAll(/UserInfo\{(\d+):/g)].map((match) => Number(match[1]));
  if (!users.includes(0)) throw new Error('the phone lists no users');
  return users;
}

export function readNumber(text: string): number {
  const value = Number(text);
  if (text === '' || !Number.isFinite(value)) throw new Error(`"${text.slice(0, 40)}" is not a number`);
  return value;
}

/** `pm list packages`: version code by name, empty where it isn't told. */
export function readPackages(text: string): Record<string, string> {
  const packages = noTexts();
  for (const [, name, version] of text.matchAll(/^package:([^\s]+)(?: versionCode:(\d+))?/gm)) {
    if (name !== undefined) packages[name] = version ?? '';
  }
  return packages;
}

/** Before its version: the phone holds the package, or its data, and the owner doesn't have it. */
const NOT_INSTALLED = 'not installed';

/**
 * `pm list packages -u` tells what was taken from the owner as well: only what the list without it has is there.
 * Throws where that one leaves Android itself out: all others would pass for taken away, too.
 */
export function readOwnersPackages(all: string, installed: string): Record<string, string> {
  const packages = readPackages(all);
  const there = readPackages(installed);
  if (!Object.hasOwn(there, 'android')) throw new Error('the phone does not list its packages');
  for (const [name, version] of Object.entries(packages))
    if (!Object.hasOwn(there, name)) packages[name] = `${NOT_INSTALLED} ${version}`.trim();
  return packages;
}

/** Whether the owner has a package of which this is the version. */
export function isInstalled(version: string | undefined): boolean {
  return version !== undefined && !version.startsWith(NOT_INSTALLED);
}

/**
 * The filtered `dumpsys package`: packages that are suspended or hidden for user 0. Throws where it tells of fewer
 * than the owner has: `dumpsys` breaks off after 10 s, and what it left out would pass for right.
 */
export function readWithheld(
  text: string,
  packages: Readonly<Record<string, string>>,
): { suspended_packages: string[]; hidden_packages: string[] } {
  const told = new Set<string>();
  const suspended = new Set<string>();
  const hidden = new Set<string>();
  let name = '';
  for (const line of text.split('\n')) {
    name = /^ {2}Package \[([^\]]+)\]/.exec(line)?.[1] ?? name;
    if (!/^\s+User 0:/.test(line)) continue;
    told.add(name);
    if (/ suspended=true\b/.test(line)) suspended.add(name);
    if (/ hidden=true\b/.test(line)) hidden.add(name);
  }
  // Counted, for a package that was renamed is listed under another name than the dump has.
  if (told.size < Object.values(packages).filter(isInstalled).length)
    throw new Error('the phone does not tell the states of all packages');
  return { suspended_packages: [...suspended].sort(), hidden_packages: [...hidden].sort() };
}

export interface GrantedPermissions {
  /** "package permission", sorted. */
  readonly permissions: string[];
  /** "shared_user permission", sorted: Android keeps those of packages with a common user id once for all of them. */
  readonly shared_permissions: string[];
  /** The packages of each shared user. */
  readonly shared_users: Readonly<Record<string, readonly string[]>>;
}

/** The filtered `dumpsys package`: what user 0 has granted. Throws when it names no package. */
export function readPermissions(text: string): GrantedPermissions {
  const granted = { package: new Set<string>(), shared: new Set<string>() };
  const members: Record<string, string[]> = Object.create(null);
  let kind: keyof typeof granted = 'package';
  let name = '';
  // Above the first "User" line stand those that come with the package itself.
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
  if (name === '') throw new Error('the phone does not tell its permissions');
  return {
    permissions: [...granted.package].sort(),
    shared_permissions: [...granted.shared].sort(),
    shared_users: members,
  };
}

/** `dumpsys account`: "user: name (type)". Throws when it doesn't say how many there are. */
export function readAccounts(text: string): string[] {
  if (!/Accounts: \d+/.test(text)) throw new Error('the phone does not tell its accounts');
  const accounts: string[] = [];
  let user = '';
  for (const line of text.split('\n')) {
    user = /UserInfo\{(\d+):/.exec(line)?.[1] ?? user;
    const account = /Account \{name=(.*), type=(.*)\}/.exec(line);
    if (account) accounts.push(`${user}: ${account[1]} (${account[2]})`);
  }
  const told = [...text.matchAll(/Accounts: (\d+)/g)].reduce((sum, match) => sum + Number(match[1]), 0);
  if (told !== accounts.length) throw new Error('the phone’s accounts are not understood');
  return accounts;
}

/** `settings list`. A value may go over several lines. */
export function readSettings(text: string): Record<string, string> {
  const settings = noTexts();
  let last = '';
  for (const line of text.split('\n')) {
    const equals = line.indexOf('=');
    if (equals > 0 && /^[\w.:/\- ]+$/.test(line.slice(0, equals))) {
      last = line.slice(0, equals);
      settings[last] = line.slice(equals + 1);
    } else if (last !== '') settings[last] += `\n${line}`;
  }
  if (last === '') throw new Error('the phone does not tell its settings');
  return settings;
}

/** What adb's shell may set (AOSP system/sepolicy, shell.te and property_contexts). */
const shellProperties = [
  'debug.',
  'log.',
  'persist.log.tag',
  'persist.debug.',
  'persist.sys.locale',
  'shell.',
];

/** `getprop`: those that shell may set and that are not empty. */
export function readProperties(text: string): Record<string, string> {
  const properties = noTexts();
  const found = [...text.matchAll(/^\[([^\]]+)\]: \[([^\]]*)\]/gm)];
  if (found.length === 0) throw new Error('the phone does not tell its properties');
  for (const [, name = '', value = ''] of found) {
    if (value !== '' && shellProperties.some((prefix) => name.startsWith(prefix))) properties[name] = value;
  }
  return properties;
}

/**
 * `cmd wifi list-networks`: saved networks by their numbers. Undefined before Android 11, which has no such command.
 * A name may hold line breaks, so only the first line says that there are none, and a row ends where the next
 * number begins. What a name pretends to be a row with a number told before is part of that name and no row.
 */
export function readNetworks(text: string): Record<string, string> | undefined {
  if (text.startsWith('No networks')) return {};
  const [, rows] = /^Network Id\s+SSID[^\n]*(.*)/ms.exec(text) ?? [];
  if (rows === undefined) return undefined;
  const networks = noTexts();
  for (const row of rows.split(/\n(?=\s*\d+\s)/)) {
    const [, id = '', ssid = ''] = /^\s*(\d+)\s+(\S.*)/s.exec(row) ?? [];
    if (id !== '' && !Object.hasOwn(networks, id)) networks[id] = ssid.replace(/\s+\S+\s*$/, '');
  }
  return networks;
}

/** `cmd role get-role-holders` of one role, empty where nobody has it. Undefined where Android doesn't tell. */
export function readRoleHolders(text: string): string[] | undefined {
  const names = text.split(/[;\s]+/).filter((name) => name !== '');
  return names.every((name) => /^[\w.]+$/.test(name)) ? names : undefined;
}

/** `appops query-op OP allow`: a package a line. Undefined for an error or silence: Android says when there is none. */
export function readAllowedApps(text: string): string[] | undefined {
  if (text.startsWith('No operations')) return [];
  const names = text.split('\n').map((line) => line.trim());
  return names.every((name) => /^[\w.]+$/.test(name)) ? names : undefined;
}

/**
 * One kind of special access as a baseline holds it: "role NAME package". What couldn't be looked at is "role NAME ?":
 * as in the baseline where Android doesn't know it, and a difference where it does.
 */
export function accessLines(kind: string, apps: readonly string[] = [UNKNOWN_APP]): string[] {
  return apps.map((app) => `${kind} ${app}`);
}

/** In place of a package: no package can have this name. */
export const UNKNOWN_APP = '?';

/** `dumpsys activity activities`: packages with a task, the launcher's own left out. */
export function readTasks(text: string): string[] {
  if (!/ACTIVITY MANAGER ACTIVITIES/.test(text)) throw new Error('the phone does not tell its tasks');
  const tasks = [...text.matchAll(/\* Task\{[^}]*type=standard[^}]*?A=\d*:?([\w.]+)/g)];
  return [...new Set(tasks.map((match) => match[1] ?? ''))];
}

/** scrcpy's list of apps: " * Settings   com.android.settings". */
export function readLaunchable(text: string): string[] {
  if (!text.includes('List of apps:')) throw new Error('the phone does not list its apps');
  return [...text.matchAll(/^\s*[*-]\s+.+?\s+([\w.]+)\s*$/gm)].map((match) => match[1] ?? '').sort();
}

/** Without a prototype: a tenant may have called something `__proto__`, and must not hide it that way. */
function noTexts(): Record<string, string> {
  return Object.create(null);
}
