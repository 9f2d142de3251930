// Records a phone's state when it joins, before its first tenant. It must be empty then: everything that the baseline has
// counts as the maker's from then on.
import type { CheckResult, DeviceBaseline } from '@pocketfleet/contract';
import { runCommands } from '../adb/run-commands.ts';
import type { HeldPhone } from '../phone-hold.ts';
import { listAppsCommand } from '../scrcpy/server-process.ts';
import { removeReaderCommands } from '../screen/reader-removal.ts';
import { findTenantUserProblems, switchToUser } from './android-users.ts';
import { checkSnapshot, createCheckResult } from './checks.ts';
import { listTree } from './file-tree.ts';
import { parseLaunchablePackages } from './parse-output.ts';
import { createFoldersCommand } from './restore.ts';
import { emptyFolderCommand, emptyShellFoldersCommands } from './shell-folders.ts';
import { ownerStorage, readSnapshot } from './snapshot.ts';

const timeoutMs = 60_000;
/** The agent's link accepts messages of up to 1 MiB. */
const maxBaselineLength = 700_000;

/** Removes all shared files but keeps their folders, then reads the rest. The baseline is valid if all checks pass. */
export async function takeBaseline(
  phone: HeldPhone,
): Promise<{ baseline: DeviceBaseline; evidence: CheckResult[] }> {
  const adb = await phone.adb();
  await switchToUser(adb, 0);
  const { folders } = await listTree(adb, ownerStorage);
  await runCommands(
    adb,
    [
      ...removeReaderCommands,
      emptyFolderCommand(ownerStorage),
      ...emptyShellFoldersCommands(),
      createFoldersCommand(folders),
    ],
    timeoutMs,
  );
  await phone.pushServer();
  const [launchable = ''] = await runCommands(adb, [`${listAppsCommand} 2>&1`], timeoutMs);
  const { packages, disabled_packages, permissions, settings, properties, ...rest } = await readSnapshot(adb);
  const baseline: DeviceBaseline = {
    users: [0],
    packages,
    disabled_packages,
    launchable_packages: parseLaunchablePackages(launchable),
    permissions,
    shared_permissions: [...rest.shared_permissions],
    settings,
    properties,
    display: rest.display,
    ...(rest.wifi_networks === undefined ? {} : { wifi_networks: rest.wifi_networks }),
    special_access: rest.special_access ?? [],
    hidden_packages: rest.hidden_packages,
    folders,
  };
  if (JSON.stringify(baseline).length > maxBaselineLength)
    throw new Error('the phone’s baseline is too large');
  const evidence = checkSnapshot(
    {
      ...rest,
      ...baseline,
      users: rest.users,
      shared_permissions: rest.shared_permissions,
      hidden_packages: rest.hidden_packages,
    },
    baseline,
  ).filter(
    // Our team may have an app open; the first cleaning closes it.
    ({ check }) => check !== 'apps' && check !== 'tunnels',
  );
  const tenantUser = createCheckResult('tenant_user', 'can be created', await findTenantUserProblems(adb));
  return { baseline, evidence: [...evidence, tenantUser] };
}
