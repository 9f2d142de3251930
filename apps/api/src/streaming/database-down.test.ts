// Ends of rentals that a node knows work while PostgreSQL is unavailable.
import { closeCodes } from '@pocketfleet/contract';
import { beforeAll, expect, test, vi } from 'vitest';
import { breakDatabase } from '../../test/break-database.ts';
import { createTestUser, testPassword } from '../../test/test-app.ts';
import { createTestDevice, createTestHost } from '../../test/test-devices.ts';
import { openSocket, ticketFor } from '../../test/test-viewer.ts';
import { useTestApp } from '../../test/use-test-app.ts';
import { assignDevice } from '../assignments/assignments.ts';
import { sql } from '../platform/database.ts';

const patience = { timeout: 60_000, interval: 20 };
const site = useTestApp();
let address: string;

beforeAll(async () => {
  address = await site.listen();
});

test('the end of a rental closes its streams within 2 seconds while the database is down', async () => {
  const phone = await createTestDevice(site.db, await createTestHost(site.db), 'PF-001');
  const spanMs = 4_000;
  const { clock } = site.app.deps;
  const endsAtMs = clock.nowMs() + spanMs;
  await assignDevice(site.app.deps, {
    device_id: phone,
    user_id: await createTestUser(site.db, 'ada'),
    order_id: null,
    starts_at: new Date(endsAtMs - 60_000).toISOString(),
    expires_at: new Date(endsAtMs).toISOString(),
  });
  await site.runJobs();
  const viewer = openSocket(
    address,
    phone,
    await ticketFor(site, await site.signIn('ada', testPassword), phone),
  );
  await vi.waitFor(() => expect(viewer.notices[0]).toMatchObject({ type: 'welcome' }), patience);
  const database = await breakDatabase(site.databaseUrl);
  try {
    expect(await viewer.closed).toBe(closeCodes.assignment_ended.code);
    expect(clock.nowMs()).toBeGreaterThan(endsAtMs - 100);
    expect(clock.nowMs()).toBeLessThan(endsAtMs + 2_000);
  } finally {
    await database.mend();
  }
  await vi.waitFor(() => sql`select 1`.execute(site.db), patience);
});
