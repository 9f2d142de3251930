// Pure: the shell commands that restore a phone to its baseline. A command may fail; checks.ts decides afterwards whether
// the phone is clean.
import type { DeviceBaseline } from '@pocketfleet/contract';
import { quote } from '../files/phone-shell.ts';
import { isInstalled, UNKNOWN_APP } from './parse-output.ts';
import { providersOf } from './provider-data.ts';
import type { Snapshot } from './snapshot.ts';

/** Counters of Android itself, which change without a tenant. */
const counters: ReadonlySet<string> = new Set(['global boot_count', 'global Phenotype_boot_count']);

const namespaces = ['global', 'system', 'secure'] as const;

export interface SettingDifference {
  readonly namespace: (typeof namespaces)[number];
  readonly key: string;
  /** Undefined where the baseline has no such setting. */
  readonly wanted: string | undefined;
}

export function settingDifferences(
  now: DeviceBaseline['settings'],
  baseline: DeviceBaseline['settings'],
): SettingDifference[] {
  return namespaces.flatMap((namespace) =>
    differentKeys(now[namespace], baseline[namespace])
      .filter((key) => !counters.has(`${namespace} ${key}`))
      .map((key) => ({ namespace, key, wanted: own(baseline[namespace], key) })),
  );
}

/** Names whose values differ, or that only one side has. */
export function differentKeys(
  now: Readonly<Record<string, string>>,
  baseline: Readonly<Record<string, string>>,
): string[] {
  const names = new Set([...Object.keys(now), ...Object.keys(baseline)]);
  return [...names].filter((name) => own(now, name) !== own(baseline, name)).sort();
}

/** Users are removed first, so that data which they leave with the owner is found and removed with the rest. */
export function removeUsersCommands(users: readonly number[], baseline: DeviceBaseline): string[] {
  return users
    .filter((user) => !baseline.users.includes(user))
    .flatMap((user) => [`am stop-user -w -f ${user}`, `pm remove-user ${user}`]);
}

/**
 * Clears the data that a tenant has left in the owner's apps and providers. Runs before the snapshot: clearing an app
 * also revokes its permissions, even those of the baseline, which are then granted again.
 */
export function clearCommands(baseline: DeviceBaseline): string[] {
  const names = [...baseline.launchable_packages, ...providersOf(baseline)];
  return names.map((name) => `pm clear --user 0 ${quote(name)}`);
}

export function restoreCommands(now: Snapshot, baseline: DeviceBaseline): string[] {
  return [
    ...packageCommands(now, baseline),
    ...permissionDifferences(now, baseline).flatMap((one) => permissionCommands(one, now)),
    ...networkCommands(now, baseline),
    ...accessDifferences(now, baseline).flatMap(accessCommand),
    createFoldersCommand(baseline.folders),
    ...displayCommands(baseline),
    ...settingDifferences(now.settings, baseline.settings).map(settingCommand),
    ...differentKeys(now.properties, baseline.properties).map(
      (name) => `setprop ${quote(name)} ${quote(own(baseline.properties, name) ?? '')}`,
    ),
  ];
}

function packageCommands(now: Snapshot, baseline: DeviceBaseline): string[] {
  const different = differentKeys(now.packages, baseline.packages);
  const isThere = (name: string, packages: Readonly<Record<string, string>>) =>
    isInstalled(own(packages, name));
  const isMissing = (name: string) => isThere(name, baseline.packages) && !isThere(name, now.packages);
  return [
    // A new package, or an update of an old one: uninstalling an update brings the maker's version back.
    ...different
      .filter((name) => own(now.packages, name) !== undefined && !isMissing(name))
      .map((name) => `pm uninstall ${quote(name)}`),
    // A maker's package that was not installed for the owner.
    ...different
      .filter((name) => own(baseline.packages, name) !== undefined)
      .filter((name) => !isThere(name, baseline.packages) && isThere(name, now.packages))
      .map((name) => `pm uninstall --user 0 ${quote(name)}`),
    ...different.filter(isMissing).map((name) => `cmd package install-existing --user 0 ${quote(name)}`),
    ...now.suspended_packages.map((name) => `pm unsuspend --user 0 ${quote(name)}`),
    ...now.disabled_packages
      .filter((name) => !baseline.disabled_packages.includes(name))
      .map((name) => `pm enable --user 0 ${quote(name)}`),
    ...baseline.disabled_packages
      .filter((name) => !now.disabled_packages.includes(name))
      .map((name) => `pm disable-user --user 0 ${quote(name)}`),
  ];
}

