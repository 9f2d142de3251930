// Cleans a phone after a tenant and proves it (decision 016): removes the tenant's Android user, restores everything
// else to the baseline, restarts the phone, and checks all of it again. A cleaning may be aborted anywhere and started
// again.
import type { CheckResult, DeviceBaseline } from '@pocketfleet/contract';
import { runCommands } from '../adb/run-commands.ts';
import type { HeldPhone } from '../phone-hold.ts';
import { resetClipboard } from '../scrcpy/clipboard-reset.ts';
import { checkReaderGone, removeReaderCommands } from '../screen/reader-removal.ts';
import { switchToUser } from './android-users.ts';
import { checkSnapshot, createCheckResult, describeFailures } from './checks.ts';
import { parseUsers } from './parse-output.ts';
import { countRowsCommand, findTableProblem, providersOf, tablesOf } from './provider-data.ts';
import { clearCommands, removeUsersCommands, restoreCommands } from './restore.ts';
import { emptyFolderCommand, emptyShellFoldersCommands } from './shell-folders.ts';
import { ownerStorage, readSnapshot } from './snapshot.ts';

export interface CleanablePhone extends HeldPhone {
  /** Deletes the host's copies of files that the tenant has sent. */
  wipeSpool(): Promise<void>;
}

const commandsTimeoutMs = 120_000;
/** The second pass is for changes that Android itself has made after the first one. */
const maxPasses = 2;
/** Uptime counts from the kernel's start, our clock from the restart command. */
const uptimeToleranceS = 5;

/** Returns the evidence; the phone is clean when each check has passed. Rejects when the phone can't be read. */
export async function cleanPhone(phone: CleanablePhone, baseline: DeviceBaseline): Promise<CheckResult[]> {
  await restore(phone, baseline);
  const spool = await phone.wipeSpool().then(
    () => createCheckResult('host_spool', 'empty', []),
    (error: unknown) => createCheckResult('host_spool', '', [String(error)]),
  );
  const askedAtMs = performance.now();
  await phone.restart();
  for (let pass = 1; ; pass++) {
    const ownerData = await restore(phone, baseline);
    const adb = await phone.adb();
    await phone.pushServer();
    const clipboard = await resetClipboard(adb);
    const now = await readSnapshot(adb);
    const elapsedS = (performance.now() - askedAtMs) / 1000;
    const evidence = [
      ...checkSnapshot(now, baseline),
      ownerData,
      createCheckResult('clipboard', 'overwritten', clipboard.trim() === '' ? [] : ['it holds another text']),
      createCheckResult(
        'restart',
        'restarted',
        now.uptime_s <= elapsedS + uptimeToleranceS ? [] : ['it did not restart'],
      ),
      spool,
      await checkReaderGone(adb),
    ];
    if (describeFailures(evidence) === '' || pass === maxPasses) return evidence;
  }
}

/** Restores what it can. Returns the check `owner_data`: the data of each of the owner's apps was cleared. */
async function restore(phone: HeldPhone, baseline: DeviceBaseline): Promise<CheckResult> {
  const adb = await phone.adb();
  await switchToUser(adb, 0);
  const [list = ''] = await runCommands(adb, ['pm list users'], commandsTimeoutMs);
  // Runs before the snapshot, because a tenant may have left more files than can be listed.
  const removals = [
    ...removeUsersCommands(parseUsers(list), baseline),
    ...removeReaderCommands,
    emptyFolderCommand(ownerStorage),
    ...emptyShellFoldersCommands(),
  ];
  await runCommands(adb, removals, commandsTimeoutMs);
  await adb.reverse.removeAll();
  const clears = clearCommands(baseline);
  const outputs = await runCommands(adb, clears, commandsTimeoutMs);
  const failed = clears.filter((_, at) => !/^Success$/m.test(outputs[at] ?? ''));
  const tables = tablesOf(providersOf(baseline));
  const counts = await runCommands(adb, tables.map(countRowsCommand), commandsTimeoutMs);
  const left = tables.flatMap((table, at) => findTableProblem(table, counts[at] ?? '') ?? []);
  await runCommands(adb, restoreCommands(await readSnapshot(adb), baseline), commandsTimeoutMs);
  return createCheckResult('owner_data', 'every app and provider was cleared', [...failed, ...left]);
}
