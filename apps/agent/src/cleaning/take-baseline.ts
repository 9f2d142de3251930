// What a phone is like when it joins, before its first tenant. It must join empty: what is on it then would be
// taken for the maker's ever after.
import type { CheckResult, DeviceBaseline } from '@pocketfleet/contract';
import { askPhone } from '../adb/ask-phone.ts';
import type { HeldPhone } from '../phone-hold.ts';
import { listAppsCommand } from '../scrcpy/server-process.ts';
import { bringInFront, whyNoTenantUser } from './android-users.ts';
import { checkSnapshot, item } from './checks.ts';
import { listTree } from './file-tree.ts';
import { readLaunchable } from './parse-answers.ts';
import { makeFoldersCommand } from './restore.ts';
import { emptyFolderCommand, emptyShellFoldersCommands } from './shell-folders.ts';
import { ownerStorage, readSnapshot } from './snapshot.ts';

const limitMs = 60_000;
/** The agent link takes messages of 1 MiB. */
const maxBaselineLength = 700_000;

/** Removes all shared files, keeps the names of the folders, and reads the rest. The baseline counts only if the evidence is right. */
export async function takeBaseline(
  phone: HeldPhone,
): Promise<{ baseline: DeviceBaseline; evidence: CheckResult[] }> {
  const adb = await phone.adb();
  await bringInFront(adb, 0);
  const { folders } = await listTree(adb, ownerStorage);
  await askPhone(
    adb,
    [emptyFolderCommand(ownerStorage), ...emptyShellFoldersCommands(), makeFoldersCommand(folders)],
    limitMs,
  );
  await phone.pushServer();
  const [launchable = ''] = await askPhone(adb, [`${listAppsCommand} 2>&1`], limitMs);
  const { packages, disabled_packages, permissions, settings, properties, ...rest } = await readSnapshot(adb);
  const baseline: DeviceBaseline = {
    users: [0],
    packages,
    disabled_packages,
    launchable_packages: readLaunchable(launchable),
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
    throw new Error('the phone has too much to be known');
  const why = await whyNoTenantUser(adb);
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
    // An open app of our own staff is nothing that a tenant left; the first cleaning closes it.
    ({ check }) => check !== 'apps' && check !== 'tunnels',
  );
  return { baseline, evidence: [...evidence, item('tenant_user', 'can be made', why === null ? [] : [why])] };
}
