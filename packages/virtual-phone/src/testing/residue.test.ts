import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { modelAt } from '../models.ts';
import { startPhone } from '../phone.ts';
import { startAndroid } from '../start-android.ts';
import { findResidue, plantResidue, RESIDUE_KINDS } from './residue.ts';

test('each of at least twenty kinds of residue is found where it was planted, and a wipe removes them all', async () => {
  const stateDir = mkdtempSync(join(tmpdir(), 'residue-'));
  const onError = (context: string, error: unknown) => {
    throw new Error(context, { cause: error });
  };
  const phone = await startPhone(
    { startAndroid, now: Date.now, onError },
    { model: modelAt(0), stateDir, port: 0 },
  );
  try {
    expect(RESIDUE_KINDS.length).toBeGreaterThanOrEqual(20);
    expect(await findResidue(phone)).toEqual([]);
    for (const [at, kind] of RESIDUE_KINDS.entries()) {
      await plantResidue(phone, kind);
      expect(await findResidue(phone)).toEqual(RESIDUE_KINDS.slice(0, at + 1));
    }
    await phone.setFaults({ rebootMs: 10 });
    await phone.wipe();
    expect(await findResidue(phone)).toEqual([]);
  } finally {
    await phone.stop();
    rmSync(stateDir, { recursive: true, force: true });
  }
});
