// The events of rentals and keys with a real agent and virtual phones: prepared, exchanged, cleaned.
import { expect, test, vi } from 'vitest';
import { heard, listenFor } from '../../test/heard-events.ts';
import { useRentedPhone } from '../../test/rented-phone.ts';
import { makeTestKey } from '../../test/test-keys.ts';
import { announceKeyEnds } from '../access/keys.jobs.ts';
import { swapPhone } from '../orders/failed-rentals.ts';
import { inTransaction, sql } from '../platform/database.ts';

const scene = useRentedPhone();
const patience = { timeout: 60_000, interval: 100 };
const all = (type: Parameters<typeof heard>[2]) => heard(scene.fleet.site.db, scene.userId, type);
const listen = () => listenFor(scene.fleet.site.db, scene.userId, scene.userId);

test('cleaning.proved comes with the proof that a returned phone is clean, and rental.started with the next rental', async () => {
  await listen();
  await scene.endNow();
  await vi.waitFor(async () => expect(await all('cleaning.proved')).toHaveLength(1), patience);
  expect(await all('cleaning.proved')).toMatchObject([{ phone: { id: scene.phone } }]);
  expect(await all('rental.ended')).toMatchObject([{ phone: { id: scene.phone } }]);
  expect(await all('rental.started')).toEqual([]);
});

test('phone.replaced comes with the exchange, and names both phones; it is not the start of a rental', async () => {
  // Since the test before, this phone was rented anew and prepared.
  expect(await all('rental.started')).toMatchObject([{ phone: { id: scene.phone } }]);
  const { db } = scene.fleet.site;
  const found = await sql<{ id: string }>`
    select id from assignments where device_id = ${scene.phone} and state = 'active'`.execute(db);
  const old = found.rows[0]?.id ?? '';
  await inTransaction(db, (tx) =>
    swapPhone(scene.fleet.site.app.deps, tx, old, { deviceId: scene.other, note: '' }),
  );
  expect(await all('phone.replaced')).toMatchObject([
    { phone: { id: scene.other }, replaces_assignment_id: old, replaced_phone: { id: scene.phone } },
  ]);
  const prepared = async () =>
    expect(
      (
        await sql`select 1 from assignments where replaces_id = ${old} and prepared_at is not null`.execute(
          db,
        )
      ).rows,
    ).toHaveLength(1);
  await vi.waitFor(prepared, patience);
  expect(await all('rental.started')).toHaveLength(1);
});

test('key.expiring comes days before a key’s end, once', async () => {
  const { site } = scene.fleet;
  await sql`delete from webhook_messages`.execute(site.db);
  const { id } = await makeTestKey(site, scene.token, {
    name: 'Nightly tests',
    expires_at: new Date(site.app.deps.clock.nowMs() + 8 * 86_400_000).toISOString(),
  });
  await announceKeyEnds(site.app.deps);
  expect(await all('key.expiring')).toEqual([]);
  await sql`update credentials set created_at = created_at - interval '6 days', expires_at = expires_at - interval '6 days'
    where id = ${id}`.execute(site.db);
  await announceKeyEnds(site.app.deps);
  await announceKeyEnds(site.app.deps);
  expect(await all('key.expiring')).toMatchObject([{ key_id: id, name: 'Nightly tests' }]);
});
