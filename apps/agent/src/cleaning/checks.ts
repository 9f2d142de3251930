// Pure: is what was found on a phone the baseline? Each item of the evidence says what it looked at; whatever
// differs is named, so that an operator knows what to do.
import type { CheckName, CheckResult, DeviceBaseline } from '@pocketfleet/contract';
import { accessDifferences, differentKeys, permissionDifferences, settingDifferences } from './restore.ts';
import type { Snapshot } from './snapshot.ts';

const maxNamed = 5;

/** The checks that one look at the phone answers. */
export function checkSnapshot(now: Snapshot, baseline: DeviceBaseline): CheckResult[] {
  const users = now.users.filter((user) => !baseline.users.includes(user));
  const missingUsers = baseline.users.filter((user) => !now.users.includes(user));
  const folders = now.folders.filter((folder) => !baseline.folders.includes(folder));
  return [
    item('users', 'only the owner', [
      ...users.map((user) => `user ${user} is still there`),
      ...missingUsers.map((user) => `user ${user} is missing`),
      ...(now.current_user === 0 ? [] : [`user ${now.current_user} is in front`]),
    ]),
    item('packages', `${Object.keys(baseline.packages).length} as before`, [
      ...differentKeys(now.packages, baseline.packages),
      ...differentNames(now.disabled_packages, baseline.disabled_packages).map(
        (name) => `${name} (disabled)`,
      ),
      ...now.suspended_packages.map((name) => `${name} (suspended)`),
      // Shell may neither hide nor show one: a person has to look.
      ...differentNames(now.hidden_packages, baseline.hidden_packages ?? []).map(
        (name) => `${name} (hidden)`,
      ),
    ]),
    item(
      'permissions',
      baseline.shared_permissions === undefined ? 'none was added' : 'as before',
      [...permissionDifferences(now, baseline), ...accessDifferences(now, baseline)].map(
        ({ access, isMissing }) => (isMissing ? `${access} (missing)` : access),
      ),
    ),
    item('accounts', 'none', now.accounts),
    item('shared_files', 'none', [...now.shared_files, ...folders]),
    item('shell_files', 'none', now.shell_files),
    item('settings', 'as before', [
      ...settingDifferences(now.settings, baseline.settings).map(
        ({ namespace, key }) => `${namespace} ${key}`,
      ),
      ...networkDifferences(now, baseline),
    ]),
    item('properties', 'as before', differentKeys(now.properties, baseline.properties)),
    item('display', 'as before', [
      ...(now.display.size === baseline.display.size ? [] : [now.display.size]),
      ...(now.display.density === baseline.display.density ? [] : [now.display.density]),
    ]),
    item('apps', 'none is open', now.running_apps),
    item('tunnels', 'none', now.tunnels),
  ];
}

/** A forgotten network has a password that nobody here knows: a person has to join it again. */
function networkDifferences(now: Snapshot, { wifi_networks: wanted }: DeviceBaseline): string[] {
  if (wanted === undefined) return [];
  if (now.wifi_networks === undefined) return ['the saved networks can’t be looked at'];
  return differentNames(now.wifi_networks, wanted).map((ssid) =>
    wanted.includes(ssid) ? `network ${ssid} is missing` : `network ${ssid}`,
  );
}

/** An item that is right where nothing wrong was found. */
export function item(check: CheckName, right: string, wrong: readonly string[]): CheckResult {
  const more = wrong.length > maxNamed ? ` and ${wrong.length - maxNamed} more` : '';
  const detail = wrong.length === 0 ? right : `${wrong.slice(0, maxNamed).join(', ')}${more}`;
  // What stands on a phone may be anything; it is shown to operators as one line.
  return { check, ok: wrong.length === 0, detail: detail.replace(/\p{Cc}+/gu, ' ').slice(0, 500) };
}

/** All reasons in one line; empty when everything is right. */
export function reasonsOf(evidence: readonly CheckResult[]): string {
  return evidence
    .filter(({ ok }) => !ok)
    .map(({ check, detail }) => `${check}: ${detail}`)
    .join('; ')
    .slice(0, 2_000);
}

function differentNames(now: readonly string[], baseline: readonly string[]): string[] {
  return [
    ...now.filter((name) => !baseline.includes(name)),
    ...baseline.filter((name) => !now.includes(name)),
  ];
}
