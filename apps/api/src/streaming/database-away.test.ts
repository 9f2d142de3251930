// A stream that runs needs no database: pictures and touches go on while PostgreSQL is away.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { breakDatabase } from '../../test/break-database.ts';
import { awaitReady, rentPhone } from '../../test/rented-phone.ts';
import { createTestUser, testPassword } from '../../test/test-app.ts';
import { openSocket, ticketFor } from '../../test/test-viewer.ts';
import { startTestFleet, type TestFleet } from '../../test/watched-fleet.ts';
import { sql } from '../platform/database.ts';

/** Longer than presence, links and nodes are believed without a new heartbeat. */
const awayMs = 12_000;

let fleet: TestFleet;
beforeAll(async () => {
  fleet = await startTestFleet(1);
  await fleet.startAgent();
});
afterAll(() => fleet?.stop());

test('video and touches continue while the database is unavailable', async () => {
  const [phone = ''] = await awaitReady(fleet);
  await rentPhone(fleet, phone, await createTestUser(fleet.site.db, 'ada'));
  const token = await fleet.site.signIn('ada', testPassword);
  const viewer = openSocket(fleet.address, phone, await ticketFor(fleet.site, token, phone));
  await viewer.nextPicture();
  viewer.ask({ type: 'take_control' });
  await vi.waitFor(() => expect(viewer.role()).toBe('controlling'), { timeout: 60_000 });
  const database = await breakDatabase(fleet.site.databaseUrl);
  try {
    const untilMs = performance.now() + awayMs;
    while (performance.now() < untilMs) {
      const picture = viewer.nextPicture();
      viewer.send({ type: 'expand_notifications' });
      viewer.send({ type: 'collapse_panels' });
      await Promise.race([
        picture,
        viewer.closed.then((code) => Promise.reject(new Error(`closed: ${code}`))),
      ]);
    }
  } finally {
    await database.mend();
  }
  await vi.waitFor(() => sql`select 1`.execute(fleet.site.db), { timeout: 60_000 });
  expect(viewer.socket.readyState).toBe(viewer.socket.OPEN);
});
