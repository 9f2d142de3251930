import { createTransferShare, reservedBytes } from '@pocketfleet/relay';
import { beforeAll, expect, test, vi } from 'vitest';
import { createTestDevice, createTestHost } from '../../test/test-devices.ts';
import { useTestApp } from '../../test/use-test-app.ts';
import { sql } from '../platform/database.ts';
import { createTransferLimit } from './transfer-limit.ts';

const site = useTestApp();
let hostId: string;

beforeAll(async () => {
  hostId = await createTestHost(site.db);
});

async function countedFor(deviceId: string): Promise<number | undefined> {
  const found = await sql<{ bytes: string }>`
    select bytes from transfer_days where device_id = ${deviceId}`.execute(site.db);
  return found.rows[0] === undefined ? undefined : Number(found.rows[0].bytes);
}

test('reserved bytes that were not used are released', async () => {
  const device = await createTestDevice(site.db, hostId, 'PF-101');
  const share = createTransferShare(createTransferLimit(site.app.deps), device);
  expect(await share.take(1_000)).toBe(true);
  expect(await countedFor(device)).toBe(reservedBytes);
  share.close();
  await vi.waitFor(async () => expect(await countedFor(device)).toBe(1_000));
});

test('the whole reservation of a transfer that ended before it was granted is released', async () => {
  const device = await createTestDevice(site.db, hostId, 'PF-102');
  const share = createTransferShare(createTransferLimit(site.app.deps), device);
  const asked = share.take(1_000);
  share.close();
  await asked;
  await vi.waitFor(async () => expect(await countedFor(device)).toBe(0));
});
