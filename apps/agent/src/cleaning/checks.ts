// Pure: compares a phone's snapshot with its baseline. Each check result names the differences, so that an operator
// knows what to do.
import type { CheckName, CheckResult, DeviceBaseline } from '@pocketfleet/contract';
import { accessDifferences, differentKeys, permissionDifferences, settingDifferences } from './restore.ts';
import type { Snapshot } from './snapshot.ts';

const maxNamed = 5;

/** The checks that one snapshot can answer. */
export function checkSnapshot(now: Snapshot, baseline: DeviceBaseline): CheckResult[] {
  const users = now.users.filter((user) => !baseline.users.includes(user));
  const missingUsers = baseline.users.filter((user) => !now.users.includes(user));
  const folders = now.folders.filter((folder) => !baseline.folders.includes(folder));
  return [
    createCheckResult('users', 'only the owner', [
      ...users.map((user) => `user ${user} is still there`),
      ...missingUsers.map((user) => `user ${user} is missing`),
      ...(now.current_user === 0 ? [] : [`user ${now.current_user} is in front`]),
    ]),
    createCheckResult('packages', `${Object.keys(baseline.packages).length} as before`, [
      ...differentKeys(now.packages, baseline.packages),
      ...differentNames(now.disabled_packages, baseline.disabled_packages).map(
        (name) => `${name} (disabled)`,
      ),
      ...now.suspended_packages.map((name) => `${name} (suspended)`),
      // Shell can neither hide nor unhide a package, so a person has to restore it.
      ...differentNames(now.hidden_packages, baseline.hidden_packages ?? []).map(
        (name) => `${name} (hidden)`,
      ),
    ]),
    createCheckResult(
      'permissions',
      baseline.shared_permissions === undefined ? 'none was added' : 'as before',
      [...permissionDifferences(now, baseline), ...accessDifferences(now, baseline)].map(
        ({ access, isMissing }) => (isMissing ? `${access} (missing)` : access),
      ),
    ),
    createCheckResult('accounts', 'none', now.accounts),
    createCheckResult('shared_files', 'none', [...now.shared_files, ...folders]),
    createCheckResult('shell_files', 'none', now.shell_files),
    createCheckResult('settings', 'as before', [
      ...settingDifferences(now.settings, baseline.settings).map(
        ({ namespace, key }) => `${namespace} ${key}`,
      ),
      ...networkDifferences(now, baseline),
    ]),
    createCheckResult('properties', 'as before', differentKeys(now.properties, baseline.properties)),
    createCheckResult('display', 'as before', [
      ...(now.display.size === baseline.display.size ? [] : [now.display.size]),
      ...(now.display.density === baseline.display.density ? [] : [now.display.density]),
    ]),
    createCheckResult('apps', 'none is open', now.running_apps),
    createCheckResult('tunnels', 'none', now.tunnels),
  ];
}

/** The password of a forgotten network is not known here, so a person has to add it again. */
function networkDifferences(now: Snapshot, { wifi_networks: wanted }: DeviceBaseline): string[] {
  if (wanted === undefined) return [];
  if (now.wifi_networks === undefined) return ['the saved networks can’t be read'];
  return differentNames(now.wifi_networks, wanted).map((ssid) =>
    wanted.includes(ssid) ? `network ${ssid} is missing` : `network ${ssid}`,
  );
}

/** The check has passed where there are no problems; `expected` describes that. */
export function createCheckResult(
  check: CheckName,
  expected: string,
  problems: readonly string[],
): CheckResult {
  const more = problems.length > maxNamed ? ` and ${problems.length - maxNamed} more` : '';
  const detail = problems.length === 0 ? expected : `${problems.slice(0, maxNamed).join(', ')}${more}`;
  // Names on a phone may hold control characters; operators see the detail as one line.
  return { check, ok: problems.length === 0, detail: detail.replace(/\p{Cc}+/gu, ' ').slice(0, 500) };
}

/** All failed checks in one line; empty when all have passed. */
export function describeFailures(evidence: readonly CheckResult[]): string {
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
