// Leaves random mixtures of residue in the tenant's user and outside of it. After a cleaning all of it must be gone,
// or the evidence must name it. `npm test` runs a small form, the full one is `npm run proof -- cleaning`.
import { writeFileSync } from 'node:fs';
import { findResidue, plantResidue, RESIDUE_KINDS, type ResidueKind } from '@pocketfleet/virtual-phone';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningPhone, startRunningPhone } from '../../test/held-phone.ts';
import { randomFrom } from '../../test/random.ts';
import { createTenantUser } from './android-users.ts';
import { describeFailures } from './checks.ts';
import { cleanPhone } from './clean.ts';
import { takeBaseline } from './take-baseline.ts';

const size = Number(process.env['PROOF_SIZE'] ?? 2);
const seed = Number(process.env['PROOF_SEED'] ?? Math.floor(Math.random() * 1e9));
let running: RunningPhone;

beforeAll(async () => {
  running = await startRunningPhone();
});
afterAll(() => running.stop());

test(
  `${size} times of ${size} (seed ${seed}) all residue is gone or the phone is not called clean`,
  async () => {
    const random = randomFrom(seed);
    const { baseline } = await running.hold((phone) => takeBaseline(phone));
    const counts = { cleaned: 0, set_aside: 0, planted: 0 };
    for (let round = 1; round <= size; round++) {
      const id = `${String(round).padStart(8, '0')}-89ab-4cde-8f01-23456789abcd`;
      await running.hold(async (phone) => createTenantUser(await phone.adb(), id));
      // Each second round holds nothing that shell can't remove: it must be cleaned.
      const mayFail = round % 2 === 0;
      const planted = RESIDUE_KINDS.filter((kind) => random() < 0.4 && (mayFail || kind !== 'account'));
      const refuses = random() < 0.15 && mayFail;
      for (const kind of planted) await plantResidue(running.phone, kind);
      // Residue in the tenant's user belongs to the tenant; residue in the owner's user is visible to everybody.
      if (random() < 0.5) running.phone.world.users.switchTo(0);
      if (refuses) await running.phone.setFaults({ keepsResidue: true });
      const reasons = describeFailures(await running.hold((phone) => cleanPhone(phone, baseline)));
      const left: ResidueKind[] = await findResidue(running.phone);
      const what = `round ${round}, seed ${seed}: ${planted.join(', ')}`;
      counts.planted += planted.length;
      if (reasons === '') {
        expect(left, what).toEqual([]);
        counts.cleaned++;
        continue;
      }
      // Only what shell can't do may end so: an account of the owner, or a phone that refuses.
      expect(refuses || planted.includes('account'), `${what}: ${reasons}`).toBe(true);
      counts.set_aside++;
      await running.phone.setFaults({ keepsResidue: false });
      await running.phone.wipe();
    }
    expect(counts.cleaned).toBeGreaterThanOrEqual(Math.ceil(size / 2));
    const path = process.env['PROOF_RESULT'];
    if (path !== undefined) writeFileSync(path, JSON.stringify({ size, seed, ...counts }));
  },
  30_000 + size * 10_000,
);