function networkCommands(now: Snapshot, { wifi_networks: wanted }: DeviceBaseline): string[] {
  if (wanted === undefined) return [];
  return Object.entries(now.network_ids)
    .filter(([, ssid]) => !wanted.includes(ssid))
    .map(([id]) => `cmd wifi forget-network ${id}`);
}

export interface AccessDifference {
  /** In the baseline's form: "package permission", "role NAME package", "app_op NAME package" or "idle user package"; "?" if it can't be read. */
  readonly access: string;
  /** True: the baseline has it and the phone doesn't. False: the phone has it and the baseline doesn't. */
  readonly isMissing: boolean;
}

/** None for an old baseline, which has no special access. */
export function accessDifferences(
  { special_access: now = [] }: Pick<DeviceBaseline, 'special_access'>,
  { special_access: wanted }: DeviceBaseline,
): AccessDifference[] {
  if (wanted === undefined) return [];
  return [
    ...now.filter((one) => !wanted.includes(one)).map((access) => ({ access, isMissing: false })),
    ...wanted.filter((one) => !now.includes(one)).map((access) => ({ access, isMissing: true })),
  ];
}

/** Access that can't be read, or couldn't be read for the baseline, has no command: a person has to check it. */
function accessCommand({ access, isMissing }: AccessDifference): string[] {
  const [kind, name = '', app = ''] = access.split(' ');
  if (app === UNKNOWN_APP) return [];
  if (kind === 'idle') return [`dumpsys deviceidle whitelist ${isMissing ? '+' : '-'}${quote(app)}`];
  if (kind === 'role')
    return [`cmd role ${isMissing ? 'add' : 'remove'}-role-holder --user 0 ${quote(name)} ${quote(app)}`];
  return [`appops set --user 0 ${quote(app)} ${quote(name)} ${isMissing ? 'allow' : 'default'}`];
}

/** Runtime permissions. A revoked one can be found only where the baseline lists shared users separately. */
export function permissionDifferences(
  now: Pick<Snapshot, 'permissions' | 'shared_permissions'>,
  { permissions, shared_permissions }: DeviceBaseline,
): AccessDifference[] {
  const added = (access: string): AccessDifference => ({ access, isMissing: false });
  if (shared_permissions === undefined) {
    // An old baseline has shared users' permissions under the name of one of their packages.
    const known = new Set(permissions.map((one) => one.split(' ')[1]));
    return [
      ...now.permissions.filter((one) => !permissions.includes(one)),
      ...now.shared_permissions.filter((one) => !known.has(one.split(' ')[1])),
    ].map(added);
  }
  const found = new Set([...now.permissions, ...now.shared_permissions]);
  const wanted = new Set([...permissions, ...shared_permissions]);
  return [
    ...[...found].filter((one) => !wanted.has(one)).map(added),
    ...[...wanted].filter((one) => !found.has(one)).map((access) => ({ access, isMissing: true })),
  ];
}

/** A shared user's permission can be changed through each of its packages that requests it; the others refuse. */
function permissionCommands({ access, isMissing }: AccessDifference, now: Snapshot): string[] {
  const [name = '', permission = ''] = access.split(' ');
  const packages = Object.hasOwn(now.shared_users, name) ? (now.shared_users[name] ?? []) : [name];
  return packages.map(
    (one) => `pm ${isMissing ? 'grant' : 'revoke'} --user 0 ${quote(one)} ${quote(permission)}`,
  );
}

export function createFoldersCommand(folders: readonly string[]): string {
  return folders.length === 0 ? ':' : `mkdir -p ${folders.map(quote).join(' ')}`;
}

function displayCommands({ display }: DeviceBaseline): string[] {
  const size = /Override size: (\d+x\d+)/.exec(display.size)?.[1] ?? 'reset';
  const density = /Override density: (\d+)/.exec(display.density)?.[1] ?? 'reset';
  return [`wm size ${size}`, `wm density ${density}`];
}

function settingCommand({ namespace, key, wanted }: SettingDifference): string {
  return wanted === undefined
    ? `settings --user 0 delete ${namespace} ${quote(key)}`
    : `settings --user 0 put ${namespace} ${quote(key)} ${quote(wanted)}`;
}

function own(texts: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(texts, key) ? texts[key] : undefined;
}
