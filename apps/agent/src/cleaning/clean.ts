// Cleans a phone after a tenant and proves it (decision 016): the tenant's Android user goes, everything outside
// it goes back to the baseline, the phone is restarted, and then all of it is looked at again. Can be broken off
// anywhere and begun anew.
import type { CheckResult, DeviceBaseline } from '@pocketfleet/contract';
import { askPhone } from '../adb/ask-phone.ts';
import type { HeldPhone } from '../phone-hold.ts';
import { resetClipboard } from '../scrcpy/clipboard-reset.ts';
import { bringInFront } from './android-users.ts';
import { checkSnapshot, item, reasonsOf } from './checks.ts';
import { readUsers } from './parse-answers.ts';
import { countRowsCommand, providersOf, tablesOf, wrongInTable } from './provider-data.ts';
import { clearCommands, removeUsersCommands, restoreCommands } from './restore.ts';
import { emptyFolderCommand, emptyShellFoldersCommands } from './shell-folders.ts';
import { ownerStorage, readSnapshot } from './snapshot.ts';

export interface PhoneToClean extends HeldPhone {
  /** Forgets the host's own copies of what the tenant sent. */
  wipeSpool(): Promise<void>;
}

const commandsLimitMs = 120_000;
/** The second pass is for what Android has made again by itself. */
const maxPasses = 2;
/** The kernel counts from its own start, we from the moment the phone was asked. */
const uptimeToleranceS = 5;

/** The evidence; the phone is clean when every item is right. Rejects when the phone can't be asked. */
export async function cleanPhone(phone: PhoneToClean, baseline: DeviceBaseline): Promise<CheckResult[]> {
  await restore(phone, baseline);
  const spool = await phone.wipeSpool().then(
    () => item('host_spool', 'empty', []),
    (error: unknown) => item('host_spool', '', [String(error)]),
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
      item('clipboard', 'overwritten', clipboard.trim() === '' ? [] : ['it holds another text']),
      item('restart', 'restarted', now.uptime_s <= elapsedS + uptimeToleranceS ? [] : ['it did not restart']),
      spool,
    ];
    if (reasonsOf(evidence) === '' || pass === maxPasses) return evidence;
  }
}

/** Undoes what it can. Returns whether every app of the owner has forgotten its data. */
async function restore(phone: HeldPhone, baseline: DeviceBaseline): Promise<CheckResult> {
  const adb = await phone.adb();
  await bringInFront(adb, 0);
  const [list = ''] = await askPhone(adb, ['pm list users'], commandsLimitMs);
  // Before anything is looked at: a tenant may have left more files than can be listed.
  const first = [
    ...removeUsersCommands(readUsers(list), baseline),
    emptyFolderCommand(ownerStorage),
    ...emptyShellFoldersCommands(),
  ];
  await askPhone(adb, first, commandsLimitMs);
  await adb.reverse.removeAll();
  const clears = clearCommands(baseline);
  const answers = await askPhone(adb, clears, commandsLimitMs);
  const failed = clears.filter((_, at) => !/^Success$/m.test(answers[at] ?? ''));
  const tables = tablesOf(providersOf(baseline));
  const counts = await askPhone(adb, tables.map(countRowsCommand), commandsLimitMs);
  const left = tables.flatMap((table, at) => wrongInTable(table, counts[at] ?? '') ?? []);
  await askPhone(adb, restoreCommands(await readSnapshot(adb), baseline), commandsLimitMs);
  return item('owner_data', 'every app and provider was cleared', [...failed, ...left]);
}
