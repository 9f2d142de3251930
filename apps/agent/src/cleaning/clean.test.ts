// Each kind of residue is left on a virtual phone by a tenant's means: shell, screen and files. The test looks inside the
// phone to see whether it is gone, and doesn't trust the evidence.
import type { CheckName, DeviceBaseline } from '@pocketfleet/contract';
import { findResidue, plantResidue, RESIDUE_KINDS, type ResidueKind } from '@pocketfleet/virtual-phone';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningPhone, startRunningPhone } from '../../test/held-phone.ts';
import { PhoneLostError } from '../phone-hold.ts';
import { createTenantUser } from './android-users.ts';
import { describeFailures } from './checks.ts';
import { cleanPhone } from './clean.ts';
import { readSnapshot } from './snapshot.ts';
import { takeBaseline } from './take-baseline.ts';

let running: RunningPhone;
let baseline: DeviceBaseline;

beforeAll(async () => {
  running = await startRunningPhone();
  const taken = await running.hold(async (phone) => takeBaseline(phone));
  expect(describeFailures(taken.evidence)).toBe('');
  baseline = taken.baseline;
});
afterAll(() => running.stop());

const clean = () => running.hold((phone) => cleanPhone(phone, baseline));

/** Changes that shell can't undo on a real phone: the phone is quarantined, and the evidence has the reason. */
const beyondShell: { readonly [Kind in ResidueKind]?: CheckName } = { account: 'accounts' };

const removable = RESIDUE_KINDS.filter((kind) => beyondShell[kind] === undefined);
/** A cleaning restarts the phone, so several kinds share one. */
const groups = Array.from({ length: Math.ceil(removable.length / 8) }, (_, at) =>
  removable.slice(at * 8, at * 8 + 8),
);

test.each(groups.map((kinds) => [kinds.join(', '), kinds] as const))(
  'a cleaning removes %s and proves it',
  async (_names, kinds) => {
    for (const kind of kinds) await plantResidue(running.phone, kind);
    expect(await findResidue(running.phone)).toEqual(kinds);
    const evidence = await clean();
    expect(describeFailures(evidence)).toBe('');
    expect(await findResidue(running.phone)).toEqual([]);
  },
);

test('a phone whose shell folder can’t be listed or has another mode is not clean', async () => {
  const folder = '/data/local/tmp';
  const adb = await running.hold((phone) => phone.adb());
  for (const [mode, wrong] of [
    [0o300, [`${folder} (300 2000:2000 instead of 771 2000:2000)`, `${folder} can’t be read`]],
    [0o600, [`${folder} (600 2000:2000 instead of 771 2000:2000)`, `${folder} can’t be read`]],
    [0o1777, [`${folder} (1777 2000:2000 instead of 771 2000:2000)`]],
  ] as const) {
    await running.hold((phone) => phone.pushServer());
    await running.phone.world.files.chmod(folder, mode);
    const { shell_files } = await readSnapshot(adb);
    expect(shell_files).toEqual(expect.arrayContaining([...wrong]));
    await running.phone.world.files.chmod(folder, 0o771);
  }
  await running.hold((phone) => phone.pushServer());
  expect((await readSnapshot(adb)).shell_files).toEqual([]);
});

test('a tenant’s user is removed with all of its data', async () => {
  const assignment = '01234567-89ab-4cde-8f01-23456789abcd';
  const user = await running.hold(async (phone) => createTenantUser(await phone.adb(), assignment));
  const again = await running.hold(async (phone) => createTenantUser(await phone.adb(), assignment));
  expect(again).toBe(user);
  expect(running.phone.world.users.current).toBe(user);
  for (const kind of removable) await plantResidue(running.phone, kind);
  running.phone.world.accounts.add(user, { name: 'tenant@example.com', type: 'com.example.mail' });
  expect(describeFailures(await clean())).toBe('');
  expect(await findResidue(running.phone)).toEqual([]);
  expect(running.phone.world.users.list().map(({ id }) => id)).toEqual([0]);
});

test('a cleaning fails at once without evidence when the phone is disconnected, and the next one succeeds', async () => {
  await plantResidue(running.phone, 'download');
  const broken = clean();
  const beganMs = performance.now();
  await running.phone.setFaults({ unplugged: true });
  await expect(broken).rejects.toThrow('the phone was disconnected');
  // This is far less than the timeouts of its commands.
  expect(performance.now() - beganMs).toBeLessThan(10_000);
  await running.phone.setFaults({ unplugged: false });
  await expect.poll(() => running.runner.isUsable(), { timeout: 60_000 }).toBe(true);
  expect(describeFailures(await clean())).toBe('');
  expect(await findResidue(running.phone)).toEqual([]);
});

test.each(Object.entries(beyondShell))(
  'shell can’t undo %s, and the evidence names it',
  async (kind, check) => {
    await plantResidue(running.phone, kind as ResidueKind);
    const evidence = await clean();
    expect(evidence.filter(({ ok }) => !ok).map((one) => one.check)).toEqual([check]);
    // An operator resets such a phone to factory settings.
    await running.phone.wipe();
    // The agent may hold the phone before it notices that the reset has ended the connection.
    const afterReset = await clean().catch((error: unknown) => {
      if (error instanceof PhoneLostError) return clean();
      throw error;
    });
    expect(describeFailures(afterReset)).toBe('');
  },
);

test('a permission that an app had before the phone joined survives the clearing of its data', async () => {
  const [notes, microphone] = ['com.android.notes', 'android.permission.RECORD_AUDIO'];
  const { states } = running.phone.world.packages;
  states.setGranted(0, notes, microphone, true);
  const before = (await running.hold((phone) => takeBaseline(phone))).baseline;
  for (const isRevoked of [false, true]) {
    if (isRevoked) states.setGranted(0, notes, microphone, false);
    expect(describeFailures(await running.hold((phone) => cleanPhone(phone, before)))).toBe('');
    expect(states.granted(0, notes)).toEqual([microphone]);
  }
  states.setGranted(0, notes, microphone, false);
});

test('a phone with residue that can’t be removed is not clean', async () => {
  await running.phone.setFaults({ keepsResidue: true });
  for (const kind of ['download', 'installed_app', 'android_user'] as const) {
    await plantResidue(running.phone, kind);
  }
  const wrong = (await clean()).filter(({ ok }) => !ok).map(({ check }) => check);
  expect(wrong).toEqual(expect.arrayContaining(['users', 'packages', 'shared_files', 'owner_data']));
  await running.phone.setFaults({ keepsResidue: false });
  expect(describeFailures(await clean())).toBe('');
});
