// Lists, starts and uninstalls a phone's apps. Their labels come from scrcpy's list, because adb knows packages only.
import type { InstalledApp } from '@pocketfleet/contract';
import type { Adb } from '@yume-chan/adb';
import { listAppsCommand } from '../scrcpy/server-process.ts';
import { describeInstallFailure } from './install-output.ts';
import { FilesRefusedError, run } from './phone-shell.ts';

const listTimeoutMs = 20_000;
const commandTimeoutMs = 30_000;
const maxApps = 1_000;
/** Separates the customer's packages from the maker's in one output. */
export const separator = '@@pocketfleet@@';

export async function listApps(adb: Adb, user: number): Promise<InstalledApp[]> {
  const [launchable, installed, versionNames] = await Promise.all([
    run(adb, `${listAppsCommand} 2>&1`, listTimeoutMs),
    run(
      adb,
      `pm list packages -3 --user ${user} --show-versioncode; echo ${separator}; pm list packages -s --user ${user} --show-versioncode`,
      listTimeoutMs,
    ),
    run(adb, "dumpsys package packages | grep -E '^  Package \\[|^    versionName='", listTimeoutMs),
  ]);
  return parseApps(launchable, installed, versionNames).slice(0, maxApps);
}

/** Apps that can be started, and apps that the customer has installed; the customer's first, then by label. */
export function parseApps(launchable: string, installed: string, versionNames = ''): InstalledApp[] {
  const [own = '', system = ''] = installed.split(separator);
  // The version's name is what its maker calls it; the code is what remains where a phone names none.
  const versions = new Map([...versionsOf(own), ...versionsOf(system), ...versionNamesOf(versionNames)]);
  const apps = new Map<string, InstalledApp>();
  for (const line of launchable.split('\n')) {
    // " * Settings      com.android.settings": a star for the maker's apps, a dash for others.
    const [, mark, label, name] = /^\s*([*-])\s+(.+?)\s+([\w.]+)\s*$/.exec(line) ?? [];
    if (mark === undefined || label === undefined || name === undefined) continue;
    apps.set(name, {
      package: name,
      label: label.slice(0, 200),
      version: versions.get(name) ?? '',
      is_system: mark === '*',
    });
  }
  for (const name of versionsOf(own).keys()) {
    const version = versions.get(name) ?? '';
    if (!apps.has(name)) apps.set(name, { package: name, label: name, version, is_system: false });
  }
  return [...apps.values()].sort(
    (a, b) => Number(a.is_system) - Number(b.is_system) || a.label.localeCompare(b.label),
  );
}

export async function startApp(adb: Adb, name: string): Promise<void> {
  const output = await run(
    adb,
    `monkey -p ${name} -c android.intent.category.LAUNCHER 1 2>&1`,
    commandTimeoutMs,
  );
  if (/aborted|No activities/i.test(output)) {
    throw new FilesRefusedError('This app is not installed, or it can’t be opened.');
  }
}

export async function uninstallApp(adb: Adb, name: string, user: number): Promise<void> {
  const failure = describeInstallFailure(
    await run(adb, `pm uninstall --user ${user} ${name} 2>&1`, commandTimeoutMs),
  );
  if (failure !== null) throw new FilesRefusedError(`The app was not removed. ${failure}`);
}

/** `am` prints only a failure. */
export async function stopApp(adb: Adb, name: string, user: number): Promise<void> {
  const output = await run(adb, `am force-stop --user ${user} ${name} 2>&1`, commandTimeoutMs);
  if (output.trim() !== '') throw new FilesRefusedError('The app was not stopped.');
}

export async function clearApp(adb: Adb, name: string, user: number): Promise<void> {
  const output = await run(adb, `pm clear --user ${user} ${name} 2>&1`, commandTimeoutMs);
  if (output.trim() !== 'Success') {
    throw new FilesRefusedError('Android didn’t delete this app’s data.');
  }
}

function versionsOf(text: string): Map<string, string> {
  const versions = new Map<string, string>();
  for (const [, name, version] of text.matchAll(/^package:([\w.]+)(?: versionCode:(\d+))?/gm)) {
    if (name !== undefined) versions.set(name, version ?? '');
  }
  return versions;
}

/** `  Package [com.shop] (1b2c3d4):`, and below it `    versionName=1.4.2`. */
function versionNamesOf(text: string): Map<string, string> {
  const names = new Map<string, string>();
  const pattern = /^ {2}Package \[([\w.]+)\][^\n]*\n {4}versionName=([^\r\n]+)/gm;
  for (const [, name, version] of text.matchAll(pattern)) {
    if (name === undefined || version === undefined || version === 'null') continue;
    // The first section lists what is installed; later ones list what an update has hidden.
    if (!names.has(name)) names.set(name, version.slice(0, 100));
  }
  return names;
}
